#include <stdio.h>
#include <unistd.h>
#include <uv.h>

static void on_timer(uv_timer_t *t) {
  static int n;
  printf("tick %d\n", ++n);
  if (n == 3)
    uv_close((uv_handle_t *) t, NULL);
}

int main(void) {
  uv_timer_t t;
  uv_timer_init(uv_default_loop(), &t);
  uv_timer_start(&t, on_timer, 5, 5);
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  printf("terminal: %d\n", isatty(1));
  return uv_loop_close(uv_default_loop());
}
