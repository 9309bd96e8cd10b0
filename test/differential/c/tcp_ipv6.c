/* IPv6: names, IPv6 only, and an IPv4 handle that is asked to dial it. */
#include "net.h"

static uv_tcp_t server, client, conn;
static uv_connect_t connect_req;

static const char* family(const struct sockaddr_storage* a) {
  return a->ss_family == AF_INET6 ? "IPv6" : a->ss_family == AF_INET ? "IPv4" : "none";
}

static void on_connect(uv_connect_t* r, int status) {
  struct sockaddr_storage got;
  char text[64];
  int len = sizeof got;
  note(0, "connect %s", name(status));
  note(0, "getpeername: %s", name(uv_tcp_getpeername((uv_tcp_t*) r->handle, (struct sockaddr*) &got, &len)));
  uv_ip6_name((struct sockaddr_in6*) &got, text, sizeof text);
  note(0, "%s %s", family(&got), text);
  uv_close(H(r->handle), NULL);
}

static void on_connection(uv_stream_t* s, int status) {
  note(1, "connection %s", name(status));
  uv_tcp_init(s->loop, &conn);
  uv_accept(s, S(&conn));
  uv_close(H(&conn), NULL);
  uv_close(H(s), NULL);
}

int main(void) {
  uv_loop_t loop;
  uv_tcp_t four;
  struct sockaddr_in6 addr;
  struct sockaddr_in addr4 = any_port();
  struct sockaddr_storage got;
  int len = sizeof got;
  uv_loop_init(&loop);
  uv_ip6_addr("::1", 0, &addr);
  uv_tcp_init(&loop, &server);
  ret("bind", uv_tcp_bind(&server, ADDR(&addr), UV_TCP_IPV6ONLY));
  ret("listen", uv_listen(S(&server), 16, on_connection));
  ret("getsockname", uv_tcp_getsockname(&server, (struct sockaddr*) &got, &len));
  say("%s", family(&got));
  uv_tcp_init(&loop, &client);
  ret("connect", uv_tcp_connect(&connect_req, &client, ADDR(&got), on_connect));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  uv_tcp_init(&loop, &four);
  ret("bind to IPv4", uv_tcp_bind(&four, ADDR(&addr4), 0));
  ret("connect it to IPv6", uv_tcp_connect(&connect_req, &four, ADDR(&got), on_connect));
  return finish(&loop);
}
