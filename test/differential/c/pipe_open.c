/* Both ends of a pipe(2) as handles. */
#include "net.h"

static uv_pipe_t in, out;
static uv_write_t w[2];

static void on_write(uv_write_t* r, int status) {
  note(0, "write %d %s", (int) (r - w), name(status));
  if (r == &w[1])
    uv_close(H(&out), NULL);
}

static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  note(1, "read %s %.*s", name(n), n > 0 ? (int) n : 0, buf->base);
  if (n == UV_EOF)
    uv_close(H(s), NULL);
}

int main(void) {
  uv_loop_t loop;
  uv_file fds[2];
  uv_buf_t bufs[2] = {uv_buf_init("hello, ", 7), uv_buf_init("world", 5)};
  uv_loop_init(&loop);
  ret("pipe", uv_pipe(fds, UV_NONBLOCK_PIPE, UV_NONBLOCK_PIPE));
  uv_pipe_init(&loop, &in, 0);
  uv_pipe_init(&loop, &out, 0);
  ret("open", uv_pipe_open(&in, fds[0]));
  ret("open", uv_pipe_open(&out, fds[1]));
  say("reading end: readable %d writable %d", uv_is_readable(S(&in)), uv_is_writable(S(&in)));
  say("writing end: readable %d writable %d", uv_is_readable(S(&out)), uv_is_writable(S(&out)));
  ret("read_start of the writing end", uv_read_start(S(&out), on_alloc, on_read));
  ret("write to the reading end", uv_write(&w[0], S(&in), bufs, 1, on_write));
  ret("write", uv_write(&w[0], S(&out), &bufs[0], 1, on_write));
  ret("write", uv_write(&w[1], S(&out), &bufs[1], 1, on_write));
  say("queue %d", (int) uv_stream_get_write_queue_size(S(&out)));
  ret("read_start", uv_read_start(S(&in), on_alloc, on_read));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
