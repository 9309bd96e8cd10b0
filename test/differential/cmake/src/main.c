#include "config.h"
#include "report.h"

#include <stdio.h>
#include <stdlib.h>

#if !defined(HAVE_SNPRINTF) || !defined(HAVE_SYS_TYPES_H) || defined(HAVE_NO_SUCH_THING) || SIZEOF_INT != 4
#error "CMake's checks are wrong"
#endif

static queue q;

static void done(job *j) {
  report(j);
  free(j);
}

int main(int argc, char **argv) {
  uv_loop_t *loop = uv_default_loop();
  int count = argc > 1 ? atoi(argv[1]) : 1;
  int err = queue_init(loop, &q, 1);
  if (err) {
    fprintf(stderr, "%s: %s\n", uv_err_name(err), uv_strerror(err));
    return 1;
  }
  printf("jobs %s\n", JOBS_VERSION);
  for (int i = 1; i <= count; i++) {
    job *j = calloc(1, sizeof *j);
    j->number = i;
    j->done = done;
    queue_push(&q, j);
  }
  uv_run(loop, UV_RUN_DEFAULT);
  return report_end(loop);
}
