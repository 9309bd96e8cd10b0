/*
 * What the files of the library share.
 *
 * A callback reaches its handle or request by its cookie, the address of the
 * guest's own structure, and there by uv__call: so a program links only the
 * chapters that it uses.
 */
#ifndef LOOPGROUND_INTERNAL_H
#define LOOPGROUND_INTERNAL_H

#include "uv.h"
#include "wire.h"

#include <string.h>

#define UV__COOKIE(p) ((uint64_t) (uintptr_t) (p))

/* uv__flags of a handle. */
enum {
  UV__REF = 1 << 0,
  UV__ACTIVE = 1 << 1,  /* counted in loop->active_handles while ref'd */
  UV__CLOSING = 1 << 2, /* stays when the handle is closed */
  UV__CLOSED = 1 << 3,
  UV__READING = 1 << 4,
  UV__LISTENING = 1 << 5,
  UV__INTERNAL = 1 << 6 /* the library's own, not for uv_walk */
};

/* memory.c: by the functions of uv_replace_allocator. */
void *uv__malloc(size_t size);
void *uv__calloc(size_t count, size_t size);
void *uv__realloc(void *ptr, size_t size);
void uv__free(void *ptr);
char *uv__strdup(const char *s);
char *uv__strndup(const char *s, size_t n);

/* dispatch.c: what the host calls. Every file through which callbacks are asked
 * for says UV__LINK_DISPATCH, so that a program that links it exports it. */
uint64_t uv_dispatch(uint32_t kind, uint32_t id, uint64_t cookie, int64_t status);
#define UV__LINK_DISPATCH \
  __attribute__((used)) static uint64_t (*const uv__link_dispatch)(uint32_t, uint32_t, uint64_t, \
                                                                   int64_t) = uv_dispatch

/* error.c */
/* The system's number for one of libuv's; EIO for what it does not have. */
int uv__sys_errno(int err);

/* handle.c */
/* Begins a handle whose id the host gave; id < 0 is its error, which is
 * answered. */
int uv__handle_init(uv_loop_t *loop, uv_handle_t *handle, uv_handle_type type, int32_t id,
                    uint64_t (*call)(uv_handle_t *, uint32_t, int64_t));
/* Keeps loop->active_handles true. */
void uv__handle_active(uv_handle_t *handle, int active);
/* Marks it as closing, after the host has said yes. */
void uv__handle_closing(uv_handle_t *handle, uv_close_cb close_cb);
/* Ends it and calls back. */
void uv__handle_closed(uv_handle_t *handle);
/* The answer of an alloc_cb for the host. */
static inline uint64_t uv__give_buffer(const uv_buf_t *buf) {
  return buf->base == NULL ? 0 : UV__COOKIE(buf->base) << 32 | (uint32_t) buf->len;
}
static inline const struct wire_buf *uv__bufs(const uv_buf_t *bufs) {
  return (const struct wire_buf *) bufs;
}
_Static_assert(sizeof(uv_buf_t) == sizeof(struct wire_buf), "layout");

/* stream.c */
int uv__stream_init(uv_loop_t *loop, uv_stream_t *stream, uv_handle_type type, int32_t id,
                    uint64_t (*call)(uv_handle_t *, uint32_t, int64_t));
uint64_t uv__stream_call(uv_handle_t *handle, uint32_t kind, int64_t status);
void uv__connect_init(uv_connect_t *req, uv_stream_t *stream, uv_connect_cb cb);

/* req.c */
/* A request in four steps: uv__req_init; the call of the wire with the
 * cookie UV__COOKIE(req); uv__req_started with what it answered, which is
 * answered as 0 or an error; and in `call`, uv__req_done before the program's
 * callback. */
void uv__req_init(uv_loop_t *loop, uv_req_t *req, uv_req_type type,
                  void (*call)(uv_req_t *, uint32_t, int64_t));
int uv__req_started(uv_req_t *req, int32_t id);
void uv__req_done(uv_req_t *req);

/* address.c */
/* Answers 0, or EINVAL for a family that is neither IPv4 nor IPv6. */
int uv__to_wire(const struct sockaddr *addr, struct wire_sockaddr *wire);
/* Answers the address's length, 0 where there is none. */
socklen_t uv__from_wire(const struct wire_sockaddr *wire, struct sockaddr_storage *addr);
/* The answer of a getsockname: copies as much as *len holds and says how long
 * the address is. */
int uv__give_address(int32_t err, const struct wire_sockaddr *wire, struct sockaddr *name,
                     int *len);

#endif
