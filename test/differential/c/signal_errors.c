/* Wrong calls of signal handles. */
#include "log.h"
#include <signal.h>

static void on_signal(uv_signal_t* h, int signum) {}

int main(void) {
  uv_loop_t loop;
  uv_signal_t s;
  uv_loop_init(&loop);
  ret("init", uv_signal_init(&loop, &s));
  ret("signal 0", uv_signal_start(&s, on_signal, 0));
  ret("SIGKILL", uv_signal_start(&s, on_signal, SIGKILL));
  ret("SIGSTOP", uv_signal_start(&s, on_signal, SIGSTOP));
  ret("signal 1000", uv_signal_start(&s, on_signal, 1000));
  ret("signal -1", uv_signal_start(&s, on_signal, -1));
  ret("stop what never started", uv_signal_stop(&s));
  say("active %d", uv_is_active(H(&s)));
  ret("start", uv_signal_start(&s, on_signal, SIGUSR2));
  ret("start again", uv_signal_start(&s, on_signal, SIGUSR2));
  ret("start with another", uv_signal_start(&s, on_signal, SIGUSR1));
  say("active %d signum %d", uv_is_active(H(&s)), s.signum == SIGUSR1);
  ret("start with one that is none", uv_signal_start(&s, on_signal, SIGKILL));
  say("active %d signum %d", uv_is_active(H(&s)), s.signum);
  ret("stop", uv_signal_stop(&s));
  ret("stop twice", uv_signal_stop(&s));
  return finish(&loop);
}
