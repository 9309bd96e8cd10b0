/* Three handles of each phase: the one that was started last runs first. */
#include "log.h"

static int rounds;

static void on_idle(uv_idle_t* h) { say("%s", NAME(h)); }
static void on_prepare(uv_prepare_t* h) { say("%s", NAME(h)); }
static void on_check(uv_check_t* h) { say("%s", NAME(h)); }

static void on_last(uv_check_t* h) {
  say("%s", NAME(h));
  if (++rounds == 2)
    uv_stop(h->loop);
}

int main(void) {
  uv_loop_t loop;
  uv_idle_t idle[3];
  uv_prepare_t prepare[3];
  uv_check_t check[3];
  static const char* names[3][3] = {
      {"idle 0", "idle 1", "idle 2"}, {"prepare 0", "prepare 1", "prepare 2"}, {"check 0", "check 1", "check 2"}};
  int i;
  uv_loop_init(&loop);
  for (i = 0; i < 3; i++) {
    uv_idle_init(&loop, &idle[i]);
    uv_prepare_init(&loop, &prepare[i]);
    uv_check_init(&loop, &check[i]);
    NAMED(&idle[i], names[0][i]);
    NAMED(&prepare[i], names[1][i]);
    NAMED(&check[i], names[2][i]);
    uv_check_start(&check[i], i == 0 ? on_last : on_check);
    uv_prepare_start(&prepare[i], on_prepare);
    uv_idle_start(&idle[i], on_idle);
  }
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
