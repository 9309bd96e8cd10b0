/* Handles closed by callbacks of every phase, and by close callbacks. */
#include "net.h"

static uv_loop_t loop;
static uv_timer_t t[5];
static uv_idle_t idle;
static uv_prepare_t prepare;
static uv_check_t check;
static uv_async_t async;
static int turn;

static void on_deep(uv_handle_t* h) {
  say("close %s", NAME(h));
  if (h == H(&t[0]))
    uv_close(H(&t[1]), on_deep);
  if (h == H(&t[1])) {
    uv_close(H(&t[2]), on_deep);
    uv_close(H(&t[3]), on_deep);
  }
  say("alive %d timeout %d", uv_loop_alive(&loop), uv_backend_timeout(&loop));
}

static void on_timer(uv_timer_t* h) { say("timer %s", NAME(h)); uv_close(H(&idle), on_close); uv_close(H(&t[0]), on_deep); }
static void on_idle(uv_idle_t* h) { say("idle %d", turn); if (!uv_is_closing(H(&prepare))) uv_close(H(&prepare), on_close); }
static void on_prepare(uv_prepare_t* h) { say("prepare %d", turn); }
static void on_async(uv_async_t* h) { say("async %d", turn); uv_close(H(h), on_close); }

static void on_check(uv_check_t* h) {
  say("check %d", turn++);
  if (turn == 1)
    uv_timer_start(&t[4], on_timer, 0, 0);
  if (turn == 2)
    uv_async_send(&async);
  if (turn == 5)
    uv_close(H(h), on_close);
}

int main(void) {
  static const char* names[] = {"t0", "t1", "t2", "t3", "t4"};
  int i;
  uv_loop_init(&loop);
  for (i = 0; i < 5; i++) {
    uv_timer_init(&loop, &t[i]);
    NAMED(&t[i], names[i]);
  }
  uv_timer_start(&t[1], on_timer, 100000, 0);
  uv_idle_init(&loop, &idle);
  uv_prepare_init(&loop, &prepare);
  uv_check_init(&loop, &check);
  uv_async_init(&loop, &async, on_async);
  NAMED(&idle, "idle");
  NAMED(&prepare, "prepare");
  NAMED(&check, "check");
  NAMED(&async, "async");
  uv_prepare_start(&prepare, on_prepare);
  uv_check_start(&check, on_check);
  uv_idle_start(&idle, (uv_idle_cb) on_idle);
  for (i = 0; i < 7; i++) {
    say("turn %d", i);
    ret("run", uv_run(&loop, UV_RUN_NOWAIT));
  }
  return finish(&loop);
}
