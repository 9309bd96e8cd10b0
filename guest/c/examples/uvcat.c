/* Prints a file: open, read, write, read ... close. Each step begins the next
 * one in its callback. */
#include <fcntl.h>
#include <stdio.h>
#include <uv.h>

static uv_fs_t open_req, read_req, write_req, close_req;
static char buffer[1024];
static uv_buf_t iov;

static void on_read(uv_fs_t *req);

static void on_write(uv_fs_t *req) {
  if (req->result < 0)
    fprintf(stderr, "write: %s\n", uv_strerror((int) req->result));
  else
    uv_fs_read(uv_default_loop(), &read_req, (uv_file) open_req.result, &iov, 1, -1, on_read);
}

static void on_read(uv_fs_t *req) {
  if (req->result < 0) {
    fprintf(stderr, "read: %s\n", uv_strerror((int) req->result));
  } else if (req->result == 0) {
    uv_fs_close(uv_default_loop(), &close_req, (uv_file) open_req.result, NULL);
  } else {
    uv_buf_t out = uv_buf_init(buffer, (unsigned int) req->result);
    uv_fs_write(uv_default_loop(), &write_req, 1, &out, 1, -1, on_write);
  }
}

static void on_open(uv_fs_t *req) {
  if (req->result < 0) {
    fprintf(stderr, "open: %s\n", uv_strerror((int) req->result));
    return;
  }
  iov = uv_buf_init(buffer, sizeof buffer);
  uv_fs_read(uv_default_loop(), &read_req, (uv_file) req->result, &iov, 1, -1, on_read);
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: uvcat FILE\n");
    return 2;
  }
  uv_fs_open(uv_default_loop(), &open_req, argv[1], O_RDONLY, 0, on_open);
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);

  uv_fs_req_cleanup(&open_req);
  uv_fs_req_cleanup(&read_req);
  uv_fs_req_cleanup(&write_req);
  uv_fs_req_cleanup(&close_req);
  return uv_loop_close(uv_default_loop()) != 0;
}
