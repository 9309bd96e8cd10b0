/* uv_tcp_close_reset: the peer reads ECONNRESET. While a shutdown waits it is EINVAL. */
#include "net.h"

static uv_tcp_t server, client, conn;
static uv_connect_t connect_req;
static uv_shutdown_t shutdown_req;

static void closed(uv_handle_t* h) { note(1, "close"); }

static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  note(0, "read %s", name(n));
  if (n < 0) {
    note(0, "shutdown: %s", name(uv_shutdown(&shutdown_req, s, NULL)));
    uv_close(H(s), NULL);
    uv_close(H(&server), NULL);
  }
}

static void on_connect(uv_connect_t* r, int status) {
  uv_buf_t buf = uv_buf_init("x", 1);
  note(0, "connect %s", name(status));
  uv_read_start(r->handle, on_alloc, on_read);
  uv_try_write(r->handle, &buf, 1);
}

static void on_server_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  note(1, "read %s", name(n));
  note(1, "close_reset: %s", name(uv_tcp_close_reset(&conn, closed)));
  note(1, "closing %d", uv_is_closing(H(&conn)));
}

static void on_connection(uv_stream_t* s, int status) {
  uv_tcp_init(s->loop, &conn);
  uv_accept(s, S(&conn));
  uv_read_start(S(&conn), on_alloc, on_server_read);
}

static void on_late(uv_shutdown_t* r, int status) {
  note(2, "shutdown %s", name(status));
  note(2, "close_reset: %s", name(uv_tcp_close_reset((uv_tcp_t*) r->handle, closed)));
  note(2, "closing %d", uv_is_closing(H(r->handle)));
  uv_stop(r->handle->loop);
}

static void on_second(uv_connect_t* r, int status) {
  note(2, "shutdown: %s", name(uv_shutdown(&shutdown_req, r->handle, on_late)));
  note(2, "close_reset: %s", name(uv_tcp_close_reset((uv_tcp_t*) r->handle, closed)));
  note(2, "closing %d", uv_is_closing(H(r->handle)));
}

static void on_nothing(uv_stream_t* s, int status) {}

int main(void) {
  uv_loop_t loop;
  uv_tcp_t second, other;
  uv_loop_init(&loop);
  serve(&loop, &server, on_connection);
  dial(&loop, &client, &connect_req, &server, on_connect);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  serve(&loop, &other, on_nothing);
  dial(&loop, &second, &connect_req, &other, on_second);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
