/* Generated from guest/abi and loop/uv by internal/gen; do not edit. */
#ifndef LOOPGROUND_WIRE_H
#define LOOPGROUND_WIRE_H

#include <stdint.h>

#define WIRE_VERSION 2

enum wire_callback {
  WIRE_CB_NONE = 0,
  WIRE_CB_TIMER = 1,
  WIRE_CB_IDLE = 2,
  WIRE_CB_PREPARE = 3,
  WIRE_CB_CHECK = 4,
  WIRE_CB_ASYNC = 5,
  WIRE_CB_POLL = 6,
  WIRE_CB_CLOSE = 7,
  WIRE_CB_CONNECTION = 8,
  WIRE_CB_ALLOC = 9,
  WIRE_CB_READ = 10,
  WIRE_CB_CONNECT = 11,
  WIRE_CB_WRITE = 12,
  WIRE_CB_SHUTDOWN = 13,
  WIRE_CB_FS = 14,
  WIRE_CB_RECV = 15,
  WIRE_CB_SEND = 16,
  WIRE_CB_WORK = 17,
  WIRE_CB_AFTER_WORK = 18,
  WIRE_CB_GETADDRINFO = 19,
  WIRE_CB_GETNAMEINFO = 20,
  WIRE_CB_RANDOM = 21,
};

/* One buffer of a read or write. libuv: uv_buf_t. */
struct wire_buf {
  uint32_t base;
  uint32_t len;
};
_Static_assert(sizeof(struct wire_buf) == 8, "layout");
_Static_assert(__builtin_offsetof(struct wire_buf, len) == 4, "layout");

/* An address and port. libuv: struct sockaddr. */
struct wire_sockaddr {
  uint16_t family;
  uint16_t port;
  uint32_t flowinfo;
  uint32_t scope;
  uint8_t addr[16];
};
_Static_assert(sizeof(struct wire_sockaddr) == 28, "layout");
_Static_assert(__builtin_offsetof(struct wire_sockaddr, addr) == 12, "layout");

/* What stat tells. libuv: uv_stat_t. */
struct wire_stat {
  uint64_t dev;
  uint64_t mode;
  uint64_t nlink;
  uint64_t uid;
  uint64_t gid;
  uint64_t rdev;
  uint64_t ino;
  uint64_t size;
  uint64_t blksize;
  uint64_t blocks;
  uint64_t flags;
  uint64_t gen;
  uint64_t atime_sec;
  uint64_t atime_nsec;
  uint64_t mtime_sec;
  uint64_t mtime_nsec;
  uint64_t ctime_sec;
  uint64_t ctime_nsec;
  uint64_t birthtime_sec;
  uint64_t birthtime_nsec;
};
_Static_assert(sizeof(struct wire_stat) == 160, "layout");
_Static_assert(__builtin_offsetof(struct wire_stat, birthtime_nsec) == 152, "layout");

/* The header of one directory entry; its name follows. libuv: uv_dirent_t. */
struct wire_dirent {
  uint8_t type;
  uint8_t reserved;
  uint16_t name_len;
};
_Static_assert(sizeof(struct wire_dirent) == 4, "layout");
_Static_assert(__builtin_offsetof(struct wire_dirent, name_len) == 2, "layout");

/* Where a datagram came from, written before its callback. */
struct wire_udp_info {
  uint8_t addr[28];
  uint32_t flags;
};
_Static_assert(sizeof(struct wire_udp_info) == 32, "layout");
_Static_assert(__builtin_offsetof(struct wire_udp_info, flags) == 28, "layout");

/* The header of one address; its canonical name follows. libuv: struct addrinfo. */
struct wire_addrinfo {
  uint32_t flags;
  uint32_t family;
  uint32_t socktype;
  uint32_t protocol;
  uint8_t addr[28];
  uint32_t name_len;
};
_Static_assert(sizeof(struct wire_addrinfo) == 48, "layout");
_Static_assert(__builtin_offsetof(struct wire_addrinfo, name_len) == 44, "layout");

/* What statfs tells. libuv: uv_statfs_t. */
struct wire_statfs {
  uint64_t type;
  uint64_t bsize;
  uint64_t blocks;
  uint64_t bfree;
  uint64_t bavail;
  uint64_t files;
  uint64_t ffree;
  uint64_t frsize;
  uint8_t reserved[24];
};
_Static_assert(sizeof(struct wire_statfs) == 88, "layout");
_Static_assert(__builtin_offsetof(struct wire_statfs, reserved) == 64, "layout");

/* Counters of a loop. libuv: uv_metrics_t. */
struct wire_metrics {
  uint64_t loop_count;
  uint64_t events;
  uint64_t events_waiting;
};
_Static_assert(sizeof(struct wire_metrics) == 24, "layout");
_Static_assert(__builtin_offsetof(struct wire_metrics, events_waiting) == 16, "layout");

/* Runs the loop in a mode (0 default, 1 once, 2 nowait) and answers 1 if it is still alive, else 0. Errors: EBUSY inside a callback of the same loop, at a callback depth of 8, and in the module's start function, EINVAL for an unknown mode. libuv: uv_run */
__attribute__((import_module("uv_preview1"), import_name("run")))
int32_t wire_run(uint32_t loop, uint32_t mode);

/* Makes run return at the next iteration's edge. libuv: uv_stop */
__attribute__((import_module("uv_preview1"), import_name("stop")))
int32_t wire_stop(uint32_t loop);

/* Answers 1 if active and ref'd handles, active requests, pending callbacks or closing handles exist. libuv: uv_loop_alive */
__attribute__((import_module("uv_preview1"), import_name("alive")))
int32_t wire_alive(uint32_t loop);

