/* A peer wrote five bytes, and one is read for each event: level-triggered. */
#include "log.h"
#include <unistd.h>

static uv_os_sock_t pair[2];
static int n;

static void on_poll(uv_poll_t* h, int status, int events) {
  char c = 0;
  ssize_t got = read(pair[0], &c, 1);
  say("poll %s events %d read %d %c", name(status), events, (int) got, c);
  if (++n == 5) {
    ret("stop", uv_poll_stop(h));
    say("active %d", uv_is_active(H(h)));
  }
}

int main(void) {
  uv_loop_t loop;
  uv_poll_t poll;
  uv_loop_init(&loop);
  ret("socketpair", uv_socketpair(SOCK_STREAM, 0, pair, 0, 0));
  ret("init", uv_poll_init(&loop, &poll, pair[0]));
  say("active %d", uv_is_active(H(&poll)));
  ret("start", uv_poll_start(&poll, UV_READABLE, on_poll));
  say("active %d", uv_is_active(H(&poll)));
  say("written %d", (int) write(pair[1], "hello", 5));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  finish(&loop);
  close(pair[0]);
  close(pair[1]);
  return 0;
}
