/* A repeating timer in a run of one iteration. */
#include "log.h"

static void on_timer(uv_timer_t* t) { say("timer"); }

int main(void) {
  uv_loop_t loop;
  uv_timer_t t;
  uv_loop_init(&loop);
  uv_timer_init(&loop, &t);
  uv_timer_start(&t, on_timer, 5, 5);
  uv_sleep(10);
  ret("run once", uv_run(&loop, UV_RUN_ONCE));
  say("and again");
  uv_sleep(10);
  ret("run nowait", uv_run(&loop, UV_RUN_NOWAIT));
  return finish(&loop);
}
