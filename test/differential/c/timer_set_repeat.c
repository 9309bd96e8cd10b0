/* A repeat that is set in the callback takes effect after the next firing. */
#include "log.h"

static int n;

static void on_timer(uv_timer_t* t) {
  n++;
  say("timer %d due in %d", n, (int) uv_timer_get_due_in(t));
  uv_timer_set_repeat(t, n == 1 ? 7 : 0);
  say("repeat %d due in %d", (int) uv_timer_get_repeat(t), (int) uv_timer_get_due_in(t));
}

int main(void) {
  uv_loop_t loop;
  uv_timer_t t;
  uv_loop_init(&loop);
  uv_timer_init(&loop, &t);
  uv_timer_start(&t, on_timer, 1, 2);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  say("timer fired %d times, active %d", n, uv_is_active(H(&t)));
  return finish(&loop);
}
