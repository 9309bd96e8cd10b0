/* The smallest program: a loop with nothing to do ends at once. */
#include <stdio.h>
#include <stdlib.h>
#include <uv.h>

int main(void) {
  uv_loop_t *loop = malloc(sizeof *loop);
  uv_loop_init(loop);

  printf("Now quitting.\n");
  uv_run(loop, UV_RUN_DEFAULT);

  int err = uv_loop_close(loop);
  free(loop);
  return err != 0;
}
