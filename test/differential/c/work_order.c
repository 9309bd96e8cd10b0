/* Work at a pool of one worker: done, and called back, in the order of its
 * calls. */
#include "log.h"

static uv_work_t w[4];
static int done, order[8];
static uv_thread_t loop_thread;
static int elsewhere;

static void work(uv_work_t* r) {
  uv_thread_t self = uv_thread_self();
  elsewhere += !uv_thread_equal(&self, &loop_thread);
  order[done++] = (int) (r - w);
}

static void after(uv_work_t* r, int status) {
  int i = (int) (r - w);
  say("after work %d %s", i, name(status));
  if (i == 0)
    ret("queue", uv_queue_work(r->loop, &w[3], work, after));
}

int main(void) {
  uv_loop_t loop;
  int i;
  uv_os_setenv("UV_THREADPOOL_SIZE", "1");
  loop_thread = uv_thread_self();
  uv_loop_init(&loop);
  ret("queue without work", uv_queue_work(&loop, &w[0], NULL, after));
  for (i = 0; i < 3; i++)
    ret("queue", uv_queue_work(&loop, &w[i], work, after));
  say("alive %d", uv_loop_alive(&loop));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  for (i = 0; i < done; i++)
    say("done %d", order[i]);
  say("on another thread: %d", elsewhere);
  return finish(&loop);
}
