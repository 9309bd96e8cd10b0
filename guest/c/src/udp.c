#include "internal.h"

_Static_assert(sizeof(((uv_udp_t *) 0)->uv__info) == sizeof(struct wire_udp_info), "layout");

enum { WIRE_REUSEPORT = 8 }; /* of udp_bind */
enum { OPTION_BROADCAST = 1, OPTION_TTL, OPTION_MULTICAST_LOOP, OPTION_MULTICAST_TTL };

static void sync_queue(uv_udp_t *udp) {
  int64_t queued = wire_udp_send_queue_size(udp->uv__id);
  int64_t count = wire_udp_send_queue_count(udp->uv__id);
  size_t bytes = queued < 0 ? 0 : (size_t) queued;
  size_t datagrams = count < 0 ? 0 : (size_t) count;
  udp->send_queue_size += bytes - udp->uv__queued;
  udp->send_queue_count += datagrams - udp->uv__queued_count;
  udp->uv__queued = bytes;
  udp->uv__queued_count = datagrams;
}

static void update_active(uv_udp_t *udp) {
  if (!(udp->uv__flags & UV__CLOSING))
    uv__handle_active((uv_handle_t *) udp,
                      (udp->uv__flags & UV__READING) != 0 || udp->uv__queued_count > 0);
}

static uint64_t give_buffer(uv_udp_t *udp, size_t suggested) {
  uv_buf_t buf = {NULL, 0};
  memset(udp->uv__info, 0, sizeof udp->uv__info);
  if (udp->alloc_cb != NULL)
    udp->alloc_cb((uv_handle_t *) udp, suggested, &buf);
  udp->uv__buf = buf;
  return uv__give_buffer(&buf);
}

static void received(uv_udp_t *udp, ssize_t nread) {
  uv_buf_t buf = udp->uv__buf;
  struct wire_udp_info info;
  struct wire_sockaddr from;
  struct sockaddr_storage addr;
  socklen_t len;
  memcpy(&info, udp->uv__info, sizeof info);
  memcpy(&from, info.addr, sizeof from);
  len = uv__from_wire(&from, &addr);
  udp->uv__buf = (uv_buf_t){NULL, 0};
  memset(udp->uv__info, 0, sizeof udp->uv__info);
  if (udp->recv_cb != NULL)
    udp->recv_cb(udp, nread, &buf, len > 0 ? (const struct sockaddr *) &addr : NULL, info.flags);
}

static uint64_t call(uv_handle_t *handle, uint32_t kind, int64_t status) {
  uv_udp_t *udp = (uv_udp_t *) handle;
  if (kind == WIRE_CB_ALLOC)
    return give_buffer(udp, (size_t) status);
  if (kind == WIRE_CB_RECV)
    received(udp, (ssize_t) status);
  return 0;
}

static int init(uv_loop_t *loop, uv_udp_t *handle, uint32_t family) {
  int32_t id = wire_udp_init(loop->uv__number, family, UV__COOKIE(handle));
  handle->send_queue_size = 0;
  handle->send_queue_count = 0;
  handle->alloc_cb = NULL;
  handle->recv_cb = NULL;
  handle->uv__buf = (uv_buf_t){NULL, 0};
  handle->uv__queued = 0;
  handle->uv__queued_count = 0;
  memset(handle->uv__info, 0, sizeof handle->uv__info);
  return uv__handle_init(loop, (uv_handle_t *) handle, UV_UDP, id, call);
}

int uv_udp_init(uv_loop_t *loop, uv_udp_t *handle) { return init(loop, handle, 0); }

int uv_udp_init_ex(uv_loop_t *loop, uv_udp_t *handle, unsigned int flags) {
  unsigned int family = flags & 0xFF;
  if (flags & ~(0xFFu | UV_UDP_RECVMMSG))
    return UV_EINVAL;
  if (family == AF_UNSPEC)
    return init(loop, handle, 0);
  if (family != AF_INET && family != AF_INET6)
    return UV_EINVAL;
  return init(loop, handle, family == AF_INET ? 4 : 6);
}

int uv_udp_open_ex(uv_udp_t *handle, uv_os_sock_t sock, unsigned int flags) {
  if (flags & ~(unsigned int) (UV_UDP_REUSEADDR | UV_UDP_REUSEPORT))
    return UV_EINVAL;
  if (flags & UV_UDP_REUSEPORT)
    return UV_ENOTSUP; /* the wire does not say it */
  return wire_udp_open(handle->uv__id, sock);
}

int uv_udp_open(uv_udp_t *handle, uv_os_sock_t sock) {
  return uv_udp_open_ex(handle, sock, UV_UDP_REUSEADDR);
}

int uv_udp_bind(uv_udp_t *handle, const struct sockaddr *addr, unsigned int flags) {
  const unsigned int known =
      UV_UDP_IPV6ONLY | UV_UDP_REUSEADDR | UV_UDP_REUSEPORT | UV_UDP_LINUX_RECVERR;
  struct wire_sockaddr wire;
  if ((flags & ~known) != 0 || uv__to_wire(addr, &wire) < 0)
    return UV_EINVAL;
  if (flags & UV_UDP_REUSEPORT)
    flags = (flags & ~(unsigned int) UV_UDP_REUSEPORT) | WIRE_REUSEPORT;
  return wire_udp_bind(handle->uv__id, &wire, flags);
}

