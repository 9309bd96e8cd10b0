/* Timers that stop, start again, change and close each other when they are due
 * in the same pass. */
#include "log.h"

static uv_loop_t loop;
static uv_timer_t t[6];
static int rounds;

static void on_other(uv_timer_t* h) { say("other %d active %d", (int) (h - t), uv_is_active(H(h))); }

static void on_timer(uv_timer_t* h) {
  int i = (int) (h - t);
  say("timer %d active %d repeat %d", i, uv_is_active(H(h)), (int) uv_timer_get_repeat(h));
  switch (i) {
  case 0:
    ret("stop due", uv_timer_stop(&t[1]));
    ret("start due", uv_timer_start(&t[2], on_other, 0, 0));
    ret("again due", uv_timer_again(&t[3]));
    say("due active %d", uv_is_active(H(&t[3])));
    uv_timer_set_repeat(&t[4], 0);
    ret("again without repeat", uv_timer_again(&t[5]));
    break;
  case 4:
    ret("again", uv_timer_again(h));
    uv_timer_set_repeat(h, 100000);
    ret("again", uv_timer_again(h));
    say("active %d", uv_is_active(H(h)));
    break;
  case 3:
    if (++rounds == 2) {
      ret("stop itself", uv_timer_stop(h));
      say("active %d", uv_is_active(H(h)));
      ret("stop another", uv_timer_stop(&t[4]));
    }
  }
}

int main(void) {
  int i;
  uv_loop_init(&loop);
  for (i = 0; i < 6; i++) {
    uv_timer_init(&loop, &t[i]);
    uv_timer_start(&t[i], on_timer, 1, i == 3 ? 5 : i == 4 ? 1 : 0);
  }
  uv_sleep(5);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  for (i = 0; i < 6; i++)
    say("timer %d active %d repeat %d", i, uv_is_active(H(&t[i])), (int) uv_timer_get_repeat(&t[i]));
  ret("again after all", uv_timer_again(&t[3]));
  ret("alive", uv_loop_alive(&loop));
  return finish(&loop);
}
