/* uv_try_write on a connection, and behind a write that does not fit. The peer
 * never reads; closing ends the write. */
#include "net.h"

static uv_tcp_t server, client, conn;
static uv_connect_t connect_req;
static uv_write_t big_write, next_write;

#define BIG (64 << 20)

static void on_write(uv_write_t* r, int status) { note(0, "write %s %s", (const char*) r->data, name(status)); }
static void closed(uv_handle_t* h) { note(0, "close, queue %d", (int) uv_stream_get_write_queue_size(S(h))); }

static void on_connect(uv_connect_t* r, int status) {
  uv_buf_t small = uv_buf_init("hello", 5), nothing = uv_buf_init("", 0);
  uv_buf_t big = uv_buf_init(calloc(1, BIG), BIG);
  size_t left;
  note(0, "connect %s", name(status));
  note(0, "try_write: %s", name(uv_try_write(r->handle, &small, 1)));
  note(0, "try_write of nothing: %s", name(uv_try_write(r->handle, &nothing, 1)));
  big_write.data = "big";
  next_write.data = "next";
  note(0, "write: %s", name(uv_write(&big_write, r->handle, &big, 1, on_write)));
  left = uv_stream_get_write_queue_size(r->handle);
  note(0, "some of it is left: %d", left > 0 && left < BIG);
  note(0, "try_write: %s", name(uv_try_write(r->handle, &small, 1)));
  note(0, "write: %s", name(uv_write(&next_write, r->handle, &small, 1, on_write)));
  note(0, "queue grew by %d", (int) (uv_stream_get_write_queue_size(r->handle) - left));
  uv_close(H(r->handle), closed);
  uv_close(H(&conn), NULL);
  uv_close(H(&server), NULL);
}

static void on_connection(uv_stream_t* s, int status) {}

int main(void) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  uv_tcp_init(&loop, &conn);
  serve(&loop, &server, on_connection);
  dial(&loop, &client, &connect_req, &server, on_connect);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
