/* The peer shuts its writing side, then closes. */
#include "log.h"
#include <sys/socket.h>
#include <unistd.h>

static uv_os_sock_t pair[2];
static int n;

static void on_poll(uv_poll_t* h, int status, int events) {
  char c;
  say("poll %s events %d read %d", name(status), events, (int) read(pair[0], &c, 1));
  uv_poll_stop(h);
}

int main(void) {
  uv_loop_t loop;
  uv_poll_t poll;
  uv_loop_init(&loop);
  uv_socketpair(SOCK_STREAM, 0, pair, 0, 0);
  uv_poll_init(&loop, &poll, pair[0]);
  shutdown(pair[1], SHUT_WR);
  for (n = 0; n < 2; n++) {
    uv_poll_start(&poll, UV_READABLE, on_poll);
    ret("run", uv_run(&loop, UV_RUN_DEFAULT));
    uv_poll_start(&poll, UV_READABLE | UV_DISCONNECT, on_poll);
    ret("run", uv_run(&loop, UV_RUN_DEFAULT));
    uv_poll_start(&poll, UV_DISCONNECT, on_poll);
    ret("run", uv_run(&loop, UV_RUN_DEFAULT));
    if (n == 0)
      close(pair[1]);
  }
  finish(&loop);
  close(pair[0]);
  return 0;
}
