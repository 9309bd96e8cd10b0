/* Loops, handles, requests, and the handles that are not about I/O. */
#ifndef UV_CORE_H
#define UV_CORE_H

#define UV_HANDLE_TYPE_MAP(XX) \
  XX(ASYNC, async) \
  XX(CHECK, check) \
  XX(FS_EVENT, fs_event) \
  XX(FS_POLL, fs_poll) \
  XX(HANDLE, handle) \
  XX(IDLE, idle) \
  XX(NAMED_PIPE, pipe) \
  XX(POLL, poll) \
  XX(PREPARE, prepare) \
  XX(PROCESS, process) \
  XX(STREAM, stream) \
  XX(TCP, tcp) \
  XX(TIMER, timer) \
  XX(TTY, tty) \
  XX(UDP, udp) \
  XX(SIGNAL, signal)

#define UV_REQ_TYPE_MAP(XX) \
  XX(REQ, req) \
  XX(CONNECT, connect) \
  XX(WRITE, write) \
  XX(SHUTDOWN, shutdown) \
  XX(UDP_SEND, udp_send) \
  XX(FS, fs) \
  XX(WORK, work) \
  XX(GETADDRINFO, getaddrinfo) \
  XX(GETNAMEINFO, getnameinfo) \
  XX(RANDOM, random)

/* UV_EINVAL and so on: negative, with Linux's numbers. */
typedef enum {
#define XX(name, _) UV_##name = UV__##name,
  UV_ERRNO_MAP(XX)
#undef XX
  UV_ERRNO_MAX = UV__EOF - 1
} uv_errno_t;

typedef enum { UV_RUN_DEFAULT = 0, UV_RUN_ONCE, UV_RUN_NOWAIT } uv_run_mode;

typedef enum {
  UV_LOOP_BLOCK_SIGNAL = 0,
  UV_METRICS_IDLE_TIME,
  UV_LOOP_USE_IO_URING_SQPOLL
#define UV_LOOP_USE_IO_URING_SQPOLL UV_LOOP_USE_IO_URING_SQPOLL
} uv_loop_option;

typedef struct uv_loop_s uv_loop_t;
typedef struct uv_handle_s uv_handle_t;
typedef struct uv_timer_s uv_timer_t;
typedef struct uv_idle_s uv_idle_t;
typedef struct uv_prepare_s uv_prepare_t;
typedef struct uv_check_s uv_check_t;
typedef struct uv_async_s uv_async_t;
typedef struct uv_poll_s uv_poll_t;
typedef struct uv_signal_s uv_signal_t;
typedef struct uv_stream_s uv_stream_t;
typedef struct uv_tcp_s uv_tcp_t;
typedef struct uv_pipe_s uv_pipe_t;
typedef struct uv_tty_s uv_tty_t;
typedef struct uv_udp_s uv_udp_t;
typedef struct uv_process_s uv_process_t;
typedef struct uv_fs_event_s uv_fs_event_t;
typedef struct uv_fs_poll_s uv_fs_poll_t;

typedef struct uv_req_s uv_req_t;
typedef struct uv_connect_s uv_connect_t;
typedef struct uv_write_s uv_write_t;
typedef struct uv_shutdown_s uv_shutdown_t;
typedef struct uv_udp_send_s uv_udp_send_t;
typedef struct uv_fs_s uv_fs_t;
typedef struct uv_work_s uv_work_t;
typedef struct uv_getaddrinfo_s uv_getaddrinfo_t;
typedef struct uv_getnameinfo_s uv_getnameinfo_t;
typedef struct uv_random_s uv_random_t;

typedef void (*uv_close_cb)(uv_handle_t *handle);
typedef void (*uv_walk_cb)(uv_handle_t *handle, void *arg);
typedef void (*uv_alloc_cb)(uv_handle_t *handle, size_t suggested_size, uv_buf_t *buf);
typedef void (*uv_timer_cb)(uv_timer_t *handle);
typedef void (*uv_idle_cb)(uv_idle_t *handle);
typedef void (*uv_prepare_cb)(uv_prepare_t *handle);
typedef void (*uv_check_cb)(uv_check_t *handle);
typedef void (*uv_async_cb)(uv_async_t *handle);
typedef void (*uv_poll_cb)(uv_poll_t *handle, int status, int events);
typedef void (*uv_signal_cb)(uv_signal_t *handle, int signum);

/* The beginning of every request. */
#define UV_REQ_FIELDS \
  void *data; \
  uv_req_type type; \
  uint32_t uv__id; \
  uv_loop_t *uv__loop; \
  void (*uv__call)(uv_req_t *req, uint32_t kind, int64_t status);

