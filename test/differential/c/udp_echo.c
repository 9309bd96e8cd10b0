/* Datagrams to an address and back. */
#include "net.h"

static uv_udp_t server, client;
static uv_udp_send_t ask, answer;

static const char* port_of(const struct sockaddr* a, const uv_udp_t* h) {
  struct sockaddr_in own;
  int len = sizeof own;
  uv_udp_getsockname(h, (struct sockaddr*) &own, &len);
  return ((const struct sockaddr_in*) a)->sin_port == own.sin_port ? "the other's port" : "another port";
}

static void on_send(uv_udp_send_t* r, int status) {
  int who = r == &ask ? 0 : 1;
  note(who, "send %s", name(status));
}

static void on_recv(uv_udp_t* h, ssize_t n, const uv_buf_t* buf, const struct sockaddr* from, unsigned flags) {
  int who = h == &client ? 0 : 1;
  if (n == 0 && from == NULL)
    return; /* nothing left */
  note(who, "recv %s %.*s from %s flags %u", name(n), n > 0 ? (int) n : 0, buf->base, from ? port_of(from, who ? &client : &server) : "nobody", flags);
  if (who == 1) {
    uv_buf_t out = uv_buf_init("answer", 6);
    note(1, "send: %s", name(uv_udp_send(&answer, h, &out, 1, from, on_send)));
    note(1, "stop: %s", name(uv_udp_recv_stop(h)));
    note(1, "active %d", uv_is_active(H(h)));
  } else {
    uv_close(H(&client), NULL);
    uv_close(H(&server), NULL);
  }
}

int main(void) {
  uv_loop_t loop;
  uv_buf_t bufs[2] = {uv_buf_init("he", 2), uv_buf_init("llo", 3)};
  struct sockaddr_in addr = any_port();
  int len = sizeof addr;
  uv_loop_init(&loop);
  uv_udp_init(&loop, &server);
  uv_udp_init(&loop, &client);
  ret("bind", uv_udp_bind(&server, ADDR(&addr), 0));
  ret("bind", uv_udp_bind(&client, ADDR(&addr), 0));
  ret("recv_start", uv_udp_recv_start(&server, on_alloc, on_recv));
  ret("recv_start twice", uv_udp_recv_start(&server, on_alloc, on_recv));
  ret("recv_start", uv_udp_recv_start(&client, on_alloc, on_recv));
  uv_udp_getsockname(&server, (struct sockaddr*) &addr, &len);
  say("active %d", uv_is_active(H(&server)));
  ret("send", uv_udp_send(&ask, &client, bufs, 2, ADDR(&addr), on_send));
  say("queue %d bytes, %d requests", (int) uv_udp_get_send_queue_size(&client), (int) uv_udp_get_send_queue_count(&client));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
