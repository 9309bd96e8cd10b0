/* Work that would hold up the loop goes to the pool. As a guest, which has one
 * thread, it runs there when a thread of the pool is free. */
#include <stdio.h>
#include <uv.h>

#define FIB_UNTIL 20

static uv_loop_t *loop;
static uv_work_t reqs[FIB_UNTIL];
static long numbers[FIB_UNTIL], results[FIB_UNTIL];
static int finished = 0;

static long fib_(long t) { return t <= 1 ? 1 : fib_(t - 1) + fib_(t - 2); }

static void fib(uv_work_t *req) {
  long n = *(long *) req->data;
  results[n] = fib_(n);
}

static void after_fib(uv_work_t *req, int status) {
  (void) req;
  if (status == 0)
    finished++;
}

int main(void) {
  long i;
  loop = uv_default_loop();
  for (i = 0; i < FIB_UNTIL; i++) {
    numbers[i] = i;
    reqs[i].data = &numbers[i];
    uv_queue_work(loop, &reqs[i], fib, after_fib);
  }
  uv_run(loop, UV_RUN_DEFAULT);
  for (i = 0; i < FIB_UNTIL; i++)
    printf("%ldth fibonacci is %ld\n", i, results[i]);
  printf("%d finished\n", finished);
  return uv_loop_close(loop) != 0;
}
