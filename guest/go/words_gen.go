// Code generated from guest/abi and loop/uv by internal/gen; DO NOT EDIT.

package uv

import "unsafe"

// A callback is what the host calls dispatch for.
type callback uint32

const (
	callbackNone        callback = 0
	callbackTimer       callback = 1
	callbackIdle        callback = 2
	callbackPrepare     callback = 3
	callbackCheck       callback = 4
	callbackAsync       callback = 5
	callbackPoll        callback = 6
	callbackClose       callback = 7
	callbackConnection  callback = 8
	callbackAlloc       callback = 9
	callbackRead        callback = 10
	callbackConnect     callback = 11
	callbackWrite       callback = 12
	callbackShutdown    callback = 13
	callbackFS          callback = 14
	callbackRecv        callback = 15
	callbackSend        callback = 16
	callbackWork        callback = 17
	callbackAfterWork   callback = 18
	callbackGetaddrinfo callback = 19
	callbackGetnameinfo callback = 20
	callbackRandom      callback = 21
)

// One buffer of a read or write. libuv: uv_buf_t.
type wireBuf struct {
	base uint32 // pointer
	len  uint32 // bytes
}

var _ = [1]struct{}{}[unsafe.Sizeof(wireBuf{})-8]
var _ = [1]struct{}{}[unsafe.Offsetof(wireBuf{}.len)-4]

// An address and port. libuv: struct sockaddr.
type wireSockaddr struct {
	family   uint16   // 4 or 6
	port     uint16   // in the guest's byte order, little-endian
	flowinfo uint32   // IPv6 only
	scope    uint32   // IPv6 only: interface index
	addr     [16]byte // 4 or 16 bytes in network order, then zeros
}

var _ = [1]struct{}{}[unsafe.Sizeof(wireSockaddr{})-28]
var _ = [1]struct{}{}[unsafe.Offsetof(wireSockaddr{}.addr)-12]

// What stat tells. libuv: uv_stat_t.
type wireStat struct {
	dev           uint64
	mode          uint64 // type and permissions, as on Linux
	nlink         uint64
	uid           uint64
	gid           uint64
	rdev          uint64
	ino           uint64
	size          uint64 // bytes
	blksize       uint64 // bytes
	blocks        uint64 // of 512 bytes
	flags         uint64
	gen           uint64
	atimeSec      uint64
	atimeNsec     uint64
	mtimeSec      uint64
	mtimeNsec     uint64
	ctimeSec      uint64
	ctimeNsec     uint64
	birthtimeSec  uint64
	birthtimeNsec uint64
}

var _ = [1]struct{}{}[unsafe.Sizeof(wireStat{})-160]
var _ = [1]struct{}{}[unsafe.Offsetof(wireStat{}.birthtimeNsec)-152]

// The header of one directory entry; its name follows. libuv: uv_dirent_t.
type wireDirent struct {
	type_    uint8  // uv_dirent_type_t
	reserved uint8  // 0
	nameLen  uint16 // bytes of name that follow the header, unpadded
}

var _ = [1]struct{}{}[unsafe.Sizeof(wireDirent{})-4]
var _ = [1]struct{}{}[unsafe.Offsetof(wireDirent{}.nameLen)-2]

// Where a datagram came from, written before its callback.
type wireUDPInfo struct {
	addr  [28]byte // a sockaddr; its family is 0 where there is none
	flags uint32   // 2 partial: the datagram was longer than the buffer; 32 no datagram, but an error about one that was sent
}

var _ = [1]struct{}{}[unsafe.Sizeof(wireUDPInfo{})-32]
var _ = [1]struct{}{}[unsafe.Offsetof(wireUDPInfo{}.flags)-28]

// The header of one address; its canonical name follows. libuv: struct addrinfo.
type wireAddrinfo struct {
	flags    uint32
	family   uint32   // 4 or 6
	socktype uint32   // 1 stream, 2 datagram, 3 raw
	protocol uint32   // 6 TCP, 17 UDP
	addr     [28]byte // a sockaddr
	nameLen  uint32   // bytes of the canonical name that follow, unpadded; 0 but for the first
}

var _ = [1]struct{}{}[unsafe.Sizeof(wireAddrinfo{})-48]
var _ = [1]struct{}{}[unsafe.Offsetof(wireAddrinfo{}.nameLen)-44]

// What statfs tells. libuv: uv_statfs_t.
type wireStatfs struct {
	type_    uint64
	bsize    uint64 // bytes
	blocks   uint64
	bfree    uint64
	bavail   uint64
	files    uint64
	ffree    uint64
	frsize   uint64   // bytes
	reserved [24]byte // 0
}

