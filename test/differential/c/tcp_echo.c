/* An echo: connect, write, read back, shut down, end. */
#include "net.h"

static uv_tcp_t server, client, conn;
static uv_connect_t connect_req;
static uv_write_t client_write, server_write;
static uv_shutdown_t shutdown_req;

static void closed(uv_handle_t* h) { note(h == H(&client) ? 0 : 1, "close"); }

static void on_client_shutdown(uv_shutdown_t* r, int status) {
  note(0, "shutdown %s readable %d writable %d", name(status), uv_is_readable(r->handle), uv_is_writable(r->handle));
}

static void on_client_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  note(0, "read %s %.*s", name(n), n > 0 ? (int) n : 0, buf->base);
  if (n == UV_EOF) {
    note(0, "active %d", uv_is_active(H(s)));
    uv_close(H(s), closed);
  } else if (n > 0) {
    note(0, "shutdown: %s", name(uv_shutdown(&shutdown_req, s, on_client_shutdown)));
  }
}

static void on_client_write(uv_write_t* r, int status) { note(0, "write %s", name(status)); }

static void on_connect(uv_connect_t* r, int status) {
  uv_buf_t bufs[2] = {uv_buf_init("hel", 3), uv_buf_init("lo", 2)};
  note(0, "connect %s readable %d writable %d", name(status), uv_is_readable(r->handle), uv_is_writable(r->handle));
  note(0, "write: %s", name(uv_write(&client_write, r->handle, bufs, 2, on_client_write)));
  note(0, "queue %d", (int) uv_stream_get_write_queue_size(r->handle));
  note(0, "read_start: %s", name(uv_read_start(r->handle, on_alloc, on_client_read)));
}

static void on_server_write(uv_write_t* r, int status) { note(1, "write %s", name(status)); }

static void on_server_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  static char copy[16];
  note(1, "read %s %.*s", name(n), n > 0 ? (int) n : 0, buf->base);
  if (n > 0) {
    uv_buf_t out = uv_buf_init(copy, n);
    memcpy(copy, buf->base, n);
    note(1, "write: %s", name(uv_write(&server_write, s, &out, 1, on_server_write)));
  } else if (n == UV_EOF) {
    uv_close(H(s), closed);
    uv_close(H(&server), NULL);
  }
}

static void on_connection(uv_stream_t* s, int status) {
  note(1, "connection %s", name(status));
  uv_tcp_init(s->loop, &conn);
  note(1, "accept: %s", name(uv_accept(s, S(&conn))));
  note(1, "accept again: %s", name(uv_accept(s, S(&conn))));
  note(1, "readable %d writable %d active %d", uv_is_readable(S(&conn)), uv_is_writable(S(&conn)), uv_is_active(H(&conn)));
  note(1, "read_start: %s", name(uv_read_start(S(&conn), on_alloc, on_server_read)));
}

int main(void) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  serve(&loop, &server, on_connection);
  say("server active %d", uv_is_active(H(&server)));
  ret("connect", dial(&loop, &client, &connect_req, &server, on_connect));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
