/* A directory's entries, sorted by name, with their types. */
#include "files.h"

static void scan(const char* path) {
  static const char* types[] = {"unknown", "file", "dir", "link", "fifo", "socket", "char", "block"};
  uv_dirent_t entry;
  uv_fs_scandir(F, path, 0, NULL);
  say("scandir %s: %s", path, name(fs_req.result));
  while (uv_fs_scandir_next(&fs_req, &entry) == 0)
    say("%s %s", types[entry.type], entry.name);
  uv_fs_req_cleanup(&fs_req);
}

int main(void) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  uv_fs_mkdir(F, "dir", 0755, NULL);
  scan("dir");
  make("dir/b", "");
  make("dir/a", "");
  make("dir/B", "");
  make("dir/10", "");
  make("dir/9", "");
  make("dir/.hidden", "");
  uv_fs_mkdir(F, "dir/sub", 0755, NULL);
  uv_fs_symlink(F, "nowhere", "dir/link", 0, NULL);
  make("dir/sub/below", "");
  scan("dir");
  scan("dir/sub/");
  scan("none");
  scan("dir/a");
  return finish(&loop);
}
