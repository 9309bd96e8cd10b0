/* What scenarios with connections share. */
#ifndef NET_H
#define NET_H

#include "log.h"

static struct sockaddr_in any_port(void) {
  struct sockaddr_in addr;
  uv_ip4_addr("127.0.0.1", 0, &addr);
  return addr;
}

#define ADDR(a) ((const struct sockaddr*) (a))

/* The address that a handle was bound to. */
static inline struct sockaddr_in bound_to(const uv_tcp_t* server) {
  struct sockaddr_in addr;
  int len = sizeof addr;
  uv_tcp_getsockname(server, (struct sockaddr*) &addr, &len);
  return addr;
}

static char read_buffer[65536];

static inline void on_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  *buf = uv_buf_init(read_buffer, sizeof read_buffer);
}

/* A server that listens; what it is asked for is closed by finish. */
static inline void serve(uv_loop_t* loop, uv_tcp_t* server, uv_connection_cb cb) {
  struct sockaddr_in addr = any_port();
  uv_tcp_init(loop, server);
  uv_tcp_bind(server, ADDR(&addr), 0);
  uv_listen((uv_stream_t*) server, 16, cb);
}

static inline int dial(uv_loop_t* loop, uv_tcp_t* client, uv_connect_t* req, const uv_tcp_t* server, uv_connect_cb cb) {
  struct sockaddr_in addr = bound_to(server);
  uv_tcp_init(loop, client);
  return uv_tcp_connect(req, client, ADDR(&addr), cb);
}

#define S(handle) ((uv_stream_t*) (handle))

#endif
