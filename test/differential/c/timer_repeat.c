/* A repeating timer is armed again before its callback, which may stop it. */
#include "log.h"

static int n;

static void on_timer(uv_timer_t* t) {
  say("timer %d active %d repeat %d due in %d", ++n, uv_is_active(H(t)),
      (int) uv_timer_get_repeat(t), (int) uv_timer_get_due_in(t));
  if (n == 3) {
    ret("stop", uv_timer_stop(t));
    say("active %d repeat %d", uv_is_active(H(t)), (int) uv_timer_get_repeat(t));
  }
}

int main(void) {
  uv_loop_t loop;
  uv_timer_t t;
  uv_loop_init(&loop);
  uv_timer_init(&loop, &t);
  say("repeat %d", (int) uv_timer_get_repeat(&t));
  ret("start", uv_timer_start(&t, on_timer, 1, 2));
  say("repeat %d", (int) uv_timer_get_repeat(&t));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
