/* Wrong calls of UDP handles, and what a socket that is made on the way has. */
#include "net.h"

static void on_send(uv_udp_send_t* r, int status) { say("send %s", name(status)); }
static void on_recv(uv_udp_t* h, ssize_t n, const uv_buf_t* buf, const struct sockaddr* from, unsigned flags) {}

int main(void) {
  uv_loop_t loop;
  uv_udp_t a, b, fresh;
  uv_udp_send_t req;
  uv_buf_t buf = uv_buf_init("x", 1);
  struct sockaddr_in addr = any_port(), own;
  struct sockaddr_storage got;
  int len = sizeof own;
  uv_os_fd_t fd;
  uv_loop_init(&loop);
  uv_udp_init(&loop, &fresh);
  ret("fileno", uv_fileno(H(&fresh), &fd));
  ret("getsockname", uv_udp_getsockname(&fresh, (struct sockaddr*) &got, &len));
  ret("recv_stop", uv_udp_recv_stop(&fresh));
  ret("set_broadcast", uv_udp_set_broadcast(&fresh, 1));
  ret("set_ttl", uv_udp_set_ttl(&fresh, 2));
  ret("send to nobody", uv_udp_send(&req, &fresh, &buf, 1, NULL, on_send));
  ret("try_send to nobody", uv_udp_try_send(&fresh, &buf, 1, NULL));
  ret("disconnect", uv_udp_connect(&fresh, NULL));
  uv_udp_init(&loop, &a);
  ret("bind", uv_udp_bind(&a, ADDR(&addr), 0));
  ret("bind what is bound", uv_udp_bind(&a, ADDR(&addr), 0));
  len = sizeof own;
  uv_udp_getsockname(&a, (struct sockaddr*) &own, &len);
  uv_udp_init(&loop, &b);
  ret("bind to an address in use", uv_udp_bind(&b, ADDR(&own), 0));
  ret("recv_start without a callback", uv_udp_recv_start(&a, on_alloc, NULL));
  ret("recv_start without an allocator", uv_udp_recv_start(&a, NULL, on_recv));
  ret("set_broadcast", uv_udp_set_broadcast(&a, 1));
  ret("set_ttl 0", uv_udp_set_ttl(&a, 0));
  ret("set_ttl 256", uv_udp_set_ttl(&a, 256));
  ret("set_ttl 255", uv_udp_set_ttl(&a, 255));
  len = sizeof got;
  ret("getpeername", uv_udp_getpeername(&a, (struct sockaddr*) &got, &len));
  uv_close(H(&a), NULL);
  ret("recv_stop while closing", uv_udp_recv_stop(&a));
  return finish(&loop);
}
