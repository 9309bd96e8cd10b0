/* uv_pipe_connect answers nothing: its errors come with the callback, also when
 * the pipe is closed before. */
#include "../../../../test/differential/c/log.h"

static uv_pipe_t a, b;
static uv_connect_t one, two;

static void on_connect(uv_connect_t* r, int status) {
  say("connect %s %s, its stream %d", (const char*) r->data, name(status),
      r->handle == (uv_stream_t*) (r == &one ? &a : &b));
}

int main(void) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  uv_pipe_init(&loop, &a, 0);
  uv_pipe_init(&loop, &b, 0);
  NAMED(&a, "a");
  NAMED(&b, "b");
  one.data = "one";
  two.data = "two";
  uv_pipe_connect(&one, &a, "none", on_connect);
  uv_pipe_connect(&two, &b, "", on_connect);
  say("asked");
  CLOSE(&b);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  CLOSE(&a);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
