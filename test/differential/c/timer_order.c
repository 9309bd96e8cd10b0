/* Timers fire by their due time, and those of the same time in the order of
 * their start. Starting again counts as a new start. */
#include "log.h"

static void on_timer(uv_timer_t* t) { say("timer %s", NAME(t)); }

int main(void) {
  uv_loop_t loop;
  uv_timer_t t[6];
  const char* names[] = {"a", "b", "c", "d", "e", "f"};
  int i;
  uv_loop_init(&loop);
  for (i = 0; i < 6; i++) {
    uv_timer_init(&loop, &t[i]);
    NAMED(&t[i], names[i]);
  }
  ret("start d", uv_timer_start(&t[3], on_timer, 4, 0));
  ret("start b", uv_timer_start(&t[1], on_timer, 2, 0));
  ret("start a", uv_timer_start(&t[0], on_timer, 2, 0));
  ret("start c", uv_timer_start(&t[2], on_timer, 4, 0));
  ret("start f", uv_timer_start(&t[5], on_timer, 1, 0));
  ret("start e", uv_timer_start(&t[4], on_timer, 0, 0));
  ret("start b again", uv_timer_start(&t[1], on_timer, 2, 0));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
