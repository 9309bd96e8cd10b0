/* Streams: what TCP and pipes have in common. */
#include "internal.h"

/* Follows what the host has queued. A program may count on the field itself. */
static void sync_queue(uv_stream_t *stream) {
  int64_t queued = wire_write_queue_size(stream->uv__id);
  size_t bytes = queued < 0 ? 0 : (size_t) queued;
  stream->write_queue_size += bytes - stream->uv__queued;
  stream->uv__queued = bytes;
}

static void set_flag(uv_stream_t *stream, uint32_t flag, int on) {
  stream->uv__flags = on ? stream->uv__flags | flag : stream->uv__flags & ~flag;
  if (!(stream->uv__flags & UV__CLOSING))
    uv__handle_active((uv_handle_t *) stream,
                      (stream->uv__flags & (UV__READING | UV__LISTENING)) != 0);
}

static uint64_t give_buffer(uv_stream_t *stream, size_t suggested) {
  uv_buf_t buf = {NULL, 0};
  if (stream->alloc_cb != NULL)
    stream->alloc_cb((uv_handle_t *) stream, suggested, &buf);
  stream->uv__buf = buf;
  return uv__give_buffer(&buf);
}

static void read_done(uv_stream_t *stream, ssize_t nread) {
  uv_buf_t buf = stream->uv__buf;
  stream->uv__buf = (uv_buf_t){NULL, 0};
  if (nread == UV_EOF)
    set_flag(stream, UV__READING, 0);
  if (stream->read_cb != NULL)
    stream->read_cb(stream, nread, &buf);
  if (nread < 0 && nread != UV_EOF && nread != UV_ENOBUFS)
    set_flag(stream, UV__READING, 0); /* as late as in libuv */
}

uint64_t uv__stream_call(uv_handle_t *handle, uint32_t kind, int64_t status) {
  uv_stream_t *stream = (uv_stream_t *) handle;
  switch (kind) {
    case WIRE_CB_ALLOC:
      return give_buffer(stream, (size_t) status);
    case WIRE_CB_READ:
      read_done(stream, (ssize_t) status);
      return 0;
    case WIRE_CB_CONNECTION:
      if (stream->connection_cb != NULL)
        stream->connection_cb(stream, (int) status);
      return 0;
    default:
      return 0;
  }
}

int uv__stream_init(uv_loop_t *loop, uv_stream_t *stream, uv_handle_type type, int32_t id,
                    uint64_t (*call)(uv_handle_t *, uint32_t, int64_t)) {
  stream->write_queue_size = 0;
  stream->alloc_cb = NULL;
  stream->read_cb = NULL;
  stream->connection_cb = NULL;
  stream->uv__buf = (uv_buf_t){NULL, 0};
  stream->uv__queued = 0;
  stream->uv__failed = NULL;
  return uv__handle_init(loop, (uv_handle_t *) stream, type, id, call);
}

int uv_listen(uv_stream_t *stream, int backlog, uv_connection_cb cb) {
  int32_t err;
  if (uv_is_closing((uv_handle_t *) stream))
    return UV_EINVAL;
  err = wire_listen(stream->uv__id, backlog);
  if (err < 0)
    return err;
  stream->connection_cb = cb;
  set_flag(stream, UV__LISTENING, 1);
  return 0;
}

int uv_accept(uv_stream_t *server, uv_stream_t *client) {
  return wire_accept(server->uv__id, client->uv__id);
}

int uv_read_start(uv_stream_t *stream, uv_alloc_cb alloc_cb, uv_read_cb read_cb) {
  int32_t err;
  if (stream == NULL || alloc_cb == NULL || read_cb == NULL ||
      uv_is_closing((uv_handle_t *) stream))
    return UV_EINVAL;
  if (stream->uv__flags & UV__READING)
    return UV_EALREADY;
  err = wire_read_start(stream->uv__id, NULL, 0);
  if (err < 0)
    return err;
  stream->alloc_cb = alloc_cb;
  stream->read_cb = read_cb;
  set_flag(stream, UV__READING, 1);
  return 0;
}

