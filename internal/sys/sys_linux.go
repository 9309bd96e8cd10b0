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

// EpollPoll brings the events that are there, at most n, into the array that
// begins with first. It cannot block, and the scheduler is not told. It takes no
// slice so that it can be inlined.
func EpollPoll(epfd uintptr, first *unix.EpollEvent, n int) (int, syscall.Errno) {
	got, _, errno := syscall.RawSyscall6(sysEpollWait, epfd, uintptr(unsafe.Pointer(first)), uintptr(n), 0, 0, 0)
	return int(got), errno
}

// EpollWait is EpollPoll that waits, at most timeoutMs milliseconds (-1: no
// limit).
func EpollWait(epfd uintptr, first *unix.EpollEvent, n, timeoutMs int) (int, syscall.Errno) {
	got, _, errno := syscall.Syscall6(sysEpollWait, epfd, uintptr(unsafe.Pointer(first)), uintptr(n),
		uintptr(timeoutMs), 0, 0)
	return int(got), errno
}
