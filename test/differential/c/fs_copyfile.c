/* Copies: to a new file, over one, not over one. */
#include "files.h"

int main(void) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  make("a", "from a");
  make("b", "a longer text from b");
  uv_fs_chmod(F, "a", 0600, NULL);
  uv_fs_mkdir(F, "dir", 0755, NULL);
  DO("to a new file", uv_fs_copyfile(F, "a", "c", 0, NULL));
  show("c");
  uv_fs_stat(F, "c", NULL);
  say("mode %03o", (int) fs_req.statbuf.st_mode & 0777);
  DO("over a file", uv_fs_copyfile(F, "a", "b", 0, NULL));
  show("b");
  DO("not over a file", uv_fs_copyfile(F, "a", "b", UV_FS_COPYFILE_EXCL, NULL));
  DO("to itself", uv_fs_copyfile(F, "a", "a", 0, NULL));
  show("a");
  DO("with an unknown flag", uv_fs_copyfile(F, "a", "d", 0x100, NULL));
  DO("of nothing", uv_fs_copyfile(F, "none", "d", 0, NULL));
  DO("to a directory", uv_fs_copyfile(F, "a", "dir", 0, NULL));
  DO("below nothing", uv_fs_copyfile(F, "a", "none/a", 0, NULL));
  DO("where it may, as a clone", uv_fs_copyfile(F, "a", "e", UV_FS_COPYFILE_FICLONE, NULL));
  show("e");
  return finish(&loop);
}
