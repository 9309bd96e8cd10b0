/* What uv_timer_get_due_in says in each state, by the cached time. */
#include "log.h"

static void on_timer(uv_timer_t* t) {
  say("in the callback: due in %d", (int) uv_timer_get_due_in(t));
}

int main(void) {
  uv_loop_t loop;
  uv_timer_t t;
  uv_loop_init(&loop);
  uv_timer_init(&loop, &t);
  say("new: %d", (int) uv_timer_get_due_in(&t));
  uv_timer_start(&t, on_timer, 1000, 0);
  say("started: %d", (int) uv_timer_get_due_in(&t));
  uv_sleep(5);
  say("5 ms later: %d", (int) uv_timer_get_due_in(&t));
  uv_timer_start(&t, on_timer, 3, 0);
  say("started anew: %d", (int) uv_timer_get_due_in(&t));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  say("after it fired: %d", (int) uv_timer_get_due_in(&t));
  uv_timer_start(&t, on_timer, ~0ULL, 0);
  say("for ever: %d", uv_timer_get_due_in(&t) > 1ULL << 40);
  ret("stop", uv_timer_stop(&t));
  say("active %d", uv_is_active(H(&t)));
  return finish(&loop);
}
