//go:build unix

package loop

import (
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

// maxSocketPath leaves room for the NUL that ends a path.
const maxSocketPath = len(unix.RawSockaddrUnix{}.Path) - 1

func newUnixSocket() (int, uv.Errno) { return newSocket(unix.AF_UNIX, unix.SOCK_STREAM) }

func bindUnix(fd int, path string) uv.Errno { return errno(unix.Bind(fd, unixAddr(path))) }

func connectUnix(fd int, path string) uv.Errno { return connectTo(fd, unixAddr(path)) }

func unixSockname(fd int) (string, uv.Errno) { return unixName(unix.Getsockname(fd)) }
func unixPeername(fd int) (string, uv.Errno) { return unixName(unix.Getpeername(fd)) }

func unixName(sa unix.Sockaddr, err error) (string, uv.Errno) {
	if err != nil {
		return "", errno(err)
	}
	if u, ok := sa.(*unix.SockaddrUnix); ok {
		return fromUnixName(u.Name), 0
	}
	return "", 0 // a socket of another family, which has no path
}

// addMode adds permissions to a file that do not hold yet.
func addMode(path string, mode uint32) uv.Errno {
	var st unix.Stat_t
	if err := unix.Stat(path, &st); err != nil {
		return errno(err)
	}
	if old := uint32(st.Mode); old&mode != mode {
		return errno(unix.Chmod(path, old&0o7777|mode))
	}
	return 0
}

// descriptorPair makes two descriptors that are closed on exec.
func descriptorPair(open func(fds *[2]int) error, nonblock [2]bool) (fds [2]int, err uv.Errno) {
	syscall.ForkLock.RLock()
	err = errno(open(&fds))
	if err == 0 {
		unix.CloseOnExec(fds[0])
		unix.CloseOnExec(fds[1])
	}
	syscall.ForkLock.RUnlock()
	for i := 0; i < 2 && err == 0; i++ {
		if !nonblock[i] {
			continue
		}
		if err = Errno(setNonblock(fds[i])); err != 0 {
			closeFd(fds[0])
			closeFd(fds[1])
		}
	}
	return fds, err
}

func newPipe(nonblock [2]bool) ([2]int, uv.Errno) {
	return descriptorPair(func(fds *[2]int) error { return unix.Pipe(fds[:]) }, nonblock)
}

func newSocketPair(typ, protocol int, nonblock [2]bool) ([2]int, uv.Errno) {
	return descriptorPair(func(fds *[2]int) (err error) {
		*fds, err = unix.Socketpair(unix.AF_UNIX, typ, protocol)
		return err
	}, nonblock)
}
