/* Names and texts of errors, and the numbers of wasi-libc's errno. */
#include "internal.h"

#include <errno.h>

const char *uv_err_name(int err) {
  char text[32];
  char *copy;
  switch (err) {
#define XX(name, _) \
  case UV_##name: \
    return #name;
    UV_ERRNO_MAP(XX)
#undef XX
    default:
      break;
  }
  /* Never freed, as in libuv. */
  copy = uv__strdup(uv_err_name_r(err, text, sizeof text));
  return copy == NULL ? "Unknown system error" : copy;
}

char *uv_err_name_r(int err, char *buf, size_t buflen) {
  switch (err) {
#define XX(name, _) \
  case UV_##name: \
    snprintf(buf, buflen, "%s", #name); \
    return buf;
    UV_ERRNO_MAP(XX)
#undef XX
    default:
      snprintf(buf, buflen, "Unknown system error %d", err);
      return buf;
  }
}

const char *uv_strerror(int err) {
  switch (err) {
#define XX(name, text) \
  case UV_##name: \
    return text;
    UV_ERRNO_MAP(XX)
#undef XX
    default:
      return uv_err_name(err);
  }
}

char *uv_strerror_r(int err, char *buf, size_t buflen) {
  switch (err) {
#define XX(name, text) \
  case UV_##name: \
    snprintf(buf, buflen, "%s", text); \
    return buf;
    UV_ERRNO_MAP(XX)
#undef XX
    default:
      return uv_err_name_r(err, buf, buflen);
  }
}

/* The errors that wasi-libc has too; its numbers are WASI's. */
#define WASI_ERRNO_MAP(XX) \
  XX(E2BIG) XX(EACCES) XX(EADDRINUSE) XX(EADDRNOTAVAIL) XX(EAFNOSUPPORT) XX(EAGAIN) XX(EALREADY) \
  XX(EBADF) XX(EBUSY) XX(ECANCELED) XX(ECONNABORTED) XX(ECONNREFUSED) XX(ECONNRESET) \
  XX(EDESTADDRREQ) XX(EEXIST) XX(EFAULT) XX(EFBIG) XX(EHOSTUNREACH) XX(EILSEQ) XX(EINTR) \
  XX(EINVAL) XX(EIO) XX(EISCONN) XX(EISDIR) XX(ELOOP) XX(EMFILE) XX(EMLINK) XX(EMSGSIZE) \
  XX(ENAMETOOLONG) XX(ENETDOWN) XX(ENETUNREACH) XX(ENFILE) XX(ENOBUFS) XX(ENODEV) XX(ENOENT) \
  XX(ENOMEM) XX(ENOPROTOOPT) XX(ENOSPC) XX(ENOSYS) XX(ENOTCONN) XX(ENOTDIR) XX(ENOTEMPTY) \
  XX(ENOTSOCK) XX(ENOTSUP) XX(ENOTTY) XX(ENXIO) XX(EOVERFLOW) XX(EPERM) XX(EPIPE) XX(EPROTO) \
  XX(EPROTONOSUPPORT) XX(EPROTOTYPE) XX(ERANGE) XX(EROFS) XX(ESPIPE) XX(ESRCH) XX(ETIMEDOUT) \
  XX(ETXTBSY) XX(EXDEV)

int uv_translate_sys_error(int sys_errno) {
  if (sys_errno <= 0)
    return sys_errno; /* libuv's own already */
  switch (sys_errno) {
#define XX(name) \
  case name: \
    return UV_##name;
    WASI_ERRNO_MAP(XX)
#undef XX
    case ENOTCAPABLE:
      return UV_EACCES; /* what a guest was not granted */
    default:
      return UV_UNKNOWN;
  }
}

int uv__sys_errno(int err) {
  switch (err) {
#define XX(name) \
  case UV_##name: \
    return name;
    WASI_ERRNO_MAP(XX)
#undef XX
    default:
      return err < 0 ? EIO : err;
  }
}
