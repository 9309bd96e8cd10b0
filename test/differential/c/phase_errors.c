/* Wrong and repeated calls of idle, prepare and check handles. */
#include "log.h"

static void on_idle(uv_idle_t* h) { say("idle, first callback"); }
static void on_idle2(uv_idle_t* h) { say("idle, second callback"); }
static void on_prepare(uv_prepare_t* h) { say("prepare"); }
static void on_check(uv_check_t* h) { say("check"); }

int main(void) {
  uv_loop_t loop;
  uv_idle_t idle;
  uv_prepare_t prepare;
  uv_check_t check;
  uv_loop_init(&loop);
  uv_idle_init(&loop, &idle);
  uv_prepare_init(&loop, &prepare);
  uv_check_init(&loop, &check);
  ret("idle without a callback", uv_idle_start(&idle, NULL));
  ret("prepare without a callback", uv_prepare_start(&prepare, NULL));
  ret("check without a callback", uv_check_start(&check, NULL));
  ret("stop what never started", uv_idle_stop(&idle));
  ret("start", uv_idle_start(&idle, on_idle));
  ret("start twice", uv_idle_start(&idle, on_idle2));
  ret("start an active one without a callback", uv_idle_start(&idle, NULL));
  ret("start", uv_prepare_start(&prepare, on_prepare));
  ret("start an active one without a callback", uv_prepare_start(&prepare, NULL));
  ret("start", uv_check_start(&check, on_check));
  ret("start an active one without a callback", uv_check_start(&check, NULL));
  ret("run nowait", uv_run(&loop, UV_RUN_NOWAIT));
  ret("stop", uv_idle_stop(&idle));
  ret("stop twice", uv_idle_stop(&idle));
  ret("start with another", uv_idle_start(&idle, on_idle2));
  ret("run nowait", uv_run(&loop, UV_RUN_NOWAIT));
  return finish(&loop);
}