struct uv_req_s {
  UV_REQ_FIELDS
};

/* The beginning of every handle. */
#define UV_HANDLE_FIELDS \
  void *data; \
  uv_loop_t *loop; \
  uv_handle_type type; \
  uv_close_cb close_cb; \
  uint32_t uv__id; \
  uint32_t uv__flags; \
  uint64_t uv__seq; \
  uv_handle_t *uv__next; \
  uv_handle_t *uv__prev; \
  uint64_t (*uv__call)(uv_handle_t *handle, uint32_t kind, int64_t status);

struct uv_handle_s {
  UV_HANDLE_FIELDS
};

struct uv_timer_s {
  UV_HANDLE_FIELDS
  uv_timer_cb timer_cb;
  uint64_t repeat;
};

struct uv_idle_s {
  UV_HANDLE_FIELDS
  uv_idle_cb idle_cb;
};

struct uv_prepare_s {
  UV_HANDLE_FIELDS
  uv_prepare_cb prepare_cb;
};

struct uv_check_s {
  UV_HANDLE_FIELDS
  uv_check_cb check_cb;
};

struct uv_async_s {
  UV_HANDLE_FIELDS
  uv_async_cb async_cb;
};

struct uv_poll_s {
  UV_HANDLE_FIELDS
  uv_poll_cb poll_cb;
};

struct uv_signal_s {
  UV_HANDLE_FIELDS
  uv_signal_cb signal_cb;
  int signum;
};

/* active_handles may be counted up and down by a program: the loop believes
 * it. */
struct uv_loop_s {
  void *data;
  unsigned int active_handles;
  union {
    void *unused;
    unsigned int count;
  } active_reqs;
  uint32_t uv__number;
  unsigned int uv__active; /* the part of active_handles that is the library's */
  uint32_t uv__held;       /* what the host was last told of the rest */
  uint32_t uv__flags;
  uint64_t uv__seq;
  uv_handle_t *uv__first;
  uv_handle_t *uv__last;
  struct uv__walk *uv__walks;
};

typedef struct uv_metrics_s {
  uint64_t loop_count;
  uint64_t events;
  uint64_t events_waiting;
  uint64_t *reserved[13];
} uv_metrics_t;

enum uv_poll_event { UV_READABLE = 1, UV_WRITABLE = 2, UV_DISCONNECT = 4, UV_PRIORITIZED = 8 };

/* Loop. */
UV_EXTERN uv_loop_t *uv_default_loop(void);
UV_EXTERN int uv_loop_init(uv_loop_t *loop);
UV_EXTERN int uv_loop_close(uv_loop_t *loop);
UV_EXTERN uv_loop_t *uv_loop_new(void);
UV_EXTERN void uv_loop_delete(uv_loop_t *loop);
UV_EXTERN size_t uv_loop_size(void);
UV_EXTERN int uv_loop_alive(const uv_loop_t *loop);
/* Options: UV_METRICS_IDLE_TIME, UV_LOOP_BLOCK_SIGNAL with SIGPROF (which
 * changes nothing: there are no signals). ENOSYS for others. */
UV_EXTERN int uv_loop_configure(uv_loop_t *loop, uv_loop_option option, ...);
/* ENOSYS: there is no fork. */
UV_EXTERN int uv_loop_fork(uv_loop_t *loop);
UV_EXTERN void *uv_loop_get_data(const uv_loop_t *loop);
UV_EXTERN void uv_loop_set_data(uv_loop_t *loop, void *data);
UV_EXTERN int uv_run(uv_loop_t *loop, uv_run_mode mode);
UV_EXTERN void uv_stop(uv_loop_t *loop);
UV_EXTERN void uv_update_time(uv_loop_t *loop);
UV_EXTERN uint64_t uv_now(const uv_loop_t *loop);
/* -1: the kernel's descriptor is the host's. */
UV_EXTERN int uv_backend_fd(const uv_loop_t *loop);
UV_EXTERN int uv_backend_timeout(const uv_loop_t *loop);
UV_EXTERN void uv_walk(uv_loop_t *loop, uv_walk_cb walk_cb, void *arg);
UV_EXTERN void uv_print_all_handles(uv_loop_t *loop, FILE *stream);
UV_EXTERN void uv_print_active_handles(uv_loop_t *loop, FILE *stream);
UV_EXTERN uint64_t uv_metrics_idle_time(uv_loop_t *loop);
UV_EXTERN int uv_metrics_info(uv_loop_t *loop, uv_metrics_t *metrics);

