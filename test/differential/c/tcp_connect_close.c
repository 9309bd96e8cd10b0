/* A stream that is closed in its connect callback, with a write queued, and one
 * that fails to connect with a write and a reader. */
#include "net.h"

static uv_loop_t loop;
static uv_tcp_t server, a, b;
static uv_connect_t req[2];
static uv_write_t w[2];

static void on_connection(uv_stream_t* s, int status) { uv_close(H(s), NULL); }
static void on_write(uv_write_t* r, int status) { say("write %d %s", (int) (r - w), name(status)); }
static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* b) { say("read %s", name(n)); }

static void on_a(uv_connect_t* r, int status) {
  say("connect a %s", name(status));
  CLOSE(&a);
}

static void on_b(uv_connect_t* r, int status) {
  say("connect b %s active %d", name(status), uv_is_active(H(&b)));
}

int main(void) {
  uv_buf_t buf = uv_buf_init("abc", 3);
  struct sockaddr_in addr;
  uv_loop_init(&loop);
  NAMED(&a, "a");
  NAMED(&b, "b");
  serve(&loop, &server, on_connection);
  addr = bound_to(&server);
  dial(&loop, &a, &req[0], &server, on_a);
  ret("write", uv_write(&w[0], S(&a), &buf, 1, on_write));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  uv_tcp_init(&loop, &b);
  ret("connect", uv_tcp_connect(&req[1], &b, ADDR(&addr), on_b));
  ret("write", uv_write(&w[1], S(&b), &buf, 1, on_write));
  ret("read_start", uv_read_start(S(&b), on_alloc, on_read));
  uv_run(&loop, UV_RUN_ONCE);
  uv_run(&loop, UV_RUN_NOWAIT);
  uv_run(&loop, UV_RUN_NOWAIT);
  say("active %d alive %d readable %d writable %d", uv_is_active(H(&b)), uv_loop_alive(&loop), uv_is_readable(S(&b)), uv_is_writable(S(&b)));
  return finish(&loop);
}
