package host

import (
	"math"

	"github.com/loopground/loopground/loop/uv"
)

// The requests on open files.

// onFile submits a request on an open file.
func (g *Guest) onFile(at uint32, fd int32, cookie uint64, args fsArgs, start fsStart) int32 {
	r, failed := g.newFS(at, cookie)
	if r == nil {
		return failed
	}
	file := g.files.get(fd)
	if file == nil {
		return g.refused(r, uv.EBADF)
	}
	r.args = args
	r.work(file)
	return g.submitFS(r, start)
}

// mayChange answers EROFS, and says so, for a file that was opened below a
// read-only grant: a descriptor for reading is enough for the system to change
// owner, permissions and times.
func (g *Guest) mayChange(fd int32, verb string) uv.Errno {
	file := g.files.get(fd)
	if file == nil || file.ro == nil {
		return 0
	}
	return g.deny(uv.EROFS, verb+" a file of "+file.ro.guest+", granted read-only", denial{flag: file.ro.flag()})
}

func (g *Guest) uvFSClose(at uint32, fd int32, cookie uint64) int32 {
	r, failed := g.newFS(at, cookie)
	if r == nil {
		return failed
	}
	host, err := g.files.take(fd)
	if err != 0 {
		return g.refused(r, err)
	}
	r.args.uid = host
	r.closing = func() { closeFd(host) }
	return g.submitFS(r, func(r *fsReq, cb func()) error { return r.l.FSClose(&r.req, r.args.uid, cb) })
}

func (g *Guest) uvFSFstat(at uint32, fd int32, statPtr uint32, cookie uint64) int32 {
	return g.onFile(at, fd, cookie, statTo(statPtr), func(r *fsReq, cb func()) error {
		return r.l.FSFstat(&r.req, r.files[0].fd, cb)
	})
}

// uvFSFchmod leaves out set-id and sticky bits, as fs_chmod does.
func (g *Guest) uvFSFchmod(at uint32, fd int32, mode uint32, cookie uint64) int32 {
	if err := g.mayChange(fd, "chmod"); err != 0 {
		return int32(err)
	}
	return g.onFile(at, fd, cookie, fsArgs{mode: mode & 0o777}, func(r *fsReq, cb func()) error {
		return r.l.FSFchmod(&r.req, r.files[0].fd, r.args.mode, cb)
	})
}

func (g *Guest) uvFSFchown(at uint32, fd int32, uid, gid uint32, cookie uint64) int32 {
	if err := g.mayChange(fd, "chown"); err != 0 {
		return int32(err)
	}
	args := ownedBy(uid, gid)
	if g.files.get(fd) != nil && !mayOwn(args.uid, args.gid) {
		return int32(uv.EPERM)
	}
	return g.onFile(at, fd, cookie, args, func(r *fsReq, cb func()) error {
		return r.l.FSFchown(&r.req, r.files[0].fd, r.args.uid, r.args.gid, cb)
	})
}

func (g *Guest) uvFSFutime(at uint32, fd int32, atime, mtime float64, cookie uint64) int32 {
	if err := g.mayChange(fd, "set the times of"); err != 0 {
		return int32(err)
	}
	return g.onFile(at, fd, cookie, fsArgs{atime: atime, mtime: mtime}, func(r *fsReq, cb func()) error {
		return r.l.FSFutime(&r.req, r.files[0].fd, r.args.atime, r.args.mtime, cb)
	})
}

func (g *Guest) uvFSFtruncate(at uint32, fd int32, length int64, cookie uint64) int32 {
	return g.onFile(at, fd, cookie, fsArgs{size: length}, func(r *fsReq, cb func()) error {
		return r.l.FSFtruncate(&r.req, r.files[0].fd, r.args.size, cb)
	})
}

func (g *Guest) uvFSFsync(at uint32, fd int32, data uint32, cookie uint64) int32 {
	if data != 0 {
		return g.onFile(at, fd, cookie, fsArgs{}, func(r *fsReq, cb func()) error {
			return r.l.FSFdatasync(&r.req, r.files[0].fd, cb)
		})
	}
	return g.onFile(at, fd, cookie, fsArgs{}, func(r *fsReq, cb func()) error {
		return r.l.FSFsync(&r.req, r.files[0].fd, cb)
	})
}

func (g *Guest) uvFSSendfile(at uint32, out, in int32, offset int64, length, cookie uint64) int32 {
	r, failed := g.newFS(at, cookie)
	if r == nil {
		return failed
	}
	to, from := g.files.get(out), g.files.get(in)
	if to == nil || from == nil {
		return g.refused(r, uv.EBADF)
	}
	r.work(to)
	r.work(from)
	r.args.offset, r.args.size = offset, int64(min(length, math.MaxInt32))
	return g.submitFS(r, func(r *fsReq, cb func()) error {
		return r.l.FSSendfile(&r.req, r.files[0].fd, r.files[1].fd, r.args.offset, r.args.size, cb)
	})
}
