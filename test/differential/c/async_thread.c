/* Another thread wakes a loop that waits. */
#include "log.h"

static uv_async_t async;
static uv_thread_t thread;

static void work(void* arg) {
  uv_sleep(5);
  uv_async_send(&async);
}

static void on_async(uv_async_t* h) {
  say("async");
  ret("join", uv_thread_join(&thread));
  CLOSE(h);
}

int main(void) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  uv_async_init(&loop, &async, on_async);
  NAMED(&async, "async");
  ret("thread", uv_thread_create(&thread, work, NULL));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
