/* uv_stop in a timer's callback: the other due timers fire still. */
#include "log.h"

static void on_timer(uv_timer_t* t) {
  say("timer %s", NAME(t));
  uv_stop(t->loop);
}
static void on_check(uv_check_t* h) { say("check"); }

int main(void) {
  uv_loop_t loop;
  uv_timer_t a, b, c;
  uv_check_t check;
  uv_loop_init(&loop);
  uv_check_init(&loop, &check);
  uv_check_start(&check, on_check);
  uv_timer_init(&loop, &a);
  uv_timer_init(&loop, &b);
  uv_timer_init(&loop, &c);
  NAMED(&a, "a");
  NAMED(&b, "b");
  NAMED(&c, "c");
  uv_timer_start(&a, on_timer, 1, 0);
  uv_timer_start(&b, on_timer, 1, 0);
  uv_timer_start(&c, on_timer, 100000, 0);
  uv_sleep(3);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  say("active %d %d %d", uv_is_active(H(&a)), uv_is_active(H(&b)), uv_is_active(H(&c)));
  return finish(&loop);
}
