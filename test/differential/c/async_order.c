/* Async handles are called in the order of their making, not of their sends. */
#include "log.h"

static uv_async_t a[4];

static void on_async(uv_async_t* h) {
  say("async %s", NAME(h));
  if (h == &a[1]) {
    uv_async_send(&a[0]); /* has had its turn */
    uv_async_send(&a[3]); /* comes still */
  }
}

int main(void) {
  uv_loop_t loop;
  static const char* names[] = {"a", "b", "c", "d"};
  int i;
  uv_loop_init(&loop);
  for (i = 0; i < 4; i++) {
    uv_async_init(&loop, &a[i], on_async);
    NAMED(&a[i], names[i]);
  }
  uv_async_send(&a[2]);
  uv_async_send(&a[1]);
  uv_async_send(&a[0]);
  ret("run nowait", uv_run(&loop, UV_RUN_NOWAIT));
  say("--");
  ret("run nowait", uv_run(&loop, UV_RUN_NOWAIT));
  say("--");
  ret("run nowait", uv_run(&loop, UV_RUN_NOWAIT));
  return finish(&loop);
}
