/* Making and removing directories and files. */
#include "files.h"

int main(void) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  make("file", "x");
  DO("mkdir", uv_fs_mkdir(F, "dir", 0755, NULL));
  DO("mkdir again", uv_fs_mkdir(F, "dir", 0755, NULL));
  DO("mkdir over a file", uv_fs_mkdir(F, "file", 0755, NULL));
  DO("mkdir below nothing", uv_fs_mkdir(F, "none/dir", 0755, NULL));
  DO("mkdir below a file", uv_fs_mkdir(F, "file/dir", 0755, NULL));
  DO("mkdir below", uv_fs_mkdir(F, "dir/sub", 0755, NULL));
  DO("rmdir what is not empty", uv_fs_rmdir(F, "dir", NULL));
  DO("rmdir a file", uv_fs_rmdir(F, "file", NULL));
  DO("rmdir nothing", uv_fs_rmdir(F, "none", NULL));
  DO("unlink nothing", uv_fs_unlink(F, "none", NULL));
  uv_fs_unlink(F, "dir", NULL);
  say("unlink a directory fails: %d", fs_req.result == UV_EISDIR || fs_req.result == UV_EPERM);
  DO("unlink", uv_fs_unlink(F, "file", NULL));
  DO("unlink again", uv_fs_unlink(F, "file", NULL));
  DO("rmdir", uv_fs_rmdir(F, "dir/sub", NULL));
  DO("rmdir", uv_fs_rmdir(F, "dir", NULL));
  return finish(&loop);
}