/* The loop's cached time in ms. libuv: uv_now */
__attribute__((import_module("uv_preview1"), import_name("now")))
int64_t wire_now(uint32_t loop);

/* Reads the clock into the loop's cached time. libuv: uv_update_time */
__attribute__((import_module("uv_preview1"), import_name("update_time")))
int32_t wire_update_time(uint32_t loop);

/* The clock in ns, from an arbitrary start. libuv: uv_hrtime */
__attribute__((import_module("uv_preview1"), import_name("hrtime")))
int64_t wire_hrtime(void);

/* Makes a further loop and answers its number, from 1. It belongs to the guest's one thread: it may run inside a callback of another. Errors: EMFILE at the limit of loops. libuv: uv_loop_init */
__attribute__((import_module("uv_preview1"), import_name("loop_init")))
int32_t wire_loop_init(void);

/* Frees the loop and its number; loop 0 stays, and answers 0 when nothing is open. Errors: EBUSY while a handle or request is open, or while it runs. libuv: uv_loop_close */
__attribute__((import_module("uv_preview1"), import_name("loop_close")))
int32_t wire_loop_close(uint32_t loop);

/* Keeps the loop alive as so many active handles would, until it is called again: for guests that count themselves. libuv: uv_loop_alive */
__attribute__((import_module("uv_preview1"), import_name("loop_hold")))
int32_t wire_loop_hold(uint32_t loop, uint32_t count);

/* Sets an option: 1 measures idle time. Errors: ENOSYS for others. libuv: uv_loop_configure */
__attribute__((import_module("uv_preview1"), import_name("loop_configure")))
int32_t wire_loop_configure(uint32_t loop, uint32_t option, int32_t value);

/* How long the loop has waited in poll, in ns; 0 where it is not measured. libuv: uv_metrics_idle_time */
__attribute__((import_module("uv_preview1"), import_name("idle_time")))
int64_t wire_idle_time(uint32_t loop);

/* The loop's counters. libuv: uv_metrics_info */
__attribute__((import_module("uv_preview1"), import_name("metrics_info")))
int32_t wire_metrics_info(uint32_t loop, struct wire_metrics * metrics);

/* The timeout in ms that poll would use now; -1: none. libuv: uv_backend_timeout */
__attribute__((import_module("uv_preview1"), import_name("backend_timeout")))
int32_t wire_backend_timeout(uint32_t loop);

/* Answers 1 if the handle is active. libuv: uv_is_active */
__attribute__((import_module("uv_preview1"), import_name("is_active")))
int32_t wire_is_active(uint32_t handle);

/* Answers 1 if the handle is closing or closed. libuv: uv_is_closing */
__attribute__((import_module("uv_preview1"), import_name("is_closing")))
int32_t wire_is_closing(uint32_t handle);

/* Answers 1 if the handle keeps the loop alive while active. libuv: uv_has_ref */
__attribute__((import_module("uv_preview1"), import_name("has_ref")))
int32_t wire_has_ref(uint32_t handle);

/* Lets the handle keep the loop alive. Idempotent. libuv: uv_ref */
__attribute__((import_module("uv_preview1"), import_name("ref")))
int32_t wire_ref(uint32_t handle);

/* Lets the loop end although the handle is active. Idempotent. libuv: uv_unref */
__attribute__((import_module("uv_preview1"), import_name("unref")))
int32_t wire_unref(uint32_t handle);

/* Closes the handle; its close callback runs in the closing phase, after the callbacks of its requests (ECANCELED). Errors: EINVAL when it is closing already. libuv: uv_close */
__attribute__((import_module("uv_preview1"), import_name("close")))
int32_t wire_close(uint32_t handle);

/* Cancels a request that waits for the pool; its callback runs with ECANCELED. Errors: EBUSY when it is being worked on or done, EINVAL for requests that cannot be cancelled. libuv: uv_cancel */
__attribute__((import_module("uv_preview1"), import_name("cancel")))
int32_t wire_cancel(uint32_t req);

/* Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not. libuv: uv_timer_init */
__attribute__((import_module("uv_preview1"), import_name("timer_init")))
int32_t wire_timer_init(uint32_t loop, uint64_t cookie);

/* Starts the timer: the callback runs in the timers phase after timeout ms, then every repeat ms (0: once). Counted from the loop's cached time. Errors: EINVAL when the handle is closing, EBADF when the id is not a handle of this kind. libuv: uv_timer_start */
__attribute__((import_module("uv_preview1"), import_name("timer_start")))
int32_t wire_timer_start(uint32_t handle, uint64_t timeout, uint64_t repeat);

/* Stops the timer. libuv: uv_timer_stop */
__attribute__((import_module("uv_preview1"), import_name("timer_stop")))
int32_t wire_timer_stop(uint32_t handle);

/* Restarts a repeating timer with its repeat as timeout. Errors: EINVAL when it was never started. libuv: uv_timer_again */
__attribute__((import_module("uv_preview1"), import_name("timer_again")))
int32_t wire_timer_again(uint32_t handle);

/* Sets the repeat in ms, from the next firing on. libuv: uv_timer_set_repeat */
__attribute__((import_module("uv_preview1"), import_name("timer_set_repeat")))
int32_t wire_timer_set_repeat(uint32_t handle, uint64_t repeat);

/* The repeat in ms. libuv: uv_timer_get_repeat */
__attribute__((import_module("uv_preview1"), import_name("timer_get_repeat")))
int64_t wire_timer_get_repeat(uint32_t handle);

/* ms until the timer is due; 0 when it is. libuv: uv_timer_get_due_in */
__attribute__((import_module("uv_preview1"), import_name("timer_get_due_in")))
int64_t wire_timer_get_due_in(uint32_t handle);

/* Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not. libuv: uv_idle_init */
__attribute__((import_module("uv_preview1"), import_name("idle_init")))
int32_t wire_idle_init(uint32_t loop, uint64_t cookie);

/* The callback runs once per iteration before prepare, and poll does not block. Errors: EINVAL when the handle is closing, EBADF when the id is not a handle of this kind. libuv: uv_idle_start */
__attribute__((import_module("uv_preview1"), import_name("idle_start")))
int32_t wire_idle_start(uint32_t handle);

/* Stops the handle. libuv: uv_idle_stop */
__attribute__((import_module("uv_preview1"), import_name("idle_stop")))
int32_t wire_idle_stop(uint32_t handle);

/* Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not. libuv: uv_prepare_init */
__attribute__((import_module("uv_preview1"), import_name("prepare_init")))
int32_t wire_prepare_init(uint32_t loop, uint64_t cookie);

/* The callback runs once per iteration, right before poll. Errors: EINVAL when the handle is closing, EBADF when the id is not a handle of this kind. libuv: uv_prepare_start */
__attribute__((import_module("uv_preview1"), import_name("prepare_start")))
int32_t wire_prepare_start(uint32_t handle);

/* Stops the handle. libuv: uv_prepare_stop */
__attribute__((import_module("uv_preview1"), import_name("prepare_stop")))
int32_t wire_prepare_stop(uint32_t handle);

/* Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not. libuv: uv_check_init */
__attribute__((import_module("uv_preview1"), import_name("check_init")))
int32_t wire_check_init(uint32_t loop, uint64_t cookie);

/* The callback runs once per iteration, right after poll. Errors: EINVAL when the handle is closing, EBADF when the id is not a handle of this kind. libuv: uv_check_start */
__attribute__((import_module("uv_preview1"), import_name("check_start")))
int32_t wire_check_start(uint32_t handle);

/* Stops the handle. libuv: uv_check_stop */
__attribute__((import_module("uv_preview1"), import_name("check_stop")))
int32_t wire_check_stop(uint32_t handle);

/* Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not. An async handle is active from the start. libuv: uv_async_init */
__attribute__((import_module("uv_preview1"), import_name("async_init")))
int32_t wire_async_init(uint32_t loop, uint64_t cookie);

/* Wakes the loop and has the callback run in the poll phase, once for any number of sends before it. libuv: uv_async_send */
__attribute__((import_module("uv_preview1"), import_name("async_send")))
int32_t wire_async_send(uint32_t handle);

/* Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not. The fd is one of the guest's: 0, an end of a pipe or of two sockets. Errors: EBADF, EPERM for a file that cannot be polled, EEXIST when the fd is watched already. libuv: uv_poll_init */
__attribute__((import_module("uv_preview1"), import_name("poll_init")))
int32_t wire_poll_init(uint32_t loop, int32_t fd, uint64_t cookie);

/* Watches for events: 1 readable, 2 writable, 4 disconnect, 8 prioritized. The callback runs in the poll phase, level-triggered; spurious calls are allowed. Errors: EINVAL when the handle is closing, EBADF when the id is not a handle of this kind. libuv: uv_poll_start */
__attribute__((import_module("uv_preview1"), import_name("poll_start")))
int32_t wire_poll_start(uint32_t handle, uint32_t events);

/* Stops watching; callbacks of this poll that have not run yet do not. libuv: uv_poll_stop */
__attribute__((import_module("uv_preview1"), import_name("poll_stop")))
int32_t wire_poll_stop(uint32_t handle);

/* Listens for connections; the callback runs in the poll phase for each. Errors: EADDRINUSE (of bind too), EACCES without the grant. libuv: uv_listen */
__attribute__((import_module("uv_preview1"), import_name("listen")))
int32_t wire_listen(uint32_t handle, int32_t backlog);

/* Takes the connection that the callback announced, into a client that was made and is not connected. Errors: EAGAIN when none waits. libuv: uv_accept */
__attribute__((import_module("uv_preview1"), import_name("accept")))
int32_t wire_accept(uint32_t server, uint32_t client);

/* Reads into the buffer whenever data arrives; the callback runs in the poll phase with the bytes now at its start. The buffer may be changed by calling read_start again from the callback. With buf_len 0 the host asks for a buffer before each read (CallbackAlloc, 65536 suggested; none given: ENOBUFS). Errors: ENOTCONN, EINVAL when closing. libuv: uv_read_start */
__attribute__((import_module("uv_preview1"), import_name("read_start")))
int32_t wire_read_start(uint32_t handle, void * buf, uint32_t buf_len);

/* Stops reading. Idempotent. libuv: uv_read_stop */
__attribute__((import_module("uv_preview1"), import_name("read_stop")))
int32_t wire_read_stop(uint32_t handle);

/* Writes all buffers in order; they belong to the host until the callback. Tried at once, completed in poll. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. Errors: EBADF when not connected, EPIPE after shutdown, ENOBUFS at the limit of queued bytes or buffers. libuv: uv_write */
__attribute__((import_module("uv_preview1"), import_name("write")))
int32_t wire_write(uint32_t handle, const struct wire_buf * bufs, uint32_t count, uint64_t cookie);

/* Writes what can be written at once and answers the bytes. Errors: EAGAIN when nothing can, or writes are queued. libuv: uv_try_write */
__attribute__((import_module("uv_preview1"), import_name("try_write")))
int32_t wire_try_write(uint32_t handle, const struct wire_buf * bufs, uint32_t count);

/* Ends the writing side after queued writes. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. Errors: ENOTCONN. libuv: uv_shutdown */
__attribute__((import_module("uv_preview1"), import_name("shutdown")))
int32_t wire_shutdown(uint32_t handle, uint64_t cookie);

