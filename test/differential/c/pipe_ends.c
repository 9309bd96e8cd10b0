/* The peer closes with data unread, and without; reading again after the end. */
#include "net.h"

static uv_loop_t loop;
static uv_pipe_t a, b;
static uv_write_t w;

static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  say("read %s %.*s active %d", name(n), n > 0 ? (int) n : 0, buf->base, n > 0 ? 1 : uv_is_active(H(s)) );
}

static void on_write(uv_write_t* r, int status) { say("write %s", name(status)); }

static void pair(void) {
  uv_os_sock_t fds[2];
  uv_socketpair(SOCK_STREAM, 0, fds, 0, 0);
  uv_pipe_init(&loop, &a, 0);
  uv_pipe_init(&loop, &b, 0);
  uv_pipe_open(&a, fds[0]);
  uv_pipe_open(&b, fds[1]);
}

static void turns(void) {
  int i;
  for (i = 0; i < 3; i++)
    uv_run(&loop, UV_RUN_NOWAIT);
}

int main(void) {
  uv_buf_t buf = uv_buf_init("hello", 5);
  uv_loop_init(&loop);
  signal(SIGPIPE, SIG_IGN);
  pair();
  say("data and the end");
  uv_try_write(S(&a), &buf, 1);
  uv_close(H(&a), NULL);
  uv_read_start(S(&b), on_alloc, on_read);
  turns();
  say("readable %d writable %d", uv_is_readable(S(&b)), uv_is_writable(S(&b)));
  ret("read_start", uv_read_start(S(&b), on_alloc, on_read));
  turns();
  ret("write", uv_write(&w, S(&b), &buf, 1, on_write));
  turns();
  ret("try_write", uv_try_write(S(&b), &buf, 1));
  uv_close(H(&b), NULL);
  turns();
  pair();
  say("the end with data unread");
  uv_try_write(S(&b), &buf, 1);
  uv_close(H(&a), NULL);
  turns();
  uv_read_start(S(&b), on_alloc, on_read);
  turns();
  say("readable %d writable %d", uv_is_readable(S(&b)), uv_is_writable(S(&b)));
  ret("read_start", uv_read_start(S(&b), on_alloc, on_read));
  ret("write", uv_write(&w, S(&b), &buf, 1, on_write));
  turns();
  return finish(&loop);
}
