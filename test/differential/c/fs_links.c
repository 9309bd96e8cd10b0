/* Links of both kinds, what they hold, and where they lead. */
#include "files.h"

static void text(const char* what) {
  char here[1024] = {0};
  size_t len = sizeof here;
  uv_cwd(here, &len);
  if (fs_req.result < 0 || fs_req.ptr == NULL)
    say("%s: %s", what, name(fs_req.result));
  else if (strncmp(fs_req.ptr, here, len) == 0)
    say("%s: %s, here%s", what, name(fs_req.result), (char*) fs_req.ptr + len);
  else
    say("%s: %s, %s", what, name(fs_req.result), (char*) fs_req.ptr);
  uv_fs_req_cleanup(&fs_req);
}

#define TEXT(what, call) ((void) (call), text(what))

int main(void) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  make("file", "hello");
  uv_fs_mkdir(F, "dir", 0755, NULL);
  DO("link", uv_fs_link(F, "file", "dir/hard", NULL));
  DO("link again", uv_fs_link(F, "file", "dir/hard", NULL));
  DO("link to nothing", uv_fs_link(F, "none", "x", NULL));
  show("dir/hard");
  DO("symlink", uv_fs_symlink(F, "../file", "dir/soft", 0, NULL));
  DO("symlink again", uv_fs_symlink(F, "../file", "dir/soft", 0, NULL));
  DO("symlink to nothing", uv_fs_symlink(F, "none", "broken", 0, NULL));
  show("dir/soft");
  TEXT("readlink", uv_fs_readlink(F, "dir/soft", NULL));
  TEXT("readlink of what is broken", uv_fs_readlink(F, "broken", NULL));
  TEXT("readlink of a file", uv_fs_readlink(F, "file", NULL));
  TEXT("readlink of nothing", uv_fs_readlink(F, "none", NULL));
  TEXT("realpath", uv_fs_realpath(F, "dir/./../dir/soft", NULL));
  TEXT("realpath of what is broken", uv_fs_realpath(F, "broken", NULL));
  DO("a link to itself", uv_fs_symlink(F, "self", "self", 0, NULL));
  show("self");
  TEXT("realpath of it", uv_fs_realpath(F, "self", NULL));
  return finish(&loop);
}
