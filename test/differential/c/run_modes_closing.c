/* With nothing but a closing handle each mode calls it back and ends. */
#include "log.h"

int main(void) {
  uv_loop_t loop;
  uv_timer_t t[3];
  uv_run_mode modes[] = {UV_RUN_DEFAULT, UV_RUN_ONCE, UV_RUN_NOWAIT};
  const char* names[] = {"default", "once", "nowait"};
  int i;
  uv_loop_init(&loop);
  for (i = 0; i < 3; i++) {
    uv_timer_init(&loop, &t[i]);
    NAMED(&t[i], names[i]);
    CLOSE(&t[i]);
    say("alive %d timeout %d", uv_loop_alive(&loop), uv_backend_timeout(&loop));
    ret(names[i], uv_run(&loop, modes[i]));
  }
  return finish(&loop);
}
