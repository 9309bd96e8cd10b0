/* Close callbacks run last closed first; what they close waits an iteration. */
#include "log.h"

static uv_timer_t t[5];
static uv_check_t check;

static void on_closed(uv_handle_t* h) {
  say("close %s", NAME(h));
  if (h == H(&t[1])) {
    uv_close(H(&t[3]), on_closed);
    uv_close(H(&t[4]), on_closed);
    say("closing %d", uv_is_closing(H(&t[3])));
  }
}

static void on_check(uv_check_t* h) {
  say("check");
  if (!uv_loop_alive(h->loop))
    uv_check_stop(h);
}

int main(void) {
  uv_loop_t loop;
  static const char* names[] = {"a", "b", "c", "d", "e"};
  int i;
  uv_loop_init(&loop);
  uv_check_init(&loop, &check);
  uv_check_start(&check, on_check);
  uv_unref(H(&check));
  for (i = 0; i < 5; i++) {
    uv_timer_init(&loop, &t[i]);
    NAMED(&t[i], names[i]);
  }
  for (i = 0; i < 3; i++)
    uv_close(H(&t[i]), on_closed);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
