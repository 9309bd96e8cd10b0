/* Pipes: Unix sockets. */
#include "internal.h"

enum { PATH_BYTES = 256 }; /* more than a socket's path can have */

/* uv_pipe_connect cannot answer an error: this timer of no time tells it. */
struct uv__failure {
  UV_HANDLE_FIELDS
  uv_connect_t *req;
  int err;
};

static void forget(uv_handle_t *handle) { uv__free(handle); }

static void tell(struct uv__failure *failure, int err) {
  uv_connect_t *req = failure->req;
  ((uv_pipe_t *) req->handle)->uv__failed = NULL;
  wire_close(failure->uv__id);
  uv__handle_closing((uv_handle_t *) failure, forget);
  req->uv__call((uv_req_t *) req, WIRE_CB_CONNECT, err);
}

static uint64_t failure_call(uv_handle_t *handle, uint32_t kind, int64_t status) {
  struct uv__failure *failure = (struct uv__failure *) handle;
  (void) status;
  /* A pipe that is being closed tells it itself, as ECANCELED. */
  if (kind == WIRE_CB_TIMER && !uv_is_closing((uv_handle_t *) failure->req->handle))
    tell(failure, failure->err);
  return 0;
}

static void fail_later(uv_connect_t *req, uv_pipe_t *pipe, int err) {
  struct uv__failure *failure = uv__calloc(1, sizeof *failure);
  int32_t id;
  if (failure == NULL)
    return;
  id = wire_timer_init(pipe->loop->uv__number, UV__COOKIE(failure));
  if (id < 0 || wire_timer_start((uint32_t) id, 0, 0) < 0) {
    uv__free(failure);
    return;
  }
  failure->loop = pipe->loop;
  failure->uv__id = (uint32_t) id;
  failure->uv__flags = UV__INTERNAL;
  failure->uv__call = failure_call;
  failure->req = req;
  failure->err = err;
  pipe->uv__failed = failure;
  uv__req_started((uv_req_t *) req, 0);
}

static uint64_t call(uv_handle_t *handle, uint32_t kind, int64_t status) {
  uv_pipe_t *pipe = (uv_pipe_t *) handle;
  if (kind != WIRE_CB_CLOSE)
    return uv__stream_call(handle, kind, status);
  if (pipe->uv__failed != NULL)
    tell(pipe->uv__failed, UV_ECANCELED);
  uv__free((void *) pipe->pipe_fname);
  pipe->pipe_fname = NULL;
  return 0;
}

int uv_pipe_init(uv_loop_t *loop, uv_pipe_t *handle, int ipc) {
  int32_t id = wire_pipe_init(loop->uv__number, ipc != 0, UV__COOKIE(handle));
  handle->ipc = ipc;
  handle->pipe_fname = NULL;
  return uv__stream_init(loop, (uv_stream_t *) handle, UV_NAMED_PIPE, id, call);
}

int uv_pipe_open(uv_pipe_t *handle, uv_file file) { return wire_stream_open(handle->uv__id, file); }

static int bad_name(const char *name, size_t len, unsigned int flags) {
  return name == NULL || len == 0 || (flags & ~(unsigned int) UV_PIPE_NO_TRUNCATE) != 0 ||
         (name[0] != '\0' && memchr(name, '\0', len) != NULL);
}

int uv_pipe_bind2(uv_pipe_t *handle, const char *name, size_t namelen, unsigned int flags) {
  char *copy;
  int32_t err;
  if (bad_name(name, namelen, flags))
    return UV_EINVAL;
  copy = uv__strndup(name, namelen);
  if (copy == NULL)
    return UV_ENOMEM;
  err = wire_pipe_bind(handle->uv__id, name, namelen, flags);
  if (err < 0) {
    uv__free(copy);
    return err;
  }
  handle->pipe_fname = copy;
  return 0;
}

int uv_pipe_bind(uv_pipe_t *handle, const char *name) {
  return uv_pipe_bind2(handle, name, strlen(name), 0);
}

int uv_pipe_connect2(uv_connect_t *req, uv_pipe_t *handle, const char *name, size_t namelen,
                     unsigned int flags, uv_connect_cb cb) {
  if (bad_name(name, namelen, flags))
    return UV_EINVAL;
  uv__connect_init(req, (uv_stream_t *) handle, cb);
  return uv__req_started((uv_req_t *) req, wire_pipe_connect(handle->uv__id, name, namelen, flags,
                                                             UV__COOKIE(req)));
}

void uv_pipe_connect(uv_connect_t *req, uv_pipe_t *handle, const char *name, uv_connect_cb cb) {
  int err = uv_pipe_connect2(req, handle, name, strlen(name), 0, cb);
  if (err == 0)
    return;
  uv__connect_init(req, (uv_stream_t *) handle, cb);
  fail_later(req, handle, err);
}

static int give_path(int32_t len, const char *path, char *buffer, size_t *size) {
  if (len < 0)
    return len;
  if ((size_t) len >= *size) {
    *size = (size_t) len + 1;
    return UV_ENOBUFS;
  }
  memcpy(buffer, path, (size_t) len);
  buffer[len] = '\0';
  *size = (size_t) len;
  return 0;
}

int uv_pipe_getsockname(const uv_pipe_t *handle, char *buffer, size_t *size) {
  char path[PATH_BYTES];
  if (buffer == NULL || size == NULL || *size == 0)
    return UV_EINVAL;
  return give_path(wire_pipe_getsockname(handle->uv__id, path, sizeof path), path, buffer, size);
}

int uv_pipe_getpeername(const uv_pipe_t *handle, char *buffer, size_t *size) {
  char path[PATH_BYTES];
  if (buffer == NULL || size == NULL || *size == 0)
    return UV_EINVAL;
  return give_path(wire_pipe_getpeername(handle->uv__id, path, sizeof path), path, buffer, size);
}

int uv_pipe_chmod(uv_pipe_t *handle, int flags) {
  if (flags != UV_READABLE && flags != UV_WRITABLE && flags != (UV_READABLE | UV_WRITABLE))
    return UV_EINVAL;
  return wire_pipe_chmod(handle->uv__id, (uint32_t) flags);
}

void uv_pipe_pending_instances(uv_pipe_t *handle, int count) {
  (void) handle;
  (void) count;
}

int uv_pipe_pending_count(uv_pipe_t *handle) {
  (void) handle;
  return 0; /* handles are not passed */
}

uv_handle_type uv_pipe_pending_type(uv_pipe_t *handle) {
  (void) handle;
  return UV_UNKNOWN_HANDLE;
}
