/* The time a loop waits is counted when it is asked for. */
#include "log.h"
#include <signal.h>

static void on_timer(uv_timer_t* t) { uv_sleep(5); }

static void wait_a_little(uv_loop_t* loop, uv_timer_t* t) {
  uv_timer_start(t, on_timer, 10, 0);
  uv_run(loop, UV_RUN_DEFAULT);
}

int main(void) {
  uv_loop_t loop;
  uv_timer_t t;
  uint64_t idle;
  uv_loop_init(&loop);
  uv_timer_init(&loop, &t);
  wait_a_little(&loop, &t);
  say("not asked for: %d", uv_metrics_idle_time(&loop) > 0);
  ret("configure", uv_loop_configure(&loop, UV_METRICS_IDLE_TIME));
  say("at first: %d", uv_metrics_idle_time(&loop) > 0);
  do { /* on a busy machine the timer may be due before the wait */
    wait_a_little(&loop, &t);
    idle = uv_metrics_idle_time(&loop);
  } while (idle == 0);
  say("after a wait there is some");
  uv_run(&loop, UV_RUN_NOWAIT);
  say("no wait, no more: %d", uv_metrics_idle_time(&loop) == idle);
  ret("an option that is none", uv_loop_configure(&loop, (uv_loop_option) 99));
  return finish(&loop);
}