/* Answers 1 if the stream can be read. libuv: uv_is_readable */
__attribute__((import_module("uv_preview1"), import_name("is_readable")))
int32_t wire_is_readable(uint32_t handle);

/* Answers 1 if the stream can be written. libuv: uv_is_writable */
__attribute__((import_module("uv_preview1"), import_name("is_writable")))
int32_t wire_is_writable(uint32_t handle);

/* Bytes queued and not yet written. libuv: uv_stream_get_write_queue_size */
__attribute__((import_module("uv_preview1"), import_name("write_queue_size")))
int64_t wire_write_queue_size(uint32_t handle);

/* Makes the handle a stream on one of the guest's descriptors, which belongs to it from then on: fs_close of it answers EBUSY. A pipe may be a standard stream (0 to 2); input that cannot be polled is EINVAL; a file that is open for writing can only be written. Errors: EBADF, EEXIST when it is watched already, EBUSY when the handle has one, ENOTSOCK and EINVAL for what cannot be one. libuv: uv_tcp_open, uv_pipe_open */
__attribute__((import_module("uv_preview1"), import_name("stream_open")))
int32_t wire_stream_open(uint32_t handle, int32_t fd);

/* Makes writes wait until all is written (1), or not (0). Reads do not wait. libuv: uv_stream_set_blocking */
__attribute__((import_module("uv_preview1"), import_name("stream_set_blocking")))
int32_t wire_stream_set_blocking(uint32_t handle, uint32_t blocking);

/* Sets the size of the kernel's buffer for sending, in bytes; 0: answers it. Streams and udp. libuv: uv_send_buffer_size */
__attribute__((import_module("uv_preview1"), import_name("send_buffer_size")))
int32_t wire_send_buffer_size(uint32_t handle, uint32_t size);

/* Sets the size of the kernel's buffer for receiving, in bytes; 0: answers it. Streams and udp. libuv: uv_recv_buffer_size */
__attribute__((import_module("uv_preview1"), import_name("recv_buffer_size")))
int32_t wire_recv_buffer_size(uint32_t handle, uint32_t size);

/* A descriptor of the guest's that stands for the handle's while it is open: the one that it was made of, or else a number through which nothing can be read or written. Errors: EBADF before there is one, EINVAL for handles that have none, EMFILE at the limit of files. libuv: uv_fileno */
__attribute__((import_module("uv_preview1"), import_name("fileno")))
int32_t wire_fileno(uint32_t handle);

/* Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not. libuv: uv_tcp_init */
__attribute__((import_module("uv_preview1"), import_name("tcp_init")))
int32_t wire_tcp_init(uint32_t loop, uint64_t cookie);

/* Binds to an address; EADDRINUSE shows at listen or connect. flags: 1 IPv6 only, 2 reuse port. Errors: EINVAL when bound already, EACCES without the grant. libuv: uv_tcp_bind */
__attribute__((import_module("uv_preview1"), import_name("tcp_bind")))
int32_t wire_tcp_bind(uint32_t handle, const struct wire_sockaddr * addr, uint32_t flags);

/* Connects. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. Errors: EALREADY, EISCONN, EACCES without the grant; ECONNREFUSED and the like come with the callback. libuv: uv_tcp_connect */
__attribute__((import_module("uv_preview1"), import_name("tcp_connect")))
int32_t wire_tcp_connect(uint32_t handle, const struct wire_sockaddr * addr, uint64_t cookie);

/* Switches Nagle's algorithm off (1) or on (0). libuv: uv_tcp_nodelay */
__attribute__((import_module("uv_preview1"), import_name("tcp_nodelay")))
int32_t wire_tcp_nodelay(uint32_t handle, uint32_t enable);

/* The address the handle is bound to. libuv: uv_tcp_getsockname */
__attribute__((import_module("uv_preview1"), import_name("tcp_getsockname")))
int32_t wire_tcp_getsockname(uint32_t handle, struct wire_sockaddr * addr);

/* The address the handle is connected to. libuv: uv_tcp_getpeername */
__attribute__((import_module("uv_preview1"), import_name("tcp_getpeername")))
int32_t wire_tcp_getpeername(uint32_t handle, struct wire_sockaddr * addr);

/* Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not. The socket is made at once. family: 4 or 6. libuv: uv_tcp_init_ex */
__attribute__((import_module("uv_preview1"), import_name("tcp_socket")))
int32_t wire_tcp_socket(uint32_t loop, uint32_t family, uint64_t cookie);

/* Has the kernel probe an idle connection after idle s, every interval s, count times. interval 0: only idle is set. Errors: EINVAL for 0. libuv: uv_tcp_keepalive, uv_tcp_keepalive_ex */
__attribute__((import_module("uv_preview1"), import_name("tcp_keepalive")))
int32_t wire_tcp_keepalive(uint32_t handle, uint32_t enable, uint32_t idle, uint32_t interval, uint32_t count);

/* Closes the handle with a reset. Errors: EINVAL after shutdown. libuv: uv_tcp_close_reset */
__attribute__((import_module("uv_preview1"), import_name("tcp_close_reset")))
int32_t wire_tcp_close_reset(uint32_t handle);

/* Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not. ipc is 0: passing handles is not offered, ENOTSUP. libuv: uv_pipe_init */
__attribute__((import_module("uv_preview1"), import_name("pipe_init")))
int32_t wire_pipe_init(uint32_t loop, uint32_t ipc, uint64_t cookie);

