/* A shutdown waits for the writes that are queued, and nothing is written after
 * it. The peer reads only then. */
#include "net.h"

static uv_loop_t loop;
static uv_pipe_t a, b;
static uv_write_t w[3];
static uv_shutdown_t sd[2];
static char big[1 << 20];
static size_t got;

static void on_write(uv_write_t* r, int status) {
  note(0, "write %d %s", (int) (r - w), name(status));
}

static void on_shutdown(uv_shutdown_t* r, int status) {
  note(0, "shutdown %s writable %d queue %d", name(status), uv_is_writable(S(&a)), (int) uv_stream_get_write_queue_size(S(&a)));
  note(0, "shutdown again: %s", name(uv_shutdown(&sd[1], S(&a), on_shutdown)));
}

static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  if (n > 0)
    got += n;
  if (n != UV_EOF)
    return;
  note(1, "read %d bytes", (int) got);
  uv_close(H(s), NULL);
}

int main(void) {
  uv_os_sock_t fds[2];
  uv_buf_t buf = uv_buf_init(big, sizeof big);
  uv_loop_init(&loop);
  uv_socketpair(SOCK_STREAM, 0, fds, UV_NONBLOCK_PIPE, UV_NONBLOCK_PIPE);
  uv_pipe_init(&loop, &a, 0);
  uv_pipe_init(&loop, &b, 0);
  uv_pipe_open(&a, fds[0]);
  uv_pipe_open(&b, fds[1]);
  ret("write", uv_write(&w[0], S(&a), &buf, 1, on_write));
  ret("write", uv_write(&w[1], S(&a), &buf, 1, on_write));
  ret("try_write", uv_try_write(S(&a), &buf, 1));
  ret("shutdown", uv_shutdown(&sd[0], S(&a), on_shutdown));
  ret("shutdown twice", uv_shutdown(&sd[1], S(&a), on_shutdown));
  ret("write after it", uv_write(&w[2], S(&a), &buf, 1, on_write));
  ret("try_write after it", uv_try_write(S(&a), &buf, 1));
  say("writable %d active %d", uv_is_writable(S(&a)), uv_is_active(H(&a)));
  ret("run nowait", uv_run(&loop, UV_RUN_NOWAIT));
  flush_notes();
  ret("read_start", uv_read_start(S(&b), on_alloc, on_read));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
