/* Idle, prepare and check handles: three of a kind. */
#include "internal.h"

#define PHASE(type, name, kind) \
  static uint64_t name##_call(uv_handle_t *handle, uint32_t callback, int64_t status) { \
    (void) status; \
    if (callback == kind) \
      ((uv_##name##_t *) handle)->name##_cb((uv_##name##_t *) handle); \
    return 0; \
  } \
\
  int uv_##name##_init(uv_loop_t *loop, uv_##name##_t *handle) { \
    handle->name##_cb = NULL; \
    return uv__handle_init(loop, (uv_handle_t *) handle, type, \
                           wire_##name##_init(loop->uv__number, UV__COOKIE(handle)), name##_call); \
  } \
\
  int uv_##name##_start(uv_##name##_t *handle, uv_##name##_cb cb) { \
    int32_t err; \
    if (handle->uv__flags & UV__ACTIVE) \
      return 0; /* with the callback it has */ \
    if (cb == NULL) \
      return UV_EINVAL; \
    err = wire_##name##_start(handle->uv__id); \
    if (err < 0) \
      return err; \
    handle->name##_cb = cb; \
    uv__handle_active((uv_handle_t *) handle, 1); \
    return 0; \
  } \
\
  int uv_##name##_stop(uv_##name##_t *handle) { \
    wire_##name##_stop(handle->uv__id); \
    uv__handle_active((uv_handle_t *) handle, 0); \
    return 0; \
  }

PHASE(UV_IDLE, idle, WIRE_CB_IDLE)
PHASE(UV_PREPARE, prepare, WIRE_CB_PREPARE)
PHASE(UV_CHECK, check, WIRE_CB_CHECK)
