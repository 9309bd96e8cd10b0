/* Sockets without libuv: ENOSYS, but for pairs, which are descriptors of the
 * host's and can be read and written. */
#include "posix.h"

#include <net/if.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

int socket(int domain, int type, int protocol) {
  (void) domain, (void) type, (void) protocol;
  return shim_fail(ENOSYS);
}

int socketpair(int domain, int type, int protocol, int fds[2]) {
  if (domain != AF_UNIX)
    return shim_fail(EAFNOSUPPORT);
  type &= ~(SOCK_NONBLOCK | SOCK_CLOEXEC);
  return shim_answer(wire_socket_pair((uint32_t) type, (uint32_t) protocol, 0, 0, fds,
                                      2 * sizeof *fds));
}

#define NONE(name, ...) \
  int name(__VA_ARGS__) { return (void) fd, shim_fail(ENOSYS); }
#pragma clang diagnostic ignored "-Wunused-parameter"

NONE(bind, int fd, const struct sockaddr *addr, socklen_t len)
NONE(listen, int fd, int backlog)
NONE(accept, int fd, struct sockaddr *addr, socklen_t *len)
NONE(accept4, int fd, struct sockaddr *addr, socklen_t *len, int flags)
NONE(connect, int fd, const struct sockaddr *addr, socklen_t len)
NONE(getsockname, int fd, struct sockaddr *addr, socklen_t *len)
NONE(getpeername, int fd, struct sockaddr *addr, socklen_t *len)
NONE(getsockopt, int fd, int level, int option, void *value, socklen_t *len)
NONE(setsockopt, int fd, int level, int option, const void *value, socklen_t len)
NONE(shutdown, int fd, int how)

ssize_t send(int fd, const void *buf, size_t len, int flags) {
  return flags & ~(MSG_NOSIGNAL | MSG_DONTWAIT) ? shim_fail(ENOSYS) : write(fd, buf, len);
}

ssize_t recv(int fd, void *buf, size_t len, int flags) {
  return flags & ~(MSG_NOSIGNAL | MSG_DONTWAIT) ? shim_fail(ENOSYS) : read(fd, buf, len);
}

ssize_t sendto(int fd, const void *buf, size_t len, int flags, const struct sockaddr *addr,
               socklen_t addr_len) {
  return addr == NULL ? send(fd, buf, len, flags) : shim_fail(ENOSYS);
}

ssize_t recvfrom(int fd, void *buf, size_t len, int flags, struct sockaddr *addr,
                 socklen_t *addr_len) {
  return addr == NULL ? recv(fd, buf, len, flags) : shim_fail(ENOSYS);
}

ssize_t sendmsg(int fd, const struct msghdr *msg, int flags) {
  if (msg->msg_name != NULL || msg->msg_controllen > 0 || (flags & ~MSG_NOSIGNAL))
    return shim_fail(ENOSYS);
  return writev(fd, msg->msg_iov, msg->msg_iovlen);
}

ssize_t recvmsg(int fd, struct msghdr *msg, int flags) {
  if (msg->msg_name != NULL || flags != 0)
    return shim_fail(ENOSYS);
  msg->msg_controllen = 0;
  msg->msg_flags = 0;
  return readv(fd, msg->msg_iov, msg->msg_iovlen);
}

unsigned int if_nametoindex(const char *name) { return (void) shim_fail(ENXIO), 0; }

char *if_indextoname(unsigned int index, char *name) { return (void) shim_fail(ENXIO), NULL; }
