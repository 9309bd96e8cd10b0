/* A stream that is unref'd keeps the loop alive by its requests only. */
#include "net.h"

static uv_loop_t loop;
static uv_pipe_t a, b;
static uv_write_t w;
static uv_shutdown_t sd;

static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  note(1, "read %s %.*s", name(n), n > 0 ? (int) n : 0, buf->base);
}

static void on_write(uv_write_t* r, int status) { note(0, "write %s alive %d", name(status), uv_loop_alive(&loop)); }
static void on_shutdown(uv_shutdown_t* r, int status) { note(0, "shutdown %s alive %d", name(status), uv_loop_alive(&loop)); }

int main(void) {
  uv_os_sock_t fds[2];
  uv_buf_t buf = uv_buf_init("hello", 5);
  uv_loop_init(&loop);
  uv_socketpair(SOCK_STREAM, 0, fds, 0, 0);
  uv_pipe_init(&loop, &a, 0);
  uv_pipe_init(&loop, &b, 0);
  uv_pipe_open(&a, fds[0]);
  uv_pipe_open(&b, fds[1]);
  say("active %d has_ref %d alive %d", uv_is_active(H(&b)), uv_has_ref(H(&b)), uv_loop_alive(&loop));
  ret("read_start", uv_read_start(S(&b), on_alloc, on_read));
  say("active %d has_ref %d alive %d", uv_is_active(H(&b)), uv_has_ref(H(&b)), uv_loop_alive(&loop));
  uv_unref(H(&b));
  uv_unref(H(&b));
  uv_unref(H(&a));
  say("active %d has_ref %d alive %d", uv_is_active(H(&b)), uv_has_ref(H(&b)), uv_loop_alive(&loop));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  ret("write", uv_write(&w, S(&a), &buf, 1, on_write));
  say("active %d alive %d", uv_is_active(H(&a)), uv_loop_alive(&loop));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  flush_notes();
  ret("shutdown", uv_shutdown(&sd, S(&a), on_shutdown));
  say("active %d alive %d", uv_is_active(H(&a)), uv_loop_alive(&loop));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  flush_notes();
  uv_ref(H(&b));
  say("active %d alive %d", uv_is_active(H(&b)), uv_loop_alive(&loop));
  ret("run nowait", uv_run(&loop, UV_RUN_NOWAIT));
  flush_notes();
  say("active %d alive %d", uv_is_active(H(&b)), uv_loop_alive(&loop));
  return finish(&loop);
}
