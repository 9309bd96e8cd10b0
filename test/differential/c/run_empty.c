/* A loop with nothing to do, or with nothing that keeps it alive. */
#include "log.h"

static void on_idle(uv_idle_t* h) { say("idle"); }

static void modes(uv_loop_t* loop) {
  say("alive %d", uv_loop_alive(loop));
  ret("default", uv_run(loop, UV_RUN_DEFAULT));
  ret("once", uv_run(loop, UV_RUN_ONCE));
  ret("nowait", uv_run(loop, UV_RUN_NOWAIT));
}

int main(void) {
  uv_loop_t loop;
  uv_idle_t idle;
  uv_loop_init(&loop);
  modes(&loop);
  uv_idle_init(&loop, &idle);
  say("an idle handle that is not started");
  modes(&loop);
  uv_idle_start(&idle, on_idle);
  uv_unref(H(&idle));
  say("started, but unref'd");
  modes(&loop);
  return finish(&loop);
}
