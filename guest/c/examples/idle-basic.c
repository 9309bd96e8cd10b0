/* An idle handle is called in every iteration, until it stops itself. */
#include <inttypes.h>
#include <stdio.h>
#include <uv.h>

static int64_t counter = 0;

static void wait_for_a_while(uv_idle_t *handle) {
  counter++;
  if (counter >= 10000)
    uv_idle_stop(handle);
}

int main(void) {
  uv_idle_t idler;
  uv_idle_init(uv_default_loop(), &idler);
  uv_idle_start(&idler, wait_for_a_while);

  printf("Idling...\n");
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  printf("%" PRId64 " times\n", counter);

  uv_close((uv_handle_t *) &idler, NULL);
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  return uv_loop_close(uv_default_loop()) != 0;
}
