//go:build unix && !linux

package loop

import (
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

func newSocket(family, kind int) (int, uv.Errno) {
	syscall.ForkLock.RLock()
	fd, err := unix.Socket(family, kind, 0)
	if err == nil {
		unix.CloseOnExec(fd)
	}
	syscall.ForkLock.RUnlock()
	return nonblocking(fd, err)
}

func accept(fd int) (int, uv.Errno) {
	for {
		syscall.ForkLock.RLock()
		c, _, err := unix.Accept(fd)
		if err == nil {
			unix.CloseOnExec(c)
		}
		syscall.ForkLock.RUnlock()
		if err != unix.EINTR {
			return nonblocking(c, err)
		}
	}
}

func nonblocking(fd int, err error) (int, uv.Errno) {
	if err != nil {
		return -1, errno(err)
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		closeFd(fd)
		return -1, errno(err)
	}
	return fd, 0
}
