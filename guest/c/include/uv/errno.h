/* Generated from guest/abi and loop/uv by internal/gen; do not edit. */
#ifndef UV_ERRNO_H_
#define UV_ERRNO_H_

#define UV_ERRNO_MAP(XX) \
  XX(E2BIG, "argument list too long") \
  XX(EACCES, "permission denied") \
  XX(EADDRINUSE, "address already in use") \
  XX(EADDRNOTAVAIL, "address not available") \
  XX(EAFNOSUPPORT, "address family not supported") \
  XX(EAGAIN, "resource temporarily unavailable") \
  XX(EAI_ADDRFAMILY, "address family not supported") \
  XX(EAI_AGAIN, "temporary failure") \
  XX(EAI_BADFLAGS, "bad ai_flags value") \
  XX(EAI_BADHINTS, "invalid value for hints") \
  XX(EAI_CANCELED, "request canceled") \
  XX(EAI_FAIL, "permanent failure") \
  XX(EAI_FAMILY, "ai_family not supported") \
  XX(EAI_MEMORY, "out of memory") \
  XX(EAI_NODATA, "no address") \
  XX(EAI_NONAME, "unknown node or service") \
  XX(EAI_OVERFLOW, "argument buffer overflow") \
  XX(EAI_PROTOCOL, "resolved protocol is unknown") \
  XX(EAI_SERVICE, "service not available for socket type") \
  XX(EAI_SOCKTYPE, "socket type not supported") \
  XX(EALREADY, "connection already in progress") \
  XX(EBADF, "bad file descriptor") \
  XX(EBUSY, "resource busy or locked") \
  XX(ECANCELED, "operation canceled") \
  XX(ECHARSET, "invalid Unicode character") \
  XX(ECONNABORTED, "software caused connection abort") \
  XX(ECONNREFUSED, "connection refused") \
  XX(ECONNRESET, "connection reset by peer") \
  XX(EDESTADDRREQ, "destination address required") \
  XX(EEXIST, "file already exists") \
  XX(EFAULT, "bad address in system call argument") \
  XX(EFBIG, "file too large") \
  XX(EHOSTUNREACH, "host is unreachable") \
  XX(EINTR, "interrupted system call") \
  XX(EINVAL, "invalid argument") \
  XX(EIO, "i/o error") \
  XX(EISCONN, "socket is already connected") \
  XX(EISDIR, "illegal operation on a directory") \
  XX(ELOOP, "too many symbolic links encountered") \
  XX(EMFILE, "too many open files") \
  XX(EMSGSIZE, "message too long") \
  XX(ENAMETOOLONG, "name too long") \
  XX(ENETDOWN, "network is down") \
  XX(ENETUNREACH, "network is unreachable") \
  XX(ENFILE, "file table overflow") \
  XX(ENOBUFS, "no buffer space available") \
  XX(ENODEV, "no such device") \
  XX(ENOENT, "no such file or directory") \
  XX(ENOMEM, "not enough memory") \
  XX(ENONET, "machine is not on the network") \
  XX(ENOPROTOOPT, "protocol not available") \
  XX(ENOSPC, "no space left on device") \
  XX(ENOSYS, "function not implemented") \
  XX(ENOTCONN, "socket is not connected") \
  XX(ENOTDIR, "not a directory") \
  XX(ENOTEMPTY, "directory not empty") \
  XX(ENOTSOCK, "socket operation on non-socket") \
  XX(ENOTSUP, "operation not supported on socket") \
  XX(EOVERFLOW, "value too large for defined data type") \
  XX(EPERM, "operation not permitted") \
  XX(EPIPE, "broken pipe") \
  XX(EPROTO, "protocol error") \
  XX(EPROTONOSUPPORT, "protocol not supported") \
  XX(EPROTOTYPE, "protocol wrong type for socket") \
  XX(ERANGE, "result too large") \
  XX(EROFS, "read-only file system") \
  XX(ESHUTDOWN, "cannot send after transport endpoint shutdown") \
  XX(ESPIPE, "invalid seek") \
  XX(ESRCH, "no such process") \
  XX(ETIMEDOUT, "connection timed out") \
  XX(ETXTBSY, "text file is busy") \
  XX(EXDEV, "cross-device link not permitted") \
  XX(UNKNOWN, "unknown error") \
  XX(EOF, "end of file") \
  XX(ENXIO, "no such device or address") \
  XX(EMLINK, "too many links") \
  XX(EHOSTDOWN, "host is down") \
  XX(EREMOTEIO, "remote I/O error") \
  XX(ENOTTY, "inappropriate ioctl for device") \
  XX(EFTYPE, "inappropriate file type or format") \
  XX(EILSEQ, "illegal byte sequence") \
  XX(ENODATA, "no data available") \
  XX(EUNATCH, "protocol driver not attached") \
  XX(ESOCKTNOSUPPORT, "socket type not supported") \

