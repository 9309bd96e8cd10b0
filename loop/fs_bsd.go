//go:build unix && !linux

package loop

import (
	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

// readFileV fills the first buffer that has room only: without readv a second
// read could wait.
func readFileV(fd int, bufs [][]byte, offset int64) (int64, uv.Errno) {
	for len(bufs) > 1 && len(bufs[0]) == 0 {
		bufs = bufs[1:]
	}
	return readFile(fd, bufs[:1], offset)
}

// openFlags translates Linux's numbers, which requests have on every system.
func openFlags(flags int) int {
	out := flags & unix.O_ACCMODE
	for _, f := range [...]struct{ linux, here int }{
		{0x40, unix.O_CREAT}, {0x80, unix.O_EXCL}, {0x200, unix.O_TRUNC}, {0x400, unix.O_APPEND},
		{0x800, unix.O_NONBLOCK}, {0x10000, unix.O_DIRECTORY}, {0x20000, unix.O_NOFOLLOW}, {0x101000, unix.O_SYNC},
	} {
		if flags&f.linux == f.linux {
			out |= f.here
		}
	}
	return out
}

func fillStat(st *Stat, s *unix.Stat_t) {
	*st = Stat{
		Dev: uint64(s.Dev), Mode: uint64(s.Mode), Nlink: uint64(s.Nlink), UID: uint64(s.Uid), GID: uint64(s.Gid),
		Rdev: uint64(s.Rdev), Ino: uint64(s.Ino), Size: uint64(s.Size), Blksize: uint64(s.Blksize), Blocks: uint64(s.Blocks),
		Atime: timespec(s.Atim), Mtime: timespec(s.Mtim), Ctime: timespec(s.Ctim), Birthtime: timespec(s.Ctim),
	}
}

func timespec(t unix.Timespec) Timespec { return Timespec{int64(t.Sec), int64(t.Nsec)} }
