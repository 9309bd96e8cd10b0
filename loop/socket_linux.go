package loop

import (
	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/internal/sys"
	"github.com/loopground/loopground/loop/uv"
)

func newSocket(family, kind int) (int, uv.Errno) {
	fd, err := unix.Socket(family, kind|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0)
	return fd, errno(err)
}

func accept(fd int) (int, uv.Errno) {
	for {
		c, errno := sys.Accept(fd)
		if errno != errIntr {
			return c, errnoOf(errno)
		}
	}
}