/* Binds to a path below a directory that was granted for writing. flags: 1 refuse a path that is too long (EINVAL) instead of cutting it off. Errors: EINVAL when bound, EADDRINUSE, EACCES without the grant, EROFS, ENAMETOOLONG; ENOTSUP on systems other than Linux. libuv: uv_pipe_bind, uv_pipe_bind2 */
__attribute__((import_module("uv_preview1"), import_name("pipe_bind")))
int32_t wire_pipe_bind(uint32_t handle, const void * path, uint32_t path_len, uint32_t flags);

/* Connects to a socket below a directory that was granted for writing; errors but EINVAL and ENOBUFS come with the callback. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. libuv: uv_pipe_connect, uv_pipe_connect2 */
__attribute__((import_module("uv_preview1"), import_name("pipe_connect")))
int32_t wire_pipe_connect(uint32_t handle, const void * path, uint32_t path_len, uint32_t flags, uint64_t cookie);

/* The path the handle is bound to, without a zero byte; answers its length. Errors: ENOBUFS. libuv: uv_pipe_getsockname */
__attribute__((import_module("uv_preview1"), import_name("pipe_getsockname")))
int32_t wire_pipe_getsockname(uint32_t handle, void * buf, uint32_t buf_len);

/* The path the handle is connected to, without a zero byte; answers its length. Errors: ENOBUFS, ENOTCONN. libuv: uv_pipe_getpeername */
__attribute__((import_module("uv_preview1"), import_name("pipe_getpeername")))
int32_t wire_pipe_getpeername(uint32_t handle, void * buf, uint32_t buf_len);

/* Lets everyone read (1), write (2) or both (3). Errors: EINVAL, EBADF when not bound. libuv: uv_pipe_chmod */
__attribute__((import_module("uv_preview1"), import_name("pipe_chmod")))
int32_t wire_pipe_chmod(uint32_t handle, uint32_t mode);

/* Makes a pipe: two descriptors of the guest's, 4 bytes each, reading end first. flags: 0x40 does not block, which no end does in any case: what would wait in a file request answers EAGAIN. Errors: EINVAL, EMFILE at the limit of files. libuv: uv_pipe */
__attribute__((import_module("uv_preview1"), import_name("pipe_pair")))
int32_t wire_pipe_pair(uint32_t read_flags, uint32_t write_flags, void * fds, uint32_t fds_len);

/* Makes two connected sockets: descriptors of the guest's, 4 bytes each. socktype: 1 stream, 2 datagram. Flags and errors as pipe_pair has them. libuv: uv_socketpair */
__attribute__((import_module("uv_preview1"), import_name("socket_pair")))
int32_t wire_socket_pair(uint32_t socktype, uint32_t protocol, uint32_t flags0, uint32_t flags1, void * fds, uint32_t fds_len);

/* Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not. family: 0 the socket is made when it is needed, 4 or 6 at once. libuv: uv_udp_init, uv_udp_init_ex */
__attribute__((import_module("uv_preview1"), import_name("udp_init")))
int32_t wire_udp_init(uint32_t loop, uint32_t family, uint64_t cookie);

/* Makes the handle a socket on one of the guest's descriptors, as stream_open does. Errors: EBADF, EBUSY, EEXIST, EINVAL for what is no datagram socket. libuv: uv_udp_open */
__attribute__((import_module("uv_preview1"), import_name("udp_open")))
int32_t wire_udp_open(uint32_t handle, int32_t fd);

/* Binds to an address. flags: 1 IPv6 only, 4 reuse address, 8 reuse port, 32 receive errors. Errors: EINVAL when bound, EADDRINUSE, EACCES without the grant. libuv: uv_udp_bind */
__attribute__((import_module("uv_preview1"), import_name("udp_bind")))
int32_t wire_udp_bind(uint32_t handle, const struct wire_sockaddr * addr, uint32_t flags);

/* Fixes the peer; a null pointer frees it, which for a handle that receives has to be granted as receiving is. Errors: EISCONN, ENOTCONN, EACCES without the grant. libuv: uv_udp_connect */
__attribute__((import_module("uv_preview1"), import_name("udp_connect")))
int32_t wire_udp_connect(uint32_t handle, const struct wire_sockaddr * addr);

/* The address the handle is bound to. libuv: uv_udp_getsockname */
__attribute__((import_module("uv_preview1"), import_name("udp_getsockname")))
int32_t wire_udp_getsockname(uint32_t handle, struct wire_sockaddr * addr);

/* The address the handle is connected to. Errors: ENOTCONN. libuv: uv_udp_getpeername */
__attribute__((import_module("uv_preview1"), import_name("udp_getpeername")))
int32_t wire_udp_getpeername(uint32_t handle, struct wire_sockaddr * addr);

/* Sends the buffers as one datagram to an address, or to the peer with a null pointer. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. Errors: EDESTADDRREQ, EISCONN, EACCES without the grant, ENOBUFS at the limit of queued bytes. libuv: uv_udp_send */
__attribute__((import_module("uv_preview1"), import_name("udp_send")))
int32_t wire_udp_send(uint32_t handle, const struct wire_buf * bufs, uint32_t count, const struct wire_sockaddr * addr, uint64_t cookie);

/* Sends at once and answers the bytes. Errors: EAGAIN when it cannot, or sends are queued; those of udp_send. libuv: uv_udp_try_send */
__attribute__((import_module("uv_preview1"), import_name("udp_try_send")))
int32_t wire_udp_try_send(uint32_t handle, const struct wire_buf * bufs, uint32_t count, const struct wire_sockaddr * addr);

