/* A peer that never reads: what is queued ends when the stream is closed, in
 * order, and what callbacks of a closing stream try is refused. */
#include "net.h"

static uv_loop_t loop;
static uv_pipe_t a, b;
static uv_write_t w[4];
static uv_shutdown_t sd;
static char big[1 << 20];

static void on_write(uv_write_t* r, int status) {
  uv_buf_t buf = uv_buf_init("x", 1);
  say("write %d %s", (int) (r - w), name(status));
  ret("write in it", uv_write(&w[3], S(&a), &buf, 1, on_write));
  ret("try_write in it", uv_try_write(S(&a), &buf, 1));
  ret("read_start in it", uv_read_start(S(&a), on_alloc, NULL));
}

static void on_shutdown(uv_shutdown_t* r, int status) {
  say("shutdown %s queue %d", name(status), (int) uv_stream_get_write_queue_size(S(&a)));
}

static void on_a(uv_handle_t* h) {
  say("close a active %d alive %d", uv_is_active(h), uv_loop_alive(&loop));
  NAMED(&b, "b");
  CLOSE(&b);
}

int main(void) {
  uv_os_sock_t fds[2];
  uv_buf_t buf = uv_buf_init(big, sizeof big);
  int i;
  uv_loop_init(&loop);
  uv_socketpair(SOCK_STREAM, 0, fds, 0, 0);
  uv_pipe_init(&loop, &a, 0);
  uv_pipe_init(&loop, &b, 0);
  uv_pipe_open(&a, fds[0]);
  uv_pipe_open(&b, fds[1]);
  for (i = 0; i < 3; i++)
    ret("write", uv_write(&w[i], S(&a), &buf, 1, on_write));
  ret("shutdown", uv_shutdown(&sd, S(&a), on_shutdown));
  ret("run nowait", uv_run(&loop, UV_RUN_NOWAIT));
  ret("backend timeout", uv_backend_timeout(&loop));
  uv_close(H(&a), on_a);
  ret("backend timeout", uv_backend_timeout(&loop));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
