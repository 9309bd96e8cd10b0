/* A loop with nothing but unref'd timers runs none of them. */
#include "log.h"

static void on_timer(uv_timer_t* t) { say("timer %s", NAME(t)); }

int main(void) {
  uv_loop_t loop;
  uv_timer_t t, u;
  uv_loop_init(&loop);
  uv_timer_init(&loop, &t);
  uv_timer_init(&loop, &u);
  NAMED(&t, "t");
  NAMED(&u, "u");
  uv_timer_start(&t, on_timer, 0, 0);
  uv_unref(H(&t));
  uv_unref(H(&t));
  say("ref %d alive %d", uv_has_ref(H(&t)), uv_loop_alive(&loop));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  ret("run once", uv_run(&loop, UV_RUN_ONCE));
  ret("run nowait", uv_run(&loop, UV_RUN_NOWAIT));
  say("a ref'd one beside it");
  uv_timer_start(&u, on_timer, 1, 0);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  uv_ref(H(&t));
  uv_ref(H(&t));
  say("ref %d active %d alive %d", uv_has_ref(H(&t)), uv_is_active(H(&t)), uv_loop_alive(&loop));
  uv_timer_start(&t, on_timer, 0, 0);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
