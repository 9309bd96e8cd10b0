/* A UDP handle that is unref'd keeps the loop alive by its sends only. */
#include "net.h"

static uv_loop_t loop;
static uv_udp_t a, b;
static uv_udp_send_t req;

static void on_send(uv_udp_send_t* r, int status) { note(0, "send %s alive %d", name(status), uv_loop_alive(&loop)); }

static void on_recv(uv_udp_t* h, ssize_t n, const uv_buf_t* buf, const struct sockaddr* from, unsigned flags) {
  if (from != NULL)
    note(1, "recv %s", name(n));
}

static void state(uv_udp_t* h) { say("active %d has_ref %d alive %d", uv_is_active(H(h)), uv_has_ref(H(h)), uv_loop_alive(&loop)); }

int main(void) {
  struct sockaddr_in addr = any_port();
  uv_buf_t buf = uv_buf_init("hello", 5);
  int len = sizeof addr;
  uv_loop_init(&loop);
  uv_udp_init(&loop, &a);
  uv_udp_init(&loop, &b);
  uv_udp_bind(&b, ADDR(&addr), 0);
  uv_udp_getsockname(&b, (struct sockaddr*) &addr, &len);
  state(&b);
  uv_udp_recv_start(&b, on_alloc, on_recv);
  state(&b);
  uv_unref(H(&b));
  state(&b);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  uv_unref(H(&a));
  ret("send", uv_udp_send(&req, &a, &buf, 1, ADDR(&addr), on_send));
  state(&a);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  flush_notes();
  state(&a);
  uv_ref(H(&b));
  state(&b);
  uv_udp_recv_stop(&b);
  state(&b);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
