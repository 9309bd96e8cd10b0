package loop

import (
	"sync"

	"github.com/loopground/loopground/loop/uv"
)

// Dir is a directory that is read a few entries at a time. It must be closed.
// libuv: uv_dir_t.
type Dir struct {
	mu     sync.Mutex // two workers may have requests on it
	stream dirStream
	closed bool
}

// FSOpendir opens a directory to be read in parts: r.Dir.
// libuv: uv_fs_opendir.
func (l *Loop) FSOpendir(r *FSReq, fs FileSystem, path string, cb func()) error {
	return l.startFS(r, uv.FsOpendir, path, fsArgs{fs: fs}, cb)
}

// FSReaddir reads the next entries, at most as many as there is room for, in the
// order of the directory and without "." and "..". r.Entries are those that were
// found, in the slice that was given; the result is their number, 0 at the end,
// EBADF once the directory is closed. The call answers EINVAL without a
// directory or room. libuv: uv_fs_readdir.
func (l *Loop) FSReaddir(r *FSReq, d *Dir, entries []Dirent, cb func()) error {
	if !r.active && (d == nil || len(entries) == 0) {
		return uv.EINVAL.Err()
	}
	return l.startFS(r, uv.FsReaddir, "", fsArgs{dir: d, entries: entries}, cb)
}

// FSClosedir closes a directory; EBADF when it is closed. The call answers
// EINVAL without one. libuv: uv_fs_closedir.
func (l *Loop) FSClosedir(r *FSReq, d *Dir, cb func()) error {
	if !r.active && d == nil {
		return uv.EINVAL.Err()
	}
	return l.startFS(r, uv.FsClosedir, "", fsArgs{dir: d}, cb)
}

// FSScandir lists a directory, sorted by name, without "." and "..". The result
// is the number of entries; ENOBUFS when they take more than r.MaxList.
// libuv: uv_fs_scandir.
func (l *Loop) FSScandir(r *FSReq, fs FileSystem, path string, cb func()) error {
	return l.startFS(r, uv.FsScandir, path, fsArgs{fs: fs}, cb)
}

// NoListLimit lets FSReq.MaxList be without limit.
const NoListLimit = -1
