/* uv_loop_close answers EBUSY while anything is open. */
#include "log.h"

int main(void) {
  uv_loop_t loop;
  uv_timer_t t;
  uv_loop_init(&loop);
  uv_timer_init(&loop, &t);
  ret("with a handle", uv_loop_close(&loop));
  NAMED(&t, "timer");
  CLOSE(&t);
  ret("with one that is closing", uv_loop_close(&loop));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
