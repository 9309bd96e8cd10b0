/* Sends that are done at once call back later; closing ends what is left before
 * the close callback. Too much for a datagram, and a buffer that is too small. */
#include "net.h"

static uv_udp_t server, client;
static uv_udp_send_t req[3];
static char big[70000];
static int in_call;

static void on_send(uv_udp_send_t* r, int status) {
  note(0, "send %d %s in the call %d", (int) (r - req), name(status), in_call);
  note(0, "queue %d bytes, %d requests", (int) uv_udp_get_send_queue_size(&client), (int) uv_udp_get_send_queue_count(&client));
}

static void closed(uv_handle_t* h) { note(h == H(&client) ? 0 : 1, "close"); }

static void on_small(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  static char text[4];
  note(1, "alloc %d", (int) suggested);
  *buf = uv_buf_init(text, sizeof text);
}

static void on_recv(uv_udp_t* h, ssize_t n, const uv_buf_t* buf, const struct sockaddr* from, unsigned flags) {
  if (from == NULL)
    return;
  note(1, "recv %s %.*s partial %d", name(n), (int) n, buf->base, (flags & UV_UDP_PARTIAL) != 0);
  uv_close(H(&server), closed);
}

int main(void) {
  uv_loop_t loop;
  uv_buf_t buf = uv_buf_init("abcdefgh", 8), huge = uv_buf_init(big, sizeof big);
  struct sockaddr_in addr = any_port();
  int len = sizeof addr;
  uv_loop_init(&loop);
  uv_udp_init(&loop, &server);
  uv_udp_init(&loop, &client);
  uv_udp_bind(&server, ADDR(&addr), 0);
  uv_udp_recv_start(&server, on_small, on_recv);
  uv_udp_getsockname(&server, (struct sockaddr*) &addr, &len);
  ret("try_send too much", uv_udp_try_send(&client, &huge, 1, ADDR(&addr)));
  in_call = 1;
  ret("send too much", uv_udp_send(&req[0], &client, &huge, 1, ADDR(&addr), on_send));
  ret("send", uv_udp_send(&req[1], &client, &buf, 1, ADDR(&addr), on_send));
  in_call = 0;
  ret("run nowait", uv_run(&loop, UV_RUN_NOWAIT));
  flush_notes();
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  ret("send", uv_udp_send(&req[2], &client, &buf, 1, ADDR(&addr), on_send));
  uv_close(H(&client), closed);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
