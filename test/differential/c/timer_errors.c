/* Wrong calls of timers. */
#include "log.h"

static void on_timer(uv_timer_t* t) { say("timer"); }

int main(void) {
  uv_loop_t loop;
  uv_timer_t t;
  uv_loop_init(&loop);
  uv_timer_init(&loop, &t);
  ret("start without a callback", uv_timer_start(&t, NULL, 1, 1));
  say("active %d repeat %d", uv_is_active(H(&t)), (int) uv_timer_get_repeat(&t));
  ret("stop what never started", uv_timer_stop(&t));
  ret("start", uv_timer_start(&t, on_timer, 1, 0));
  ret("stop", uv_timer_stop(&t));
  ret("stop twice", uv_timer_stop(&t));
  NAMED(&t, "t");
  CLOSE(&t);
  ret("start while closing", uv_timer_start(&t, on_timer, 1, 0));
  ret("stop while closing", uv_timer_stop(&t));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
