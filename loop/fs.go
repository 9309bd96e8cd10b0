package loop

import (
	"time"

	"github.com/loopground/loopground/loop/uv"
)

// Timespec is a point in time: seconds and nanoseconds since 1970.
// libuv: uv_timespec_t.
type Timespec struct{ Sec, Nsec int64 }

// Time is the point as a time.Time.
func (t Timespec) Time() time.Time { return time.Unix(t.Sec, t.Nsec) }

// Stat tells about a file; Mode has Linux's numbers. libuv: uv_stat_t.
type Stat struct {
	Dev, Mode, Nlink, UID, GID, Rdev, Ino, Size uint64
	Blksize, Blocks, Flags, Gen                 uint64
	Atime, Mtime, Ctime, Birthtime              Timespec
}

// Dirent is an entry of a directory. libuv: uv_dirent_t.
type Dirent struct {
	Name string
	Type uv.DirentType
}

// FileSystem resolves the paths of file requests. Its methods are called on
// pool workers, several at once.
type FileSystem interface {
	// Open opens a file with flags as Linux numbers them and answers a
	// descriptor of the process.
	Open(path string, flags int, mode uint32) (fd int, err uv.Errno)
	Stat(path string, follow bool, st *Stat) uv.Errno
	// Scandir lists a directory without "." and "..", sorted by name.
	Scandir(path string) ([]Dirent, uv.Errno)
	Mkdir(path string, mode uint32) uv.Errno
	Rmdir(path string) uv.Errno
	Unlink(path string) uv.Errno
	Rename(from, to string) uv.Errno
}

// FSReq is a file request. libuv: uv_fs_t.
type FSReq struct {
	request
	work work
	cb   func()

	// Op is what was asked for.
	Op uv.FsType
	// Result is what the callback looks at: a descriptor, a number of bytes or
	// entries, 0, or a negative errno.
	Result int64
	// Stat is what stat, lstat and fstat found.
	Stat Stat
	// Entries is what scandir found.
	Entries []Dirent

	fs      FileSystem
	path    string
	newPath string
	fd      int
	flags   int
	mode    uint32
	offset  int64
	bufs    [][]byte
}

// Err is the errno of a Result below 0, else 0.
func (r *FSReq) Err() uv.Errno {
	if r.Result < 0 {
		return uv.Errno(r.Result)
	}
	return 0
}

func (r *FSReq) pooled() *work { return &r.work }

// outcome is the result, bounded to 32 bits.
func (r *FSReq) outcome() int32 { return int32(min(r.Result, 1<<31-1)) }

// execute does the request, on a worker.
func (r *FSReq) execute() {
	n, err := r.do()
	if err != 0 {
		n = int64(err)
	}
	r.Result = n
}

func (r *FSReq) do() (int64, uv.Errno) {
	switch r.Op {
	case uv.FsOpen:
		fd, err := r.fs.Open(r.path, r.flags, r.mode)
		return int64(fd), err
	case uv.FsClose:
		return 0, closeFile(r.fd)
	case uv.FsRead:
		return readFile(r.fd, r.bufs, r.offset)
	case uv.FsWrite:
		return writeFile(r.fd, r.bufs, r.offset)
	case uv.FsStat, uv.FsLstat:
		return 0, r.fs.Stat(r.path, r.Op == uv.FsStat, &r.Stat)
	case uv.FsFstat:
		return 0, statFd(r.fd, &r.Stat)
	case uv.FsScandir:
		var err uv.Errno
		r.Entries, err = r.fs.Scandir(r.path)
		return int64(len(r.Entries)), err
	case uv.FsMkdir:
		return 0, r.fs.Mkdir(r.path, r.mode)
	case uv.FsRmdir:
		return 0, r.fs.Rmdir(r.path)
	case uv.FsUnlink:
		return 0, r.fs.Unlink(r.path)
	case uv.FsRename:
		return 0, r.fs.Rename(r.path, r.newPath)
	}
	return 0, uv.ENOSYS
}

// complete runs the callback, on the loop in the poll phase.
func (r *FSReq) complete(status uv.Errno) {
	l := r.loop
	if status != 0 {
		r.Result = int64(status)
		r.finished(int32(status), 0)
	}
	cb := r.cb
	r.bufs, r.fs, r.cb = nil, nil, nil
	value := uint64(0)
	if r.Op == uv.FsRead || r.Op == uv.FsWrite {
		value = uint64(max(r.Result, 0))
	}
	id := r.beginCall(r.outcome(), value)
	cb()
	l.endCall(id)
}

// begin submits the request, or does it right here when there is no callback.
func (r *FSReq) begin(l *Loop, op uv.FsType, cb func()) error {
	if r.active {
		return uv.EBUSY.Err()
	}
	r.Op, r.cb, r.Result = op, cb, 0
	r.Stat, r.Entries = Stat{}, nil
	if r.fs == nil {
		r.fs = osFiles{}
	}
	if cb == nil {
		l.metrics.outside++
		r.execute()
		r.bufs, r.fs = nil, nil
		return r.Err().Err()
	}
	size := uint64(0)
	for _, b := range r.bufs {
		size += uint64(len(b))
	}
	r.submit(l, uv.Fs, uint8(workFastIO), size, r.name(l))
	r.work.start(l, workFastIO, r)
	return nil
}

