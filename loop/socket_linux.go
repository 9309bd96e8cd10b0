package loop

import (
	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

func newSocket(family, kind int) (int, uv.Errno) {
	fd, err := unix.Socket(family, kind|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0)
	return fd, errno(err)
}

func accept(fd int) (int, uv.Errno) {
	for {
		c, _, err := unix.Accept4(fd, unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC)
		if err != unix.EINTR {
			return c, errno(err)
		}
	}
}