int uv_udp_connect(uv_udp_t *handle, const struct sockaddr *addr) {
  struct wire_sockaddr wire;
  if (addr == NULL)
    return wire_udp_connect(handle->uv__id, NULL);
  if (uv__to_wire(addr, &wire) < 0)
    return UV_EINVAL;
  return wire_udp_connect(handle->uv__id, &wire);
}

int uv_udp_getsockname(const uv_udp_t *handle, struct sockaddr *name, int *namelen) {
  struct wire_sockaddr wire;
  return uv__give_address(wire_udp_getsockname(handle->uv__id, &wire), &wire, name, namelen);
}

int uv_udp_getpeername(const uv_udp_t *handle, struct sockaddr *name, int *namelen) {
  struct wire_sockaddr wire;
  return uv__give_address(wire_udp_getpeername(handle->uv__id, &wire), &wire, name, namelen);
}

static void sent(uv_req_t *base, uint32_t kind, int64_t status) {
  uv_udp_send_t *req = (uv_udp_send_t *) base;
  (void) kind;
  sync_queue(req->handle);
  update_active(req->handle);
  uv__req_done(base);
  if (req->cb != NULL)
    req->cb(req, (int) status);
}

int uv_udp_send(uv_udp_send_t *req, uv_udp_t *handle, const uv_buf_t bufs[], unsigned int nbufs,
                const struct sockaddr *addr, uv_udp_send_cb send_cb) {
  struct wire_sockaddr wire;
  int err;
  if (addr != NULL && uv__to_wire(addr, &wire) < 0)
    return UV_EINVAL;
  uv__req_init(handle->loop, (uv_req_t *) req, UV_UDP_SEND, sent);
  req->handle = handle;
  req->cb = send_cb;
  err = uv__req_started((uv_req_t *) req,
                        wire_udp_send(handle->uv__id, uv__bufs(bufs), nbufs,
                                      addr == NULL ? NULL : &wire, UV__COOKIE(req)));
  if (err == 0) {
    sync_queue(handle);
    update_active(handle);
  }
  return err;
}

int uv_udp_try_send(uv_udp_t *handle, const uv_buf_t bufs[], unsigned int nbufs,
                    const struct sockaddr *addr) {
  struct wire_sockaddr wire;
  if (addr != NULL && uv__to_wire(addr, &wire) < 0)
    return UV_EINVAL;
  return wire_udp_try_send(handle->uv__id, uv__bufs(bufs), nbufs, addr == NULL ? NULL : &wire);
}

int uv_udp_try_send2(uv_udp_t *handle, unsigned int count, uv_buf_t *bufs[], unsigned int nbufs[],
                     struct sockaddr *addrs[], unsigned int flags) {
  unsigned int done = 0;
  int err = 0;
  if (count < 1 || flags != 0)
    return UV_EINVAL;
  while (done < count && err >= 0) {
    err = uv_udp_try_send(handle, bufs[done], nbufs[done], addrs == NULL ? NULL : addrs[done]);
    if (err >= 0)
      done++;
  }
  return done > 0 ? (int) done : err;
}

int uv_udp_recv_start(uv_udp_t *handle, uv_alloc_cb alloc_cb, uv_udp_recv_cb recv_cb) {
  int32_t err;
  if (handle->type != UV_UDP || alloc_cb == NULL || recv_cb == NULL)
    return UV_EINVAL;
  if (handle->uv__flags & UV__READING)
    return UV_EALREADY;
  err = wire_udp_recv_start(handle->uv__id, (struct wire_udp_info *) handle->uv__info);
  if (err < 0)
    return err;
  handle->alloc_cb = alloc_cb;
  handle->recv_cb = recv_cb;
  handle->uv__flags |= UV__READING;
  update_active(handle);
  return 0;
}

int uv_udp_recv_stop(uv_udp_t *handle) {
  wire_udp_recv_stop(handle->uv__id);
  handle->uv__flags &= ~(uint32_t) UV__READING;
  update_active(handle);
  handle->alloc_cb = NULL;
  handle->recv_cb = NULL;
  return 0;
}

int uv_udp_using_recvmmsg(const uv_udp_t *handle) {
  (void) handle;
  return 0; /* each datagram has its own buffer */
}

size_t uv_udp_get_send_queue_size(const uv_udp_t *handle) { return handle->send_queue_size; }

size_t uv_udp_get_send_queue_count(const uv_udp_t *handle) { return handle->send_queue_count; }

int uv_udp_set_broadcast(uv_udp_t *handle, int on) {
  return wire_udp_set_option(handle->uv__id, OPTION_BROADCAST, on != 0);
}

int uv_udp_set_ttl(uv_udp_t *handle, int ttl) {
  if (ttl < 1 || ttl > 255)
    return UV_EINVAL;
  return wire_udp_set_option(handle->uv__id, OPTION_TTL, ttl);
}

int uv_udp_set_multicast_loop(uv_udp_t *handle, int on) {
  return wire_udp_set_option(handle->uv__id, OPTION_MULTICAST_LOOP, on != 0);
}

int uv_udp_set_multicast_ttl(uv_udp_t *handle, int ttl) {
  return wire_udp_set_option(handle->uv__id, OPTION_MULTICAST_TTL, ttl);
}
