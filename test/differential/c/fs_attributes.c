/* Modes, lengths and times that are set, and access that is asked for. */
#include "files.h"

static void state(void) {
  uv_fs_stat(F, "file", NULL);
  say("mode %03o size %d modified at %d.%09d read at %d", (int) fs_req.statbuf.st_mode & 0777, (int) fs_req.statbuf.st_size,
      (int) fs_req.statbuf.st_mtim.tv_sec, (int) fs_req.statbuf.st_mtim.tv_nsec, (int) fs_req.statbuf.st_atim.tv_sec);
  uv_fs_req_cleanup(&fs_req);
}

int main(void) {
  uv_loop_t loop;
  int fd;
  uv_loop_init(&loop);
  make("file", "hello");
  DO("chmod", uv_fs_chmod(F, "file", 0600, NULL));
  DO("chmod nothing", uv_fs_chmod(F, "none", 0600, NULL));
  DO("utime", uv_fs_utime(F, "file", 1000000, 400497753.25, NULL));
  DO("utime nothing", uv_fs_utime(F, "none", 1, 1, NULL));
  state();
  fd = uv_fs_open(F, "file", O_RDWR, 0, NULL);
  DO("fchmod", uv_fs_fchmod(F, fd, 0644, NULL));
  DO("ftruncate to less", uv_fs_ftruncate(F, fd, 2, NULL));
  DO("ftruncate to more", uv_fs_ftruncate(F, fd, 7, NULL));
  DO("ftruncate to less than nothing", uv_fs_ftruncate(F, fd, -1, NULL));
  DO("futime", uv_fs_futime(F, fd, 2000000, 1234567.5, NULL));
  DO("fsync", uv_fs_fsync(F, fd, NULL));
  DO("fdatasync", uv_fs_fdatasync(F, fd, NULL));
  state();
  DO("fchown to whom it belongs", uv_fs_fchown(F, fd, -1, -1, NULL));
  DO("close", uv_fs_close(F, fd, NULL));
  DO("fchmod what is closed", uv_fs_fchmod(F, fd, 0644, NULL));
  DO("ftruncate what is closed", uv_fs_ftruncate(F, fd, 2, NULL));
  DO("futime what is closed", uv_fs_futime(F, fd, 1, 1, NULL));
  DO("fsync what is closed", uv_fs_fsync(F, fd, NULL));
  DO("fdatasync what is closed", uv_fs_fdatasync(F, fd, NULL));
  DO("chown to whom it belongs", uv_fs_chown(F, "file", -1, -1, NULL));
  DO("chown nothing", uv_fs_chown(F, "none", -1, -1, NULL));
  DO("lchown nothing", uv_fs_lchown(F, "none", -1, -1, NULL));
  DO("access: is it there", uv_fs_access(F, "file", F_OK, NULL));
  DO("access: may it be read and written", uv_fs_access(F, "file", R_OK | W_OK, NULL));
  DO("access: may it be executed", uv_fs_access(F, "file", X_OK, NULL));
  DO("access: nothing", uv_fs_access(F, "none", F_OK, NULL));
  return finish(&loop);
}
