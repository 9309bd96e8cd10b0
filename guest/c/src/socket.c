/* What handles with a descriptor have besides. */
#include "internal.h"

static int has_socket(const uv_handle_t *handle) {
  return handle->type == UV_TCP || handle->type == UV_NAMED_PIPE || handle->type == UV_UDP;
}

static int buffer_size(uv_handle_t *handle, int *value, int32_t (*call)(uint32_t, uint32_t)) {
  int32_t size;
  if (handle == NULL || value == NULL || *value < 0)
    return UV_EINVAL;
  if (!has_socket(handle))
    return UV_ENOTSUP;
  size = call(handle->uv__id, (uint32_t) *value);
  if (size < 0)
    return size;
  if (*value == 0)
    *value = size;
  return 0;
}

int uv_send_buffer_size(uv_handle_t *handle, int *value) {
  return buffer_size(handle, value, wire_send_buffer_size);
}

int uv_recv_buffer_size(uv_handle_t *handle, int *value) {
  return buffer_size(handle, value, wire_recv_buffer_size);
}

int uv_fileno(const uv_handle_t *handle, uv_os_fd_t *fd) {
  int32_t found;
  if (!has_socket(handle) && handle->type != UV_POLL && handle->type != UV_TTY)
    return UV_EINVAL;
  if (uv_is_closing(handle))
    return UV_EBADF;
  found = wire_fileno(handle->uv__id);
  if (found < 0)
    return found;
  *fd = found;
  return 0;
}

static int pair_given(int32_t err, const int32_t given[2], int out[2]) {
  if (err < 0)
    return err;
  out[0] = given[0];
  out[1] = given[1];
  return 0;
}

int uv_pipe(uv_file fds[2], int read_flags, int write_flags) {
  int32_t made[2];
  int32_t err = wire_pipe_pair((uint32_t) read_flags, (uint32_t) write_flags, made, sizeof made);
  return pair_given(err, made, fds);
}

/* Socket types of the wire. */
enum { WIRE_STREAM = 1, WIRE_DGRAM = 2 };

int uv_socketpair(int type, int protocol, uv_os_sock_t socket_vector[2], int flags0, int flags1) {
  int32_t made[2];
  uint32_t socktype = type == SOCK_STREAM ? WIRE_STREAM : type == SOCK_DGRAM ? WIRE_DGRAM : 0;
  int32_t err = wire_socket_pair(socktype, (uint32_t) protocol, (uint32_t) flags0,
                                 (uint32_t) flags1, made, sizeof made);
  return pair_given(err, made, socket_vector);
}
