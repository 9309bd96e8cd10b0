#include "report.h"

#include <stdio.h>

static int jobs;

void report(const job *j) {
  jobs++;
  printf("job %d: %.3f\n", j->number, j->result);
}

int report_end(uv_loop_t *loop) {
  int err = uv_loop_close(loop);
  printf("%d jobs, close: %d\n", jobs, err);
  return err != 0;
}
