package loop

import "github.com/loopground/loopground/loop/uv"

// What the requests on paths have in common: fs resolves the path (nil: the
// operating system), a nil callback does the work before returning, and else the
// callback runs in the poll phase. The errors of the call itself are EBUSY, when
// the request is active, those it names, and without a callback those of the
// result. A path with a zero byte is EINVAL, an empty one ENOENT.

// FSOpen opens a file; flags and mode as open(2) on Linux. The result is a
// descriptor. libuv: uv_fs_open.
func (l *Loop) FSOpen(r *FSReq, fs FileSystem, path string, flags int, mode uint32, cb func()) error {
	return l.startFS(r, uv.FsOpen, path, fsArgs{fs: fs, flags: flags, mode: mode}, cb)
}

// FSStat tells about a file, following links. libuv: uv_fs_stat.
func (l *Loop) FSStat(r *FSReq, fs FileSystem, path string, cb func()) error {
	return l.startFS(r, uv.FsStat, path, fsArgs{fs: fs}, cb)
}

// FSLstat tells about a file or link. libuv: uv_fs_lstat.
func (l *Loop) FSLstat(r *FSReq, fs FileSystem, path string, cb func()) error {
	return l.startFS(r, uv.FsLstat, path, fsArgs{fs: fs}, cb)
}

// FSStatfs tells about the file system that a path is on. ENOSYS on systems
// other than Linux. libuv: uv_fs_statfs.
func (l *Loop) FSStatfs(r *FSReq, fs FileSystem, path string, cb func()) error {
	return l.startFS(r, uv.FsStatfs, path, fsArgs{fs: fs}, cb)
}

// FSAccess says whether a file may be read (4), written (2) and executed (1), or
// with mode 0 whether it is there: EACCES, EROFS or ENOENT if not.
// libuv: uv_fs_access.
func (l *Loop) FSAccess(r *FSReq, fs FileSystem, path string, mode uint32, cb func()) error {
	return l.startFS(r, uv.FsAccess, path, fsArgs{fs: fs, mode: mode}, cb)
}

// FSChmod changes the permissions of a file. libuv: uv_fs_chmod.
func (l *Loop) FSChmod(r *FSReq, fs FileSystem, path string, mode uint32, cb func()) error {
	return l.startFS(r, uv.FsChmod, path, fsArgs{fs: fs, mode: mode}, cb)
}

// FSChown changes owner and group of a file; -1 leaves one as it is.
// libuv: uv_fs_chown.
func (l *Loop) FSChown(r *FSReq, fs FileSystem, path string, uid, gid int, cb func()) error {
	return l.startFS(r, uv.FsChown, path, fsArgs{fs: fs, uid: uid, gid: gid}, cb)
}

// FSLchown is FSChown of a link itself. libuv: uv_fs_lchown.
func (l *Loop) FSLchown(r *FSReq, fs FileSystem, path string, uid, gid int, cb func()) error {
	return l.startFS(r, uv.FsLchown, path, fsArgs{fs: fs, uid: uid, gid: gid}, cb)
}

// FSUtime sets the times of the last access and change, in seconds since 1970,
// to the microsecond: an infinite one is the time it is, NaN leaves what is
// there. libuv: uv_fs_utime.
func (l *Loop) FSUtime(r *FSReq, fs FileSystem, path string, atime, mtime float64, cb func()) error {
	return l.startFS(r, uv.FsUtime, path, fsArgs{fs: fs, atime: fileTime(atime), mtime: fileTime(mtime)}, cb)
}

// FSLutime is FSUtime of a link itself. libuv: uv_fs_lutime.
func (l *Loop) FSLutime(r *FSReq, fs FileSystem, path string, atime, mtime float64, cb func()) error {
	return l.startFS(r, uv.FsLutime, path, fsArgs{fs: fs, atime: fileTime(atime), mtime: fileTime(mtime)}, cb)
}

// FSMkdir makes a directory. libuv: uv_fs_mkdir.
func (l *Loop) FSMkdir(r *FSReq, fs FileSystem, path string, mode uint32, cb func()) error {
	return l.startFS(r, uv.FsMkdir, path, fsArgs{fs: fs, mode: mode}, cb)
}

