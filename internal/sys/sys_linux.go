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
const MaxIov = 256

// fewIov is how many are passed without clearing much of a stack.
const fewIov = 16

// Writev writes several buffers to a non-blocking descriptor, the first MaxIov
// of them.
func Writev(fd int, bufs [][]byte) (int, syscall.Errno) {
	switch {
	case len(bufs) == 1:
		return Write(fd, bufs[0])
	case len(bufs) > fewIov:
		return writevMany(fd, bufs)
	}
	var iov [fewIov]unix.Iovec
	return writev(fd, iov[:], bufs)
}

//go:noinline
func writevMany(fd int, bufs [][]byte) (int, syscall.Errno) {
	var iov [MaxIov]unix.Iovec
	return writev(fd, iov[:], bufs)
}

func writev(fd int, iov []unix.Iovec, bufs [][]byte) (int, syscall.Errno) {
	n := min(len(bufs), len(iov))
	for i, b := range bufs[:n] {
		iov[i].Base = unsafe.SliceData(b)
		iov[i].SetLen(len(b))
	}
	w, _, errno := syscall.RawSyscall(unix.SYS_WRITEV, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(iov))), uintptr(n))
	return int(w), errno
}

// Accept takes a connection from a non-blocking server; its descriptor is
// non-blocking and closed on exec. Whose it is is not asked.
func Accept(fd int) (int, syscall.Errno) {
	c, _, errno := syscall.RawSyscall6(unix.SYS_ACCEPT4, uintptr(fd), 0, 0, unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0, 0)
	return int(c), errno
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