// maxPathLabel keeps long paths, and with them the trace's labels, small.
const maxPathLabel = 64

// name labels the request: its operation, and its path if it has a short one.
func (r *FSReq) name(l *Loop) uint16 {
	switch {
	case !l.scope.on:
		return 0
	case r.path == "" || len(r.path) > maxPathLabel:
		return l.Intern(r.Op.String())
	}
	return l.Intern(r.Op.String() + " " + r.path)
}

// FSOpen opens a file; flags and mode as open(2) on Linux. The result is a
// descriptor. Here and below: fs resolves the path (nil: the operating system),
// a nil callback does the work before returning, and the errors of the call
// itself are EBUSY, when the request is active, and without a callback those of
// the result. libuv: uv_fs_open.
func (l *Loop) FSOpen(r *FSReq, fs FileSystem, path string, flags int, mode uint32, cb func()) error {
	if r.active {
		return uv.EBUSY.Err()
	}
	r.fs, r.path, r.flags, r.mode = fs, path, flags, mode
	return r.begin(l, uv.FsOpen, cb)
}

// FSClose closes a descriptor. libuv: uv_fs_close.
func (l *Loop) FSClose(r *FSReq, fd int, cb func()) error {
	if r.active {
		return uv.EBUSY.Err()
	}
	r.path, r.fd = "", fd
	return r.begin(l, uv.FsClose, cb)
}

// FSRead reads into the buffers at an offset in bytes, or from the file's
// position when it is negative. The result is the number of bytes, 0 at the
// end. libuv: uv_fs_read.
func (l *Loop) FSRead(r *FSReq, fd int, bufs [][]byte, offset int64, cb func()) error {
	return l.transfer(r, uv.FsRead, fd, bufs, offset, cb)
}

// FSWrite writes the buffers at an offset in bytes, or at the file's position
// when it is negative. The result is the number of bytes. libuv: uv_fs_write.
func (l *Loop) FSWrite(r *FSReq, fd int, bufs [][]byte, offset int64, cb func()) error {
	return l.transfer(r, uv.FsWrite, fd, bufs, offset, cb)
}

func (l *Loop) transfer(r *FSReq, op uv.FsType, fd int, bufs [][]byte, offset int64, cb func()) error {
	if r.active {
		return uv.EBUSY.Err()
	}
	if len(bufs) == 0 {
		return uv.EINVAL.Err()
	}
	r.path, r.fd, r.bufs, r.offset = "", fd, bufs, offset
	return r.begin(l, op, cb)
}

// FSStat tells about a file, following links. libuv: uv_fs_stat.
func (l *Loop) FSStat(r *FSReq, fs FileSystem, path string, cb func()) error {
	return l.byPath(r, uv.FsStat, fs, path, 0, cb)
}

// FSLstat tells about a file or link. libuv: uv_fs_lstat.
func (l *Loop) FSLstat(r *FSReq, fs FileSystem, path string, cb func()) error {
	return l.byPath(r, uv.FsLstat, fs, path, 0, cb)
}

// FSFstat tells about an open file. libuv: uv_fs_fstat.
func (l *Loop) FSFstat(r *FSReq, fd int, cb func()) error {
	if r.active {
		return uv.EBUSY.Err()
	}
	r.path, r.fd = "", fd
	return r.begin(l, uv.FsFstat, cb)
}

// FSScandir lists a directory, sorted by name. The result is the number of
// entries. libuv: uv_fs_scandir.
func (l *Loop) FSScandir(r *FSReq, fs FileSystem, path string, cb func()) error {
	return l.byPath(r, uv.FsScandir, fs, path, 0, cb)
}

// FSMkdir makes a directory. libuv: uv_fs_mkdir.
func (l *Loop) FSMkdir(r *FSReq, fs FileSystem, path string, mode uint32, cb func()) error {
	return l.byPath(r, uv.FsMkdir, fs, path, mode, cb)
}

// FSRmdir removes an empty directory. libuv: uv_fs_rmdir.
func (l *Loop) FSRmdir(r *FSReq, fs FileSystem, path string, cb func()) error {
	return l.byPath(r, uv.FsRmdir, fs, path, 0, cb)
}

// FSUnlink removes a file or link. libuv: uv_fs_unlink.
func (l *Loop) FSUnlink(r *FSReq, fs FileSystem, path string, cb func()) error {
	return l.byPath(r, uv.FsUnlink, fs, path, 0, cb)
}

// FSRename renames a file. libuv: uv_fs_rename.
func (l *Loop) FSRename(r *FSReq, fs FileSystem, from, to string, cb func()) error {
	if r.active {
		return uv.EBUSY.Err()
	}
	r.fs, r.path, r.newPath = fs, from, to
	return r.begin(l, uv.FsRename, cb)
}

func (l *Loop) byPath(r *FSReq, op uv.FsType, fs FileSystem, path string, mode uint32, cb func()) error {
	if r.active {
		return uv.EBUSY.Err()
	}
	r.fs, r.path, r.mode = fs, path, mode
	return r.begin(l, op, cb)
}
