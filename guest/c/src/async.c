#include "internal.h"

static uint64_t call(uv_handle_t *handle, uint32_t kind, int64_t status) {
  uv_async_t *async = (uv_async_t *) handle;
  (void) status;
  if (kind == WIRE_CB_ASYNC && async->async_cb != NULL)
    async->async_cb(async);
  return 0;
}

int uv_async_init(uv_loop_t *loop, uv_async_t *async, uv_async_cb async_cb) {
  int err;
  async->async_cb = async_cb;
  err = uv__handle_init(loop, (uv_handle_t *) async, UV_ASYNC,
                        wire_async_init(loop->uv__number, UV__COOKIE(async)), call);
  if (err == 0)
    uv__handle_active((uv_handle_t *) async, 1);
  return err;
}

int uv_async_send(uv_async_t *async) {
  int32_t err = wire_async_send(async->uv__id);
  return err < 0 && !uv_is_closing((uv_handle_t *) async) ? err : 0;
}
