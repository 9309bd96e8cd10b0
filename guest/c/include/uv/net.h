/* Streams, TCP, pipes, UDP, terminals, name look-ups. */
#ifndef UV_NET_H
#define UV_NET_H

typedef void (*uv_read_cb)(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf);
typedef void (*uv_write_cb)(uv_write_t *req, int status);
typedef void (*uv_connect_cb)(uv_connect_t *req, int status);
typedef void (*uv_shutdown_cb)(uv_shutdown_t *req, int status);
typedef void (*uv_connection_cb)(uv_stream_t *server, int status);
typedef void (*uv_udp_send_cb)(uv_udp_send_t *req, int status);
typedef void (*uv_udp_recv_cb)(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf,
                               const struct sockaddr *addr, unsigned flags);
typedef void (*uv_getaddrinfo_cb)(uv_getaddrinfo_t *req, int status, struct addrinfo *res);
typedef void (*uv_getnameinfo_cb)(uv_getnameinfo_t *req, int status, const char *hostname,
                                  const char *service);

/* The beginning of every stream. write_queue_size: bytes that wait. */
#define UV_STREAM_FIELDS \
  size_t write_queue_size; \
  uv_alloc_cb alloc_cb; \
  uv_read_cb read_cb; \
  uv_connection_cb connection_cb; \
  uv_buf_t uv__buf;        /* what the host reads into */ \
  size_t uv__queued;       /* what the host last said of the queue */ \
  struct uv__failure *uv__failed; /* a connect whose error is still to be told */

struct uv_stream_s {
  UV_HANDLE_FIELDS
  UV_STREAM_FIELDS
};

struct uv_tcp_s {
  UV_HANDLE_FIELDS
  UV_STREAM_FIELDS
};

struct uv_pipe_s {
  UV_HANDLE_FIELDS
  UV_STREAM_FIELDS
  int ipc;
  const char *pipe_fname; /* the path it is bound to */
};

struct uv_tty_s {
  UV_HANDLE_FIELDS
  UV_STREAM_FIELDS
};

struct uv_udp_s {
  UV_HANDLE_FIELDS
  size_t send_queue_size;
  size_t send_queue_count;
  uv_alloc_cb alloc_cb;
  uv_udp_recv_cb recv_cb;
  uv_buf_t uv__buf;
  size_t uv__queued;
  size_t uv__queued_count;
  uint32_t uv__info[8]; /* struct wire_udp_info of the datagram at hand */
};

struct uv_connect_s {
  UV_REQ_FIELDS
  uv_connect_cb cb;
  uv_stream_t *handle;
};

struct uv_write_s {
  UV_REQ_FIELDS
  uv_write_cb cb;
  uv_stream_t *send_handle;
  uv_stream_t *handle;
};

struct uv_shutdown_s {
  UV_REQ_FIELDS
  uv_stream_t *handle;
  uv_shutdown_cb cb;
};

struct uv_udp_send_s {
  UV_REQ_FIELDS
  uv_udp_t *handle;
  uv_udp_send_cb cb;
};

struct uv_getaddrinfo_s {
  UV_REQ_FIELDS
  uv_loop_t *loop;
  uv_getaddrinfo_cb cb;
  struct addrinfo *addrinfo;
  int retcode;
  void *uv__buf;
  size_t uv__len;
};

struct uv_getnameinfo_s {
  UV_REQ_FIELDS
  uv_loop_t *loop;
  uv_getnameinfo_cb getnameinfo_cb;
  char host[NI_MAXHOST];
  char service[NI_MAXSERV];
  int retcode;
};

/* uv_stdio_flags, also those of uv_pipe and uv_socketpair. */
typedef enum {
  UV_IGNORE = 0x00,
  UV_CREATE_PIPE = 0x01,
  UV_INHERIT_FD = 0x02,
  UV_INHERIT_STREAM = 0x04,
  UV_READABLE_PIPE = 0x10,
  UV_WRITABLE_PIPE = 0x20,
  UV_NONBLOCK_PIPE = 0x40,
  UV_OVERLAPPED_PIPE = 0x40
} uv_stdio_flags;

