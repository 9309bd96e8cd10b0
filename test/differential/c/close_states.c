/* What a handle says of itself from its making to its close. */
#include "log.h"

static void state(const char* when, uv_handle_t* h) {
  say("%s %s: active %d ref %d closing %d", uv_handle_type_name(uv_handle_get_type(h)), when, uv_is_active(h), uv_has_ref(h), uv_is_closing(h));
}

static void on_closed(uv_handle_t* h) { state("in its close callback", h); }

static void on_timer(uv_timer_t* h) { state("in its callback", H(h)); }
static void on_idle(uv_idle_t* h) {}
static void on_prepare(uv_prepare_t* h) {}
static void on_check(uv_check_t* h) {}
static void on_async(uv_async_t* h) {}

int main(void) {
  uv_loop_t loop;
  uv_timer_t timer;
  uv_idle_t idle;
  uv_prepare_t prepare;
  uv_check_t check;
  uv_async_t async;
  uv_tcp_t tcp;
  uv_handle_t* all[6];
  int i;
  uv_loop_init(&loop);
  uv_timer_init(&loop, &timer);
  uv_idle_init(&loop, &idle);
  uv_prepare_init(&loop, &prepare);
  uv_check_init(&loop, &check);
  uv_async_init(&loop, &async, on_async);
  uv_tcp_init(&loop, &tcp);
  all[0] = H(&timer), all[1] = H(&idle), all[2] = H(&prepare);
  all[3] = H(&check), all[4] = H(&async), all[5] = H(&tcp);
  for (i = 0; i < 6; i++)
    state("new", all[i]);
  uv_timer_start(&timer, on_timer, 0, 0);
  uv_idle_start(&idle, on_idle);
  uv_prepare_start(&prepare, on_prepare);
  uv_check_start(&check, on_check);
  for (i = 0; i < 5; i++)
    state("started", all[i]);
  for (i = 0; i < 6; i++) {
    uv_unref(all[i]);
    state("unref'd", all[i]);
    uv_ref(all[i]);
  }
  uv_run(&loop, UV_RUN_NOWAIT);
  state("after it fired", H(&timer));
  uv_idle_stop(&idle);
  uv_prepare_stop(&prepare);
  uv_check_stop(&check);
  for (i = 1; i < 4; i++)
    state("stopped", all[i]);
  uv_timer_start(&timer, on_timer, 100000, 0);
  for (i = 0; i < 6; i++) {
    uv_close(all[i], on_closed);
    state("closed", all[i]);
    uv_unref(all[i]);
    state("unref'd after that", all[i]);
  }
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
