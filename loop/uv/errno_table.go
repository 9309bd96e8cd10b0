package uv

// Error numbers: libuv's names, libuv's numbers on Linux (negative), libuv's messages.
// libuv: UV_ERRNO_MAP.
const (
	E2BIG           Errno = -7    // argument list too long
	EACCES          Errno = -13   // permission denied
	EADDRINUSE      Errno = -98   // address already in use
	EADDRNOTAVAIL   Errno = -99   // address not available
	EAFNOSUPPORT    Errno = -97   // address family not supported
	EAGAIN          Errno = -11   // resource temporarily unavailable
	EAI_ADDRFAMILY  Errno = -3000 // address family not supported
	EAI_AGAIN       Errno = -3001 // temporary failure
	EAI_BADFLAGS    Errno = -3002 // bad ai_flags value
	EAI_BADHINTS    Errno = -3013 // invalid value for hints
	EAI_CANCELED    Errno = -3003 // request canceled
	EAI_FAIL        Errno = -3004 // permanent failure
	EAI_FAMILY      Errno = -3005 // ai_family not supported
	EAI_MEMORY      Errno = -3006 // out of memory
	EAI_NODATA      Errno = -3007 // no address
	EAI_NONAME      Errno = -3008 // unknown node or service
	EAI_OVERFLOW    Errno = -3009 // argument buffer overflow
	EAI_PROTOCOL    Errno = -3014 // resolved protocol is unknown
	EAI_SERVICE     Errno = -3010 // service not available for socket type
	EAI_SOCKTYPE    Errno = -3011 // socket type not supported
	EALREADY        Errno = -114  // connection already in progress
	EBADF           Errno = -9    // bad file descriptor
	EBUSY           Errno = -16   // resource busy or locked
	ECANCELED       Errno = -125  // operation canceled
	ECHARSET        Errno = -4080 // invalid Unicode character
	ECONNABORTED    Errno = -103  // software caused connection abort
	ECONNREFUSED    Errno = -111  // connection refused
	ECONNRESET      Errno = -104  // connection reset by peer
	EDESTADDRREQ    Errno = -89   // destination address required
	EEXIST          Errno = -17   // file already exists
	EFAULT          Errno = -14   // bad address in system call argument
	EFBIG           Errno = -27   // file too large
	EHOSTUNREACH    Errno = -113  // host is unreachable
	EINTR           Errno = -4    // interrupted system call
	EINVAL          Errno = -22   // invalid argument
	EIO             Errno = -5    // i/o error
	EISCONN         Errno = -106  // socket is already connected
	EISDIR          Errno = -21   // illegal operation on a directory
	ELOOP           Errno = -40   // too many symbolic links encountered
	EMFILE          Errno = -24   // too many open files
	EMSGSIZE        Errno = -90   // message too long
	ENAMETOOLONG    Errno = -36   // name too long
	ENETDOWN        Errno = -100  // network is down
	ENETUNREACH     Errno = -101  // network is unreachable
	ENFILE          Errno = -23   // file table overflow
	ENOBUFS         Errno = -105  // no buffer space available
	ENODEV          Errno = -19   // no such device
	ENOENT          Errno = -2    // no such file or directory
	ENOMEM          Errno = -12   // not enough memory
	ENONET          Errno = -64   // machine is not on the network
	ENOPROTOOPT     Errno = -92   // protocol not available
	ENOSPC          Errno = -28   // no space left on device
	ENOSYS          Errno = -38   // function not implemented
	ENOTCONN        Errno = -107  // socket is not connected
	ENOTDIR         Errno = -20   // not a directory
	ENOTEMPTY       Errno = -39   // directory not empty
	ENOTSOCK        Errno = -88   // socket operation on non-socket
	ENOTSUP         Errno = -95   // operation not supported on socket
	EOVERFLOW       Errno = -75   // value too large for defined data type
	EPERM           Errno = -1    // operation not permitted
	EPIPE           Errno = -32   // broken pipe
	EPROTO          Errno = -71   // protocol error
	EPROTONOSUPPORT Errno = -93   // protocol not supported
	EPROTOTYPE      Errno = -91   // protocol wrong type for socket
	ERANGE          Errno = -34   // result too large
	EROFS           Errno = -30   // read-only file system
	ESHUTDOWN       Errno = -108  // cannot send after transport endpoint shutdown
	ESPIPE          Errno = -29   // invalid seek
	ESRCH           Errno = -3    // no such process
	ETIMEDOUT       Errno = -110  // connection timed out
	ETXTBSY         Errno = -26   // text file is busy
	EXDEV           Errno = -18   // cross-device link not permitted
	UNKNOWN         Errno = -4094 // unknown error
	EOF             Errno = -4095 // end of file
	ENXIO           Errno = -6    // no such device or address
	EMLINK          Errno = -31   // too many links
	EHOSTDOWN       Errno = -112  // host is down
	EREMOTEIO       Errno = -121  // remote I/O error
	ENOTTY          Errno = -25   // inappropriate ioctl for device
	EFTYPE          Errno = -4028 // inappropriate file type or format
	EILSEQ          Errno = -84   // illegal byte sequence
	ENODATA         Errno = -61   // no data available
	EUNATCH         Errno = -49   // protocol driver not attached
	ESOCKTNOSUPPORT Errno = -94   // socket type not supported
)

