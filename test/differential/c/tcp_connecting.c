/* What is asked of a stream while it connects, and in the callback. */
#include "net.h"

static uv_loop_t loop;
static uv_tcp_t server, client, conn;
static uv_connect_t req, req2;
static uv_write_t w[3];
static uv_shutdown_t sd;
static uv_buf_t buf;

static void on_write(uv_write_t* r, int status) { note(0, "write %d %s", (int) (r - w), name(status)); }
static void on_shutdown(uv_shutdown_t* r, int status) { note(0, "shutdown %s", name(status)); }

static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* b) {
  note(1, "read %s %.*s", name(n), n > 0 ? (int) n : 0, b->base);
  if (n < 0)
    uv_close(H(s), NULL);
}

static void on_end(uv_stream_t* s, ssize_t n, const uv_buf_t* b) {
  note(0, "read %s", name(n));
  uv_close(H(s), NULL);
}

static void on_connection(uv_stream_t* s, int status) {
  note(1, "connection %s", name(status));
  uv_tcp_init(&loop, &conn);
  note(1, "accept %s", name(uv_accept(s, S(&conn))));
  uv_read_start(S(&conn), on_alloc, on_read);
  uv_close(H(s), NULL);
}

static void on_connect(uv_connect_t* r, int status) {
  note(0, "connect %s queue %d", name(status), (int) uv_stream_get_write_queue_size(S(&client)));
  note(0, "try_write %s", name(uv_try_write(S(&client), &buf, 1)));
  note(0, "write %s", name(uv_write(&w[2], S(&client), &buf, 1, on_write)));
  note(0, "shutdown %s", name(uv_shutdown(&sd, S(&client), on_shutdown)));
}

int main(void) {
  struct sockaddr_in addr;
  int value;
  uv_loop_init(&loop);
  buf = uv_buf_init("abc", 3);
  serve(&loop, &server, on_connection);
  ret("connect", dial(&loop, &client, &req, &server, on_connect));
  addr = bound_to(&server);
  ret("connect twice", uv_tcp_connect(&req2, &client, ADDR(&addr), on_connect));
  say("readable %d writable %d active %d", uv_is_readable(S(&client)), uv_is_writable(S(&client)), uv_is_active(H(&client)));
  ret("read_start", uv_read_start(S(&client), on_alloc, on_end));
  ret("try_write", uv_try_write(S(&client), &buf, 1));
  ret("write", uv_write(&w[0], S(&client), &buf, 1, on_write));
  ret("write", uv_write(&w[1], S(&client), &buf, 1, on_write));
  ret("nodelay", uv_tcp_nodelay(&client, 1));
  value = 0;
  say("buffer size %d", uv_recv_buffer_size(H(&client), &value) == 0 && value > 0);
  say("queue %d", (int) uv_stream_get_write_queue_size(S(&client)));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
