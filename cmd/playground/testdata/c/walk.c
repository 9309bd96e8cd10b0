/* Handles that are added during a walk are not visited by it; two loops, one
 * run inside a callback of the other. */
#include "../../../../test/differential/c/log.h"

static void on_walk(uv_handle_t* h, void* arg) {
  say("%s: %s", (const char*) arg, uv_handle_type_name(uv_handle_get_type(h)));
  if (h->type == UV_IDLE)
    uv_check_init(h->loop, malloc(sizeof(uv_check_t)));
}

static void free_rest(uv_handle_t* h, void* arg) {
  (void) arg;
  uv_close(h, h->type == UV_CHECK ? (uv_close_cb) free : NULL);
}

static uv_loop_t inner;

static void on_inner(uv_timer_t* t) {
  say("inner timer, of inner %d", t->loop == &inner);
  uv_close(H(t), NULL);
}

static void on_outer(uv_timer_t* t) {
  uv_timer_t other;
  uv_timer_init(&inner, &other);
  uv_timer_start(&other, on_inner, 1, 0);
  ret("run inside", uv_run(&inner, UV_RUN_DEFAULT));
  ret("loop_close while it is used", uv_loop_close(t->loop));
}

int main(void) {
  uv_loop_t loop;
  uv_timer_t timer;
  uv_idle_t idle;
  uv_loop_init(&loop);
  uv_loop_init(&inner);
  uv_timer_init(&loop, &timer);
  uv_idle_init(&loop, &idle);
  uv_walk(&loop, on_walk, "first");
  uv_walk(&loop, on_walk, "second");
  uv_timer_start(&timer, on_outer, 1, 0);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  uv_walk(&loop, free_rest, NULL);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  ret("loop_close", uv_loop_close(&inner));
  return finish(&loop);
}
