/* Events of a poll handle that are changed while it is active. */
#include "log.h"
#include <unistd.h>

static uv_os_sock_t pair[2];

static void on_second(uv_poll_t* h, int status, int events) {
  say("second callback %s events %d", name(status), events);
  uv_poll_stop(h);
}

static void on_first(uv_poll_t* h, int status, int events) {
  say("first callback %s events %d", name(status), events);
  ret("start for reading", uv_poll_start(h, UV_READABLE, on_second));
  say("written %d", (int) write(pair[1], "x", 1));
}

int main(void) {
  uv_loop_t loop;
  uv_poll_t poll;
  uv_loop_init(&loop);
  uv_socketpair(SOCK_STREAM, 0, pair, 0, 0);
  uv_poll_init(&loop, &poll, pair[0]);
  ret("start for both", uv_poll_start(&poll, UV_READABLE | UV_WRITABLE, on_first));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  ret("start for both, readable and writable", uv_poll_start(&poll, UV_READABLE | UV_WRITABLE, on_second));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  ret("start for writing", uv_poll_start(&poll, UV_WRITABLE, on_second));
  ret("start for nothing", uv_poll_start(&poll, 0, on_second));
  say("active %d", uv_is_active(H(&poll)));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  finish(&loop);
  close(pair[0]);
  close(pair[1]);
  return 0;
}
