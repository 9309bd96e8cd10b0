/* Texts given in a buffer of the program's. */
#ifndef LOOPGROUND_BUFFER_H
#define LOOPGROUND_BUFFER_H

#include "internal.h"

/* Copies a string with its zero byte and sets *size to its length without it.
 * EINVAL without a buffer; ENOBUFS where it is too small, and *size is then how
 * large it must be. */
static inline int uv__give_string(const char *s, char *buffer, size_t *size) {
  size_t len = strlen(s);
  if (buffer == NULL || size == NULL || *size == 0)
    return UV_EINVAL;
  if (len >= *size) {
    *size = len + 1;
    return UV_ENOBUFS;
  }
  memcpy(buffer, s, len + 1);
  *size = len;
  return 0;
}

#endif
