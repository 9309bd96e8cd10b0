/* A run of one iteration waits for something to happen. */
#include "log.h"

static void on_idle(uv_idle_t* h) {
  say("idle");
  uv_idle_stop(h);
}
static void on_prepare(uv_prepare_t* h) { say("prepare"); }
static void on_check(uv_check_t* h) { say("check"); }
static void on_async(uv_async_t* h) { say("async"); }
static void on_timer(uv_timer_t* h) { say("timer"); }

int main(void) {
  uv_loop_t loop;
  uv_idle_t idle;
  uv_prepare_t prepare;
  uv_check_t check;
  uv_async_t async;
  uv_timer_t timer;
  uv_loop_init(&loop);
  uv_timer_init(&loop, &timer);
  uv_timer_start(&timer, on_timer, 50, 0);
  ret("timer only", uv_run(&loop, UV_RUN_ONCE));
  uv_prepare_init(&loop, &prepare);
  uv_prepare_start(&prepare, on_prepare);
  uv_check_init(&loop, &check);
  uv_check_start(&check, on_check);
  uv_timer_start(&timer, on_timer, 50, 0);
  ret("timer, prepare, check", uv_run(&loop, UV_RUN_ONCE));
  uv_async_init(&loop, &async, on_async);
  uv_async_send(&async);
  ret("and async", uv_run(&loop, UV_RUN_ONCE));
  uv_idle_init(&loop, &idle);
  uv_idle_start(&idle, on_idle);
  ret("idle that stops itself: no wait", uv_run(&loop, UV_RUN_ONCE));
  NAMED(&idle, "idle");
  CLOSE(&idle);
  ret("closing", uv_run(&loop, UV_RUN_ONCE));
  return finish(&loop);
}
