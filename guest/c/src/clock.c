/* Clocks. A sleep waits on the loop's clock, as WASI's does. */
#include "internal.h"

#include <time.h>

enum { NS_PER_S = 1000000000 };

uint64_t uv_hrtime(void) { return (uint64_t) wire_hrtime(); }

int uv_clock_gettime(uv_clock_id clock_id, uv_timespec64_t *ts) {
  struct timespec now;
  uint64_t ns;
  if (ts == NULL)
    return UV_EFAULT;
  switch (clock_id) {
    case UV_CLOCK_MONOTONIC:
      ns = uv_hrtime();
      ts->tv_sec = (int64_t) (ns / NS_PER_S);
      ts->tv_nsec = (int32_t) (ns % NS_PER_S);
      return 0;
    case UV_CLOCK_REALTIME:
      clock_gettime(CLOCK_REALTIME, &now);
      ts->tv_sec = now.tv_sec;
      ts->tv_nsec = (int32_t) now.tv_nsec;
      return 0;
    default:
      return UV_EINVAL;
  }
}

int uv_gettimeofday(uv_timeval64_t *tv) {
  uv_timespec64_t now;
  if (tv == NULL)
    return UV_EINVAL;
  uv_clock_gettime(UV_CLOCK_REALTIME, &now);
  tv->tv_sec = now.tv_sec;
  tv->tv_usec = now.tv_nsec / 1000;
  return 0;
}

void uv_sleep(unsigned int msec) {
  struct timespec ts = {msec / 1000, (long) (msec % 1000) * 1000000};
  nanosleep(&ts, NULL);
}
