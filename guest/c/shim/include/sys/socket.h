/* Sockets, with Linux's numbers and layouts: WASI preview 1 has neither.
 *
 * A guest's sockets are handles of libuv (uv_tcp_t, uv_udp_t, uv_pipe_t). What
 * makes or names a socket directly answers -1 with ENOSYS; send, recv and
 * shutdown work on descriptors of uv_socketpair and uv_pipe. */
#ifndef _SYS_SOCKET_H
#define _SYS_SOCKET_H

#ifdef __cplusplus
extern "C" {
#endif

#include <features.h>

#define __NEED_socklen_t
#define __NEED_sa_family_t
#define __NEED_size_t
#define __NEED_ssize_t
#define __NEED_uid_t
#define __NEED_pid_t
#define __NEED_gid_t
#define __NEED_struct_iovec
#include <bits/alltypes.h>

/* Keeps the system's own layouts out, by whatever header they would come. */
#define __wasilibc___struct_sockaddr_h
#define __wasilibc___struct_sockaddr_storage_h
#define __wasilibc___header_sys_socket_h

struct sockaddr {
  sa_family_t sa_family;
  char sa_data[14];
};

struct sockaddr_storage {
  sa_family_t ss_family;
  char __ss_padding[118];
  unsigned long long __ss_align;
};

struct linger {
  int l_onoff;
  int l_linger;
};

#ifndef __wasilibc___struct_msghdr_h
#define __wasilibc___struct_msghdr_h
struct msghdr {
  void *msg_name;
  socklen_t msg_namelen;
  struct iovec *msg_iov;
  int msg_iovlen;
  void *msg_control;
  socklen_t msg_controllen;
  int msg_flags;
};
#endif

struct cmsghdr {
  socklen_t cmsg_len;
  int cmsg_level;
  int cmsg_type;
};

struct ucred {
  pid_t pid;
  uid_t uid;
  gid_t gid;
};

#define CMSG_ALIGN(len) (((len) + sizeof(size_t) - 1) & ~(sizeof(size_t) - 1))
#define CMSG_DATA(cmsg) ((unsigned char *) ((struct cmsghdr *) (cmsg) + 1))
#define CMSG_LEN(len) (CMSG_ALIGN(sizeof(struct cmsghdr)) + (len))
#define CMSG_SPACE(len) (CMSG_ALIGN(sizeof(struct cmsghdr)) + CMSG_ALIGN(len))
#define CMSG_FIRSTHDR(mhdr)                                   \
  ((size_t) (mhdr)->msg_controllen >= sizeof(struct cmsghdr)  \
       ? (struct cmsghdr *) (mhdr)->msg_control               \
       : (struct cmsghdr *) 0)
#define CMSG_NXTHDR(mhdr, cmsg)                                                              \
  ((cmsg)->cmsg_len < sizeof(struct cmsghdr) ||                                              \
           (char *) (cmsg) + CMSG_ALIGN((cmsg)->cmsg_len) + sizeof(struct cmsghdr) >         \
               (char *) (mhdr)->msg_control + (mhdr)->msg_controllen                         \
       ? (struct cmsghdr *) 0                                                                \
       : (struct cmsghdr *) ((char *) (cmsg) + CMSG_ALIGN((cmsg)->cmsg_len)))

#define AF_UNSPEC 0
#define AF_UNIX 1
#define AF_LOCAL AF_UNIX
#define AF_INET 2
#define AF_INET6 10
#define PF_UNSPEC AF_UNSPEC
#define PF_UNIX AF_UNIX
#define PF_LOCAL AF_LOCAL
#define PF_INET AF_INET
#define PF_INET6 AF_INET6

#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOCK_RAW 3
#define SOCK_SEQPACKET 5
#define SOCK_NONBLOCK 04000
#define SOCK_CLOEXEC 02000000

#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2

#define SOL_SOCKET 1
#define SO_DEBUG 1
#define SO_REUSEADDR 2
#define SO_TYPE 3
#define SO_ERROR 4
#define SO_DONTROUTE 5
#define SO_BROADCAST 6
#define SO_SNDBUF 7
#define SO_RCVBUF 8
#define SO_KEEPALIVE 9
#define SO_OOBINLINE 10
#define SO_LINGER 13
#define SO_REUSEPORT 15
#define SO_PEERCRED 17
#define SO_RCVLOWAT 18
#define SO_SNDLOWAT 19
#define SO_RCVTIMEO 20
#define SO_SNDTIMEO 21
#define SO_ACCEPTCONN 30
#define SO_PROTOCOL 38
#define SO_DOMAIN 39

#define SCM_RIGHTS 1
#define SOMAXCONN 128

#define MSG_OOB 0x0001
#define MSG_PEEK 0x0002
#define MSG_DONTROUTE 0x0004
#define MSG_CTRUNC 0x0008
#define MSG_TRUNC 0x0020
#define MSG_DONTWAIT 0x0040
#define MSG_EOR 0x0080
#define MSG_WAITALL 0x0100
#define MSG_NOSIGNAL 0x4000

/* Symbols of their own: wasi-libc has some of these names for WASI's sockets. */
#define __SHIM(name) __asm__("shim_" #name)

int socket(int domain, int type, int protocol) __SHIM(socket);
int socketpair(int domain, int type, int protocol, int fds[2]) __SHIM(socketpair);
int bind(int fd, const struct sockaddr *addr, socklen_t len) __SHIM(bind);
int listen(int fd, int backlog) __SHIM(listen);
int accept(int fd, struct sockaddr *__restrict addr, socklen_t *__restrict len) __SHIM(accept);
int accept4(int fd, struct sockaddr *__restrict addr, socklen_t *__restrict len, int flags)
    __SHIM(accept4);
int connect(int fd, const struct sockaddr *addr, socklen_t len) __SHIM(connect);
int getsockname(int fd, struct sockaddr *__restrict addr, socklen_t *__restrict len)
    __SHIM(getsockname);
int getpeername(int fd, struct sockaddr *__restrict addr, socklen_t *__restrict len)
    __SHIM(getpeername);
int getsockopt(int fd, int level, int option, void *__restrict value, socklen_t *__restrict len)
    __SHIM(getsockopt);
int setsockopt(int fd, int level, int option, const void *value, socklen_t len)
    __SHIM(setsockopt);
int shutdown(int fd, int how) __SHIM(shutdown);
ssize_t send(int fd, const void *buf, size_t len, int flags) __SHIM(send);
ssize_t recv(int fd, void *buf, size_t len, int flags) __SHIM(recv);
ssize_t sendto(int fd, const void *buf, size_t len, int flags, const struct sockaddr *addr,
               socklen_t addr_len) __SHIM(sendto);
ssize_t recvfrom(int fd, void *__restrict buf, size_t len, int flags,
                 struct sockaddr *__restrict addr, socklen_t *__restrict addr_len)
    __SHIM(recvfrom);
ssize_t sendmsg(int fd, const struct msghdr *msg, int flags) __SHIM(sendmsg);
ssize_t recvmsg(int fd, struct msghdr *msg, int flags) __SHIM(recvmsg);

#ifdef __cplusplus
}
#endif

#endif
