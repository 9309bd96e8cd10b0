package loop

import (
	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

// maxFileIov is how many buffers one readv takes. Linux: IOV_MAX.
const maxFileIov = 1024

func readFileV(fd int, bufs [][]byte, offset int64) (int64, uv.Errno) {
	bufs = bufs[:min(len(bufs), maxFileIov)]
	for {
		var n int
		var err error
		if offset < 0 {
			n, err = unix.Readv(fd, bufs)
		} else {
			n, err = unix.Preadv(fd, bufs, offset)
		}
		if err != unix.EINTR {
			return int64(max(n, 0)), errno(err)
		}
	}
}

// openFlags are the flags as they are: they have Linux's numbers.
func openFlags(flags int) int { return flags }

func fillStat(st *Stat, s *unix.Stat_t) {
	*st = Stat{
		Dev: s.Dev, Mode: uint64(s.Mode), Nlink: uint64(s.Nlink), UID: uint64(s.Uid), GID: uint64(s.Gid),
		Rdev: s.Rdev, Ino: s.Ino, Size: uint64(s.Size), Blksize: uint64(s.Blksize), Blocks: uint64(s.Blocks),
		Atime: timespec(s.Atim), Mtime: timespec(s.Mtim), Ctime: timespec(s.Ctim), Birthtime: timespec(s.Ctim),
	}
}

func timespec(t unix.Timespec) Timespec { return Timespec{int64(t.Sec), int64(t.Nsec)} }
