/* Descriptors that cannot be watched, and two handles for one. */
#include "log.h"
#include <unistd.h>

static void on_poll(uv_poll_t* h, int status, int events) { say("poll %s", name(status)); }

int main(void) {
  uv_loop_t loop;
  uv_poll_t a, b, c, bad;
  uv_os_sock_t pair[2];
  uv_loop_init(&loop);
  uv_socketpair(SOCK_STREAM, 0, pair, 0, 0);
  ret("init of no descriptor", uv_poll_init(&loop, &bad, 999));
  ret("init a", uv_poll_init(&loop, &a, pair[0]));
  ret("init b, of the same", uv_poll_init(&loop, &b, pair[0]));
  ret("start a", uv_poll_start(&a, UV_READABLE, on_poll));
  ret("start b", uv_poll_start(&b, UV_READABLE, on_poll));
  ret("init c, of the same", uv_poll_init(&loop, &c, pair[0]));
  ret("stop a", uv_poll_stop(&a));
  ret("start b", uv_poll_start(&b, UV_WRITABLE, on_poll));
  ret("start a", uv_poll_start(&a, UV_READABLE, on_poll));
  ret("stop b", uv_poll_stop(&b));
  ret("stop b twice", uv_poll_stop(&b));
  finish(&loop);
  close(pair[0]), close(pair[1]);
  return 0;
}
