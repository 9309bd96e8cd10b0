/* Timers of 0 ms fire in the order of their start, once. */
#include "log.h"

static void on_timer(uv_timer_t* t) {
  say("timer %s active %d", NAME(t), uv_is_active(H(t)));
}

int main(void) {
  uv_loop_t loop;
  uv_timer_t a, b, c;
  uv_loop_init(&loop);
  uv_timer_init(&loop, &a);
  uv_timer_init(&loop, &b);
  uv_timer_init(&loop, &c);
  NAMED(&a, "a");
  NAMED(&b, "b");
  NAMED(&c, "c");
  uv_timer_start(&c, on_timer, 0, 0);
  uv_timer_start(&a, on_timer, 0, 0);
  uv_timer_start(&b, on_timer, 0, 0);
  say("active %d %d %d", uv_is_active(H(&a)), uv_is_active(H(&b)), uv_is_active(H(&c)));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
