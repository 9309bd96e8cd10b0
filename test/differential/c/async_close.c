/* A close suppresses the callback of a send; without a callback a send only
 * wakes the loop. */
#include "log.h"

static uv_async_t a[3];

static void on_async(uv_async_t* h) {
  say("async %s", NAME(h));
  if (h == &a[0])
    CLOSE(&a[1]);
}

int main(void) {
  uv_loop_t loop;
  static const char* names[] = {"closes the next", "is closed by the first", "is closed before"};
  uv_async_t mute;
  int i;
  uv_loop_init(&loop);
  for (i = 0; i < 3; i++) {
    uv_async_init(&loop, &a[i], on_async);
    NAMED(&a[i], names[i]);
    uv_async_send(&a[i]);
  }
  CLOSE(&a[2]);
  say("active %d closing %d", uv_is_active(H(&a[2])), uv_is_closing(H(&a[2])));
  ret("run nowait", uv_run(&loop, UV_RUN_NOWAIT));
  ret("init without a callback", uv_async_init(&loop, &mute, NULL));
  ret("send", uv_async_send(&mute));
  ret("run once", uv_run(&loop, UV_RUN_ONCE));
  uv_unref(H(&mute));
  uv_unref(H(&a[0]));
  ret("all unref'd", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
