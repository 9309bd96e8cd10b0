/* Loops. The host's loop 0, which is always there, goes to the first one. */
#include "internal.h"

#include <stdarg.h>

UV__LINK_DISPATCH;

enum { PROFILING_SIGNAL = 27 }; /* SIGPROF, in Linux's and WASI's numbers */

static uv_loop_t default_loop;
static uv_loop_t *default_loop_ptr;
static int first_taken;

static int32_t take_number(void) {
  if (first_taken)
    return wire_loop_init();
  first_taken = 1;
  return 0;
}

int uv_loop_init(uv_loop_t *loop) {
  void *data = loop->data;
  int32_t number = take_number();
  if (number < 0)
    return number;
  memset(loop, 0, sizeof *loop);
  loop->data = data;
  loop->uv__number = (uint32_t) number;
  return 0;
}

uv_loop_t *uv_default_loop(void) {
  if (default_loop_ptr == NULL && uv_loop_init(&default_loop) == 0)
    default_loop_ptr = &default_loop;
  return default_loop_ptr;
}

int uv_loop_close(uv_loop_t *loop) {
  int32_t err;
  if (loop->active_reqs.count > 0 || loop->uv__first != NULL)
    return UV_EBUSY;
  err = wire_loop_close(loop->uv__number);
  if (err < 0)
    return err;
  if (loop == default_loop_ptr)
    default_loop_ptr = NULL;
  return 0;
}

uv_loop_t *uv_loop_new(void) {
  uv_loop_t *loop = uv__calloc(1, sizeof *loop);
  if (loop == NULL)
    return NULL;
  if (uv_loop_init(loop) == 0)
    return loop;
  uv__free(loop);
  return NULL;
}

void uv_loop_delete(uv_loop_t *loop) {
  uv_loop_close(loop);
  if (loop != &default_loop)
    uv__free(loop);
}

size_t uv_loop_size(void) { return sizeof(uv_loop_t); }

void *uv_loop_get_data(const uv_loop_t *loop) { return loop->data; }

void uv_loop_set_data(uv_loop_t *loop, void *data) { loop->data = data; }

/* Tells the host of the handles that the program counted itself. */
static void hold(const uv_loop_t *loop) {
  uv_loop_t *l = (uv_loop_t *) loop;
  uint32_t extra = l->active_handles > l->uv__active ? l->active_handles - l->uv__active : 0;
  if (extra != l->uv__held) {
    l->uv__held = extra;
    wire_loop_hold(l->uv__number, extra);
  }
}

int uv_run(uv_loop_t *loop, uv_run_mode mode) {
  hold(loop);
  return wire_run(loop->uv__number, mode);
}

int uv_loop_alive(const uv_loop_t *loop) {
  hold(loop);
  return wire_alive(loop->uv__number) > 0;
}

int uv_backend_timeout(const uv_loop_t *loop) {
  hold(loop);
  return wire_backend_timeout(loop->uv__number);
}

int uv_backend_fd(const uv_loop_t *loop) {
  (void) loop;
  return -1;
}

void uv_stop(uv_loop_t *loop) { wire_stop(loop->uv__number); }

void uv_update_time(uv_loop_t *loop) { wire_update_time(loop->uv__number); }

uint64_t uv_now(const uv_loop_t *loop) { return (uint64_t) wire_now(loop->uv__number); }

int uv_loop_configure(uv_loop_t *loop, uv_loop_option option, ...) {
  va_list rest;
  int signum;
  if (option == UV_METRICS_IDLE_TIME)
    return wire_loop_configure(loop->uv__number, 1, 1);
  if (option != UV_LOOP_BLOCK_SIGNAL)
    return UV_ENOSYS;
  va_start(rest, option);
  signum = va_arg(rest, int);
  va_end(rest);
  return signum == PROFILING_SIGNAL ? 0 : UV_EINVAL;
}

int uv_loop_fork(uv_loop_t *loop) {
  (void) loop;
  return UV_ENOSYS;
}

uint64_t uv_metrics_idle_time(uv_loop_t *loop) {
  int64_t ns = wire_idle_time(loop->uv__number);
  return ns < 0 ? 0 : (uint64_t) ns;
}

int uv_metrics_info(uv_loop_t *loop, uv_metrics_t *metrics) {
  struct wire_metrics wire;
  int32_t err = wire_metrics_info(loop->uv__number, &wire);
  if (err < 0)
    return err;
  memset(metrics, 0, sizeof *metrics);
  metrics->loop_count = wire.loop_count;
  metrics->events = wire.events;
  metrics->events_waiting = wire.events_waiting;
  return 0;
}
