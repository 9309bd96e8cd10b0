#include "internal.h"

enum { PROBE_INTERVAL = 1, PROBE_COUNT = 10 }; /* s; what libuv sets besides the delay */

static int init(uv_loop_t *loop, uv_tcp_t *handle, int32_t id) {
  return uv__stream_init(loop, (uv_stream_t *) handle, UV_TCP, id, uv__stream_call);
}

int uv_tcp_init(uv_loop_t *loop, uv_tcp_t *handle) {
  return init(loop, handle, wire_tcp_init(loop->uv__number, UV__COOKIE(handle)));
}

int uv_tcp_init_ex(uv_loop_t *loop, uv_tcp_t *handle, unsigned int flags) {
  if (flags == AF_UNSPEC)
    return uv_tcp_init(loop, handle);
  if (flags != AF_INET && flags != AF_INET6)
    return UV_EINVAL;
  return init(loop, handle,
              wire_tcp_socket(loop->uv__number, flags == AF_INET ? 4 : 6, UV__COOKIE(handle)));
}

int uv_tcp_open(uv_tcp_t *handle, uv_os_sock_t sock) {
  return wire_stream_open(handle->uv__id, sock);
}

int uv_tcp_bind(uv_tcp_t *handle, const struct sockaddr *addr, unsigned int flags) {
  struct wire_sockaddr wire;
  if (handle->type != UV_TCP || uv_is_closing((uv_handle_t *) handle) ||
      uv__to_wire(addr, &wire) < 0)
    return UV_EINVAL;
  return wire_tcp_bind(handle->uv__id, &wire, flags);
}

int uv_tcp_connect(uv_connect_t *req, uv_tcp_t *handle, const struct sockaddr *addr,
                   uv_connect_cb cb) {
  struct wire_sockaddr wire;
  if (handle->type != UV_TCP || uv__to_wire(addr, &wire) < 0)
    return UV_EINVAL;
  uv__connect_init(req, (uv_stream_t *) handle, cb);
  return uv__req_started((uv_req_t *) req,
                         wire_tcp_connect(handle->uv__id, &wire, UV__COOKIE(req)));
}

int uv_tcp_nodelay(uv_tcp_t *handle, int enable) {
  return wire_tcp_nodelay(handle->uv__id, enable != 0);
}

int uv_tcp_keepalive(uv_tcp_t *handle, int enable, unsigned int delay) {
  return uv_tcp_keepalive_ex(handle, enable, delay, PROBE_INTERVAL, PROBE_COUNT);
}

int uv_tcp_keepalive_ex(uv_tcp_t *handle, int on, unsigned int idle, unsigned int intvl,
                        unsigned int cnt) {
  if (on && (idle < 1 || intvl < 1 || cnt < 1))
    return UV_EINVAL;
  return wire_tcp_keepalive(handle->uv__id, on != 0, idle, intvl, cnt);
}

int uv_tcp_simultaneous_accepts(uv_tcp_t *handle, int enable) {
  (void) handle;
  (void) enable;
  return 0; /* it is about Windows */
}

int uv_tcp_getsockname(const uv_tcp_t *handle, struct sockaddr *name, int *namelen) {
  struct wire_sockaddr wire;
  return uv__give_address(wire_tcp_getsockname(handle->uv__id, &wire), &wire, name, namelen);
}

int uv_tcp_getpeername(const uv_tcp_t *handle, struct sockaddr *name, int *namelen) {
  struct wire_sockaddr wire;
  return uv__give_address(wire_tcp_getpeername(handle->uv__id, &wire), &wire, name, namelen);
}

int uv_tcp_close_reset(uv_tcp_t *handle, uv_close_cb close_cb) {
  int32_t err = wire_tcp_close_reset(handle->uv__id);
  if (err < 0)
    return err;
  uv__handle_closing((uv_handle_t *) handle, close_cb);
  return 0;
}
