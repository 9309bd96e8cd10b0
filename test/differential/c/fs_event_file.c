/* What is told of a file: that it changed, that it is gone. A handle that is
 * closed by another's callback hears no more. */
#include "files.h"

static int events[2];
static uv_fs_event_t a, b;
static int closes;

static void on_event(uv_fs_event_t* h, const char* file, int what, int status) {
  int i = h == &b;
  note(i, "event %s %s %s", name(status), file ? file : "-", what == UV_RENAME ? "rename" : what == UV_CHANGE ? "change" : "both");
  events[i]++;
  if (closes && !uv_is_closing(H(&a)) && !uv_is_closing(H(&b)))
    uv_close(h == &a ? H(&b) : H(&a), NULL);
}

int main(void) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  make("file", "hello");
  uv_fs_event_init(&loop, &a);
  uv_fs_event_init(&loop, &b);
  ret("start", uv_fs_event_start(&a, on_event, "file", 0));
  ret("start", uv_fs_event_start(&b, on_event, "file", 0));
  DO("chmod", uv_fs_chmod(F, "file", 0600, NULL));
  while (events[0] < 1 || events[1] < 1)
    uv_run(&loop, UV_RUN_ONCE);
  flush_notes();
  closes = 1;
  DO("chmod", uv_fs_chmod(F, "file", 0644, NULL));
  while (events[0] + events[1] < 3)
    uv_run(&loop, UV_RUN_ONCE);
  uv_run(&loop, UV_RUN_NOWAIT);
  say("three events, not four: %d", events[0] + events[1]);
  notes[0][0] = notes[1][0] = 0; /* which of the two came first is not settled */
  return finish(&loop);
}
