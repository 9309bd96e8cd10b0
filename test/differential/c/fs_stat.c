/* stat, lstat and fstat. */
#include "files.h"

static void stated(const char* what) {
  uv_stat_t* s = &fs_req.statbuf;
  const char* kind;
  if (fs_req.result < 0) {
    done(what, fs_req.result);
    return;
  }
  kind = S_ISDIR(s->st_mode) ? "directory" : S_ISREG(s->st_mode) ? "file" : "link";
  say("%s: %s mode %03o links %d", what, kind, (int) s->st_mode & 0777, S_ISDIR(s->st_mode) ? 0 : (int) s->st_nlink);
  if (S_ISREG(s->st_mode))
    say("size %d, modified %d, born %d", (int) s->st_size, s->st_mtim.tv_sec > 1000000000, s->st_birthtim.tv_sec > 1000000000);
  uv_fs_req_cleanup(&fs_req);
}

#define STAT(what, call) ((void) (call), stated(what))

int main(void) {
  uv_loop_t loop;
  int fd;
  uv_loop_init(&loop);
  make("file", "hello");
  uv_fs_chmod(F, "file", 0640, NULL);
  uv_fs_mkdir(F, "dir", 0755, NULL);
  uv_fs_chmod(F, "dir", 0750, NULL);
  uv_fs_symlink(F, "file", "link", 0, NULL);
  uv_fs_symlink(F, "none", "broken", 0, NULL);
  STAT("stat a file", uv_fs_stat(F, "file", NULL));
  STAT("stat a directory", uv_fs_stat(F, "dir", NULL));
  STAT("stat a link", uv_fs_stat(F, "link", NULL));
  STAT("lstat a link", uv_fs_lstat(F, "link", NULL));
  STAT("stat a broken link", uv_fs_stat(F, "broken", NULL));
  STAT("lstat a broken link", uv_fs_lstat(F, "broken", NULL));
  STAT("stat nothing", uv_fs_stat(F, "none", NULL));
  STAT("lstat nothing", uv_fs_lstat(F, "none", NULL));
  STAT("stat below a file", uv_fs_stat(F, "file/x", NULL));
  fd = uv_fs_open(F, "file", O_RDONLY, 0, NULL);
  STAT("fstat", uv_fs_fstat(F, fd, NULL));
  uv_fs_close(F, fd, NULL);
  STAT("fstat what is closed", uv_fs_fstat(F, fd, NULL));
  return finish(&loop);
}
