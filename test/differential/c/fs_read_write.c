/* Reading and writing: many buffers, offsets, the file's own position, its end. */
#include "files.h"

static char a[4], b[16];

static void read_at(const char* what, int fd, int64_t at) {
  uv_buf_t bufs[2] = {uv_buf_init(a, 3), uv_buf_init(b, 10)};
  memset(a, 0, sizeof a);
  memset(b, 0, sizeof b);
  DO(what, uv_fs_read(F, fd, bufs, 2, at, NULL));
  say("\"%s\" \"%s\"", a, b);
}

int main(void) {
  uv_loop_t loop;
  uv_buf_t bufs[3] = {uv_buf_init("hello", 5), uv_buf_init("", 0), uv_buf_init(", world", 7)};
  int fd, dir;
  uv_loop_init(&loop);
  fd = OPEN("open", "file", O_RDWR | O_CREAT);
  DO("write", uv_fs_write(F, fd, bufs, 3, -1, NULL));
  DO("write at the position", uv_fs_write(F, fd, bufs, 1, -1, NULL));
  DO("write at 1", uv_fs_write(F, fd, bufs, 1, 1, NULL));
  DO("write beyond the end", uv_fs_write(F, fd, bufs, 1, 20, NULL));
  DO("write nothing", uv_fs_write(F, fd, bufs, 0, -1, NULL));
  read_at("read at 0", fd, 0);
  read_at("read at 4", fd, 4);
  read_at("read at the position", fd, -1);
  read_at("read at the position", fd, -1);
  read_at("read at the end", fd, 25);
  read_at("read beyond the end", fd, 1000);
  DO("close", uv_fs_close(F, fd, NULL));
  read_at("read what is closed", fd, 0);
  fd = OPEN("open", "file", O_WRONLY | O_APPEND);
  read_at("read what is for writing", fd, 0);
  DO("append", uv_fs_write(F, fd, bufs, 1, -1, NULL));
  DO("close", uv_fs_close(F, fd, NULL));
  fd = OPEN("open", "file", O_RDONLY);
  DO("write to what is for reading", uv_fs_write(F, fd, bufs, 1, 0, NULL));
  read_at("read at 20", fd, 20);
  DO("close", uv_fs_close(F, fd, NULL));
  DO("mkdir", uv_fs_mkdir(F, "dir", 0755, NULL));
  dir = OPEN("open", "dir", O_RDONLY);
  read_at("read a directory", dir, 0);
  DO("close", uv_fs_close(F, dir, NULL));
  return finish(&loop);
}
