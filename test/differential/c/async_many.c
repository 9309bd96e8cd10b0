/* Two hundred asyncs at once; callbacks that send, make and close others. */
#include "log.h"

#define N 200
static uv_loop_t loop;
static uv_async_t a[N + 1];
static int calls;

static void on_new(uv_async_t* h) { say("new"); }

static void on_async(uv_async_t* h) {
  int i = (int) (h - a);
  if (calls++ < 3 || i > N - 3)
    say("async %d", i);
  if (i == 1)
    uv_close(H(&a[2]), NULL);
  if (i == 5)
    uv_close(H(&a[4]), NULL);
  if (i == 10 && calls < N) {
    uv_async_send(&a[11]);
    uv_async_send(&a[9]);
    uv_async_init(&loop, &a[N], on_new);
    uv_async_send(&a[N]);
  }
  if (i == 11)
    uv_close(H(h), NULL);
}

int main(void) {
  int i;
  uv_loop_init(&loop);
  for (i = 0; i < N; i++)
    uv_async_init(&loop, &a[i], on_async);
  for (i = N - 1; i >= 0; i--)
    uv_async_send(&a[i]);
  ret("run once", uv_run(&loop, UV_RUN_ONCE));
  say("%d calls", calls);
  calls = 0;
  ret("run once", uv_run(&loop, UV_RUN_ONCE));
  say("%d calls", calls);
  ret("run nowait", uv_run(&loop, UV_RUN_NOWAIT));
  say("%d calls", calls);
  return finish(&loop);
}
