package loop

import (
	"strconv"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

// maxFileIov is how many buffers one readv takes. Linux: IOV_MAX.
const maxFileIov = 1024

func readFileV(fd int, bufs [][]byte, offset int64) (int64, uv.Errno) {
	return transfer(fd, bufs[:min(len(bufs), maxFileIov)], offset, unix.Readv, unix.Preadv)
}

func writeFileV(fd int, bufs [][]byte, offset int64) (int64, uv.Errno) {
	return transfer(fd, bufs[:min(len(bufs), maxFileIov)], offset, unix.Writev, unix.Pwritev)
}

// openFlags are the flags as they are: they have Linux's numbers.
func openFlags(flags int) int { return flags }

func (osFiles) Stat(path string, follow bool, st *Stat) uv.Errno {
	flags := 0
	if !follow {
		flags = unix.AT_SYMLINK_NOFOLLOW
	}
	return statAt(unix.AT_FDCWD, path, flags, st)
}

func statFd(fd int, st *Stat) uv.Errno {
	if fd < 0 {
		return uv.EBADF // AT_FDCWD is one of them
	}
	return statAt(fd, "", unix.AT_EMPTY_PATH, st)
}

// statAt asks statx, which knows the time of birth, and where a kernel before
// 4.11 or a seccomp filter refuses it fstatat, with the time of the last change
// in its place.
func statAt(dir int, path string, flags int, st *Stat) uv.Errno {
	var x unix.Statx_t
	err := retry(func() error {
		return unix.Statx(dir, path, flags, unix.STATX_BASIC_STATS|unix.STATX_BTIME, &x)
	})
	if err == 0 {
		fillStatx(st, &x)
	}
	if err != uv.ENOSYS && err != uv.EPERM {
		return err
	}
	var s unix.Stat_t
	err = retry(func() error { return unix.Fstatat(dir, path, &s, flags) })
	if err == 0 {
		fillStat(st, &s)
	}
	return err
}

func fillStatx(st *Stat, x *unix.Statx_t) {
	*st = Stat{
		Dev: unix.Mkdev(x.Dev_major, x.Dev_minor), Mode: uint64(x.Mode), Nlink: uint64(x.Nlink),
		UID: uint64(x.Uid), GID: uint64(x.Gid), Rdev: unix.Mkdev(x.Rdev_major, x.Rdev_minor),
		Ino: x.Ino, Size: x.Size, Blksize: uint64(x.Blksize), Blocks: x.Blocks,
		Atime: statxTime(x.Atime), Mtime: statxTime(x.Mtime), Ctime: statxTime(x.Ctime), Birthtime: statxTime(x.Btime),
	}
}

func statxTime(t unix.StatxTimestamp) Timespec { return Timespec{t.Sec, int64(t.Nsec)} }

func fillStat(st *Stat, s *unix.Stat_t) {
	*st = Stat{
		Dev: s.Dev, Mode: uint64(s.Mode), Nlink: uint64(s.Nlink), UID: uint64(s.Uid), GID: uint64(s.Gid),
		Rdev: s.Rdev, Ino: s.Ino, Size: uint64(s.Size), Blksize: uint64(s.Blksize), Blocks: uint64(s.Blocks),
		Atime: timespec(s.Atim), Mtime: timespec(s.Mtim), Ctime: timespec(s.Ctim), Birthtime: timespec(s.Ctim),
	}
}

func timespec(t unix.Timespec) Timespec { return Timespec{int64(t.Sec), int64(t.Nsec)} }

func (osFiles) Statfs(path string, st *StatFS) uv.Errno {
	var s unix.Statfs_t
	err := retry(func() error { return unix.Statfs(path, &s) })
	if err == 0 {
		*st = StatFS{uint64(s.Type), uint64(s.Bsize), s.Blocks, s.Bfree, s.Bavail, s.Files, s.Ffree}
	}
	return err
}

func (osFiles) Utime(path string, atime, mtime Timespec, follow bool) uv.Errno {
	flags := 0
	if !follow {
		flags = unix.AT_SYMLINK_NOFOLLOW
	}
	return utimeAt(unix.AT_FDCWD, path, atime, mtime, flags)
}

// utimeFd goes by /proc where the kernel is older than 5.8.
func utimeFd(fd int, atime, mtime Timespec) uv.Errno {
	if fd < 0 {
		return uv.EBADF // AT_FDCWD is one of them
	}
	err := utimeAt(fd, "", atime, mtime, unix.AT_EMPTY_PATH)
	if err == uv.EINVAL || err == uv.ENOENT {
		err = utimeAt(unix.AT_FDCWD, "/proc/self/fd/"+strconv.Itoa(fd), atime, mtime, 0)
	}
	return err
}

func utimeAt(dir int, path string, atime, mtime Timespec, flags int) uv.Errno {
	ts := []unix.Timespec{systemTime(atime), systemTime(mtime)}
	return retry(func() error { return unix.UtimesNanoAt(dir, path, ts, flags) })
}

// systemTime gives UtimeNow and UtimeOmit as they are: they have Linux's numbers.
func systemTime(t Timespec) (ts unix.Timespec) {
	setLong(&ts.Sec, t.Sec)
	setLong(&ts.Nsec, t.Nsec)
	return ts
}

// setLong sets a number whose width is the machine's.
func setLong[T int32 | int64](to *T, v int64) { *to = T(v) }

func syncData(fd int) uv.Errno { return retry(func() error { return unix.Fdatasync(fd) }) }

func cloneFile(to, from int) uv.Errno {
	return retry(func() error { return unix.IoctlFileClone(to, from) })
}

// maxSend is how many bytes one call sends. Linux: MAX_RW_COUNT.
const maxSend = 0x7ffff000

// sendFile copies between descriptors, in the kernel where it can.
func sendFile(out, in int, offset, length int64) (int64, uv.Errno) {
	if length < 0 || offset < 0 {
		return 0, uv.EINVAL
	}
	length = min(length, maxSend)
	n, at := 0, offset
	err := retry(func() (err error) {
		n, err = unix.Sendfile(out, in, &at, int(length))
		return err
	})
	if err == uv.EINVAL || err == uv.ENOSYS || err == uv.ESPIPE {
		return copyByHand(out, in, offset, length)
	}
	return int64(max(n, 0)), err
}
