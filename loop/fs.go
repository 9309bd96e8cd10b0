package loop

import (
	"math"
	"strings"

	"github.com/loopground/loopground/loop/uv"
)

// FSReq is a file request. libuv: uv_fs_t.
type FSReq struct {
	request
	work work
	cb   func()

	// Op is what was asked for. libuv: uv_fs_get_type.
	Op uv.FsType
	// Result is what the callback looks at: a descriptor, a number of bytes or
	// entries, 0, or a negative errno. libuv: uv_fs_get_result.
	Result int64
	// Path is the path the request was given; after mkdtemp and mkstemp the one
	// that was made. libuv: uv_fs_get_path.
	Path string
	// Target is what readlink and realpath found. libuv: uv_fs_get_ptr.
	Target string
	// Stat is what stat, lstat and fstat found. libuv: uv_fs_get_statbuf.
	Stat Stat
	// StatFS is what statfs found.
	StatFS StatFS
	// Entries is what scandir and readdir found. libuv: uv_fs_scandir_next.
	Entries []Dirent
	// Dir is what opendir opened.
	Dir *Dir
	// MaxList bounds what a scandir takes, in bytes: each entry is its name and 32
	// bytes. Over it: ENOBUFS, and nothing is found. 0 is 64 MiB; NoListLimit is
	// none. It stays as it is between requests.
	MaxList int
	// MaxCopy bounds what a copyfile copies, in bytes: EFBIG for a longer file,
	// before anything is made. 0 is no limit. It stays as it is between requests.
	MaxCopy int64

	fsArgs
}

// fsArgs are the arguments of a file request, those it has.
type fsArgs struct {
	fs      FileSystem
	newPath string
	fd, in  int
	flags   int
	mode    uint32
	uid     int
	gid     int
	offset  int64
	length  int64
	atime   Timespec
	mtime   Timespec
	bufs    [][]byte
	dir     *Dir
	entries []Dirent
}

// Err is the errno of a Result below 0, else 0. libuv: uv_fs_get_system_error.
func (r *FSReq) Err() uv.Errno {
	if r.Result < 0 {
		return uv.Errno(r.Result)
	}
	return 0
}

func (r *FSReq) pooled() *work { return &r.work }

// outcome is the result, bounded to 32 bits.
func (r *FSReq) outcome() int32 { return int32(min(r.Result, math.MaxInt32)) }

// fsDo does one operation and gives the result.
type fsDo func(r *FSReq) (int64, uv.Errno)

// execute does the request, on a worker.
func (r *FSReq) execute() {
	n, err := int64(0), uv.ENOSYS
	do := fsOps[r.Op]
	switch {
	case do == nil:
	case strings.IndexByte(r.Path, 0) >= 0 || strings.IndexByte(r.newPath, 0) >= 0:
		err = uv.EINVAL
	default:
		n, err = do(r)
	}
	if err != 0 {
		n = int64(err)
	}
	r.Result = n
}

// complete runs the callback, on the loop in the poll phase.
func (r *FSReq) complete(status uv.Errno) {
	l := r.loop
	if status != 0 {
		r.Result = int64(status)
		r.finished(int32(status), 0)
	}
	cb := r.cb
	r.cb, r.fsArgs = nil, fsArgs{}
	value := uint64(0)
	if r.Op == uv.FsRead || r.Op == uv.FsWrite || r.Op == uv.FsSendfile {
		value = uint64(max(r.Result, 0))
	}
	id := r.beginCall(r.outcome(), value)
	cb()
	l.endCall(id)
}

// prepare forgets what the request was used for before.
func (r *FSReq) prepare(op uv.FsType, path string, args fsArgs, cb func()) {
	r.Op, r.cb, r.Result = op, cb, 0
	r.Path, r.Target, r.Stat, r.StatFS, r.Entries, r.Dir = path, "", Stat{}, StatFS{}, nil, nil
	r.fsArgs = args
	if r.fs == nil {
		r.fs = osFiles{}
	}
}

// startFS submits the request, or does it right here when there is no callback.
func (l *Loop) startFS(r *FSReq, op uv.FsType, path string, args fsArgs, cb func()) error {
	if r.active {
		return uv.EBUSY.Err()
	}
	r.prepare(op, path, args, cb)
	if cb == nil {
		l.metrics.touched()
		r.execute()
		r.fsArgs = fsArgs{}
		return r.Err().Err()
	}
	size := uint64(max(args.length, 0))
	for _, b := range args.bufs {
		size += uint64(len(b))
	}
	r.submit(l, uv.Fs, uint8(workFastIO), size, r.name(l))
	r.work.start(l, workFastIO, r)
	return nil
}

// FSBegin begins a request that neither the loop nor its pool does: who does it
// calls Finish, from any goroutine, once. The callback runs in the poll phase, and
// until then Cancel answers EBUSY. name is what it is about, for the trace, and
// size how many bytes. Errors: EBUSY the request is active.
func (l *Loop) FSBegin(r *FSReq, op uv.FsType, name string, size uint64, cb func()) error {
	if r.active {
		return uv.EBUSY.Err()
	}
	r.prepare(op, name, fsArgs{}, cb)
	r.submit(l, uv.Fs, 0, size, r.name(l))
	r.work = work{job: r, loop: l, elsewhere: true}
	l.atPool++
	return nil
}

// Finish ends what FSBegin began, with what is to be its Result.
func (r *FSReq) Finish(result int64) {
	r.Result = result
	r.work.deliver()
}

// maxPathLabel keeps long paths, and with them the trace's labels, small.
const maxPathLabel = 64

// name labels the request: its operation, and its paths if they are short.
func (r *FSReq) name(l *Loop) uint16 {
	if !l.scope.on {
		return 0
	}
	name := r.Op.String()
	if r.Path != "" && len(r.Path)+len(r.newPath) <= maxPathLabel {
		name += " " + r.Path
		if r.newPath != "" {
			name += " to " + r.newPath
		}
	}
	return l.Intern(name)
}
