/* One iteration with something in each phase. */
#include "log.h"

static int rounds;
static uv_timer_t timer;
static uv_async_t async;
static uv_idle_t closed;

static void on_timer(uv_timer_t* h) { say("timer"); }
static void on_idle(uv_idle_t* h) {
  say("idle");
  if (rounds == 0)
    uv_async_send(&async);
}
static void on_prepare(uv_prepare_t* h) { say("prepare"); }
static void on_async(uv_async_t* h) {
  say("async");
  uv_timer_start(&timer, on_timer, 0, 0);
  CLOSE(&closed);
}
static void on_check(uv_check_t* h) {
  say("check");
  if (++rounds == 3)
    uv_stop(h->loop);
}

int main(void) {
  uv_loop_t loop;
  uv_idle_t idle;
  uv_prepare_t prepare;
  uv_check_t check;
  uv_loop_init(&loop);
  uv_timer_init(&loop, &timer);
  uv_async_init(&loop, &async, on_async);
  uv_idle_init(&loop, &closed);
  uv_idle_init(&loop, &idle);
  uv_prepare_init(&loop, &prepare);
  uv_check_init(&loop, &check);
  NAMED(&closed, "handle");
  uv_idle_start(&idle, on_idle);
  uv_prepare_start(&prepare, on_prepare);
  uv_check_start(&check, on_check);
  uv_timer_start(&timer, on_timer, 0, 0);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
