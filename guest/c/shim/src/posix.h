/* What the shim's files share: answers of the host's as POSIX functions give
 * them. */
#ifndef LOOPGROUND_POSIX_H
#define LOOPGROUND_POSIX_H

#include "../../src/fs.h"

#include <errno.h>

/* The standard streams are WASI's, all other descriptors the host's: what WASI
 * numbers so too stays inside wasi-libc. */
static inline int shim_is_hosts(int fd) { return fd > 2; }

/* Answers what the host did, or -1 with errno set. */
static inline int shim_answer(int32_t answer) {
  if (answer >= 0)
    return answer;
  errno = uv__sys_errno(answer);
  return -1;
}

static inline int shim_fail(int err) {
  errno = err;
  return -1;
}

/* A path and its length, as the wire takes them. */
#define SHIM_PATH(slot, path) uv__resolve(slot, path), uv__length(uv__resolve(slot, path))

#endif
