/* Opening and closing: what exists, what does not, what is a directory. */
#include "files.h"

int main(void) {
  uv_loop_t loop;
  int fd;
  uv_loop_init(&loop);
  make("file", "x");
  DO("mkdir", uv_fs_mkdir(F, "dir", 0755, NULL));
  OPEN("open what is not there", "none", O_RDONLY);
  OPEN("create what is there", "file", O_RDWR | O_CREAT | O_EXCL);
  OPEN("write to a directory", "dir", O_WRONLY);
  OPEN("below a file", "file/below", O_RDONLY);
  OPEN("a file with a slash behind", "file/", O_RDONLY);
  OPEN("an empty path", "", O_RDONLY);
  OPEN("in a directory that is not there", "none/file", O_RDWR | O_CREAT);
  OPEN("a file as a directory", "file", O_RDONLY | O_DIRECTORY);
  fd = OPEN("open", "file", O_RDONLY);
  DO("close", uv_fs_close(F, fd, NULL));
  DO("close twice", uv_fs_close(F, fd, NULL));
  DO("close -1", uv_fs_close(F, -1, NULL));
  fd = OPEN("open a directory", "dir", O_RDONLY);
  DO("close", uv_fs_close(F, fd, NULL));
  fd = OPEN("create", "new", O_RDWR | O_CREAT | O_EXCL);
  DO("close", uv_fs_close(F, fd, NULL));
  fd = OPEN("open to cut off", "file", O_WRONLY | O_TRUNC);
  DO("close", uv_fs_close(F, fd, NULL));
  show("file");
  return finish(&loop);
}
