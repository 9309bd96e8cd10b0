/* What is told of a directory's entries. */
#include "files.h"

static int events;

static void on_event(uv_fs_event_t* h, const char* file, int what, int status) {
  say("event %s %s %s", name(status), file ? file : "-", what == UV_RENAME ? "rename" : what == UV_CHANGE ? "change" : "both");
  events++;
}

static void wait_for(uv_loop_t* loop, int n) {
  for (n += events; events < n;)
    uv_run(loop, UV_RUN_ONCE);
}

int main(void) {
  uv_loop_t loop;
  uv_fs_event_t h;
  char path[64];
  size_t len = sizeof path;
  uv_loop_init(&loop);
  make("outside", "");
  DO("mkdir", uv_fs_mkdir(F, "dir", 0755, NULL));
  uv_fs_event_init(&loop, &h);
  ret("getpath before any start", uv_fs_event_getpath(&h, path, &len));
  ret("start for nothing", uv_fs_event_start(&h, on_event, "none", 0));
  ret("start", uv_fs_event_start(&h, on_event, "dir", 0));
  ret("start twice", uv_fs_event_start(&h, on_event, "dir", 0));
  len = sizeof path;
  ret("getpath", uv_fs_event_getpath(&h, path, &len));
  say("%.*s active %d", (int) len, path, uv_is_active(H(&h)));
  DO("mkdir below", uv_fs_mkdir(F, "dir/sub", 0755, NULL));
  wait_for(&loop, 1);
  DO("rename", uv_fs_rename(F, "dir/sub", "dir/new", NULL));
  wait_for(&loop, 2);
  DO("rename into", uv_fs_rename(F, "outside", "dir/file", NULL));
  wait_for(&loop, 1);
  DO("chmod", uv_fs_chmod(F, "dir/file", 0600, NULL));
  wait_for(&loop, 1);
  DO("unlink", uv_fs_unlink(F, "dir/file", NULL));
  wait_for(&loop, 1);
  ret("stop", uv_fs_event_stop(&h));
  ret("stop twice", uv_fs_event_stop(&h));
  DO("rmdir", uv_fs_rmdir(F, "dir/new", NULL));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  say("events %d active %d", events, uv_is_active(H(&h)));
  return finish(&loop);
}
