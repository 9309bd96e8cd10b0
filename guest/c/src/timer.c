#include "internal.h"

static uint64_t call(uv_handle_t *handle, uint32_t kind, int64_t status) {
  uv_timer_t *timer = (uv_timer_t *) handle;
  (void) status;
  if (kind == WIRE_CB_TIMER) {
    uv__handle_active(handle, timer->repeat != 0);
    timer->timer_cb(timer);
  }
  return 0;
}

int uv_timer_init(uv_loop_t *loop, uv_timer_t *handle) {
  handle->timer_cb = NULL;
  handle->repeat = 0;
  return uv__handle_init(loop, (uv_handle_t *) handle, UV_TIMER,
                         wire_timer_init(loop->uv__number, UV__COOKIE(handle)), call);
}

int uv_timer_start(uv_timer_t *handle, uv_timer_cb cb, uint64_t timeout, uint64_t repeat) {
  int32_t err;
  if (cb == NULL || uv_is_closing((uv_handle_t *) handle))
    return UV_EINVAL;
  err = wire_timer_start(handle->uv__id, timeout, repeat);
  if (err < 0)
    return err;
  handle->timer_cb = cb;
  handle->repeat = repeat;
  uv__handle_active((uv_handle_t *) handle, 1);
  return 0;
}

int uv_timer_stop(uv_timer_t *handle) {
  wire_timer_stop(handle->uv__id);
  uv__handle_active((uv_handle_t *) handle, 0);
  return 0;
}

int uv_timer_again(uv_timer_t *handle) {
  int32_t err;
  if (handle->timer_cb == NULL)
    return UV_EINVAL;
  err = wire_timer_again(handle->uv__id);
  if (err < 0)
    return err;
  if (handle->repeat != 0)
    uv__handle_active((uv_handle_t *) handle, 1);
  return 0;
}

void uv_timer_set_repeat(uv_timer_t *handle, uint64_t repeat) {
  handle->repeat = repeat;
  wire_timer_set_repeat(handle->uv__id, repeat);
}

uint64_t uv_timer_get_repeat(const uv_timer_t *handle) { return handle->repeat; }

uint64_t uv_timer_get_due_in(const uv_timer_t *handle) {
  int64_t ms = wire_timer_get_due_in(handle->uv__id);
  return ms < 0 ? 0 : (uint64_t) ms;
}