/* Receives datagrams: for each the host asks for a buffer (CallbackAlloc), and writes the info before CallbackRecv. 0 bytes without an address: nothing for now, the buffer is the guest's again; with one: an empty datagram. Binds to any address where it is not bound. Without a bind of the guest's and without a peer, receiving has to be granted as listening on any address is (EACCES). Errors: EALREADY. libuv: uv_udp_recv_start */
__attribute__((import_module("uv_preview1"), import_name("udp_recv_start")))
int32_t wire_udp_recv_start(uint32_t handle, struct wire_udp_info * info);

/* Stops receiving. Idempotent. libuv: uv_udp_recv_stop */
__attribute__((import_module("uv_preview1"), import_name("udp_recv_stop")))
int32_t wire_udp_recv_stop(uint32_t handle);

/* Bytes queued and not yet sent. libuv: uv_udp_get_send_queue_size */
__attribute__((import_module("uv_preview1"), import_name("udp_send_queue_size")))
int64_t wire_udp_send_queue_size(uint32_t handle);

/* Datagrams queued and not yet sent. libuv: uv_udp_get_send_queue_count */
__attribute__((import_module("uv_preview1"), import_name("udp_send_queue_count")))
int64_t wire_udp_send_queue_count(uint32_t handle);

/* Sets an option: 1 broadcast, 2 ttl, 3 multicast loop, 4 multicast ttl. Errors: EINVAL, EBADF before there is a socket. libuv: uv_udp_set_broadcast, uv_udp_set_ttl, uv_udp_set_multicast_loop, uv_udp_set_multicast_ttl */
__attribute__((import_module("uv_preview1"), import_name("udp_set_option")))
int32_t wire_udp_set_option(uint32_t handle, uint32_t option, int32_t value);

/* Joins (1) or leaves (0) a multicast group on an interface (null: any), from one source (null: all). Errors: EINVAL, ENODEV, EACCES without the grant to listen on the group's address. libuv: uv_udp_set_membership, uv_udp_set_source_membership */
__attribute__((import_module("uv_preview1"), import_name("udp_set_membership")))
int32_t wire_udp_set_membership(uint32_t handle, const struct wire_sockaddr * group, const struct wire_sockaddr * iface, const struct wire_sockaddr * source, uint32_t join);

/* The interface multicast is sent on; null: the default. libuv: uv_udp_set_multicast_interface */
__attribute__((import_module("uv_preview1"), import_name("udp_set_interface")))
int32_t wire_udp_set_interface(uint32_t handle, const struct wire_sockaddr * iface);

/* Opens a file below a granted directory. flags are Linux's O_*. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is a descriptor of the guest's. Errors in the callback: EACCES without a grant, EROFS when writing below a read-only one, EPERM for what is neither file nor directory, ENOENT, EMFILE. libuv: uv_fs_open */
__attribute__((import_module("uv_preview1"), import_name("fs_open")))
int32_t wire_fs_open(uint32_t loop, const void * path, uint32_t path_len, uint32_t flags, uint32_t mode, uint64_t cookie);

/* Closes a descriptor. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. libuv: uv_fs_close */
__attribute__((import_module("uv_preview1"), import_name("fs_close")))
int32_t wire_fs_close(uint32_t loop, int32_t fd, uint64_t cookie);

/* Reads into the buffers at an offset, or at the file's position (-1). A worker writes into guest memory until the callback. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is the bytes read, 0 at the end. Errors: EINVAL without a buffer or over 2 GiB, ENOBUFS over 1,048,576 buffers of all requests together. Descriptor 0 is standard input, which waits until there is something; it has offsets only where it is a file (ESPIPE). libuv: uv_fs_read */
__attribute__((import_module("uv_preview1"), import_name("fs_read")))
int32_t wire_fs_read(uint32_t loop, int32_t fd, struct wire_buf * bufs, uint32_t count, int64_t offset, uint64_t cookie);

/* Writes the buffers at an offset, or at the file's position (-1). Descriptors 1 and 2 are standard output and error: ESPIPE for an offset. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is the bytes written. Errors: as fs_read. libuv: uv_fs_write */
__attribute__((import_module("uv_preview1"), import_name("fs_write")))
int32_t wire_fs_write(uint32_t loop, int32_t fd, const struct wire_buf * bufs, uint32_t count, int64_t offset, uint64_t cookie);

/* Moves an open file's position, where reads and writes at -1 go on: from its beginning (0), from where it is (1), from its end (2). Answers the position in bytes. Errors: EBADF, EINVAL, ESPIPE for pipes and sockets. libuv: uv_fs_read, uv_fs_write */
__attribute__((import_module("uv_preview1"), import_name("fs_seek")))
int64_t wire_fs_seek(int32_t fd, int64_t offset, uint32_t whence);

/* A further descriptor of an open file, pipe or socket, with the same position. Errors: EBADF, EMFILE. libuv: uv_fs_open */
__attribute__((import_module("uv_preview1"), import_name("fs_dup")))
int32_t wire_fs_dup(int32_t fd);

/* Tells about a file, following links; the structure is written right before the callback. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. libuv: uv_fs_stat */
__attribute__((import_module("uv_preview1"), import_name("fs_stat")))
int32_t wire_fs_stat(uint32_t loop, const void * path, uint32_t path_len, struct wire_stat * stat, uint64_t cookie);

/* Tells about a file or link. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. libuv: uv_fs_lstat */
__attribute__((import_module("uv_preview1"), import_name("fs_lstat")))
int32_t wire_fs_lstat(uint32_t loop, const void * path, uint32_t path_len, struct wire_stat * stat, uint64_t cookie);

/* Tells about an open file. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. libuv: uv_fs_fstat */
__attribute__((import_module("uv_preview1"), import_name("fs_fstat")))
int32_t wire_fs_fstat(uint32_t loop, int32_t fd, struct wire_stat * stat, uint64_t cookie);

