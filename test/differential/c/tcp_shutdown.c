/* A shutdown waits for the writes before it; after it nothing can be written. */
#include "net.h"

static uv_tcp_t server, client, conn;
static uv_connect_t connect_req;
static uv_write_t w[3], late;
static uv_shutdown_t shutdown_req, again;
static int received;

static void on_write(uv_write_t* r, int status) { note(0, "write %d %s", (int) (r - w), name(status)); }

static void on_shutdown(uv_shutdown_t* r, int status) {
  note(0, "shutdown %s readable %d writable %d", name(status), uv_is_readable(r->handle), uv_is_writable(r->handle));
  note(0, "again: %s", name(uv_shutdown(&again, r->handle, NULL)));
}

static void on_client_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  note(0, "read %s", name(n));
  if (n < 0)
    uv_close(H(s), NULL);
}

static void on_connect(uv_connect_t* r, int status) {
  uv_buf_t buf = uv_buf_init("hello", 5);
  int i;
  for (i = 0; i < 3; i++)
    uv_write(&w[i], r->handle, &buf, 1, on_write);
  note(0, "shutdown: %s", name(uv_shutdown(&shutdown_req, r->handle, on_shutdown)));
  note(0, "writable %d", uv_is_writable(r->handle));
  note(0, "shutdown twice: %s", name(uv_shutdown(&again, r->handle, on_shutdown)));
  note(0, "write: %s", name(uv_write(&late, r->handle, &buf, 1, on_write)));
  note(0, "try_write: %s", name(uv_try_write(r->handle, &buf, 1)));
  uv_read_start(r->handle, on_alloc, on_client_read);
}

static void on_server_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  if (n > 0) {
    received += n;
    return;
  }
  note(1, "received %d, then %s", received, name(n));
  note(1, "readable %d writable %d", uv_is_readable(s), uv_is_writable(s));
  buf = NULL;
  {
    uv_buf_t answer = uv_buf_init("late answer", 11);
    note(1, "try_write: %s", name(uv_try_write(s, &answer, 1)));
  }
  uv_close(H(s), NULL);
  uv_close(H(&server), NULL);
}

static void on_connection(uv_stream_t* s, int status) {
  uv_tcp_init(s->loop, &conn);
  uv_accept(s, S(&conn));
  uv_read_start(S(&conn), on_alloc, on_server_read);
}

int main(void) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  serve(&loop, &server, on_connection);
  dial(&loop, &client, &connect_req, &server, on_connect);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
