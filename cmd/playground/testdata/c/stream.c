/* A stream's callbacks and fields where something is refused: no buffer, reads
 * twice, a shutdown twice, and more than the kernel takes at once. */
#include "../../../../test/differential/c/net.h"

enum { BYTES = 4 << 20 };

static uv_tcp_t server, client, conn;
static uv_connect_t connect_req;
static uv_write_t write_req;
static uv_shutdown_t shutdown_req;
static char bytes[BYTES];
static int received;

static void no_buffer(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  note(1, "suggested %d, buf %d", (int) suggested, buf->base != NULL || buf->len != 0);
}

static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  if (n > 0) {
    received += n;
    return;
  }
  note(1, "%s after %d, active %d", name(n), received, uv_is_active(H(s)));
  uv_close(H(s), NULL);
  uv_close(H(&server), NULL);
}

static void on_no_buffer(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  note(1, "%s, buf %d", name(n), buf->base != NULL || buf->len != 0);
  note(1, "read_start while reading: %s", name(uv_read_start(s, on_alloc, on_read)));
  note(1, "read_stop: %s", name(uv_read_stop(s)));
  note(1, "read_start: %s", name(uv_read_start(s, on_alloc, on_read)));
}

static void on_connection(uv_stream_t* s, int status) {
  uv_tcp_init(s->loop, &conn);
  note(1, "accept: %s", name(uv_accept(s, S(&conn))));
  note(1, "accept again: %s", name(uv_accept(s, S(&conn))));
  uv_read_start(S(&conn), no_buffer, on_no_buffer);
}

static void on_write(uv_write_t* r, int status) {
  note(0, "write %s, write_queue_size %d", name(status), (int) r->handle->write_queue_size);
}

static void on_shutdown(uv_shutdown_t* r, int status) {
  note(0, "shutdown %s, its stream %d", name(status), r->handle == S(&client));
  uv_close(H(r->handle), NULL);
}

static void on_connect(uv_connect_t* r, int status) {
  uv_buf_t buf = uv_buf_init(bytes, BYTES);
  note(0, "connect %s, its stream %d, type %s", name(status), r->handle == S(&client), uv_req_type_name(r->type));
  note(0, "write: %s", name(uv_write(&write_req, r->handle, &buf, 1, on_write)));
  note(0, "some are queued %d", r->handle->write_queue_size > 0 && r->handle->write_queue_size < BYTES);
  note(0, "the getter says so %d", uv_stream_get_write_queue_size(r->handle) == r->handle->write_queue_size);
  note(0, "try_write: %s", name(uv_try_write(r->handle, &buf, 1)));
  note(0, "shutdown: %s", name(uv_shutdown(&shutdown_req, r->handle, on_shutdown)));
  note(0, "shutdown again: %s", name(uv_shutdown(&shutdown_req, r->handle, on_shutdown)));
}

int main(void) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  serve(&loop, &server, on_connection);
  say("active_handles %u", loop.active_handles);
  dial(&loop, &client, &connect_req, &server, on_connect);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  say("active_handles %u", loop.active_handles);
  return finish(&loop);
}