var _ = [1]struct{}{}[unsafe.Sizeof(wireStatfs{})-88]
var _ = [1]struct{}{}[unsafe.Offsetof(wireStatfs{}.reserved)-64]

// Counters of a loop. libuv: uv_metrics_t.
type wireMetrics struct {
	loopCount     uint64
	events        uint64
	eventsWaiting uint64
}

var _ = [1]struct{}{}[unsafe.Sizeof(wireMetrics{})-24]
var _ = [1]struct{}{}[unsafe.Offsetof(wireMetrics{}.eventsWaiting)-16]

// HandleType tells what a handle is. libuv: uv_handle_type.
type HandleType uint8

// The values, with libuv's numbers.
const (
	TypeUnknown HandleType = 0
	TypeAsync   HandleType = 1
	TypeCheck   HandleType = 2
	TypeFSEvent HandleType = 3
	TypeFSPoll  HandleType = 4
	TypeHandle  HandleType = 5
	TypeIdle    HandleType = 6
	TypePipe    HandleType = 7
	TypePoll    HandleType = 8
	TypePrepare HandleType = 9
	TypeProcess HandleType = 10
	TypeStream  HandleType = 11
	TypeTCP     HandleType = 12
	TypeTimer   HandleType = 13
	TypeTTY     HandleType = 14
	TypeUDP     HandleType = 15
	TypeSignal  HandleType = 16
	TypeFile    HandleType = 17
)

var handleTypeNames = [...]string{
	"unknown",
	"async",
	"check",
	"fs_event",
	"fs_poll",
	"handle",
	"idle",
	"pipe",
	"poll",
	"prepare",
	"process",
	"stream",
	"tcp",
	"timer",
	"tty",
	"udp",
	"signal",
	"file",
}

// DirentType is the kind of a directory entry. libuv: uv_dirent_type_t.
type DirentType uint8

// The values, with libuv's numbers.
const (
	DirentUnknown DirentType = 0
	DirentFile    DirentType = 1
	DirentDir     DirentType = 2
	DirentLink    DirentType = 3
	DirentFifo    DirentType = 4
	DirentSocket  DirentType = 5
	DirentChar    DirentType = 6
	DirentBlock   DirentType = 7
)

var direntTypeNames = [...]string{
	"unknown",
	"file",
	"dir",
	"link",
	"fifo",
	"socket",
	"char",
	"block",
}

// PollEvents is a set of conditions of a file descriptor. libuv: uv_poll_event.
type PollEvents uint8

const (
	PollReadable    PollEvents = 1
	PollWritable    PollEvents = 2
	PollDisconnect  PollEvents = 4
	PollPrioritized PollEvents = 8
)

// Error numbers: libuv's names, libuv's numbers on Linux, libuv's messages.
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