#define UV__E2BIG (-7)
#define UV__EACCES (-13)
#define UV__EADDRINUSE (-98)
#define UV__EADDRNOTAVAIL (-99)
#define UV__EAFNOSUPPORT (-97)
#define UV__EAGAIN (-11)
#define UV__EAI_ADDRFAMILY (-3000)
#define UV__EAI_AGAIN (-3001)
#define UV__EAI_BADFLAGS (-3002)
#define UV__EAI_BADHINTS (-3013)
#define UV__EAI_CANCELED (-3003)
#define UV__EAI_FAIL (-3004)
#define UV__EAI_FAMILY (-3005)
#define UV__EAI_MEMORY (-3006)
#define UV__EAI_NODATA (-3007)
#define UV__EAI_NONAME (-3008)
#define UV__EAI_OVERFLOW (-3009)
#define UV__EAI_PROTOCOL (-3014)
#define UV__EAI_SERVICE (-3010)
#define UV__EAI_SOCKTYPE (-3011)
#define UV__EALREADY (-114)
#define UV__EBADF (-9)
#define UV__EBUSY (-16)
#define UV__ECANCELED (-125)
#define UV__ECHARSET (-4080)
#define UV__ECONNABORTED (-103)
#define UV__ECONNREFUSED (-111)
#define UV__ECONNRESET (-104)
#define UV__EDESTADDRREQ (-89)
#define UV__EEXIST (-17)
#define UV__EFAULT (-14)
#define UV__EFBIG (-27)
#define UV__EHOSTUNREACH (-113)
#define UV__EINTR (-4)
#define UV__EINVAL (-22)
#define UV__EIO (-5)
#define UV__EISCONN (-106)
#define UV__EISDIR (-21)
#define UV__ELOOP (-40)
#define UV__EMFILE (-24)
#define UV__EMSGSIZE (-90)
#define UV__ENAMETOOLONG (-36)
#define UV__ENETDOWN (-100)
#define UV__ENETUNREACH (-101)
#define UV__ENFILE (-23)
#define UV__ENOBUFS (-105)
#define UV__ENODEV (-19)
#define UV__ENOENT (-2)
#define UV__ENOMEM (-12)
#define UV__ENONET (-64)
#define UV__ENOPROTOOPT (-92)
#define UV__ENOSPC (-28)
#define UV__ENOSYS (-38)
#define UV__ENOTCONN (-107)
#define UV__ENOTDIR (-20)
#define UV__ENOTEMPTY (-39)
#define UV__ENOTSOCK (-88)
#define UV__ENOTSUP (-95)
#define UV__EOVERFLOW (-75)
#define UV__EPERM (-1)
#define UV__EPIPE (-32)
#define UV__EPROTO (-71)
#define UV__EPROTONOSUPPORT (-93)
#define UV__EPROTOTYPE (-91)
#define UV__ERANGE (-34)
#define UV__EROFS (-30)
#define UV__ESHUTDOWN (-108)
#define UV__ESPIPE (-29)
#define UV__ESRCH (-3)
#define UV__ETIMEDOUT (-110)
#define UV__ETXTBSY (-26)
#define UV__EXDEV (-18)
#define UV__UNKNOWN (-4094)
#define UV__EOF (-4095)
#define UV__ENXIO (-6)
#define UV__EMLINK (-31)
#define UV__EHOSTDOWN (-112)
#define UV__EREMOTEIO (-121)
#define UV__ENOTTY (-25)
#define UV__EFTYPE (-4028)
#define UV__EILSEQ (-84)
#define UV__ENODATA (-61)
#define UV__EUNATCH (-49)
#define UV__ESOCKTNOSUPPORT (-94)

#endif
