/* What callbacks of datagrams do to their own handle: send, stop, start again
 * and close. */
#include "net.h"

static uv_loop_t loop;
static uv_udp_t server, client;
static uv_udp_send_t req[4];
static struct sockaddr_in to;
static uv_buf_t buf;
static int received;

static void on_send(uv_udp_send_t* r, int status) {
  note(0, "send %d %s queue %d", (int) (r - req), name(status), (int) uv_udp_get_send_queue_count(&client));
  if (r == &req[0]) {
    note(0, "send: %s", name(uv_udp_send(&req[3], &client, &buf, 1, ADDR(&to), on_send)));
    note(0, "try_send: %s", name(uv_udp_try_send(&client, &buf, 1, ADDR(&to))));
  }
  if (r == &req[3])
    uv_close(H(&client), NULL);
}

static void on_recv(uv_udp_t* h, ssize_t n, const uv_buf_t* b, const struct sockaddr* from, unsigned flags) {
  if (n == 0 && from == NULL)
    return;
  note(1, "recv %d %s", received, name(n));
  if (received++ == 1) {
    note(1, "stop: %s", name(uv_udp_recv_stop(h)));
    note(1, "active %d", uv_is_active(H(h)));
    note(1, "start: %s", name(uv_udp_recv_start(h, on_alloc, on_recv)));
    note(1, "start again: %s", name(uv_udp_recv_start(h, on_alloc, on_recv)));
    note(1, "active %d", uv_is_active(H(h)));
  }
  if (received == 3)
    uv_close(H(h), NULL);
}

int main(void) {
  int i, len = sizeof to;
  struct sockaddr_in addr = any_port();
  uv_loop_init(&loop);
  uv_udp_init(&loop, &server);
  uv_udp_init(&loop, &client);
  uv_udp_bind(&server, ADDR(&addr), 0);
  uv_udp_getsockname(&server, (struct sockaddr*) &to, &len);
  uv_udp_recv_start(&server, on_alloc, on_recv);
  buf = uv_buf_init("hello", 5);
  say("active %d", uv_is_active(H(&client)));
  for (i = 0; i < 3; i++)
    ret("send", uv_udp_send(&req[i], &client, &buf, 1, ADDR(&to), on_send));
  say("active %d queue %d bytes", uv_is_active(H(&client)), (int) uv_udp_get_send_queue_size(&client));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
