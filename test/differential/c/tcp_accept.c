/* Five clients are accepted in the order of their connects. A server that does
 * not accept is told of the first only. */
#include "net.h"

static uv_tcp_t server, client[5], conn[5];
static uv_connect_t connect_req[5];
static int n, eager;
static uv_idle_t idle;
static int idles;

static int port_of(const uv_tcp_t* h, int peer) {
  struct sockaddr_in addr;
  int len = sizeof addr;
  if (peer)
    uv_tcp_getpeername(h, (struct sockaddr*) &addr, &len);
  else
    uv_tcp_getsockname(h, (struct sockaddr*) &addr, &len);
  return ntohs(addr.sin_port);
}

static int accepted(uv_stream_t* s) {
  int i, err;
  uv_tcp_init(s->loop, &conn[n]);
  err = uv_accept(s, S(&conn[n]));
  for (i = 0; i < 5; i++)
    if (err == 0 && port_of(&client[i], 0) == port_of(&conn[n], 1))
      note(1, "accepted client %d", i);
  n++;
  return err;
}

static void on_connection(uv_stream_t* s, int status) {
  note(1, "connection %s", name(status));
  if (eager && accepted(s) == 0 && n == 5)
    uv_stop(s->loop);
}

static void on_connect(uv_connect_t* r, int status) { note(0, "connect %s", name(status)); }

static void on_idle(uv_idle_t* h) {
  if (++idles < 20)
    return;
  uv_idle_stop(h);
  note(1, "after twenty iterations");
  eager = 1;
  note(1, "accept: %s", name(accepted(S(&server))));
}

int main(void) {
  uv_loop_t loop;
  int i;
  uv_loop_init(&loop);
  serve(&loop, &server, on_connection);
  for (i = 0; i < 5; i++)
    dial(&loop, &client[i], &connect_req[i], &server, on_connect);
  uv_idle_init(&loop, &idle);
  uv_idle_start(&idle, on_idle);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
