/* A due timer that another's callback stops or closes does not fire. */
#include "log.h"

static uv_timer_t t[5];

static void on_timer(uv_timer_t* h) {
  say("timer %s", NAME(h));
  if (h == &t[0]) {
    ret("stop b", uv_timer_stop(&t[1]));
    CLOSE(&t[2]);
    ret("start d for later", uv_timer_start(&t[3], on_timer, 2, 0));
  }
}

int main(void) {
  uv_loop_t loop;
  const char* names[] = {"a", "b", "c", "d", "e"};
  int i;
  uv_loop_init(&loop);
  for (i = 0; i < 5; i++) {
    uv_timer_init(&loop, &t[i]);
    NAMED(&t[i], names[i]);
    uv_timer_start(&t[i], on_timer, 1, 0);
  }
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
