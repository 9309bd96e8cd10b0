/* Writes that are done at once leave their callbacks pending: each mode runs
 * them, and none blocks. */
#include "net.h"

static uv_loop_t loop;
static uv_pipe_t a, b;
static uv_write_t w[2];
static uv_buf_t buf;
static uv_timer_t far;
static int left;

static void never(uv_timer_t* h) { say("timer"); }

static void on_write(uv_write_t* r, int status) {
  say("write %s alive %d waits %d", name(status), uv_loop_alive(&loop), uv_backend_timeout(&loop) > 0);
  if (left > 0) {
    left--;
    ret("write", uv_write(r, S(&a), &buf, 1, on_write));
  }
}

static void try_mode(uv_run_mode mode, int more) {
  left = more;
  ret("write", uv_write(&w[0], S(&a), &buf, 1, on_write));
  ret("timeout", uv_backend_timeout(&loop));
  ret("run", uv_run(&loop, mode));
}

int main(void) {
  uv_os_sock_t fds[2];
  uv_loop_init(&loop);
  uv_socketpair(SOCK_STREAM, 0, fds, 0, 0);
  uv_pipe_init(&loop, &a, 0);
  uv_pipe_init(&loop, &b, 0);
  uv_pipe_open(&a, fds[0]);
  uv_pipe_open(&b, fds[1]);
  buf = uv_buf_init("x", 1);
  uv_timer_init(&loop, &far);
  uv_timer_start(&far, never, 1000000, 0);
  uv_run(&loop, UV_RUN_NOWAIT);
  say("nowait");
  try_mode(UV_RUN_NOWAIT, 0);
  say("once");
  try_mode(UV_RUN_ONCE, 0);
  say("once, three writes more");
  try_mode(UV_RUN_ONCE, 3);
  say("nowait, twelve writes more");
  try_mode(UV_RUN_NOWAIT, 12);
  ret("run", uv_run(&loop, UV_RUN_NOWAIT));
  uv_unref(H(&far));
  say("default");
  try_mode(UV_RUN_DEFAULT, 2);
  return finish(&loop);
}
