//go:build unix

package loop

import "github.com/loopground/loopground/loop/uv"

// fsOps is how each operation is done, on a worker.
var fsOps = [...]fsDo{
	uv.FsOpen:      (*FSReq).open,
	uv.FsClose:     status(func(r *FSReq) uv.Errno { return closeFile(r.fd) }),
	uv.FsRead:      func(r *FSReq) (int64, uv.Errno) { return readFile(r.fd, r.bufs, r.offset) },
	uv.FsWrite:     func(r *FSReq) (int64, uv.Errno) { return writeFile(r.fd, r.bufs, r.offset) },
	uv.FsSendfile:  func(r *FSReq) (int64, uv.Errno) { return sendFile(r.fd, r.in, r.offset, r.length) },
	uv.FsStat:      status(func(r *FSReq) uv.Errno { return r.fs.Stat(r.Path, true, &r.Stat) }),
	uv.FsLstat:     status(func(r *FSReq) uv.Errno { return r.fs.Stat(r.Path, false, &r.Stat) }),
	uv.FsFstat:     status(func(r *FSReq) uv.Errno { return statFd(r.fd, &r.Stat) }),
	uv.FsFtruncate: status(func(r *FSReq) uv.Errno { return truncateFile(r.fd, r.offset) }),
	uv.FsUtime:     status(func(r *FSReq) uv.Errno { return r.fs.Utime(r.Path, r.atime, r.mtime, true) }),
	uv.FsFutime:    status(func(r *FSReq) uv.Errno { return utimeFd(r.fd, r.atime, r.mtime) }),
	uv.FsAccess:    status(func(r *FSReq) uv.Errno { return r.fs.Access(r.Path, r.mode) }),
	uv.FsChmod:     status(func(r *FSReq) uv.Errno { return r.fs.Chmod(r.Path, r.mode) }),
	uv.FsFchmod:    status(func(r *FSReq) uv.Errno { return chmodFd(r.fd, r.mode) }),
	uv.FsFsync:     status(func(r *FSReq) uv.Errno { return syncFile(r.fd) }),
	uv.FsFdatasync: status(func(r *FSReq) uv.Errno { return syncData(r.fd) }),
	uv.FsUnlink:    status(func(r *FSReq) uv.Errno { return r.fs.Unlink(r.Path) }),
	uv.FsRmdir:     status(func(r *FSReq) uv.Errno { return r.fs.Rmdir(r.Path) }),
	uv.FsMkdir:     status(func(r *FSReq) uv.Errno { return r.fs.Mkdir(r.Path, r.mode) }),
	uv.FsMkdtemp:   (*FSReq).mkdtemp,
	uv.FsRename:    status(func(r *FSReq) uv.Errno { return r.fs.Rename(r.Path, r.newPath) }),
	uv.FsScandir:   (*FSReq).scandir,
	uv.FsLink:      status(func(r *FSReq) uv.Errno { return r.fs.Link(r.Path, r.newPath) }),
	uv.FsSymlink:   status(func(r *FSReq) uv.Errno { return r.fs.Symlink(r.Path, r.newPath) }),
	uv.FsReadlink:  status((*FSReq).readlink),
	uv.FsChown:     status(func(r *FSReq) uv.Errno { return r.fs.Chown(r.Path, r.uid, r.gid, true) }),
	uv.FsFchown:    status(func(r *FSReq) uv.Errno { return chownFd(r.fd, r.uid, r.gid) }),
	uv.FsRealpath:  status((*FSReq).realpath),
	uv.FsCopyfile:  status((*FSReq).copyfile),
	uv.FsLchown:    status(func(r *FSReq) uv.Errno { return r.fs.Chown(r.Path, r.uid, r.gid, false) }),
	uv.FsOpendir:   status((*FSReq).opendir),
	uv.FsReaddir:   (*FSReq).readdir,
	uv.FsClosedir:  status(func(r *FSReq) uv.Errno { return r.dir.close() }),
	uv.FsStatfs:    status(func(r *FSReq) uv.Errno { return r.fs.Statfs(r.Path, &r.StatFS) }),
	uv.FsMkstemp:   (*FSReq).mkstemp,
	uv.FsLutime:    status(func(r *FSReq) uv.Errno { return r.fs.Utime(r.Path, r.atime, r.mtime, false) }),
}

// status makes an operation whose result is 0 or an error.
func status(do func(r *FSReq) uv.Errno) fsDo {
	return func(r *FSReq) (int64, uv.Errno) { return 0, do(r) }
}

func (r *FSReq) open() (int64, uv.Errno) {
	fd, err := r.fs.Open(r.Path, r.flags, r.mode)
	return int64(fd), err
}

func (r *FSReq) readlink() (err uv.Errno) {
	r.Target, err = r.fs.Readlink(r.Path)
	return err
}

func (r *FSReq) realpath() (err uv.Errno) {
	r.Target, err = r.fs.Realpath(r.Path)
	return err
}