enum uv_tcp_flags {
  UV_TCP_IPV6ONLY = 1,
  UV_TCP_REUSEPORT = 2
#define UV_TCP_REUSEPORT UV_TCP_REUSEPORT
};

enum uv_udp_flags {
  UV_UDP_IPV6ONLY = 1,
  UV_UDP_PARTIAL = 2,
  UV_UDP_REUSEADDR = 4,
  UV_UDP_MMSG_CHUNK = 8,
  UV_UDP_MMSG_FREE = 16,
  UV_UDP_LINUX_RECVERR = 32,
  UV_UDP_REUSEPORT = 64,
#define UV_UDP_REUSEPORT UV_UDP_REUSEPORT
  UV_UDP_RECVMMSG = 256
};

enum { UV_PIPE_NO_TRUNCATE = 1u };

typedef enum { UV_LEAVE_GROUP = 0, UV_JOIN_GROUP } uv_membership;

typedef enum {
  UV_TTY_MODE_NORMAL,
  UV_TTY_MODE_RAW,
  UV_TTY_MODE_IO,
  UV_TTY_MODE_RAW_VT
#define UV_TTY_MODE_RAW_VT UV_TTY_MODE_RAW_VT
} uv_tty_mode_t;

typedef enum { UV_TTY_SUPPORTED, UV_TTY_UNSUPPORTED } uv_tty_vtermstate_t;

/* Buffers and addresses. */
UV_EXTERN uv_buf_t uv_buf_init(char *base, unsigned int len);
UV_EXTERN int uv_ip4_addr(const char *ip, int port, struct sockaddr_in *addr);
UV_EXTERN int uv_ip6_addr(const char *ip, int port, struct sockaddr_in6 *addr);
UV_EXTERN int uv_ip4_name(const struct sockaddr_in *src, char *dst, size_t size);
UV_EXTERN int uv_ip6_name(const struct sockaddr_in6 *src, char *dst, size_t size);
UV_EXTERN int uv_ip_name(const struct sockaddr *src, char *dst, size_t size);
UV_EXTERN int uv_inet_ntop(int af, const void *src, char *dst, size_t size);
UV_EXTERN int uv_inet_pton(int af, const char *src, void *dst);
UV_EXTERN int uv_if_indextoname(unsigned int ifindex, char *buffer, size_t *size);
UV_EXTERN int uv_if_indextoiid(unsigned int ifindex, char *buffer, size_t *size);

/* Streams. */
UV_EXTERN int uv_listen(uv_stream_t *stream, int backlog, uv_connection_cb cb);
UV_EXTERN int uv_accept(uv_stream_t *server, uv_stream_t *client);
UV_EXTERN int uv_read_start(uv_stream_t *stream, uv_alloc_cb alloc_cb, uv_read_cb read_cb);
UV_EXTERN int uv_read_stop(uv_stream_t *stream);
UV_EXTERN int uv_write(uv_write_t *req, uv_stream_t *handle, const uv_buf_t bufs[],
                       unsigned int nbufs, uv_write_cb cb);
/* With a send_handle: EINVAL, handles cannot be passed. */
UV_EXTERN int uv_write2(uv_write_t *req, uv_stream_t *handle, const uv_buf_t bufs[],
                        unsigned int nbufs, uv_stream_t *send_handle, uv_write_cb cb);
UV_EXTERN int uv_try_write(uv_stream_t *handle, const uv_buf_t bufs[], unsigned int nbufs);
UV_EXTERN int uv_try_write2(uv_stream_t *handle, const uv_buf_t bufs[], unsigned int nbufs,
                            uv_stream_t *send_handle);
