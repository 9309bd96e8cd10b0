//go:build unix && !linux

package loop

import (
	"time"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

// readFileV fills the first buffer that has room only: without readv a second
// read could wait.
func readFileV(fd int, bufs [][]byte, offset int64) (int64, uv.Errno) {
	return readFile(fd, firstFull(bufs), offset)
}

// writeFileV writes the first buffer; writeFile comes back with the rest.
func writeFileV(fd int, bufs [][]byte, offset int64) (int64, uv.Errno) {
	return writeSome(fd, firstFull(bufs), offset)
}

func firstFull(bufs [][]byte) [][]byte {
	for len(bufs) > 1 && len(bufs[0]) == 0 {
		bufs = bufs[1:]
	}
	return bufs[:1]
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

func (osFiles) Stat(path string, follow bool, st *Stat) uv.Errno {
	call := unix.Lstat
	if follow {
		call = unix.Stat
	}
	return fillStat(st, func(s *unix.Stat_t) error { return call(path, s) })
}

func statFd(fd int, st *Stat) uv.Errno {
	return fillStat(st, func(s *unix.Stat_t) error { return unix.Fstat(fd, s) })
}

func fillStat(st *Stat, call func(*unix.Stat_t) error) uv.Errno {
	var s unix.Stat_t
	if err := retry(func() error { return call(&s) }); err != 0 {
		return err
	}
	*st = Stat{
		Dev: uint64(s.Dev), Mode: uint64(s.Mode), Nlink: uint64(s.Nlink), UID: uint64(s.Uid), GID: uint64(s.Gid),
		Rdev: uint64(s.Rdev), Ino: uint64(s.Ino), Size: uint64(s.Size), Blksize: uint64(s.Blksize), Blocks: uint64(s.Blocks),
		Atime: timespec(s.Atim), Mtime: timespec(s.Mtim), Ctime: timespec(s.Ctim), Birthtime: timespec(s.Ctim),
	}
	return 0
}

func timespec(t unix.Timespec) Timespec { return Timespec{int64(t.Sec), int64(t.Nsec)} }

// Statfs answers ENOSYS: the fields differ on each of these systems.
func (osFiles) Statfs(string, *StatFS) uv.Errno { return uv.ENOSYS }

func (f osFiles) Utime(path string, atime, mtime Timespec, follow bool) uv.Errno {
	var st Stat
	if err := f.Stat(path, follow, &st); err != 0 {
		return err
	}
	flags := 0
	if !follow {
		flags = unix.AT_SYMLINK_NOFOLLOW
	}
	ts := []unix.Timespec{systemTime(atime, st.Atime), systemTime(mtime, st.Mtime)}
	return retry(func() error { return unix.UtimesNanoAt(unix.AT_FDCWD, path, ts, flags) })
}

func utimeFd(fd int, atime, mtime Timespec) uv.Errno {
	var st Stat
	if err := statFd(fd, &st); err != 0 {
		return err
	}
	tv := make([]unix.Timeval, 2)
	for i, t := range []unix.Timespec{systemTime(atime, st.Atime), systemTime(mtime, st.Mtime)} {
		tv[i] = unix.NsecToTimeval(unix.TimespecToNsec(t))
	}
	return retry(func() error { return unix.Futimes(fd, tv) })
}

// systemTime works out UtimeNow and UtimeOmit, whose numbers differ from system
// to system.
func systemTime(t, old Timespec) unix.Timespec {
	switch t.Nsec {
	case UtimeNow:
		return unix.NsecToTimespec(time.Now().UnixNano())
	case UtimeOmit:
		t = old
	}
	const most = 1 << 33 // nanoseconds in 64 bits bound the seconds
	return unix.NsecToTimespec(max(-most, min(t.Sec, most))*1e9 + t.Nsec)
}

func syncData(fd int) uv.Errno { return syncFile(fd) }

// cloneFile answers ENOSYS: these systems clone by path only, if at all.
func cloneFile(int, int) uv.Errno { return uv.ENOSYS }

// sendFile copies by hand: the systems' own calls send to sockets only.
func sendFile(out, in int, offset, length int64) (int64, uv.Errno) {
	if length < 0 || offset < 0 {
		return 0, uv.EINVAL
	}
	return copyByHand(out, in, offset, length)
}
