/* Signals: all handles of one are called, a one-shot once, a stopped one not. */
#include "log.h"
#include <signal.h>

static uv_signal_t a, b, once;
static int got[3];

static void on_signal(uv_signal_t* h, int signum) {
  int i = h == &a ? 0 : h == &b ? 1 : 2;
  got[i]++;
  if (signum != SIGUSR1)
    say("signal %d", signum);
  if (i == 2)
    say("one-shot active %d", uv_is_active(H(h)));
}

/* Sends the signal and runs until a has it: it may take a turn or more. */
static void raise_one(uv_loop_t* loop) {
  int before = got[0];
  ret("kill", uv_kill(uv_os_getpid(), SIGUSR1));
  while (got[0] == before)
    uv_run(loop, UV_RUN_ONCE);
  say("a %d b %d once %d", got[0], got[1], got[2]);
}

int main(void) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  uv_signal_init(&loop, &a);
  uv_signal_init(&loop, &b);
  uv_signal_init(&loop, &once);
  ret("start", uv_signal_start(&a, on_signal, SIGUSR1));
  ret("start", uv_signal_start(&b, on_signal, SIGUSR1));
  ret("start for one", uv_signal_start_oneshot(&once, on_signal, SIGUSR1));
  say("active %d signum %d", uv_is_active(H(&a)), a.signum == SIGUSR1);
  raise_one(&loop);
  say("one-shot active %d signum %d", uv_is_active(H(&once)), once.signum);
  raise_one(&loop);
  ret("stop b", uv_signal_stop(&b));
  say("active %d signum %d", uv_is_active(H(&b)), b.signum);
  raise_one(&loop);
  uv_unref(H(&a));
  ret("unref'd", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
