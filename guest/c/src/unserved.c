/* What the wire does not serve: signals, terminals, watches of files. */
#include "internal.h"

#define NONE(name, ...) \
  int name(__VA_ARGS__) { return UV_ENOSYS; }

#pragma clang diagnostic ignored "-Wunused-parameter"

NONE(uv_signal_init, uv_loop_t *loop, uv_signal_t *handle)
NONE(uv_signal_start, uv_signal_t *handle, uv_signal_cb signal_cb, int signum)
NONE(uv_signal_start_oneshot, uv_signal_t *handle, uv_signal_cb signal_cb, int signum)
NONE(uv_signal_stop, uv_signal_t *handle)

NONE(uv_tty_init, uv_loop_t *loop, uv_tty_t *tty, uv_file fd, int readable)
NONE(uv_tty_set_mode, uv_tty_t *tty, uv_tty_mode_t mode)
NONE(uv_tty_get_winsize, uv_tty_t *tty, int *width, int *height)

int uv_tty_reset_mode(void) { return 0; } /* no mode was set */

void uv_tty_set_vterm_state(uv_tty_vtermstate_t state) {} /* it is about Windows */

int uv_tty_get_vterm_state(uv_tty_vtermstate_t *state) { return UV_ENOTSUP; }

NONE(uv_fs_event_init, uv_loop_t *loop, uv_fs_event_t *handle)
NONE(uv_fs_event_start, uv_fs_event_t *handle, uv_fs_event_cb cb, const char *path,
     unsigned int flags)
NONE(uv_fs_event_stop, uv_fs_event_t *handle)
NONE(uv_fs_event_getpath, uv_fs_event_t *handle, char *buffer, size_t *size)

NONE(uv_fs_poll_init, uv_loop_t *loop, uv_fs_poll_t *handle)
NONE(uv_fs_poll_start, uv_fs_poll_t *handle, uv_fs_poll_cb poll_cb, const char *path,
     unsigned int interval)
NONE(uv_fs_poll_stop, uv_fs_poll_t *handle)
NONE(uv_fs_poll_getpath, uv_fs_poll_t *handle, char *buffer, size_t *size)
