//go:build unix

package loop

import (
	"path/filepath"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

// osFiles is the FileSystem of the operating system.
type osFiles struct{}

func (osFiles) Open(path string, flags int, mode uint32) (int, uv.Errno) {
	for {
		fd, err := unix.Open(path, openFlags(flags)|unix.O_CLOEXEC, mode)
		if err != unix.EINTR {
			return fd, errno(err)
		}
	}
}

// retry calls again for as long as signals interrupt: only file systems over a
// network or in user space let them.
func retry(call func() error) uv.Errno {
	for {
		if err := call(); err != unix.EINTR {
			return errno(err)
		}
	}
}

func (osFiles) Mkdir(path string, mode uint32) uv.Errno {
	return retry(func() error { return unix.Mkdir(path, mode) })
}

func (osFiles) Rmdir(path string) uv.Errno { return retry(func() error { return unix.Rmdir(path) }) }

func (osFiles) Unlink(path string) uv.Errno { return retry(func() error { return unix.Unlink(path) }) }

func (osFiles) Rename(from, to string) uv.Errno {
	return retry(func() error { return unix.Rename(from, to) })
}

func (osFiles) Link(from, to string) uv.Errno {
	return retry(func() error { return unix.Link(from, to) })
}

func (osFiles) Symlink(target, path string) uv.Errno {
	return retry(func() error { return unix.Symlink(target, path) })
}

func (osFiles) Access(path string, mode uint32) uv.Errno {
	return retry(func() error { return unix.Access(path, mode) })
}

func (osFiles) Chmod(path string, mode uint32) uv.Errno {
	return retry(func() error { return unix.Chmod(path, mode) })
}

func (osFiles) Chown(path string, uid, gid int, follow bool) uv.Errno {
	call := unix.Lchown
	if follow {
		call = unix.Chown
	}
	return retry(func() error { return call(path, uid, gid) })
}

// maxTarget is more than any system's links hold, in bytes.
const maxTarget = 64 << 10

func (osFiles) Readlink(path string) (string, uv.Errno) {
	for size := 256; ; size *= 4 {
		buf, n := make([]byte, size), 0
		err := retry(func() (err error) {
			n, err = unix.Readlink(path, buf)
			return err
		})
		switch {
		case err != 0:
			return "", err
		case n < size:
			return string(buf[:n]), 0
		case size >= maxTarget:
			return "", uv.ENAMETOOLONG
		}
	}
}

// Realpath asks the system first, whose errors are those expected.
func (osFiles) Realpath(path string) (string, uv.Errno) {
	var s unix.Stat_t
	if err := retry(func() error { return unix.Stat(path, &s) }); err != 0 {
		return "", err
	}
	full, err := filepath.Abs(path)
	if err == nil {
		full, err = filepath.EvalSymlinks(full)
	}
	return full, Errno(err)
}

// closeFile takes an interrupted close for done: the descriptor is gone, and
// may be somebody else's already.
func closeFile(fd int) uv.Errno {
	if err := unix.Close(fd); err != unix.EINTR {
		return errno(err)
	}
	return 0
}

func truncateFile(fd int, length int64) uv.Errno {
	return retry(func() error { return unix.Ftruncate(fd, length) })
}

func syncFile(fd int) uv.Errno { return retry(func() error { return unix.Fsync(fd) }) }

func chmodFd(fd int, mode uint32) uv.Errno {
	return retry(func() error { return unix.Fchmod(fd, mode) })
}

func chownFd(fd, uid, gid int) uv.Errno {
	return retry(func() error { return unix.Fchown(fd, uid, gid) })
}

// readFile reads into the buffers in order, in one call where the system has
// one that takes several: the second buffer must not wait for a pipe that has
// filled the first.
func readFile(fd int, bufs [][]byte, offset int64) (int64, uv.Errno) {
	if len(bufs) > 1 {
		return readFileV(fd, bufs, offset)
	}
	return transfer(fd, bufs[0], offset, unix.Read, unix.Pread)
}

// transfer reads or writes at an offset, or where the file stands.
func transfer[B []byte | [][]byte](fd int, b B, offset int64, call func(int, B) (int, error),
	at func(int, B, int64) (int, error)) (int64, uv.Errno) {
	n := 0
	err := retry(func() (err error) {
		if offset < 0 {
			n, err = call(fd, b)
		} else {
			n, err = at(fd, b, offset)
		}
		return err
	})
	return int64(max(n, 0)), err
}

// writeFile writes the buffers in order until all is written or a call fails,
// which is told when nothing was written before it.
func writeFile(fd int, bufs [][]byte, offset int64) (total int64, _ uv.Errno) {
	left := bufs
	for {
		at := offset
		if at >= 0 {
			at += total
		}
		n, err := writeSome(fd, left, at)
		if err != 0 && total == 0 {
			return 0, err
		}
		total += n
		left = rest(left, n)
		if err != 0 || n == 0 || len(left) == 0 {
			return total, 0
		}
	}
}

func writeSome(fd int, bufs [][]byte, offset int64) (int64, uv.Errno) {
	if len(bufs) > 1 {
		return writeFileV(fd, bufs, offset)
	}
	return transfer(fd, bufs[0], offset, unix.Write, unix.Pwrite)
}

// rest is what n bytes leave of the buffers. The caller's slice stays as it is.
func rest(bufs [][]byte, n int64) [][]byte {
	for len(bufs) > 0 && n >= int64(len(bufs[0])) {
		n -= int64(len(bufs[0]))
		bufs = bufs[1:]
	}
	if n > 0 {
		bufs = append([][]byte{bufs[0][n:]}, bufs[1:]...)
	}
	return bufs
}
