/* What the files about files share. */
#ifndef LOOPGROUND_FS_H
#define LOOPGROUND_FS_H

#include "internal.h"

UV__LINK_DISPATCH;

static inline uint32_t uv__length(const char *s) { return (uint32_t) strlen(s); }

/* The loop's number; requests without a callback need no loop. */
static inline uint32_t uv__number(const uv_loop_t *loop) {
  return loop == NULL ? 0 : loop->uv__number;
}

static inline uint64_t uv__fs_cookie(const uv_fs_t *req) {
  return req->cb == NULL ? 0 : UV__COOKIE(req);
}

/* fs.c */
void uv__fs_init(uv_loop_t *loop, uv_fs_t *req, uv_fs_type type, uv_fs_cb cb);
int uv__fs_begin_path(uv_loop_t *loop, uv_fs_t *req, uv_fs_type type, const char *path,
                      uv_fs_cb cb);
/* Ends a call with what the wire answered: starts the request, or gives its
 * results where there is no callback. */
int uv__fs_submit(uv_fs_t *req, int32_t answer);
/* Linux's flags of open for the guest's. */
uint32_t uv__fs_flags(int flags);
void uv__give_stat(uv_stat_t *to, const struct wire_stat *from);

/* fs_dir.c */
/* Takes what a scandir found, inside its callback. Answers their number. */
ssize_t uv__fs_take_entries(uv_fs_t *req, uint32_t id, int64_t count);
ssize_t uv__fs_dir_results(uv_fs_t *req, ssize_t result);
void uv__fs_free_dirents(uv_fs_t *req);

/* cwd.c */
/* The path to give to the host: itself, or, after a chdir, below the working
 * directory, in one of two buffers. */
const char *uv__resolve(int slot, const char *path);

#endif
