/* A connected handle learns that nobody is there, by sending and by receiving. */
#include "net.h"

static uv_loop_t loop;
static uv_udp_t a, b;
static uv_udp_send_t req[3];

static void on_send(uv_udp_send_t* r, int status) { note(0, "send %d %s", (int) (r - req), name(status)); }

static void on_recv(uv_udp_t* h, ssize_t n, const uv_buf_t* buf, const struct sockaddr* from, unsigned flags) {
  if (n == 0 && from == NULL)
    return;
  note(1, "recv %s from %d active %d", name(n), from != NULL, uv_is_active(H(h)));
}

int main(void) {
  struct sockaddr_in addr = any_port();
  uv_buf_t buf = uv_buf_init("hello", 5);
  int i, len = sizeof addr;
  uv_loop_init(&loop);
  uv_udp_init(&loop, &b);
  uv_udp_bind(&b, ADDR(&addr), 0);
  uv_udp_getsockname(&b, (struct sockaddr*) &addr, &len);
  uv_close(H(&b), NULL);
  uv_run(&loop, UV_RUN_DEFAULT);
  uv_udp_init(&loop, &a);
  ret("connect", uv_udp_connect(&a, ADDR(&addr)));
  ret("try_send", uv_udp_try_send(&a, &buf, 1, NULL));
  ret("try_send", uv_udp_try_send(&a, &buf, 1, NULL));
  ret("try_send", uv_udp_try_send(&a, &buf, 1, NULL));
  ret("send", uv_udp_send(&req[0], &a, &buf, 1, NULL, on_send));
  for (i = 0; i < 2; i++)
    uv_run(&loop, UV_RUN_NOWAIT);
  flush_notes();
  uv_udp_try_send(&a, &buf, 1, NULL);
  ret("recv_start", uv_udp_recv_start(&a, on_alloc, on_recv));
  for (i = 0; i < 3; i++)
    uv_run(&loop, UV_RUN_NOWAIT);
  flush_notes();
  ret("disconnect", uv_udp_connect(&a, NULL));
  ret("try_send", uv_udp_try_send(&a, &buf, 1, ADDR(&addr)));
  ret("try_send", uv_udp_try_send(&a, &buf, 1, ADDR(&addr)));
  for (i = 0; i < 3; i++)
    uv_run(&loop, UV_RUN_NOWAIT);
  return finish(&loop);
}
