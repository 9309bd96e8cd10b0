/* A connection that is refused: with a write and a shutdown that wait for it. */
#include "net.h"

static uv_tcp_t client;
static uv_write_t write_req;
static uv_shutdown_t shutdown_req;

static void on_write(uv_write_t* r, int status) { say("write %s queue %d", name(status), (int) uv_stream_get_write_queue_size(r->handle)); }
static void on_shutdown(uv_shutdown_t* r, int status) { say("shutdown %s", name(status)); }
static void on_connect(uv_connect_t* r, int status) {
  say("connect %s readable %d writable %d", name(status), uv_is_readable(r->handle), uv_is_writable(r->handle));
  CLOSE(r->handle);
}

int main(void) {
  uv_loop_t loop;
  uv_tcp_t gone;
  uv_connect_t connect;
  uv_buf_t buf = uv_buf_init("hello", 5);
  struct sockaddr_in addr = any_port();
  uv_loop_init(&loop);
  uv_tcp_init(&loop, &gone);
  uv_tcp_bind(&gone, ADDR(&addr), 0); /* nobody listens there */
  ret("connect", dial(&loop, &client, &connect, &gone, on_connect));
  NAMED(&client, "client");
  ret("write", uv_write(&write_req, S(&client), &buf, 1, on_write));
  say("queue %d", (int) uv_stream_get_write_queue_size(S(&client)));
  ret("shutdown", uv_shutdown(&shutdown_req, S(&client), on_shutdown));
  say("active %d alive %d", uv_is_active(H(&client)), uv_loop_alive(&loop));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
