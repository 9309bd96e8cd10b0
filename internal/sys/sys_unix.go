//go:build unix && !linux

package sys

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// Read reads from a non-blocking descriptor.
func Read(fd int, p []byte) (int, syscall.Errno) { return result(unix.Read(fd, p)) }

// Write writes to a non-blocking descriptor.
func Write(fd int, p []byte) (int, syscall.Errno) { return result(unix.Write(fd, p)) }

// MaxIov is how many buffers one Writev takes; the rest is left for the next.
const MaxIov = 1

// Writev writes the first buffer to a non-blocking descriptor.
func Writev(fd int, bufs [][]byte) (int, syscall.Errno) { return Write(fd, bufs[0]) }

func result(n int, err error) (int, syscall.Errno) {
	if err == nil {
		return n, 0
	}
	if errno, ok := err.(syscall.Errno); ok {
		return 0, errno
	}
	return 0, unix.EIO
}