UV_EXTERN int uv_shutdown(uv_shutdown_t *req, uv_stream_t *handle, uv_shutdown_cb cb);
UV_EXTERN int uv_is_readable(const uv_stream_t *handle);
UV_EXTERN int uv_is_writable(const uv_stream_t *handle);
UV_EXTERN int uv_stream_set_blocking(uv_stream_t *handle, int blocking);
UV_EXTERN size_t uv_stream_get_write_queue_size(const uv_stream_t *stream);

/* TCP. */
UV_EXTERN int uv_tcp_init(uv_loop_t *loop, uv_tcp_t *handle);
UV_EXTERN int uv_tcp_init_ex(uv_loop_t *loop, uv_tcp_t *handle, unsigned int flags);
UV_EXTERN int uv_tcp_open(uv_tcp_t *handle, uv_os_sock_t sock);
UV_EXTERN int uv_tcp_bind(uv_tcp_t *handle, const struct sockaddr *addr, unsigned int flags);
UV_EXTERN int uv_tcp_connect(uv_connect_t *req, uv_tcp_t *handle, const struct sockaddr *addr,
                             uv_connect_cb cb);
UV_EXTERN int uv_tcp_nodelay(uv_tcp_t *handle, int enable);
UV_EXTERN int uv_tcp_keepalive(uv_tcp_t *handle, int enable, unsigned int delay);
UV_EXTERN int uv_tcp_keepalive_ex(uv_tcp_t *handle, int on, unsigned int idle, unsigned int intvl,
                                  unsigned int cnt);
UV_EXTERN int uv_tcp_simultaneous_accepts(uv_tcp_t *handle, int enable);
UV_EXTERN int uv_tcp_getsockname(const uv_tcp_t *handle, struct sockaddr *name, int *namelen);
UV_EXTERN int uv_tcp_getpeername(const uv_tcp_t *handle, struct sockaddr *name, int *namelen);
UV_EXTERN int uv_tcp_close_reset(uv_tcp_t *handle, uv_close_cb close_cb);
UV_EXTERN int uv_socketpair(int type, int protocol, uv_os_sock_t socket_vector[2], int flags0,
                            int flags1);

/* Pipes: Unix sockets below a granted directory. ipc: ENOTSUP. */
UV_EXTERN int uv_pipe_init(uv_loop_t *loop, uv_pipe_t *handle, int ipc);
UV_EXTERN int uv_pipe_open(uv_pipe_t *handle, uv_file file);
UV_EXTERN int uv_pipe_bind(uv_pipe_t *handle, const char *name);
UV_EXTERN int uv_pipe_bind2(uv_pipe_t *handle, const char *name, size_t namelen,
                            unsigned int flags);
UV_EXTERN void uv_pipe_connect(uv_connect_t *req, uv_pipe_t *handle, const char *name,
                               uv_connect_cb cb);
UV_EXTERN int uv_pipe_connect2(uv_connect_t *req, uv_pipe_t *handle, const char *name,
                               size_t namelen, unsigned int flags, uv_connect_cb cb);
UV_EXTERN int uv_pipe_getsockname(const uv_pipe_t *handle, char *buffer, size_t *size);
UV_EXTERN int uv_pipe_getpeername(const uv_pipe_t *handle, char *buffer, size_t *size);
UV_EXTERN void uv_pipe_pending_instances(uv_pipe_t *handle, int count);
UV_EXTERN int uv_pipe_pending_count(uv_pipe_t *handle);
UV_EXTERN uv_handle_type uv_pipe_pending_type(uv_pipe_t *handle);
UV_EXTERN int uv_pipe_chmod(uv_pipe_t *handle, int flags);
UV_EXTERN int uv_pipe(uv_file fds[2], int read_flags, int write_flags);

