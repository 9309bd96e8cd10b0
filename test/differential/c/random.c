/* Random bytes, at once and by the pool. */
#include "log.h"

static char buf[64];

static int filled(void) {
  unsigned i, n = 0;
  for (i = 0; i < sizeof buf; i++)
    n += buf[i] != 0;
  memset(buf, 0, sizeof buf);
  return n > sizeof buf / 2;
}

static void on_random(uv_random_t* r, int status, void* b, size_t len) {
  say("random %s, the buffer %d, %d bytes, filled %d", name(status), b == buf, (int) len, filled());
}

int main(void) {
  uv_loop_t loop;
  uv_random_t r;
  uv_loop_init(&loop);
  ret("at once", uv_random(NULL, NULL, buf, sizeof buf, 0, NULL));
  say("filled %d", filled());
  ret("nothing at once", uv_random(NULL, NULL, buf, 0, 0, NULL));
  ret("a flag", uv_random(NULL, NULL, buf, sizeof buf, 1, NULL));
  ret("a flag, by the pool", uv_random(&loop, &r, buf, sizeof buf, 1, on_random));
  ret("by the pool", uv_random(&loop, &r, buf, sizeof buf, 0, on_random));
  say("alive %d", uv_loop_alive(&loop));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
