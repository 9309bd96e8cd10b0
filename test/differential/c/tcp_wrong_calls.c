/* Calls on a TCP handle in states that do not allow them. */
#include "net.h"

static void on_connection(uv_stream_t* s, int status) { say("connection %s", name(status)); }
static void on_connect(uv_connect_t* r, int status) { say("connect %s", name(status)); }
static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {}
static void on_write(uv_write_t* r, int status) {}
static void on_shutdown(uv_shutdown_t* r, int status) {}

int main(void) {
  uv_loop_t loop;
  uv_tcp_t server, client, fresh, other;
  uv_connect_t connect, connect2;
  uv_shutdown_t shutdown;
  uv_write_t write;
  uv_buf_t buf = uv_buf_init("x", 1);
  uv_os_fd_t fd;
  struct sockaddr_in addr = any_port();
  struct sockaddr_storage got;
  int len = sizeof got;
  uv_loop_init(&loop);
  uv_tcp_init(&loop, &fresh);
  say("new: readable %d writable %d queue %d", uv_is_readable(S(&fresh)), uv_is_writable(S(&fresh)), (int) uv_stream_get_write_queue_size(S(&fresh)));
  ret("fileno", uv_fileno(H(&fresh), &fd));
  ret("getsockname", uv_tcp_getsockname(&fresh, (struct sockaddr*) &got, &len));
  ret("getpeername", uv_tcp_getpeername(&fresh, (struct sockaddr*) &got, &len));
  ret("read_start", uv_read_start(S(&fresh), on_alloc, on_read));
  ret("read_stop", uv_read_stop(S(&fresh)));
  ret("write", uv_write(&write, S(&fresh), &buf, 1, on_write));
  ret("try_write", uv_try_write(S(&fresh), &buf, 1));
  ret("shutdown", uv_shutdown(&shutdown, S(&fresh), on_shutdown));
  uv_tcp_init(&loop, &other);
  serve(&loop, &server, on_connection);
  ret("accept without a connection", uv_accept(S(&server), S(&other)));
  ret("bind what is bound", uv_tcp_bind(&server, ADDR(&addr), 0));
  ret("getpeername of a server", uv_tcp_getpeername(&server, (struct sockaddr*) &got, &len));
  ret("read_start of a server", uv_read_start(S(&server), on_alloc, on_read));
  ret("write to a server", uv_write(&write, S(&server), &buf, 1, on_write));
  ret("connect", dial(&loop, &client, &connect, &server, on_connect));
  addr = bound_to(&server);
  ret("connect twice", uv_tcp_connect(&connect2, &client, ADDR(&addr), on_connect));
  say("connecting: readable %d writable %d", uv_is_readable(S(&client)), uv_is_writable(S(&client)));
  ret("try_write", uv_try_write(S(&client), &buf, 1));
  ret("read_start", uv_read_start(S(&client), on_alloc, on_read));
  ret("read_start twice", uv_read_start(S(&client), on_alloc, on_read));
  ret("read_start without a callback", uv_read_start(S(&client), on_alloc, NULL));
  ret("read_start without an allocator", uv_read_start(S(&client), NULL, on_read));
  NAMED(&client, "client");
  CLOSE(&client);
  ret("fileno while closing", uv_fileno(H(&client), &fd));
  ret("read_start while closing", uv_read_start(S(&client), on_alloc, on_read));
  ret("write while closing", uv_write(&write, S(&client), &buf, 1, on_write));
  ret("shutdown while closing", uv_shutdown(&shutdown, S(&client), on_shutdown));
  uv_close(H(&server), NULL);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