int uv_read_stop(uv_stream_t *stream) {
  if (!(stream->uv__flags & UV__READING))
    return 0;
  wire_read_stop(stream->uv__id);
  set_flag(stream, UV__READING, 0);
  stream->alloc_cb = NULL;
  stream->read_cb = NULL;
  return 0;
}

static void write_done(uv_req_t *base, uint32_t kind, int64_t status) {
  uv_write_t *req = (uv_write_t *) base;
  (void) kind;
  if (req->handle->uv__queued > 0)
    sync_queue(req->handle);
  uv__req_done(base);
  if (req->cb != NULL)
    req->cb(req, (int) status);
}

int uv_write2(uv_write_t *req, uv_stream_t *handle, const uv_buf_t bufs[], unsigned int nbufs,
              uv_stream_t *send_handle, uv_write_cb cb) {
  int err;
  if (send_handle != NULL)
    return UV_EINVAL;
  uv__req_init(handle->loop, (uv_req_t *) req, UV_WRITE, write_done);
  req->handle = handle;
  req->send_handle = NULL;
  req->cb = cb;
  err = uv__req_started((uv_req_t *) req,
                        wire_write(handle->uv__id, uv__bufs(bufs), nbufs, UV__COOKIE(req)));
  if (err == 0)
    sync_queue(handle);
  return err;
}

int uv_write(uv_write_t *req, uv_stream_t *handle, const uv_buf_t bufs[], unsigned int nbufs,
             uv_write_cb cb) {
  return uv_write2(req, handle, bufs, nbufs, NULL, cb);
}

int uv_try_write2(uv_stream_t *handle, const uv_buf_t bufs[], unsigned int nbufs,
                  uv_stream_t *send_handle) {
  if (send_handle != NULL)
    return UV_EINVAL;
  return wire_try_write(handle->uv__id, uv__bufs(bufs), nbufs);
}

int uv_try_write(uv_stream_t *handle, const uv_buf_t bufs[], unsigned int nbufs) {
  return uv_try_write2(handle, bufs, nbufs, NULL);
}

static void shutdown_done(uv_req_t *base, uint32_t kind, int64_t status) {
  uv_shutdown_t *req = (uv_shutdown_t *) base;
  (void) kind;
  uv__req_done(base);
  if (req->cb != NULL)
    req->cb(req, (int) status);
}

int uv_shutdown(uv_shutdown_t *req, uv_stream_t *handle, uv_shutdown_cb cb) {
  uv__req_init(handle->loop, (uv_req_t *) req, UV_SHUTDOWN, shutdown_done);
  req->handle = handle;
  req->cb = cb;
  return uv__req_started((uv_req_t *) req, wire_shutdown(handle->uv__id, UV__COOKIE(req)));
}

static void connect_done(uv_req_t *base, uint32_t kind, int64_t status) {
  uv_connect_t *req = (uv_connect_t *) base;
  (void) kind;
  uv__req_done(base);
  if (req->cb != NULL)
    req->cb(req, (int) status);
}

void uv__connect_init(uv_connect_t *req, uv_stream_t *stream, uv_connect_cb cb) {
  uv__req_init(stream->loop, (uv_req_t *) req, UV_CONNECT, connect_done);
  req->handle = stream;
  req->cb = cb;
}

int uv_is_readable(const uv_stream_t *handle) { return wire_is_readable(handle->uv__id) > 0; }

int uv_is_writable(const uv_stream_t *handle) { return wire_is_writable(handle->uv__id) > 0; }

int uv_stream_set_blocking(uv_stream_t *handle, int blocking) {
  return wire_stream_set_blocking(handle->uv__id, blocking != 0);
}

size_t uv_stream_get_write_queue_size(const uv_stream_t *stream) {
  if (stream->uv__queued > 0)
    sync_queue((uv_stream_t *) stream);
  return stream->write_queue_size;
}
