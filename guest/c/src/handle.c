/* Handles, whatever their type. */
#include "internal.h"

#include <assert.h>

UV__LINK_DISPATCH;

/* A uv_walk under way. */
struct uv__walk {
  uv_handle_t *next;
  struct uv__walk *outer;
};

static void append(uv_loop_t *loop, uv_handle_t *handle) {
  handle->uv__seq = ++loop->uv__seq;
  handle->uv__next = NULL;
  handle->uv__prev = loop->uv__last;
  if (loop->uv__last != NULL)
    loop->uv__last->uv__next = handle;
  else
    loop->uv__first = handle;
  loop->uv__last = handle;
}

static void take_out(uv_loop_t *loop, uv_handle_t *handle) {
  for (struct uv__walk *walk = loop->uv__walks; walk != NULL; walk = walk->outer)
    if (walk->next == handle)
      walk->next = handle->uv__next;
  if (handle->uv__prev != NULL)
    handle->uv__prev->uv__next = handle->uv__next;
  else
    loop->uv__first = handle->uv__next;
  if (handle->uv__next != NULL)
    handle->uv__next->uv__prev = handle->uv__prev;
  else
    loop->uv__last = handle->uv__prev;
}

int uv__handle_init(uv_loop_t *loop, uv_handle_t *handle, uv_handle_type type, int32_t id,
                    uint64_t (*call)(uv_handle_t *, uint32_t, int64_t)) {
  if (id < 0)
    return id;
  handle->loop = loop;
  handle->type = type;
  handle->close_cb = NULL;
  handle->uv__id = (uint32_t) id;
  handle->uv__flags = UV__REF;
  handle->uv__call = call;
  append(loop, handle);
  return 0;
}

static void count(uv_loop_t *loop, int more) {
  loop->active_handles += (unsigned int) more;
  loop->uv__active += (unsigned int) more;
}

void uv__handle_active(uv_handle_t *handle, int active) {
  if (((handle->uv__flags & UV__ACTIVE) != 0) == (active != 0))
    return;
  handle->uv__flags ^= UV__ACTIVE;
  if (handle->uv__flags & UV__REF)
    count(handle->loop, active ? 1 : -1);
}

void uv__handle_closing(uv_handle_t *handle, uv_close_cb close_cb) {
  uv__handle_active(handle, 0);
  handle->uv__flags |= UV__CLOSING;
  handle->close_cb = close_cb;
}

void uv__handle_closed(uv_handle_t *handle) {
  handle->uv__flags |= UV__CLOSED;
  handle->uv__flags &= ~(uint32_t) UV__REF; /* as libuv leaves it */
  if (!(handle->uv__flags & UV__INTERNAL))
    take_out(handle->loop, handle);
  if (handle->close_cb != NULL)
    handle->close_cb(handle);
}

void uv_close(uv_handle_t *handle, uv_close_cb close_cb) {
  int32_t err;
  assert(!uv_is_closing(handle));
  err = wire_close(handle->uv__id);
  assert(err == 0 && "uv_close of what was not initialised");
  (void) err;
  uv__handle_closing(handle, close_cb);
}

int uv_is_closing(const uv_handle_t *handle) {
  return (handle->uv__flags & (UV__CLOSING | UV__CLOSED)) != 0;
}

int uv_is_active(const uv_handle_t *handle) { return wire_is_active(handle->uv__id) > 0; }

int uv_has_ref(const uv_handle_t *handle) { return (handle->uv__flags & UV__REF) != 0; }

void uv_ref(uv_handle_t *handle) {
  if (uv_has_ref(handle))
    return;
  handle->uv__flags |= UV__REF;
  wire_ref(handle->uv__id);
  if (handle->uv__flags & UV__ACTIVE)
    count(handle->loop, 1);
}

void uv_unref(uv_handle_t *handle) {
  if (!uv_has_ref(handle))
    return;
  handle->uv__flags &= ~(uint32_t) UV__REF;
  wire_unref(handle->uv__id);
  if (handle->uv__flags & UV__ACTIVE)
    count(handle->loop, -1);
}

void uv_walk(uv_loop_t *loop, uv_walk_cb walk_cb, void *arg) {
  struct uv__walk walk = {loop->uv__first, loop->uv__walks};
  uint64_t last = loop->uv__seq;
  loop->uv__walks = &walk;
  while (walk.next != NULL && walk.next->uv__seq <= last) {
    uv_handle_t *handle = walk.next;
    walk.next = handle->uv__next;
    walk_cb(handle, arg);
  }
  loop->uv__walks = walk.outer;
}

size_t uv_handle_size(uv_handle_type type) {
  switch (type) {
#define XX(uc, lc) \
  case UV_##uc: \
    return sizeof(uv_##lc##_t);
    UV_HANDLE_TYPE_MAP(XX)
#undef XX
    default:
      return (size_t) -1;
  }
}

const char *uv_handle_type_name(uv_handle_type type) {
  switch (type) {
#define XX(uc, lc) \
  case UV_##uc: \
    return #lc;
    UV_HANDLE_TYPE_MAP(XX)
#undef XX
    case UV_FILE:
      return "file";
    default:
      return NULL;
  }
}

uv_handle_type uv_handle_get_type(const uv_handle_t *handle) { return handle->type; }

uv_loop_t *uv_handle_get_loop(const uv_handle_t *handle) { return handle->loop; }

void *uv_handle_get_data(const uv_handle_t *handle) { return handle->data; }

void uv_handle_set_data(uv_handle_t *handle, void *data) { handle->data = data; }
