/* Requests on descriptors that are none, or do not allow it; on paths that lead
 * nowhere. */
#include "files.h"
#include <fcntl.h>

static uv_loop_t loop;
static uv_fs_t req;
#define TRY(what, call) do { ret(what, call); uv_fs_req_cleanup(&req); } while (0)

static void descriptors(int fd) {
  char text[4];
  uv_buf_t buf = uv_buf_init(text, sizeof text);
  TRY("read", uv_fs_read(&loop, &req, fd, &buf, 1, 0, NULL));
  TRY("read on", uv_fs_read(&loop, &req, fd, &buf, 1, -1, NULL));
  TRY("write", uv_fs_write(&loop, &req, fd, &buf, 1, 0, NULL));
  TRY("fstat", uv_fs_fstat(&loop, &req, fd, NULL));
  TRY("fsync", uv_fs_fsync(&loop, &req, fd, NULL));
  TRY("fdatasync", uv_fs_fdatasync(&loop, &req, fd, NULL));
  TRY("ftruncate", uv_fs_ftruncate(&loop, &req, fd, 1, NULL));
  TRY("ftruncate below 0", uv_fs_ftruncate(&loop, &req, fd, -1, NULL));
  TRY("futime", uv_fs_futime(&loop, &req, fd, 1, 1, NULL));
  TRY("fchmod", uv_fs_fchmod(&loop, &req, fd, 0700, NULL));
  TRY("fchown", uv_fs_fchown(&loop, &req, fd, -1, -1, NULL));
  TRY("sendfile from", uv_fs_sendfile(&loop, &req, 1, fd, 0, 1, NULL));
}

int main(void) {
  int fd;
  uv_loop_init(&loop);
  say("-1");
  descriptors(-1);
  TRY("close", uv_fs_close(&loop, &req, 98765, NULL));
  say("98765");
  descriptors(98765);
  say("a directory");
  fd = uv_fs_open(&loop, &req, ".", O_RDONLY, 0, NULL);
  descriptors(fd);
  TRY("close", uv_fs_close(&loop, &req, fd, NULL));
  TRY("close twice", uv_fs_close(&loop, &req, fd, NULL));
  TRY("open to write", uv_fs_open(&loop, &req, ".", O_WRONLY, 0, NULL));
  say("read only");
  fd = uv_fs_open(&loop, &req, "file", O_RDONLY | O_CREAT, 0600, NULL);
  descriptors(fd);
  uv_fs_close(&loop, &req, fd, NULL);
  say("write only");
  fd = uv_fs_open(&loop, &req, "file", O_WRONLY, 0, NULL);
  descriptors(fd);
  uv_fs_close(&loop, &req, fd, NULL);
  say("paths");
  TRY("open below a file", uv_fs_open(&loop, &req, "file/x", O_RDONLY, 0, NULL));
  TRY("open what is there", uv_fs_open(&loop, &req, "file", O_RDWR | O_CREAT | O_EXCL, 0600, NULL));
  TRY("open a file as a directory", uv_fs_open(&loop, &req, "file", O_RDONLY | O_DIRECTORY, 0, NULL));
  TRY("rmdir a file", uv_fs_rmdir(&loop, &req, "file", NULL));
  TRY("unlink a directory", uv_fs_unlink(&loop, &req, "..", NULL));
  TRY("stat nothing", uv_fs_stat(&loop, &req, "", NULL));
  TRY("scandir a file", uv_fs_scandir(&loop, &req, "file", 0, NULL));
  TRY("readlink a file", uv_fs_readlink(&loop, &req, "file", NULL));
  TRY("realpath", uv_fs_realpath(&loop, &req, "none", NULL));
  TRY("rename to below itself", uv_fs_rename(&loop, &req, "file", "file/x", NULL));
  TRY("link nothing", uv_fs_link(&loop, &req, "none", "x", NULL));
  TRY("mkdtemp", uv_fs_mkdtemp(&loop, &req, "short", NULL));
  TRY("copyfile to itself", uv_fs_copyfile(&loop, &req, "file", "file", 0, NULL));
  TRY("copyfile to a directory", uv_fs_copyfile(&loop, &req, "file", ".", 0, NULL));
  TRY("copyfile of a directory", uv_fs_copyfile(&loop, &req, ".", "copy", 0, NULL));
  TRY("copyfile, unknown flags", uv_fs_copyfile(&loop, &req, "file", "copy", 8, NULL));
  TRY("utime of nothing", uv_fs_utime(&loop, &req, "none", 1, 1, NULL));
  TRY("access of nothing", uv_fs_access(&loop, &req, "none", 0, NULL));
  return finish(&loop);
}
