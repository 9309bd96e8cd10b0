package sys

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Read reads from a non-blocking descriptor.
func Read(fd int, p []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall(unix.SYS_READ, uintptr(fd),
		uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)))
	return int(n), errno
}

// Write writes to a non-blocking descriptor.
func Write(fd int, p []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall(unix.SYS_WRITE, uintptr(fd),
		uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)))
	return int(n), errno
}

// MaxIov is how many buffers one Writev takes; the rest is left for the next.
const MaxIov = 16

// Writev writes several buffers to a non-blocking descriptor, the first MaxIov
// of them.
func Writev(fd int, bufs [][]byte) (int, syscall.Errno) {
	if len(bufs) == 1 {
		return Write(fd, bufs[0])
	}
	var iov [MaxIov]unix.Iovec
	n := min(len(bufs), MaxIov)
	for i, b := range bufs[:n] {
		iov[i].Base = unsafe.SliceData(b)
		iov[i].SetLen(len(b))
	}
	w, _, errno := syscall.RawSyscall(unix.SYS_WRITEV, uintptr(fd), uintptr(unsafe.Pointer(&iov)), uintptr(n))
	return int(w), errno
}

// EpollWait waits for events, at most timeoutMs milliseconds (-1: no limit).
// With a timeout of 0 it cannot block, and the scheduler is not told.
func EpollWait(epfd int, events []unix.EpollEvent, timeoutMs int) (n int, errno syscall.Errno) {
	var r uintptr
	if timeoutMs == 0 {
		r, _, errno = syscall.RawSyscall6(unix.SYS_EPOLL_PWAIT, uintptr(epfd),
			uintptr(unsafe.Pointer(unsafe.SliceData(events))), uintptr(len(events)), 0, 0, 0)
	} else {
		r, _, errno = syscall.Syscall6(unix.SYS_EPOLL_PWAIT, uintptr(epfd),
			uintptr(unsafe.Pointer(unsafe.SliceData(events))), uintptr(len(events)), uintptr(timeoutMs), 0, 0)
	}
	return int(r), errno
}
