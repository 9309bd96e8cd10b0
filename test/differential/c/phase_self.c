/* Handles of a phase that start, stop and close others, and themselves, in it. */
#include "log.h"

static uv_prepare_t p[5];
static uv_idle_t idle;
static int rounds;

static void on_other(uv_prepare_t* h) { say("prepare %s", NAME(h)); }

static void on_self(uv_prepare_t* h) {
  say("prepare %s", NAME(h));
  uv_prepare_stop(h);
  uv_prepare_start(h, on_self);
}

static void on_first(uv_prepare_t* h) {
  say("prepare %s", NAME(h));
  if (rounds == 0) {
    ret("start new", uv_prepare_start(&p[1], on_other));
    ret("stop stopped", uv_prepare_stop(&p[2]));
    CLOSE(&p[3]);
  }
}

static void on_idle(uv_idle_t* h) {
  say("idle");
  if (rounds++ == 3)
    uv_stop(h->loop);
}

static void on_early(uv_idle_t* h) {}

int main(void) {
  uv_loop_t loop;
  static const char* names[] = {"first", "new", "stopped", "closed", "self"};
  int i;
  uv_loop_init(&loop);
  for (i = 0; i < 5; i++) {
    uv_prepare_init(&loop, &p[i]);
    NAMED(&p[i], names[i]);
  }
  uv_prepare_start(&p[3], on_other);
  uv_prepare_start(&p[2], on_other);
  uv_prepare_start(&p[4], on_self);
  uv_prepare_start(&p[0], on_first);
  uv_idle_init(&loop, &idle);
  uv_idle_start(&idle, on_early);
  ret("run nowait", uv_run(&loop, UV_RUN_NOWAIT));
  uv_idle_stop(&idle);
  uv_idle_start(&idle, on_idle);
  rounds = 1;
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
