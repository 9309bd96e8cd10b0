/* uv_walk visits handles in the order of their making, without those that are
 * made during it. */
#include "log.h"

static uv_timer_t late;

static void visit(uv_handle_t* h, void* arg) {
  say("%s %s closing %d", (const char*) arg, uv_handle_type_name(h->type), uv_is_closing(h));
  if (h->type == UV_IDLE && !strcmp(arg, "first"))
    uv_timer_init(h->loop, &late);
  if (h->type == UV_CHECK && !uv_is_closing(h))
    uv_close(h, NULL);
}

static void on_async(uv_async_t* h) {}

int main(void) {
  uv_loop_t loop;
  uv_check_t check;
  uv_idle_t idle;
  uv_async_t async;
  uv_tcp_t tcp;
  uv_prepare_t prepare;
  uv_loop_init(&loop);
  uv_tcp_init(&loop, &tcp);
  uv_check_init(&loop, &check);
  uv_idle_init(&loop, &idle);
  uv_async_init(&loop, &async, on_async);
  uv_prepare_init(&loop, &prepare);
  uv_walk(&loop, visit, "first");
  uv_close(H(&late), NULL);
  uv_unref(H(&async));
  uv_run(&loop, UV_RUN_NOWAIT);
  uv_walk(&loop, visit, "after the run");
  return finish(&loop);
}