/* Reads a directory's entries, sorted by name. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is their number; fs_dirents copies them. Errors: EINVAL with cookie 0, see fs_opendir. libuv: uv_fs_scandir */
__attribute__((import_module("uv_preview1"), import_name("fs_scandir")))
int32_t wire_fs_scandir(uint32_t loop, const void * path, uint32_t path_len, uint64_t cookie);

/* Inside the callback of fs_scandir: copies entries (dirent and name, unpadded) from number first on, as many as fit, and answers their number. Errors: ENOBUFS when not even one fits. libuv: uv_fs_scandir_next */
__attribute__((import_module("uv_preview1"), import_name("fs_dirents")))
int32_t wire_fs_dirents(uint32_t req, uint32_t first, void * buf, uint32_t buf_len);

/* Makes a directory. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. libuv: uv_fs_mkdir */
__attribute__((import_module("uv_preview1"), import_name("fs_mkdir")))
int32_t wire_fs_mkdir(uint32_t loop, const void * path, uint32_t path_len, uint32_t mode, uint64_t cookie);

/* Removes an empty directory. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. libuv: uv_fs_rmdir */
__attribute__((import_module("uv_preview1"), import_name("fs_rmdir")))
int32_t wire_fs_rmdir(uint32_t loop, const void * path, uint32_t path_len, uint64_t cookie);

/* Removes a file or link. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. libuv: uv_fs_unlink */
__attribute__((import_module("uv_preview1"), import_name("fs_unlink")))
int32_t wire_fs_unlink(uint32_t loop, const void * path, uint32_t path_len, uint64_t cookie);

/* Renames within one granted directory. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. EXDEV between two, EBUSY for a directory that holds another granted one. libuv: uv_fs_rename */
__attribute__((import_module("uv_preview1"), import_name("fs_rename")))
int32_t wire_fs_rename(uint32_t loop, const void * path, uint32_t path_len, const void * new_path, uint32_t new_path_len, uint64_t cookie);

/* Asks for 4 reading, 2 writing, 1 executing, 0 existence. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. libuv: uv_fs_access */
__attribute__((import_module("uv_preview1"), import_name("fs_access")))
int32_t wire_fs_access(uint32_t loop, const void * path, uint32_t path_len, uint32_t mode, uint64_t cookie);

/* Changes permissions. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. libuv: uv_fs_chmod */
__attribute__((import_module("uv_preview1"), import_name("fs_chmod")))
int32_t wire_fs_chmod(uint32_t loop, const void * path, uint32_t path_len, uint32_t mode, uint64_t cookie);

/* Changes permissions of an open file. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. libuv: uv_fs_fchmod */
__attribute__((import_module("uv_preview1"), import_name("fs_fchmod")))
int32_t wire_fs_fchmod(uint32_t loop, int32_t fd, uint32_t mode, uint64_t cookie);

/* Changes owner and group; follow 0: of a link itself. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. libuv: uv_fs_chown, uv_fs_lchown */
__attribute__((import_module("uv_preview1"), import_name("fs_chown")))
int32_t wire_fs_chown(uint32_t loop, const void * path, uint32_t path_len, uint32_t uid, uint32_t gid, uint32_t follow, uint64_t cookie);

/* Changes owner and group of an open file. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. libuv: uv_fs_fchown */
__attribute__((import_module("uv_preview1"), import_name("fs_fchown")))
int32_t wire_fs_fchown(uint32_t loop, int32_t fd, uint32_t uid, uint32_t gid, uint64_t cookie);

/* Sets times, in s since 1970: infinity is the time now, not-a-number leaves one as it is; follow 0: of a link itself. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. libuv: uv_fs_utime, uv_fs_lutime */
__attribute__((import_module("uv_preview1"), import_name("fs_utime")))
int32_t wire_fs_utime(uint32_t loop, const void * path, uint32_t path_len, double atime, double mtime, uint32_t follow, uint64_t cookie);

/* Sets times of an open file, as fs_utime. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. libuv: uv_fs_futime */
__attribute__((import_module("uv_preview1"), import_name("fs_futime")))
int32_t wire_fs_futime(uint32_t loop, int32_t fd, double atime, double mtime, uint64_t cookie);

/* Cuts or lengthens an open file to length bytes. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. libuv: uv_fs_ftruncate */
__attribute__((import_module("uv_preview1"), import_name("fs_ftruncate")))
int32_t wire_fs_ftruncate(uint32_t loop, int32_t fd, int64_t length, uint64_t cookie);

/* Has the disk keep what was written; data 1: its contents only. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. libuv: uv_fs_fsync, uv_fs_fdatasync */
__attribute__((import_module("uv_preview1"), import_name("fs_fsync")))
int32_t wire_fs_fsync(uint32_t loop, int32_t fd, uint32_t data, uint64_t cookie);

/* Gives a file a further name within one granted directory. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. libuv: uv_fs_link */
__attribute__((import_module("uv_preview1"), import_name("fs_link")))
int32_t wire_fs_link(uint32_t loop, const void * path, uint32_t path_len, const void * new_path, uint32_t new_path_len, uint64_t cookie);

/* Makes a link at new_path that leads to path. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. libuv: uv_fs_symlink */
__attribute__((import_module("uv_preview1"), import_name("fs_symlink")))
int32_t wire_fs_symlink(uint32_t loop, const void * path, uint32_t path_len, const void * new_path, uint32_t new_path_len, uint32_t flags, uint64_t cookie);

/* Where a link leads, written right before the callback. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is the length. Errors: ENAMETOOLONG for more than buf_len. libuv: uv_fs_readlink */
__attribute__((import_module("uv_preview1"), import_name("fs_readlink")))
int32_t wire_fs_readlink(uint32_t loop, const void * path, uint32_t path_len, void * buf, uint32_t buf_len, uint64_t cookie);