// text is the name and message of a number, "" and "" where there are none.
func (e Errno) text() (name, message string) {
	switch e {
	case E2BIG:
		return "E2BIG", "argument list too long"
	case EACCES:
		return "EACCES", "permission denied"
	case EADDRINUSE:
		return "EADDRINUSE", "address already in use"
	case EADDRNOTAVAIL:
		return "EADDRNOTAVAIL", "address not available"
	case EAFNOSUPPORT:
		return "EAFNOSUPPORT", "address family not supported"
	case EAGAIN:
		return "EAGAIN", "resource temporarily unavailable"
	case EAI_ADDRFAMILY:
		return "EAI_ADDRFAMILY", "address family not supported"
	case EAI_AGAIN:
		return "EAI_AGAIN", "temporary failure"
	case EAI_BADFLAGS:
		return "EAI_BADFLAGS", "bad ai_flags value"
	case EAI_BADHINTS:
		return "EAI_BADHINTS", "invalid value for hints"
	case EAI_CANCELED:
		return "EAI_CANCELED", "request canceled"
	case EAI_FAIL:
		return "EAI_FAIL", "permanent failure"
	case EAI_FAMILY:
		return "EAI_FAMILY", "ai_family not supported"
	case EAI_MEMORY:
		return "EAI_MEMORY", "out of memory"
	case EAI_NODATA:
		return "EAI_NODATA", "no address"
	case EAI_NONAME:
		return "EAI_NONAME", "unknown node or service"
	case EAI_OVERFLOW:
		return "EAI_OVERFLOW", "argument buffer overflow"
	case EAI_PROTOCOL:
		return "EAI_PROTOCOL", "resolved protocol is unknown"
	case EAI_SERVICE:
		return "EAI_SERVICE", "service not available for socket type"
	case EAI_SOCKTYPE:
		return "EAI_SOCKTYPE", "socket type not supported"
	case EALREADY:
		return "EALREADY", "connection already in progress"
	case EBADF:
		return "EBADF", "bad file descriptor"
	case EBUSY:
		return "EBUSY", "resource busy or locked"
	case ECANCELED:
		return "ECANCELED", "operation canceled"
	case ECHARSET:
		return "ECHARSET", "invalid Unicode character"
	case ECONNABORTED:
		return "ECONNABORTED", "software caused connection abort"
	case ECONNREFUSED:
		return "ECONNREFUSED", "connection refused"
	case ECONNRESET:
		return "ECONNRESET", "connection reset by peer"
	case EDESTADDRREQ:
		return "EDESTADDRREQ", "destination address required"
	case EEXIST:
		return "EEXIST", "file already exists"
	case EFAULT:
		return "EFAULT", "bad address in system call argument"
	case EFBIG:
		return "EFBIG", "file too large"
	case EHOSTUNREACH:
		return "EHOSTUNREACH", "host is unreachable"
	case EINTR:
		return "EINTR", "interrupted system call"
	case EINVAL:
		return "EINVAL", "invalid argument"
	case EIO:
		return "EIO", "i/o error"
	case EISCONN:
		return "EISCONN", "socket is already connected"
	case EISDIR:
		return "EISDIR", "illegal operation on a directory"
	case ELOOP:
		return "ELOOP", "too many symbolic links encountered"
	case EMFILE:
		return "EMFILE", "too many open files"
	case EMSGSIZE:
		return "EMSGSIZE", "message too long"
	case ENAMETOOLONG:
		return "ENAMETOOLONG", "name too long"
	case ENETDOWN:
		return "ENETDOWN", "network is down"
	case ENETUNREACH:
		return "ENETUNREACH", "network is unreachable"
	case ENFILE:
		return "ENFILE", "file table overflow"
	case ENOBUFS:
		return "ENOBUFS", "no buffer space available"
	case ENODEV:
		return "ENODEV", "no such device"
	case ENOENT:
		return "ENOENT", "no such file or directory"
	case ENOMEM:
		return "ENOMEM", "not enough memory"
	case ENONET:
		return "ENONET", "machine is not on the network"
	case ENOPROTOOPT:
		return "ENOPROTOOPT", "protocol not available"
	case ENOSPC:
		return "ENOSPC", "no space left on device"
	case ENOSYS:
		return "ENOSYS", "function not implemented"
	case ENOTCONN:
		return "ENOTCONN", "socket is not connected"
	case ENOTDIR:
		return "ENOTDIR", "not a directory"
	case ENOTEMPTY:
		return "ENOTEMPTY", "directory not empty"
	case ENOTSOCK:
		return "ENOTSOCK", "socket operation on non-socket"
	case ENOTSUP:
		return "ENOTSUP", "operation not supported on socket"
	case EOVERFLOW:
		return "EOVERFLOW", "value too large for defined data type"
	case EPERM:
		return "EPERM", "operation not permitted"
	case EPIPE:
		return "EPIPE", "broken pipe"
	case EPROTO:
		return "EPROTO", "protocol error"
	case EPROTONOSUPPORT:
		return "EPROTONOSUPPORT", "protocol not supported"
	case EPROTOTYPE:
		return "EPROTOTYPE", "protocol wrong type for socket"
	case ERANGE:
		return "ERANGE", "result too large"
	case EROFS:
		return "EROFS", "read-only file system"
	case ESHUTDOWN:
		return "ESHUTDOWN", "cannot send after transport endpoint shutdown"
	case ESPIPE:
		return "ESPIPE", "invalid seek"
	case ESRCH:
		return "ESRCH", "no such process"
	case ETIMEDOUT:
		return "ETIMEDOUT", "connection timed out"
	case ETXTBSY:
		return "ETXTBSY", "text file is busy"
	case EXDEV:
		return "EXDEV", "cross-device link not permitted"
	case UNKNOWN:
		return "UNKNOWN", "unknown error"
	case EOF:
		return "EOF", "end of file"
	case ENXIO:
		return "ENXIO", "no such device or address"
	case EMLINK:
		return "EMLINK", "too many links"
	case EHOSTDOWN:
		return "EHOSTDOWN", "host is down"
	case EREMOTEIO:
		return "EREMOTEIO", "remote I/O error"
	case ENOTTY:
		return "ENOTTY", "inappropriate ioctl for device"
	case EFTYPE:
		return "EFTYPE", "inappropriate file type or format"
	case EILSEQ:
		return "EILSEQ", "illegal byte sequence"
	case ENODATA:
		return "ENODATA", "no data available"
	case EUNATCH:
		return "EUNATCH", "protocol driver not attached"
	case ESOCKTNOSUPPORT:
		return "ESOCKTNOSUPPORT", "socket type not supported"
	}
	return "", ""
}
