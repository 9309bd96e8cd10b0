/* Reading stops and goes on; a buffer of no bytes is an error; an allocator may
 * stop reading. */
#include "net.h"

static uv_tcp_t server, client, conn;
static uv_connect_t connect_req;
static int step;

static void on_connect(uv_connect_t* r, int status) {
  uv_buf_t buf = uv_buf_init("0123456789", 10);
  note(0, "try_write: %s", name(uv_try_write(r->handle, &buf, 1)));
  uv_close(H(r->handle), NULL);
}

static void on_alloc_step(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  note(1, "alloc %d", (int) suggested);
  *buf = uv_buf_init(read_buffer, step == 0 ? 0 : 4);
}

static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  note(1, "read %s %.*s", name(n), n > 0 ? (int) n : 0, buf->base);
  if (n == UV_EOF) {
    note(1, "stop: %s", name(uv_read_stop(s)));
    uv_close(H(s), NULL);
    uv_close(H(&server), NULL);
    return;
  }
  if (step++ == 1) {
    note(1, "stop: %s", name(uv_read_stop(s)));
    note(1, "active %d", uv_is_active(H(s)));
    note(1, "start: %s", name(uv_read_start(s, on_alloc_step, on_read)));
    note(1, "active %d", uv_is_active(H(s)));
  }
}

static void on_connection(uv_stream_t* s, int status) {
  uv_tcp_init(s->loop, &conn);
  uv_accept(s, S(&conn));
  note(1, "start: %s", name(uv_read_start(S(&conn), on_alloc_step, on_read)));
  note(1, "start twice: %s", name(uv_read_start(S(&conn), on_alloc_step, on_read)));
}

int main(void) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  serve(&loop, &server, on_connection);
  dial(&loop, &client, &connect_req, &server, on_connect);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
