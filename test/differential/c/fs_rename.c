/* Renaming: to a new name, over a file, over directories. */
#include "files.h"

int main(void) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  make("a", "from a");
  make("b", "from b");
  uv_fs_mkdir(F, "empty", 0755, NULL);
  uv_fs_mkdir(F, "full", 0755, NULL);
  make("full/file", "x");
  DO("to a new name", uv_fs_rename(F, "a", "c", NULL));
  DO("over a file", uv_fs_rename(F, "c", "b", NULL));
  show("b");
  show("c");
  DO("to itself", uv_fs_rename(F, "b", "b", NULL));
  DO("what is not there", uv_fs_rename(F, "none", "d", NULL));
  DO("a file over a directory", uv_fs_rename(F, "b", "empty", NULL));
  DO("a directory over a file", uv_fs_rename(F, "empty", "b", NULL));
  DO("a directory over a full one", uv_fs_rename(F, "empty", "full", NULL));
  DO("a directory over an empty one", uv_fs_rename(F, "full", "empty", NULL));
  DO("a directory into itself", uv_fs_rename(F, "empty", "empty/below", NULL));
  show("empty/file");
  return finish(&loop);
}
