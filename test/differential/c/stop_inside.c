/* uv_stop in a callback: the iteration goes on to its end, without a wait. */
#include "log.h"

static const char* where;

static void at(uv_handle_t* h) {
  say("%s", NAME(h));
  if (!strcmp(where, NAME(h)))
    uv_stop(h->loop);
}

static void on_idle(uv_idle_t* h) { at(H(h)); }
static void on_prepare(uv_prepare_t* h) { at(H(h)); }
static void on_check(uv_check_t* h) { at(H(h)); }
static void on_async(uv_async_t* h) { at(H(h)); }

int main(void) {
  uv_loop_t loop;
  uv_idle_t idle;
  uv_prepare_t prepare;
  uv_check_t check;
  uv_async_t async;
  const char* places[] = {"idle", "prepare", "async", "check"};
  int i;
  uv_loop_init(&loop);
  uv_idle_init(&loop, &idle);
  uv_prepare_init(&loop, &prepare);
  uv_check_init(&loop, &check);
  uv_async_init(&loop, &async, on_async);
  NAMED(&idle, "idle");
  NAMED(&prepare, "prepare");
  NAMED(&check, "check");
  NAMED(&async, "async");
  uv_idle_start(&idle, on_idle);
  uv_prepare_start(&prepare, on_prepare);
  uv_check_start(&check, on_check);
  for (i = 0; i < 4; i++) {
    where = places[i];
    say("stop in %s", where);
    uv_async_send(&async);
    ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  }
  return finish(&loop);
}
