/* A timer of 0 ms that a timer's callback starts. */
#include "log.h"

static uv_timer_t first, second;
static uv_idle_t idle;

static void on_second(uv_timer_t* t) {
  say("second");
  uv_idle_stop(&idle);
}

static void on_first(uv_timer_t* t) {
  say("first");
  uv_timer_start(&second, on_second, 0, 0);
}

static void on_idle(uv_idle_t* h) { say("idle"); }

int main(void) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  uv_timer_init(&loop, &first);
  uv_timer_init(&loop, &second);
  uv_idle_init(&loop, &idle);
  uv_idle_start(&idle, on_idle);
  uv_timer_start(&first, on_first, 0, 0);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
