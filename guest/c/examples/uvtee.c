/* Copies standard input to standard output and into a file, each as a pipe
 * handle that reads or writes on the loop. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

typedef struct {
  uv_write_t req;
  uv_buf_t buf;
} write_req_t;

static uv_pipe_t stdin_pipe, stdout_pipe;
static uv_file file;
static int64_t written = 0;

static void alloc_buffer(uv_handle_t *handle, size_t suggested_size, uv_buf_t *buf) {
  (void) handle;
  *buf = uv_buf_init(malloc(suggested_size), (unsigned int) suggested_size);
}

static void on_stdout_write(uv_write_t *req, int status) {
  write_req_t *wr = (write_req_t *) req;
  if (status < 0)
    fprintf(stderr, "write: %s\n", uv_strerror(status));
  free(wr->buf.base);
  free(wr);
}

static void write_file(const uv_buf_t *buf, ssize_t n) {
  uv_fs_t req;
  uv_buf_t out = uv_buf_init(buf->base, (unsigned int) n);
  if (uv_fs_write(NULL, &req, file, &out, 1, written, NULL) < 0)
    fprintf(stderr, "file: %s\n", uv_strerror((int) req.result));
  uv_fs_req_cleanup(&req);
  written += n;
}

static void read_stdin(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  (void) stream;
  if (nread < 0) {
    if (nread != UV_EOF)
      fprintf(stderr, "read: %s\n", uv_strerror((int) nread));
    uv_close((uv_handle_t *) &stdin_pipe, NULL);
    uv_close((uv_handle_t *) &stdout_pipe, NULL);
  } else if (nread > 0) {
    write_req_t *wr = malloc(sizeof *wr);
    write_file(buf, nread);
    wr->buf = uv_buf_init(malloc((size_t) nread), (unsigned int) nread);
    memcpy(wr->buf.base, buf->base, (size_t) nread);
    uv_write(&wr->req, (uv_stream_t *) &stdout_pipe, &wr->buf, 1, on_stdout_write);
  }
  free(buf->base);
}

int main(int argc, char **argv) {
  uv_fs_t req;
  int err;
  if (argc != 2) {
    fprintf(stderr, "usage: uvtee FILE\n");
    return 2;
  }
  file = uv_fs_open(NULL, &req, argv[1], O_CREAT | O_RDWR | O_TRUNC, 0644, NULL);
  uv_fs_req_cleanup(&req);
  if (file < 0) {
    fprintf(stderr, "open: %s\n", uv_strerror(file));
    return 1;
  }

  uv_pipe_init(uv_default_loop(), &stdin_pipe, 0);
  uv_pipe_init(uv_default_loop(), &stdout_pipe, 0);
  if ((err = uv_pipe_open(&stdin_pipe, 0)) != 0 || (err = uv_pipe_open(&stdout_pipe, 1)) != 0) {
    fprintf(stderr, "pipe_open: %s\n", uv_strerror(err));
    return 1;
  }
  uv_read_start((uv_stream_t *) &stdin_pipe, alloc_buffer, read_stdin);
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);

  uv_fs_close(NULL, &req, file, NULL);
  uv_fs_req_cleanup(&req);
  return uv_loop_close(uv_default_loop()) != 0;
}