/* Handle. */
UV_EXTERN size_t uv_handle_size(uv_handle_type type);
UV_EXTERN const char *uv_handle_type_name(uv_handle_type type);
UV_EXTERN uv_handle_type uv_handle_get_type(const uv_handle_t *handle);
UV_EXTERN uv_loop_t *uv_handle_get_loop(const uv_handle_t *handle);
UV_EXTERN void *uv_handle_get_data(const uv_handle_t *handle);
UV_EXTERN void uv_handle_set_data(uv_handle_t *handle, void *data);
UV_EXTERN int uv_is_active(const uv_handle_t *handle);
UV_EXTERN int uv_is_closing(const uv_handle_t *handle);
UV_EXTERN void uv_close(uv_handle_t *handle, uv_close_cb close_cb);
UV_EXTERN void uv_ref(uv_handle_t *handle);
UV_EXTERN void uv_unref(uv_handle_t *handle);
UV_EXTERN int uv_has_ref(const uv_handle_t *handle);
UV_EXTERN int uv_send_buffer_size(uv_handle_t *handle, int *value);
UV_EXTERN int uv_recv_buffer_size(uv_handle_t *handle, int *value);
/* A descriptor of the guest's that stands for the handle's while it is open. */
UV_EXTERN int uv_fileno(const uv_handle_t *handle, uv_os_fd_t *fd);

/* Request. */
UV_EXTERN size_t uv_req_size(uv_req_type type);
UV_EXTERN const char *uv_req_type_name(uv_req_type type);
UV_EXTERN uv_req_type uv_req_get_type(const uv_req_t *req);
UV_EXTERN void *uv_req_get_data(const uv_req_t *req);
UV_EXTERN void uv_req_set_data(uv_req_t *req, void *data);
UV_EXTERN int uv_cancel(uv_req_t *req);

/* Timer: times in ms. */
UV_EXTERN int uv_timer_init(uv_loop_t *loop, uv_timer_t *handle);
UV_EXTERN int uv_timer_start(uv_timer_t *handle, uv_timer_cb cb, uint64_t timeout, uint64_t repeat);
UV_EXTERN int uv_timer_stop(uv_timer_t *handle);
UV_EXTERN int uv_timer_again(uv_timer_t *handle);
UV_EXTERN void uv_timer_set_repeat(uv_timer_t *handle, uint64_t repeat);
UV_EXTERN uint64_t uv_timer_get_repeat(const uv_timer_t *handle);
UV_EXTERN uint64_t uv_timer_get_due_in(const uv_timer_t *handle);

/* Idle, prepare, check. */
UV_EXTERN int uv_idle_init(uv_loop_t *loop, uv_idle_t *idle);
UV_EXTERN int uv_idle_start(uv_idle_t *idle, uv_idle_cb cb);
UV_EXTERN int uv_idle_stop(uv_idle_t *idle);
UV_EXTERN int uv_prepare_init(uv_loop_t *loop, uv_prepare_t *prepare);
UV_EXTERN int uv_prepare_start(uv_prepare_t *prepare, uv_prepare_cb cb);
UV_EXTERN int uv_prepare_stop(uv_prepare_t *prepare);
UV_EXTERN int uv_check_init(uv_loop_t *loop, uv_check_t *check);
UV_EXTERN int uv_check_start(uv_check_t *check, uv_check_cb cb);
UV_EXTERN int uv_check_stop(uv_check_t *check);

/* Async. */
UV_EXTERN int uv_async_init(uv_loop_t *loop, uv_async_t *async, uv_async_cb async_cb);
UV_EXTERN int uv_async_send(uv_async_t *async);

/* Poll: fd is one of the guest's descriptors. */
UV_EXTERN int uv_poll_init(uv_loop_t *loop, uv_poll_t *handle, int fd);
UV_EXTERN int uv_poll_init_socket(uv_loop_t *loop, uv_poll_t *handle, uv_os_sock_t socket);
UV_EXTERN int uv_poll_start(uv_poll_t *handle, int events, uv_poll_cb cb);
UV_EXTERN int uv_poll_stop(uv_poll_t *handle);

/* Signal: ENOSYS, a guest gets no signals. */
UV_EXTERN int uv_signal_init(uv_loop_t *loop, uv_signal_t *handle);
UV_EXTERN int uv_signal_start(uv_signal_t *handle, uv_signal_cb signal_cb, int signum);
UV_EXTERN int uv_signal_start_oneshot(uv_signal_t *handle, uv_signal_cb signal_cb, int signum);
UV_EXTERN int uv_signal_stop(uv_signal_t *handle);

#endif
