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
  UV__LISTENING = 1 << 5
};

/* memory.c: by the functions of uv_replace_allocator. */
void *uv__malloc(size_t size);
void *uv__calloc(size_t count, size_t size);
void *uv__realloc(void *ptr, size_t size);
void uv__free(void *ptr);
char *uv__strdup(const char *s);
char *uv__strndup(const char *s, size_t n);

/* handle.c */
/* Begins a handle whose id the host gave; id < 0 is its error, which is
 * answered, and then the handle stays as it is but for loop and type. */
int uv__handle_init(uv_loop_t *loop, uv_handle_t *handle, uv_handle_type type, int32_t id,
                    uint64_t (*call)(uv_handle_t *, uint32_t, int64_t));
/* Keeps loop->active_handles true. */
void uv__handle_active(uv_handle_t *handle, int active);
/* Answers whether the handle's id may be given to the host. */
static inline int uv__usable(const void *handle) {
  const uv_handle_t *h = handle;
  return (h->uv__flags & UV__CLOSED) == 0 && h->uv__id != 0;
}
/* Marks it as closing, after the host has said yes. */
void uv__handle_closing(uv_handle_t *handle, uv_close_cb close_cb);

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
