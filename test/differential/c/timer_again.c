/* uv_timer_again: never started, without a repeat, with one. */
#include "log.h"

static int n;

static void on_timer(uv_timer_t* t) {
  say("timer %s", NAME(t));
  if (++n == 3)
    uv_timer_stop(t);
}

static void on_once(uv_timer_t* t) {
  say("timer %s", NAME(t));
  ret("again without a repeat", uv_timer_again(t));
  say("active %d", uv_is_active(H(t)));
}

int main(void) {
  uv_loop_t loop;
  uv_timer_t t, once;
  uv_loop_init(&loop);
  uv_timer_init(&loop, &t);
  uv_timer_init(&loop, &once);
  NAMED(&t, "t");
  NAMED(&once, "once");
  ret("again before any start", uv_timer_again(&t));
  uv_timer_set_repeat(&t, 5);
  ret("again with a repeat, before any start", uv_timer_again(&t));
  say("active %d repeat %d", uv_is_active(H(&t)), (int) uv_timer_get_repeat(&t));
  ret("start", uv_timer_start(&t, on_timer, 100000, 3));
  say("due in %d", (int) uv_timer_get_due_in(&t));
  ret("again", uv_timer_again(&t));
  say("due in %d", (int) uv_timer_get_due_in(&t));
  ret("start once", uv_timer_start(&once, on_once, 1, 0));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  ret("stop", uv_timer_stop(&t));
  ret("again after a stop", uv_timer_again(&t));
  say("active %d due in %d", uv_is_active(H(&t)), (int) uv_timer_get_due_in(&t));
  uv_close(H(&t), NULL);
  ret("again while closing", uv_timer_again(&t));
  say("active %d", uv_is_active(H(&t)));
  return finish(&loop);
}
