/* An address in use shows at listen and connect, not at bind. */
#include "net.h"

static void on_connection(uv_stream_t* s, int status) { say("connection %s", name(status)); }
static void on_connect(uv_connect_t* r, int status) { say("connect %s", name(status)); }

int main(void) {
  uv_loop_t loop;
  uv_tcp_t first, second, third, v6only;
  uv_connect_t req;
  struct sockaddr_in addr;
  struct sockaddr_storage got;
  int len = sizeof got;
  uv_loop_init(&loop);
  serve(&loop, &first, on_connection);
  addr = bound_to(&first);
  uv_tcp_init(&loop, &second);
  ret("bind to an address in use", uv_tcp_bind(&second, ADDR(&addr), 0));
  ret("getsockname", uv_tcp_getsockname(&second, (struct sockaddr*) &got, &len));
  ret("listen", uv_listen(S(&second), 16, on_connection));
  ret("listen again", uv_listen(S(&second), 16, on_connection));
  uv_tcp_init(&loop, &third);
  ret("bind to an address in use", uv_tcp_bind(&third, ADDR(&addr), 0));
  ret("connect", uv_tcp_connect(&req, &third, ADDR(&addr), on_connect));
  uv_unref(H(&first));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  uv_tcp_init(&loop, &v6only);
  ret("bind IPv4 for IPv6 only", uv_tcp_bind(&v6only, ADDR(&addr), UV_TCP_IPV6ONLY));
  return finish(&loop);
}
