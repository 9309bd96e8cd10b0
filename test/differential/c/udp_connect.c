/* Connected UDP handles: to whom they send, and what they refuse. */
#include "net.h"

static uv_udp_t server, client;
static uv_udp_send_t req;

static void on_send(uv_udp_send_t* r, int status) { note(0, "send %s", name(status)); }

static void on_recv(uv_udp_t* h, ssize_t n, const uv_buf_t* buf, const struct sockaddr* from, unsigned flags) {
  if (n == 0 && from == NULL)
    return;
  note(1, "recv %s %.*s", name(n), n > 0 ? (int) n : 0, buf->base);
  if (!strncmp(buf->base, "last", 4)) {
    uv_close(H(&client), NULL);
    uv_close(H(&server), NULL);
  }
}

int main(void) {
  uv_loop_t loop;
  uv_buf_t first = uv_buf_init("first", 5), last = uv_buf_init("last", 4);
  struct sockaddr_in addr = any_port();
  struct sockaddr_storage got;
  int len = sizeof addr;
  uv_loop_init(&loop);
  uv_udp_init(&loop, &server);
  uv_udp_init(&loop, &client);
  uv_udp_bind(&server, ADDR(&addr), 0);
  uv_udp_recv_start(&server, on_alloc, on_recv);
  uv_udp_getsockname(&server, (struct sockaddr*) &addr, &len);
  ret("connect", uv_udp_connect(&client, ADDR(&addr)));
  ret("connect twice", uv_udp_connect(&client, ADDR(&addr)));
  len = sizeof got;
  ret("getpeername", uv_udp_getpeername(&client, (struct sockaddr*) &got, &len));
  ret("send with an address", uv_udp_send(&req, &client, &first, 1, ADDR(&addr), on_send));
  ret("try_send with an address", uv_udp_try_send(&client, &first, 1, ADDR(&addr)));
  ret("try_send", uv_udp_try_send(&client, &first, 1, NULL));
  ret("disconnect", uv_udp_connect(&client, NULL));
  ret("disconnect twice", uv_udp_connect(&client, NULL));
  ret("try_send to nobody", uv_udp_try_send(&client, &first, 1, NULL));
  len = sizeof got;
  ret("getpeername", uv_udp_getpeername(&client, (struct sockaddr*) &got, &len));
  ret("connect", uv_udp_connect(&client, ADDR(&addr)));
  ret("send", uv_udp_send(&req, &client, &last, 1, NULL, on_send));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
