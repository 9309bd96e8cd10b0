/* uv_backend_timeout and uv_loop_alive in each state. */
#include "log.h"

static void on_timer(uv_timer_t* h) {}
static void on_idle(uv_idle_t* h) {}
static void on_prepare(uv_prepare_t* h) {}
static void on_async(uv_async_t* h) {}

static uv_loop_t loop;

static void state(const char* what) {
  int ms = uv_backend_timeout(&loop);
  say("%s: alive %d timeout %d", what, uv_loop_alive(&loop), ms);
}

int main(void) {
  uv_timer_t timer;
  uv_idle_t idle;
  uv_prepare_t prepare;
  uv_async_t async;
  uv_loop_init(&loop);
  uv_prepare_init(&loop, &prepare);
  uv_prepare_start(&prepare, on_prepare);
  uv_run(&loop, UV_RUN_NOWAIT); /* the kernel is told of libuv's own watchers */
  uv_prepare_stop(&prepare);
  state("nothing");
  uv_prepare_start(&prepare, on_prepare);
  state("prepare");
  uv_unref(H(&prepare));
  state("unref'd");
  uv_ref(H(&prepare));
  uv_timer_init(&loop, &timer);
  uv_timer_start(&timer, on_timer, 1000, 0);
  state("timer");
  uv_timer_start(&timer, on_timer, ~0ULL, 0);
  say("timer for ever: %d", uv_backend_timeout(&loop) > 1000000);
  uv_timer_start(&timer, on_timer, 0, 0);
  state("timer due");
  uv_timer_start(&timer, on_timer, 1000, 0);
  uv_stop(&loop);
  state("stopping");
  uv_run(&loop, UV_RUN_NOWAIT);
  state("stopped");
  uv_idle_init(&loop, &idle);
  uv_idle_start(&idle, on_idle);
  state("idle");
  uv_unref(H(&idle));
  state("idle unref'd");
  uv_close(H(&idle), NULL);
  state("closing");
  uv_timer_stop(&timer);
  uv_run(&loop, UV_RUN_NOWAIT);
  state("closed");
  uv_prepare_stop(&prepare);
  uv_async_init(&loop, &async, on_async);
  uv_run(&loop, UV_RUN_NOWAIT);
  state("async");
  return finish(&loop);
}
