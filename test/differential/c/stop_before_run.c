/* uv_stop before a run: nothing runs, and the next run goes on. */
#include "log.h"

static void on_idle(uv_idle_t* h) {
  note(0, "idle");
  uv_idle_stop(h);
}
static void on_timer(uv_timer_t* h) { note(1, "timer"); }

int main(void) {
  uv_loop_t loop;
  uv_idle_t idle;
  uv_timer_t timer;
  uv_loop_init(&loop);
  uv_idle_init(&loop, &idle);
  uv_timer_init(&loop, &timer);
  uv_idle_start(&idle, on_idle);
  uv_timer_start(&timer, on_timer, 1, 0);
  uv_stop(&loop);
  say("timeout %d", uv_backend_timeout(&loop));
  ret("default", uv_run(&loop, UV_RUN_DEFAULT));
  uv_stop(&loop);
  ret("once", uv_run(&loop, UV_RUN_ONCE));
  uv_stop(&loop);
  ret("nowait", uv_run(&loop, UV_RUN_NOWAIT));
  ret("default", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
