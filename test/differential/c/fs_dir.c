/* A directory that is read in pieces. Their order is the file system's. */
#include "files.h"

static char seen[16];

int main(void) {
  uv_loop_t loop;
  uv_dir_t* dir;
  uv_dirent_t entries[3];
  int i, n, total = 0;
  char path[] = "dir/0";
  uv_loop_init(&loop);
  DO("opendir nothing", uv_fs_opendir(F, "none", NULL));
  make("file", "");
  DO("opendir a file", uv_fs_opendir(F, "file", NULL));
  uv_fs_mkdir(F, "dir", 0755, NULL);
  for (i = 0; i < 7; i++, path[4]++)
    make(path, "");
  uv_fs_opendir(F, "dir", NULL);
  say("opendir: %s", name(fs_req.result));
  dir = fs_req.ptr;
  uv_fs_req_cleanup(&fs_req);
  dir->dirents = entries;
  dir->nentries = 3;
  do {
    uv_fs_readdir(F, dir, NULL);
    n = (int) fs_req.result;
    say("readdir: %s", name(n));
    for (i = 0; i < n; i++) {
      total++;
      seen[entries[i].name[0] - '0'] = entries[i].type == UV_DIRENT_FILE ? 'f' : '?';
    }
    uv_fs_req_cleanup(&fs_req);
  } while (n > 0);
  say("%d entries: %s", total, seen);
  DO("closedir", uv_fs_closedir(F, dir, NULL));
  return finish(&loop);
}
