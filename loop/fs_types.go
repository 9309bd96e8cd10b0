package loop

import (
	"math"
	"time"

	"github.com/loopground/loopground/loop/uv"
)

// Timespec is a point in time: seconds and nanoseconds since 1970.
// libuv: uv_timespec_t.
type Timespec struct{ Sec, Nsec int64 }

// In place of nanoseconds, for FileSystem.Utime; Linux's numbers.
const (
	UtimeNow  = 1<<30 - 1 // the time it is
	UtimeOmit = 1<<30 - 2 // the time stays as it is
)

// Time is the point as a time.Time.
func (t Timespec) Time() time.Time { return time.Unix(t.Sec, t.Nsec) }

// fileTime translates seconds as requests have them: infinite is now, NaN leaves
// the time as it is, and the rest is kept to the microsecond.
func fileTime(seconds float64) Timespec {
	switch {
	case math.IsInf(seconds, 0):
		return Timespec{Nsec: UtimeNow}
	case math.IsNaN(seconds):
		return Timespec{Nsec: UtimeOmit}
	}
	const most = 1 << 55 // further than any file system goes; bounds the conversion
	whole, part := math.Modf(max(-most, min(seconds, most)))
	t := Timespec{int64(whole), int64(part*1e6) * 1000}
	if t.Nsec < 0 {
		t.Sec, t.Nsec = t.Sec-1, t.Nsec+1e9
	}
	return t
}

// Stat tells about a file; Mode has Linux's numbers. libuv: uv_stat_t.
type Stat struct {
	Dev, Mode, Nlink, UID, GID, Rdev, Ino, Size uint64
	Blksize, Blocks, Flags, Gen                 uint64
	Atime, Mtime, Ctime, Birthtime              Timespec
}

// StatFS tells about a file system: blocks of Bsize bytes, and files.
// libuv: uv_statfs_t.
type StatFS struct {
	Type, Bsize, Blocks, Bfree, Bavail, Files, Ffree uint64
}

// Dirent is an entry of a directory. libuv: uv_dirent_t.
type Dirent struct {
	Name string
	Type uv.DirentType
}

// Flags of FileSystem.Open; Linux's numbers.
const (
	flagWRONLY    = 0x1
	flagRDWR      = 0x2
	flagCreate    = 0x40
	flagExcl      = 0x80
	flagDirectory = 0x10000
)

// FileSystem resolves the paths of file requests. Its methods are called on
// pool workers, several at once, with paths that have no zero byte. Requests that
// can be put together from these (scandir, mkdtemp, copyfile and others) are, so
// what an implementation refuses here is refused there.
type FileSystem interface {
	// Open opens a file with flags as Linux numbers them and answers a
	// descriptor of the process, closed on exec.
	Open(path string, flags int, mode uint32) (fd int, err uv.Errno)
	Stat(path string, follow bool, st *Stat) uv.Errno
	Statfs(path string, st *StatFS) uv.Errno
	// Access says whether a path may be read (4), written (2) and executed (1);
	// with mode 0 whether it is there.
	Access(path string, mode uint32) uv.Errno
	Chmod(path string, mode uint32) uv.Errno
	// Chown leaves an owner or group of -1 as it is.
	Chown(path string, uid, gid int, follow bool) uv.Errno
	// Utime knows UtimeNow and UtimeOmit.
	Utime(path string, atime, mtime Timespec, follow bool) uv.Errno
	Mkdir(path string, mode uint32) uv.Errno
	Rmdir(path string) uv.Errno
	Unlink(path string) uv.Errno
	Rename(from, to string) uv.Errno
	Link(from, to string) uv.Errno
	Symlink(target, path string) uv.Errno
	Readlink(path string) (target string, err uv.Errno)
	// Realpath is absolute and free of links, "." and "..".
	Realpath(path string) (target string, err uv.Errno)
}
