#include "internal.h"

static uint64_t call(uv_handle_t *handle, uint32_t kind, int64_t status) {
  uv_poll_t *poll = (uv_poll_t *) handle;
  if (kind != WIRE_CB_POLL)
    return 0;
  if (status >= 0) {
    poll->poll_cb(poll, 0, (int) status);
    return 0;
  }
  uv__handle_active(handle, 0); /* an error ends it */
  poll->poll_cb(poll, (int) status, 0);
  return 0;
}

int uv_poll_init(uv_loop_t *loop, uv_poll_t *handle, int fd) {
  handle->poll_cb = NULL;
  return uv__handle_init(loop, (uv_handle_t *) handle, UV_POLL,
                         wire_poll_init(loop->uv__number, fd, UV__COOKIE(handle)), call);
}

int uv_poll_init_socket(uv_loop_t *loop, uv_poll_t *handle, uv_os_sock_t socket) {
  return uv_poll_init(loop, handle, socket);
}

int uv_poll_start(uv_poll_t *handle, int events, uv_poll_cb cb) {
  int32_t err;
  if (events == 0)
    return uv_poll_stop(handle);
  err = wire_poll_start(handle->uv__id, (uint32_t) events);
  if (err < 0)
    return err;
  handle->poll_cb = cb;
  uv__handle_active((uv_handle_t *) handle, 1);
  return 0;
}

int uv_poll_stop(uv_poll_t *handle) {
  wire_poll_stop(handle->uv__id);
  uv__handle_active((uv_handle_t *) handle, 0);
  return 0;
}
