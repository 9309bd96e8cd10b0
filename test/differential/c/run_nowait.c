/* A run that does not wait calls each kind once and leaves timers that are not
 * due. */
#include "log.h"

static void on_idle(uv_idle_t* h) { say("idle"); }
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
  uv_timer_start(&timer, on_timer, 100000, 0);
  ret("timer only", uv_run(&loop, UV_RUN_NOWAIT));
  uv_prepare_init(&loop, &prepare);
  uv_prepare_start(&prepare, on_prepare);
  ret("and prepare", uv_run(&loop, UV_RUN_NOWAIT));
  uv_check_init(&loop, &check);
  uv_check_start(&check, on_check);
  ret("and check", uv_run(&loop, UV_RUN_NOWAIT));
  uv_async_init(&loop, &async, on_async);
  uv_async_send(&async);
  ret("and async", uv_run(&loop, UV_RUN_NOWAIT));
  uv_idle_init(&loop, &idle);
  uv_idle_start(&idle, on_idle);
  ret("and idle", uv_run(&loop, UV_RUN_NOWAIT));
  return finish(&loop);
}