/* UDP. */
UV_EXTERN int uv_udp_init(uv_loop_t *loop, uv_udp_t *handle);
UV_EXTERN int uv_udp_init_ex(uv_loop_t *loop, uv_udp_t *handle, unsigned int flags);
UV_EXTERN int uv_udp_open(uv_udp_t *handle, uv_os_sock_t sock);
/* UV_UDP_REUSEPORT: ENOTSUP. */
UV_EXTERN int uv_udp_open_ex(uv_udp_t *handle, uv_os_sock_t sock, unsigned int flags);
UV_EXTERN int uv_udp_bind(uv_udp_t *handle, const struct sockaddr *addr, unsigned int flags);
UV_EXTERN int uv_udp_connect(uv_udp_t *handle, const struct sockaddr *addr);
UV_EXTERN int uv_udp_getsockname(const uv_udp_t *handle, struct sockaddr *name, int *namelen);
UV_EXTERN int uv_udp_getpeername(const uv_udp_t *handle, struct sockaddr *name, int *namelen);
UV_EXTERN int uv_udp_set_membership(uv_udp_t *handle, const char *multicast_addr,
                                    const char *interface_addr, uv_membership membership);
UV_EXTERN int uv_udp_set_source_membership(uv_udp_t *handle, const char *multicast_addr,
                                           const char *interface_addr, const char *source_addr,
                                           uv_membership membership);
UV_EXTERN int uv_udp_set_multicast_loop(uv_udp_t *handle, int on);
UV_EXTERN int uv_udp_set_multicast_ttl(uv_udp_t *handle, int ttl);
UV_EXTERN int uv_udp_set_multicast_interface(uv_udp_t *handle, const char *interface_addr);
UV_EXTERN int uv_udp_set_broadcast(uv_udp_t *handle, int on);
UV_EXTERN int uv_udp_set_ttl(uv_udp_t *handle, int ttl);
UV_EXTERN int uv_udp_send(uv_udp_send_t *req, uv_udp_t *handle, const uv_buf_t bufs[],
                          unsigned int nbufs, const struct sockaddr *addr, uv_udp_send_cb send_cb);
UV_EXTERN int uv_udp_try_send(uv_udp_t *handle, const uv_buf_t bufs[], unsigned int nbufs,
                              const struct sockaddr *addr);
UV_EXTERN int uv_udp_try_send2(uv_udp_t *handle, unsigned int count, uv_buf_t *bufs[],
                               unsigned int nbufs[], struct sockaddr *addrs[], unsigned int flags);
UV_EXTERN int uv_udp_recv_start(uv_udp_t *handle, uv_alloc_cb alloc_cb, uv_udp_recv_cb recv_cb);
UV_EXTERN int uv_udp_recv_stop(uv_udp_t *handle);
UV_EXTERN int uv_udp_using_recvmmsg(const uv_udp_t *handle);
UV_EXTERN size_t uv_udp_get_send_queue_size(const uv_udp_t *handle);
UV_EXTERN size_t uv_udp_get_send_queue_count(const uv_udp_t *handle);

/* Terminals: ENOSYS. Standard streams are pipes or files to a guest. */
UV_EXTERN int uv_tty_init(uv_loop_t *loop, uv_tty_t *tty, uv_file fd, int readable);
UV_EXTERN int uv_tty_set_mode(uv_tty_t *tty, uv_tty_mode_t mode);
UV_EXTERN int uv_tty_reset_mode(void);
UV_EXTERN int uv_tty_get_winsize(uv_tty_t *tty, int *width, int *height);
UV_EXTERN void uv_tty_set_vterm_state(uv_tty_vtermstate_t state);
UV_EXTERN int uv_tty_get_vterm_state(uv_tty_vtermstate_t *state);
UV_EXTERN uv_handle_type uv_guess_handle(uv_file file);

/* Name look-ups. */
UV_EXTERN int uv_getaddrinfo(uv_loop_t *loop, uv_getaddrinfo_t *req, uv_getaddrinfo_cb cb,
                             const char *node, const char *service, const struct addrinfo *hints);
UV_EXTERN void uv_freeaddrinfo(struct addrinfo *ai);
UV_EXTERN int uv_getnameinfo(uv_loop_t *loop, uv_getnameinfo_t *req, uv_getnameinfo_cb cb,
                             const struct sockaddr *addr, int flags);

#endif