/* The guest's absolute path without links, written right before the callback. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is the length. Errors: ENAMETOOLONG for more than buf_len. libuv: uv_fs_realpath */
__attribute__((import_module("uv_preview1"), import_name("fs_realpath")))
int32_t wire_fs_realpath(uint32_t loop, const void * path, uint32_t path_len, void * buf, uint32_t buf_len, uint64_t cookie);

/* Makes a directory from a template that ends in XXXXXX; its path is written right before the callback. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is the length. libuv: uv_fs_mkdtemp */
__attribute__((import_module("uv_preview1"), import_name("fs_mkdtemp")))
int32_t wire_fs_mkdtemp(uint32_t loop, const void * path, uint32_t path_len, void * buf, uint32_t buf_len, uint64_t cookie);

/* Makes and opens a file from a template that ends in XXXXXX; its path, as long as the template, is written right before the callback. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is a descriptor. libuv: uv_fs_mkstemp */
__attribute__((import_module("uv_preview1"), import_name("fs_mkstemp")))
int32_t wire_fs_mkstemp(uint32_t loop, const void * path, uint32_t path_len, void * buf, uint32_t buf_len, uint64_t cookie);

/* Copies a file. flags: 1 fail if new_path exists, 2 share its blocks where the file system can, 4 or fail. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Errors: EFBIG over 2 GiB, which would keep a worker for too long. libuv: uv_fs_copyfile */
__attribute__((import_module("uv_preview1"), import_name("fs_copyfile")))
int32_t wire_fs_copyfile(uint32_t loop, const void * path, uint32_t path_len, const void * new_path, uint32_t new_path_len, uint32_t flags, uint64_t cookie);

/* Copies bytes between open files, at most 2 GiB. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is the bytes. libuv: uv_fs_sendfile */
__attribute__((import_module("uv_preview1"), import_name("fs_sendfile")))
int32_t wire_fs_sendfile(uint32_t loop, int32_t out_fd, int32_t in_fd, int64_t offset, uint64_t length, uint64_t cookie);

/* Opens a directory for reading. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is a descriptor, for fs_readdir and fs_closedir only. libuv: uv_fs_opendir */
__attribute__((import_module("uv_preview1"), import_name("fs_opendir")))
int32_t wire_fs_opendir(uint32_t loop, const void * path, uint32_t path_len, uint64_t cookie);

/* Reads at most count entries into the buffer (dirent and name, unpadded), as many as fit. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is their number, 0 at the end; those for which there was no room come next. Errors: ENOBUFS when not even one fits, EBUSY while another request is on the directory. libuv: uv_fs_readdir */
__attribute__((import_module("uv_preview1"), import_name("fs_readdir")))
int32_t wire_fs_readdir(uint32_t loop, int32_t dir, uint32_t count, void * buf, uint32_t buf_len, uint64_t cookie);

/* Closes a directory. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Errors: EBUSY while a request is on it. libuv: uv_fs_closedir */
__attribute__((import_module("uv_preview1"), import_name("fs_closedir")))
int32_t wire_fs_closedir(uint32_t loop, int32_t dir, uint64_t cookie);

/* Tells about a file system; the structure is written right before the callback. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Errors: ENOSYS always, so far: what a disk holds beyond the granted directories is not told. libuv: uv_fs_statfs */
__attribute__((import_module("uv_preview1"), import_name("fs_statfs")))
int32_t wire_fs_statfs(uint32_t loop, const void * path, uint32_t path_len, struct wire_statfs * statfs, uint64_t cookie);

/* Queues work: when a worker of the pool is free the loop's thread is called with CallbackWork, in the poll phase, and then with CallbackAfterWork. Work starts in the order of queueing. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. libuv: uv_queue_work */
__attribute__((import_module("uv_preview1"), import_name("queue_work")))
int32_t wire_queue_work(uint32_t loop, uint64_t cookie);

/* Fills the buffer with random bytes; under a virtual clock they are the seed's. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Errors: EINVAL for flags, E2BIG over 2 GiB. libuv: uv_random */
__attribute__((import_module("uv_preview1"), import_name("random")))
int32_t wire_random(uint32_t loop, void * buf, uint32_t buf_len, uint32_t flags, uint64_t cookie);

/* Looks up a name, a service or both; flags are Linux's AI_*, family 0 any, 4 or 6. Addresses (addrinfo and canonical name) are written into the buffer right before the callback, as many as fit. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is their number. Errors: EINVAL without a name, or with one of over 255 bytes; ENOBUFS when not even one fits; in the callback EACCES without the grant, those of getaddrinfo (EAI_*), EAI_CANCELED. libuv: uv_getaddrinfo */
__attribute__((import_module("uv_preview1"), import_name("getaddrinfo")))
int32_t wire_getaddrinfo(uint32_t loop, const void * node, uint32_t node_len, const void * service, uint32_t service_len, uint32_t flags, uint32_t family, uint32_t socktype, uint32_t protocol, void * buf, uint32_t buf_len, uint64_t cookie);

/* Looks up the names of an address and port; flags are Linux's NI_*. Both end in a zero byte and are written right before the callback; a buffer of length 0 is left out. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Errors: those of getaddrinfo, EAI_OVERFLOW for a name longer than its buffer. Names need the grant, numbers do not. libuv: uv_getnameinfo */
__attribute__((import_module("uv_preview1"), import_name("getnameinfo")))
int32_t wire_getnameinfo(uint32_t loop, const struct wire_sockaddr * addr, uint32_t flags, void * host, uint32_t host_len, void * service, uint32_t service_len, uint64_t cookie);

#endif