// FSMkdtemp makes a directory of mode 0700 that was not there before: the last
// six bytes of the path, XXXXXX, are replaced. r.Path is the one that was made.
// The result is EINVAL for a path that does not end so. libuv: uv_fs_mkdtemp.
func (l *Loop) FSMkdtemp(r *FSReq, fs FileSystem, path string, cb func()) error {
	return l.startFS(r, uv.FsMkdtemp, path, fsArgs{fs: fs}, cb)
}

// FSMkstemp makes a file of mode 0600 that was not there before, as FSMkdtemp,
// and opens it for reading and writing. The result is a descriptor, and r.Path
// the path; "" when it failed. libuv: uv_fs_mkstemp.
func (l *Loop) FSMkstemp(r *FSReq, fs FileSystem, path string, cb func()) error {
	return l.startFS(r, uv.FsMkstemp, path, fsArgs{fs: fs}, cb)
}

// FSRmdir removes an empty directory. libuv: uv_fs_rmdir.
func (l *Loop) FSRmdir(r *FSReq, fs FileSystem, path string, cb func()) error {
	return l.startFS(r, uv.FsRmdir, path, fsArgs{fs: fs}, cb)
}

// FSUnlink removes a file or link. libuv: uv_fs_unlink.
func (l *Loop) FSUnlink(r *FSReq, fs FileSystem, path string, cb func()) error {
	return l.startFS(r, uv.FsUnlink, path, fsArgs{fs: fs}, cb)
}

// FSRename renames a file. libuv: uv_fs_rename.
func (l *Loop) FSRename(r *FSReq, fs FileSystem, from, to string, cb func()) error {
	return l.startFS(r, uv.FsRename, from, fsArgs{fs: fs, newPath: to}, cb)
}

// FSLink gives a file a second name. libuv: uv_fs_link.
func (l *Loop) FSLink(r *FSReq, fs FileSystem, from, to string, cb func()) error {
	return l.startFS(r, uv.FsLink, from, fsArgs{fs: fs, newPath: to}, cb)
}

// FSSymlink makes path a link to a target, which need not be there.
// libuv: uv_fs_symlink.
func (l *Loop) FSSymlink(r *FSReq, fs FileSystem, target, path string, cb func()) error {
	return l.startFS(r, uv.FsSymlink, target, fsArgs{fs: fs, newPath: path}, cb)
}

// FSReadlink reads what a link points to into r.Target. libuv: uv_fs_readlink.
func (l *Loop) FSReadlink(r *FSReq, fs FileSystem, path string, cb func()) error {
	return l.startFS(r, uv.FsReadlink, path, fsArgs{fs: fs}, cb)
}

// FSRealpath resolves a path, which must be there, into r.Target: absolute and
// free of links, "." and "..". libuv: uv_fs_realpath.
func (l *Loop) FSRealpath(r *FSReq, fs FileSystem, path string, cb func()) error {
	return l.startFS(r, uv.FsRealpath, path, fsArgs{fs: fs}, cb)
}

// The flags of FSCopyfile.
const (
	CopyExcl        = 1 // EEXIST when the destination is there
	CopyFiclone     = 2 // share the blocks where the file system can
	CopyFicloneMust = 4 // fail where it cannot; libuv: UV_FS_COPYFILE_FICLONE_FORCE
)

// FSCopyfile copies a file and its permissions, but for the set-id bits, which
// libuv copies too. A copy that fails is removed. The call answers EINVAL for
// other flags; the result is the file system's error when CopyFicloneMust
// cannot be had, ENOSYS outside of Linux. libuv: uv_fs_copyfile.
func (l *Loop) FSCopyfile(r *FSReq, fs FileSystem, from, to string, flags int, cb func()) error {
	if flags&^(CopyExcl|CopyFiclone|CopyFicloneMust) != 0 {
		return uv.EINVAL.Err()
	}
	return l.startFS(r, uv.FsCopyfile, from, fsArgs{fs: fs, newPath: to, flags: flags}, cb)
}