var errnoTable = [...]errnoRow{
	{E2BIG, "E2BIG", "argument list too long"},
	{EACCES, "EACCES", "permission denied"},
	{EADDRINUSE, "EADDRINUSE", "address already in use"},
	{EADDRNOTAVAIL, "EADDRNOTAVAIL", "address not available"},
	{EAFNOSUPPORT, "EAFNOSUPPORT", "address family not supported"},
	{EAGAIN, "EAGAIN", "resource temporarily unavailable"},
	{EAI_ADDRFAMILY, "EAI_ADDRFAMILY", "address family not supported"},
	{EAI_AGAIN, "EAI_AGAIN", "temporary failure"},
	{EAI_BADFLAGS, "EAI_BADFLAGS", "bad ai_flags value"},
	{EAI_BADHINTS, "EAI_BADHINTS", "invalid value for hints"},
	{EAI_CANCELED, "EAI_CANCELED", "request canceled"},
	{EAI_FAIL, "EAI_FAIL", "permanent failure"},
	{EAI_FAMILY, "EAI_FAMILY", "ai_family not supported"},
	{EAI_MEMORY, "EAI_MEMORY", "out of memory"},
	{EAI_NODATA, "EAI_NODATA", "no address"},
	{EAI_NONAME, "EAI_NONAME", "unknown node or service"},
	{EAI_OVERFLOW, "EAI_OVERFLOW", "argument buffer overflow"},
	{EAI_PROTOCOL, "EAI_PROTOCOL", "resolved protocol is unknown"},
	{EAI_SERVICE, "EAI_SERVICE", "service not available for socket type"},
	{EAI_SOCKTYPE, "EAI_SOCKTYPE", "socket type not supported"},
	{EALREADY, "EALREADY", "connection already in progress"},
	{EBADF, "EBADF", "bad file descriptor"},
	{EBUSY, "EBUSY", "resource busy or locked"},
	{ECANCELED, "ECANCELED", "operation canceled"},
	{ECHARSET, "ECHARSET", "invalid Unicode character"},
	{ECONNABORTED, "ECONNABORTED", "software caused connection abort"},
	{ECONNREFUSED, "ECONNREFUSED", "connection refused"},
	{ECONNRESET, "ECONNRESET", "connection reset by peer"},
	{EDESTADDRREQ, "EDESTADDRREQ", "destination address required"},
	{EEXIST, "EEXIST", "file already exists"},
	{EFAULT, "EFAULT", "bad address in system call argument"},
	{EFBIG, "EFBIG", "file too large"},
	{EHOSTUNREACH, "EHOSTUNREACH", "host is unreachable"},
	{EINTR, "EINTR", "interrupted system call"},
	{EINVAL, "EINVAL", "invalid argument"},
	{EIO, "EIO", "i/o error"},
	{EISCONN, "EISCONN", "socket is already connected"},
	{EISDIR, "EISDIR", "illegal operation on a directory"},
	{ELOOP, "ELOOP", "too many symbolic links encountered"},
	{EMFILE, "EMFILE", "too many open files"},
	{EMSGSIZE, "EMSGSIZE", "message too long"},
	{ENAMETOOLONG, "ENAMETOOLONG", "name too long"},
	{ENETDOWN, "ENETDOWN", "network is down"},
	{ENETUNREACH, "ENETUNREACH", "network is unreachable"},
	{ENFILE, "ENFILE", "file table overflow"},
	{ENOBUFS, "ENOBUFS", "no buffer space available"},
	{ENODEV, "ENODEV", "no such device"},
	{ENOENT, "ENOENT", "no such file or directory"},
	{ENOMEM, "ENOMEM", "not enough memory"},
	{ENONET, "ENONET", "machine is not on the network"},
	{ENOPROTOOPT, "ENOPROTOOPT", "protocol not available"},
	{ENOSPC, "ENOSPC", "no space left on device"},
	{ENOSYS, "ENOSYS", "function not implemented"},
	{ENOTCONN, "ENOTCONN", "socket is not connected"},
	{ENOTDIR, "ENOTDIR", "not a directory"},
	{ENOTEMPTY, "ENOTEMPTY", "directory not empty"},
	{ENOTSOCK, "ENOTSOCK", "socket operation on non-socket"},
	{ENOTSUP, "ENOTSUP", "operation not supported on socket"},
	{EOVERFLOW, "EOVERFLOW", "value too large for defined data type"},
	{EPERM, "EPERM", "operation not permitted"},
	{EPIPE, "EPIPE", "broken pipe"},
	{EPROTO, "EPROTO", "protocol error"},
	{EPROTONOSUPPORT, "EPROTONOSUPPORT", "protocol not supported"},
	{EPROTOTYPE, "EPROTOTYPE", "protocol wrong type for socket"},
	{ERANGE, "ERANGE", "result too large"},
	{EROFS, "EROFS", "read-only file system"},
	{ESHUTDOWN, "ESHUTDOWN", "cannot send after transport endpoint shutdown"},
	{ESPIPE, "ESPIPE", "invalid seek"},
	{ESRCH, "ESRCH", "no such process"},
	{ETIMEDOUT, "ETIMEDOUT", "connection timed out"},
	{ETXTBSY, "ETXTBSY", "text file is busy"},
	{EXDEV, "EXDEV", "cross-device link not permitted"},
	{UNKNOWN, "UNKNOWN", "unknown error"},
	{EOF, "EOF", "end of file"},
	{ENXIO, "ENXIO", "no such device or address"},
	{EMLINK, "EMLINK", "too many links"},
	{EHOSTDOWN, "EHOSTDOWN", "host is down"},
	{EREMOTEIO, "EREMOTEIO", "remote I/O error"},
	{ENOTTY, "ENOTTY", "inappropriate ioctl for device"},
	{EFTYPE, "EFTYPE", "inappropriate file type or format"},
	{EILSEQ, "EILSEQ", "illegal byte sequence"},
	{ENODATA, "ENODATA", "no data available"},
	{EUNATCH, "EUNATCH", "protocol driver not attached"},
	{ESOCKTNOSUPPORT, "ESOCKTNOSUPPORT", "socket type not supported"},
}
