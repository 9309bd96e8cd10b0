/* What scenarios with files share: requests that are done at once. */
#ifndef FILES_H
#define FILES_H

#include "log.h"
#include <fcntl.h>
#include <sys/stat.h>

/* A request is made, what it returned is logged, and it is cleaned up:
 * DO("open x", uv_fs_open(F, "x", ...)). */
static uv_fs_t fs_req;
#define F NULL, &fs_req

static inline void done(const char* what, ssize_t n) {
  ret(what, n);
  uv_fs_req_cleanup(&fs_req);
}
#define DO(what, call) done(what, call)

/* The same for what gives a descriptor: its number is the system's affair. */
static inline int opened(const char* what) {
  int n = (int) fs_req.result;
  say("%s: %s", what, n < 0 ? name(n) : "a descriptor");
  uv_fs_req_cleanup(&fs_req);
  return n;
}
#define OPEN(what, path, flags) ((void) uv_fs_open(F, path, flags, 0644, NULL), opened(what))

/* A file with a text in it. */
static inline void make(const char* path, const char* text) {
  uv_buf_t buf = uv_buf_init((char*) text, strlen(text));
  uv_file fd = uv_fs_open(F, path, O_WRONLY | O_CREAT | O_TRUNC, 0644, NULL);
  uv_fs_write(F, fd, &buf, 1, -1, NULL);
  uv_fs_close(F, fd, NULL);
}

/* What is in a file, as far as it is short. */
static inline void show(const char* path) {
  char text[64] = {0};
  uv_buf_t buf = uv_buf_init(text, sizeof text - 1);
  uv_file fd = uv_fs_open(F, path, O_RDONLY, 0, NULL);
  if (fd < 0) {
    say("%s: %s", path, name(fd));
    return;
  }
  uv_fs_read(F, fd, &buf, 1, 0, NULL);
  uv_fs_close(F, fd, NULL);
  say("%s: \"%s\"", path, text);
}

#endif
