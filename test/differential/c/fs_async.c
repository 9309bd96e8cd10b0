/* Requests at a pool of one worker: done in the order of their calls. */
#include "files.h"

static uv_fs_t r[5];
static char text[8];
static int fd = -1;

static void on_closed(uv_fs_t* q) {
  say("close %s type %d", name(q->result), (int) q->fs_type);
  uv_fs_req_cleanup(q);
}

static void on_read(uv_fs_t* q) {
  say("read %s \"%s\" type %d", name(q->result), text, (int) q->fs_type);
  uv_fs_req_cleanup(q);
  ret("close", uv_fs_close(q->loop, q, fd, on_closed));
}

static void on_opened(uv_fs_t* q) {
  uv_buf_t buf = uv_buf_init(text, 5);
  fd = (int) q->result;
  say("open %d type %d path %s", fd >= 0, (int) q->fs_type, q->path);
  uv_fs_req_cleanup(q);
  ret("read", uv_fs_read(q->loop, q, fd, &buf, 1, 0, on_read));
}

static void on_stat(uv_fs_t* q) {
  say("stat %s size %d", name(q->result), (int) q->statbuf.st_size);
  uv_fs_req_cleanup(q);
}

static void on_error(uv_fs_t* q) {
  say("%s type %d", name(q->result), (int) q->fs_type);
  uv_fs_req_cleanup(q);
}

int main(void) {
  uv_loop_t loop;
  uv_os_setenv("UV_THREADPOOL_SIZE", "1");
  uv_loop_init(&loop);
  make("file", "hello");
  ret("open", uv_fs_open(&loop, &r[0], "file", O_RDONLY, 0, on_opened));
  ret("stat", uv_fs_stat(&loop, &r[1], "file", on_stat));
  ret("unlink", uv_fs_unlink(&loop, &r[2], "none", on_error));
  ret("rmdir", uv_fs_rmdir(&loop, &r[3], "file", on_error));
  say("alive %d %s", uv_loop_alive(&loop), uv_req_type_name(uv_req_get_type((uv_req_t*) &r[0])));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
