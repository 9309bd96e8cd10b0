/* The one function the host calls. */
#include "internal.h"

__attribute__((export_name("uv_dispatch")))
uint64_t uv_dispatch(uint32_t kind, uint32_t id, uint64_t cookie, int64_t status) {
  void *target = (void *) (uintptr_t) cookie;
  (void) id; /* the guest's own structure knows it */
  switch (kind) {
    case WIRE_CB_CONNECT:
    case WIRE_CB_WRITE:
    case WIRE_CB_SHUTDOWN:
    case WIRE_CB_FS:
    case WIRE_CB_SEND:
    case WIRE_CB_WORK:
    case WIRE_CB_AFTER_WORK:
    case WIRE_CB_GETADDRINFO:
    case WIRE_CB_GETNAMEINFO:
    case WIRE_CB_RANDOM: {
      uv_req_t *req = target;
      req->uv__call(req, kind, status);
      return 0;
    }
    default: {
      uv_handle_t *handle = target;
      uint64_t answer = handle->uv__call(handle, kind, status);
      if (kind == WIRE_CB_CLOSE)
        uv__handle_closed(handle);
      return answer;
    }
  }
}
