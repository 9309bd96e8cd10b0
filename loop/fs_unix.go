//go:build unix

package loop

import (
	"os"
	"slices"
	"strings"

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

func (osFiles) Stat(path string, follow bool, st *Stat) uv.Errno {
	var s unix.Stat_t
	call := unix.Lstat
	if follow {
		call = unix.Stat
	}
	err := retry(func() error { return call(path, &s) })
	if err == 0 {
		fillStat(st, &s)
	}
	return err
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

func (osFiles) Scandir(path string) ([]Dirent, uv.Errno) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, Errno(err)
	}
	return Dirents(entries), 0
}

// Dirents turns the entries of a directory into sorted Dirents.
func Dirents(entries []os.DirEntry) []Dirent {
	out := make([]Dirent, len(entries))
	for i, e := range entries {
		out[i] = Dirent{e.Name(), direntType(e.Type())}
	}
	slices.SortFunc(out, func(a, b Dirent) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func direntType(m os.FileMode) uv.DirentType {
	switch {
	case m.IsRegular():
		return uv.DirentFile
	case m.IsDir():
		return uv.DirentDir
	case m&os.ModeSymlink != 0:
		return uv.DirentLink
	case m&os.ModeNamedPipe != 0:
		return uv.DirentFifo
	case m&os.ModeSocket != 0:
		return uv.DirentSocket
	case m&os.ModeCharDevice != 0:
		return uv.DirentChar
	case m&os.ModeDevice != 0:
		return uv.DirentBlock
	}
	return uv.DirentUnknown
}

func (osFiles) Mkdir(path string, mode uint32) uv.Errno {
	return retry(func() error { return unix.Mkdir(path, mode) })
}

func (osFiles) Rmdir(path string) uv.Errno { return retry(func() error { return unix.Rmdir(path) }) }

func (osFiles) Unlink(path string) uv.Errno { return retry(func() error { return unix.Unlink(path) }) }

func (osFiles) Rename(from, to string) uv.Errno {
	return retry(func() error { return unix.Rename(from, to) })
}

// closeFile takes an interrupted close for done: the descriptor is gone, and
// may be somebody else's already.
func closeFile(fd int) uv.Errno {
	if err := unix.Close(fd); err != unix.EINTR {
		return errno(err)
	}
	return 0
}

func statFd(fd int, st *Stat) uv.Errno {
	var s unix.Stat_t
	err := retry(func() error { return unix.Fstat(fd, &s) })
	if err == 0 {
		fillStat(st, &s)
	}
	return err
}

// readFile reads into the buffers in order, in one call where the system has
// one that takes several: the second buffer must not wait for a pipe that has
// filled the first.
func readFile(fd int, bufs [][]byte, offset int64) (total int64, err uv.Errno) {
	if len(bufs) > 1 {
		return readFileV(fd, bufs, offset)
	}
	return transferFile(bufs, offset, func(b []byte, at int64) (int, error) {
		if at < 0 {
			return unix.Read(fd, b)
		}
		return unix.Pread(fd, b, at)
	})
}

// writeFile writes the buffers in order until one is not taken whole.
func writeFile(fd int, bufs [][]byte, offset int64) (total int64, err uv.Errno) {
	return transferFile(bufs, offset, func(b []byte, at int64) (int, error) {
		if at < 0 {
			return unix.Write(fd, b)
		}
		return unix.Pwrite(fd, b, at)
	})
}

func transferFile(bufs [][]byte, offset int64, call func([]byte, int64) (int, error)) (total int64, _ uv.Errno) {
	for _, b := range bufs {
		at := offset
		if at >= 0 {
			at += total
		}
		n, err := call(b, at)
		for err == unix.EINTR {
			n, err = call(b, at)
		}
		if err != nil && total == 0 {
			return 0, errno(err)
		}
		total += int64(max(n, 0))
		if n < len(b) {
			break
		}
	}
	return total, 0
}
