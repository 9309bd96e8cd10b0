package loop

import "github.com/loopground/loopground/loop/uv"

// The requests on descriptors: a nil callback does the work before returning,
// and the errors of the call itself are as for those on paths. A descriptor that
// is none is EBADF.

// FSClose closes a descriptor. libuv: uv_fs_close.
func (l *Loop) FSClose(r *FSReq, fd int, cb func()) error {
	return l.startFS(r, uv.FsClose, "", fsArgs{fd: fd}, cb)
}

// FSRead reads into the buffers at an offset in bytes, or from the file's
// position when it is negative. The result is the number of bytes, 0 at the
// end. The call answers EINVAL without a buffer. libuv: uv_fs_read.
func (l *Loop) FSRead(r *FSReq, fd int, bufs [][]byte, offset int64, cb func()) error {
	return l.transfer(r, uv.FsRead, fd, bufs, offset, cb)
}

// FSWrite writes the buffers at an offset in bytes, or at the file's position
// when it is negative. The result is the number of bytes: fewer than there are
// when it failed after some. The call answers EINVAL without a buffer.
// libuv: uv_fs_write.
func (l *Loop) FSWrite(r *FSReq, fd int, bufs [][]byte, offset int64, cb func()) error {
	return l.transfer(r, uv.FsWrite, fd, bufs, offset, cb)
}

func (l *Loop) transfer(r *FSReq, op uv.FsType, fd int, bufs [][]byte, offset int64, cb func()) error {
	if len(bufs) == 0 && !r.active {
		return uv.EINVAL.Err()
	}
	return l.startFS(r, op, "", fsArgs{fd: fd, bufs: bufs, offset: offset}, cb)
}

// FSSendfile copies length bytes between descriptors, from an offset in bytes,
// which does not matter where there are none, as in a pipe.
// The result is how many there were, at most 2 GiB at a time.
// libuv: uv_fs_sendfile.
func (l *Loop) FSSendfile(r *FSReq, out, in int, offset, length int64, cb func()) error {
	return l.startFS(r, uv.FsSendfile, "", fsArgs{fd: out, in: in, offset: offset, length: length}, cb)
}

// FSFstat tells about an open file. libuv: uv_fs_fstat.
func (l *Loop) FSFstat(r *FSReq, fd int, cb func()) error {
	return l.startFS(r, uv.FsFstat, "", fsArgs{fd: fd}, cb)
}

// FSFtruncate makes a file as long as length says, in bytes.
// libuv: uv_fs_ftruncate.
func (l *Loop) FSFtruncate(r *FSReq, fd int, length int64, cb func()) error {
	return l.startFS(r, uv.FsFtruncate, "", fsArgs{fd: fd, offset: length}, cb)
}

// FSFsync has what was written stored. libuv: uv_fs_fsync.
func (l *Loop) FSFsync(r *FSReq, fd int, cb func()) error {
	return l.startFS(r, uv.FsFsync, "", fsArgs{fd: fd}, cb)
}

// FSFdatasync is FSFsync without times and the like, where the system knows the
// difference. libuv: uv_fs_fdatasync.
func (l *Loop) FSFdatasync(r *FSReq, fd int, cb func()) error {
	return l.startFS(r, uv.FsFdatasync, "", fsArgs{fd: fd}, cb)
}

// FSFchmod is FSChmod of an open file. libuv: uv_fs_fchmod.
func (l *Loop) FSFchmod(r *FSReq, fd int, mode uint32, cb func()) error {
	return l.startFS(r, uv.FsFchmod, "", fsArgs{fd: fd, mode: mode}, cb)
}

// FSFchown is FSChown of an open file. libuv: uv_fs_fchown.
func (l *Loop) FSFchown(r *FSReq, fd int, uid, gid int, cb func()) error {
	return l.startFS(r, uv.FsFchown, "", fsArgs{fd: fd, uid: uid, gid: gid}, cb)
}

// FSFutime is FSUtime of an open file. libuv: uv_fs_futime.
func (l *Loop) FSFutime(r *FSReq, fd int, atime, mtime float64, cb func()) error {
	return l.startFS(r, uv.FsFutime, "", fsArgs{fd: fd, atime: fileTime(atime), mtime: fileTime(mtime)}, cb)
}
