/* uv_cancel with one worker, which is busy: what waits is cancelled, what runs
 * or is done is not. */
#include "log.h"

static uv_sem_t go, started;
static uv_work_t blocker, w[3];

static void block(uv_work_t* r) {
  uv_sem_post(&started);
  uv_sem_wait(&go);
}
static void work(uv_work_t* r) {}

static void after_block(uv_work_t* r, int status) {
  say("after the blocker %s", name(status));
  ret("cancel what is done", uv_cancel((uv_req_t*) r));
}

static void after(uv_work_t* r, int status) {
  say("after work %d %s", (int) (r - w), name(status));
  if (r == &w[2])
    uv_sem_post(&go);
}

int main(void) {
  uv_loop_t loop;
  int i;
  uv_os_setenv("UV_THREADPOOL_SIZE", "1");
  uv_sem_init(&go, 0);
  uv_sem_init(&started, 0);
  uv_loop_init(&loop);
  uv_queue_work(&loop, &blocker, block, after_block);
  for (i = 0; i < 3; i++)
    uv_queue_work(&loop, &w[i], work, after);
  uv_sem_wait(&started);
  ret("cancel what runs", uv_cancel((uv_req_t*) &blocker));
  ret("cancel 1", uv_cancel((uv_req_t*) &w[1]));
  ret("cancel 0", uv_cancel((uv_req_t*) &w[0]));
  ret("cancel 2", uv_cancel((uv_req_t*) &w[2]));
  ret("cancel 2 again", uv_cancel((uv_req_t*) &w[2]));
  say("alive %d", uv_loop_alive(&loop));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
