/* Names that are made up: of a directory, of a file. */
#include "files.h"

static void made(const char* what, const char* prefix, int path_only) {
  struct stat st;
  if (fs_req.result < 0) {
    done(what, fs_req.result);
    return;
  }
  say("%s: length %d, prefix %d, no X left %d", what, (int) strlen(fs_req.path), strncmp(fs_req.path, prefix, strlen(prefix)) == 0,
      strstr(fs_req.path, "XXXXXX") == NULL);
  stat(fs_req.path, &st);
  say("%s mode %03o", S_ISDIR(st.st_mode) ? "directory" : "file", (int) st.st_mode & 0777);
  if (!path_only) {
    uv_file fd = (uv_file) fs_req.result;
    uv_fs_req_cleanup(&fs_req);
    DO("close", uv_fs_close(F, fd, NULL));
    return;
  }
  uv_fs_req_cleanup(&fs_req);
}

int main(void) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  uv_fs_mkdtemp(F, "dirXXXXXX", NULL);
  made("mkdtemp", "dir", 1);
  uv_fs_mkdtemp(F, "dirXXXX", NULL);
  made("mkdtemp with too few", "dir", 1);
  uv_fs_mkdtemp(F, "none/dirXXXXXX", NULL);
  made("mkdtemp below nothing", "none/dir", 1);
  uv_fs_mkstemp(F, "fileXXXXXX", NULL);
  made("mkstemp", "file", 0);
  uv_fs_mkstemp(F, "file", NULL);
  made("mkstemp with none", "file", 0);
  return finish(&loop);
}
