/* Two handles are ready at once, and the first to be called stops or closes the
 * other: which is then not called. */
#include "log.h"
#include <unistd.h>

static uv_poll_t poll[2];
static int closes;

static void on_poll(uv_poll_t* h, int status, int events) {
  uv_poll_t* other = h == &poll[0] ? &poll[1] : &poll[0];
  say("poll %s events %d", name(status), events);
  uv_poll_stop(h);
  if (closes)
    CLOSE(other);
  else
    uv_poll_stop(other);
}

int main(void) {
  uv_loop_t loop;
  uv_os_sock_t a[2], b[2];
  uv_loop_init(&loop);
  uv_socketpair(SOCK_STREAM, 0, a, 0, 0);
  uv_socketpair(SOCK_STREAM, 0, b, 0, 0);
  uv_poll_init(&loop, &poll[0], a[0]);
  uv_poll_init(&loop, &poll[1], b[0]);
  NAMED(&poll[0], "the other");
  NAMED(&poll[1], "the other");
  for (closes = 0; closes < 2; closes++) {
    uv_poll_start(&poll[0], UV_WRITABLE, on_poll);
    uv_poll_start(&poll[1], UV_WRITABLE, on_poll);
    ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  }
  finish(&loop);
  close(a[0]), close(a[1]), close(b[0]), close(b[1]);
  return 0;
}
