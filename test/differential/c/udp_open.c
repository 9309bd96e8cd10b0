/* Sockets that others made become handles: bound, connected, and none at all. */
#include "net.h"
#include <unistd.h>

static uv_loop_t loop;
static uv_udp_t a, b, c;

static void on_recv(uv_udp_t* h, ssize_t n, const uv_buf_t* buf, const struct sockaddr* from, unsigned flags) {
  if (from != NULL)
    say("recv %s %.*s", name(n), (int) n, buf->base);
}

int main(void) {
  struct sockaddr_in addr = any_port(), other;
  uv_buf_t buf = uv_buf_init("hello", 5);
  socklen_t size = sizeof addr;
  int len = sizeof other, fd = socket(AF_INET, SOCK_DGRAM, 0), fd2 = socket(AF_INET, SOCK_DGRAM, 0), i;
  bind(fd, ADDR(&addr), sizeof addr);
  getsockname(fd, (struct sockaddr*) &addr, &size);
  connect(fd2, ADDR(&addr), sizeof addr);
  uv_loop_init(&loop);
  uv_udp_init(&loop, &a);
  uv_udp_init(&loop, &b);
  uv_udp_init(&loop, &c);
  ret("open none", uv_udp_open(&a, -1));
  ret("open", uv_udp_open(&a, fd));
  ret("open twice", uv_udp_open(&a, fd2));
  ret("bind", uv_udp_bind(&a, ADDR(&addr), 0));
  ret("recv_start", uv_udp_recv_start(&a, on_alloc, on_recv));
  ret("open what is watched", uv_udp_open(&c, fd));
  ret("open what is connected", uv_udp_open(&b, fd2));
  ret("getpeername", uv_udp_getpeername(&b, (struct sockaddr*) &other, &len));
  ret("connect", uv_udp_connect(&b, ADDR(&addr)));
  ret("try_send with an address", uv_udp_try_send(&b, &buf, 1, ADDR(&addr)));
  ret("try_send", uv_udp_try_send(&b, &buf, 1, NULL));
  for (i = 0; i < 2; i++)
    uv_run(&loop, UV_RUN_NOWAIT);
  ret("disconnect", uv_udp_connect(&b, NULL));
  ret("try_send", uv_udp_try_send(&b, &buf, 1, NULL));
  return finish(&loop);
}
