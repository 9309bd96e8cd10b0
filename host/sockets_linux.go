package host

import (
	"strconv"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// An address of a Unix socket is a path, which the kernel follows wherever it
// leads. So it is told a path through a descriptor that was opened below the
// root: nothing that changes meanwhile can lead it elsewhere.

func throughFd(fd int) string { return "/proc/self/fd/" + strconv.Itoa(fd) }

// bindSocket binds to a name in a directory below the root. The kernel does not
// follow a link of that name.
func (m *mount) bindSocket(rel string, bind func(path string) uv.Errno) error {
	return m.inDir(rel, func(dir int, name string) error {
		path := throughFd(dir) + "/" + name
		if len(path) > loop.MaxPipePath {
			return uv.ENAMETOOLONG
		}
		return bind(path).Err()
	})
}

// connectSocket connects to a socket below the root. ECONNREFUSED: it is none.
func (m *mount) connectSocket(rel string, connect func(path string) uv.Errno) error {
	real, err := m.real(rel)
	if err != nil {
		return err
	}
	return m.inDir(real, func(dir int, name string) error {
		fd, err := unix.Openat(dir, name, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
		if err != nil {
			return err
		}
		defer closeFd(fd)
		var st unix.Stat_t
		if err := unix.Fstat(fd, &st); err != nil {
			return err
		}
		if st.Mode&unix.S_IFMT != unix.S_IFSOCK {
			return uv.ECONNREFUSED
		}
		return connect(throughFd(fd)).Err()
	})
}
