package host

import (
	"strings"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// The requests on paths.

// onPath submits a request on one path.
func (g *Guest) onPath(at, ptr, n uint32, cookie uint64, in intent, args fsArgs, start fsStart) int32 {
	r, failed := g.newFS(at, cookie)
	if r == nil {
		return failed
	}
	r.args = args
	if err := r.path(ptr, n, in); err != 0 {
		return g.refused(r, err)
	}
	return g.submitFS(r, start)
}

// onPaths submits a request on two.
func (g *Guest) onPaths(at, ptr, n, ptr2, n2 uint32, cookie uint64, in, in2 intent, flags uint32, start fsStart) int32 {
	r, failed := g.newFS(at, cookie)
	if r == nil {
		return failed
	}
	if err := r.path(ptr, n, in); err != 0 {
		return g.refused(r, err)
	}
	raw, err := g.readPath(ptr2, n2)
	if err != 0 {
		return g.refused(r, err)
	}
	to := g.resolve(raw, in2)
	r.access.refuse = firstErr(r.access.refuse, to.refuse)
	r.args.flags, r.args.second = flags, to.path
	return g.submitFS(r, start)
}

func (g *Guest) uvFSOpen(at, ptr, n, flags, mode uint32, cookie uint64) int32 {
	r, failed := g.newFS(at, cookie)
	if r == nil {
		return failed
	}
	if err := r.path(ptr, n, intent{"open", openWrites(flags)}); err != 0 {
		return g.refused(r, err)
	}
	r.room()
	r.args = fsArgs{flags: flags, mode: mode, give: (*fsReq).giveFd}
	return g.submitFS(r, func(r *fsReq, cb func()) error {
		return r.l.FSOpen(&r.req, &r.access, r.access.path, int(r.args.flags), r.args.mode, cb)
	})
}

func (g *Guest) uvFSStat(at, ptr, n, statPtr uint32, cookie uint64) int32 {
	return g.onPath(at, ptr, n, cookie, intent{"stat", false}, statTo(statPtr), func(r *fsReq, cb func()) error {
		return r.l.FSStat(&r.req, &r.access, r.access.path, cb)
	})
}

func (g *Guest) uvFSLstat(at, ptr, n, statPtr uint32, cookie uint64) int32 {
	return g.onPath(at, ptr, n, cookie, intent{"stat", false}, statTo(statPtr), func(r *fsReq, cb func()) error {
		return r.l.FSLstat(&r.req, &r.access, r.access.path, cb)
	})
}

// uvFSStatfs answers what access.Statfs has: ENOSYS.
func (g *Guest) uvFSStatfs(at, ptr, n, statfsPtr uint32, cookie uint64) int32 {
	return g.onPath(at, ptr, n, cookie, intent{"stat", false}, fsArgs{out: statfsPtr, outLen: sizeStatfs}, func(r *fsReq, cb func()) error {
		return r.l.FSStatfs(&r.req, &r.access, r.access.path, cb)
	})
}

func (g *Guest) uvFSAccess(at, ptr, n, mode uint32, cookie uint64) int32 {
	return g.onPath(at, ptr, n, cookie, intent{"look at", mode&accessWrite != 0}, fsArgs{mode: mode}, func(r *fsReq, cb func()) error {
		return r.l.FSAccess(&r.req, &r.access, r.access.path, r.args.mode, cb)
	})
}

// accessWrite is what fs_access asks for with 2.
const accessWrite = 2

func (g *Guest) uvFSChmod(at, ptr, n, mode uint32, cookie uint64) int32 {
	return g.onPath(at, ptr, n, cookie, intent{"chmod", true}, fsArgs{mode: mode}, func(r *fsReq, cb func()) error {
		return r.l.FSChmod(&r.req, &r.access, r.access.path, r.args.mode, cb)
	})
}

func (g *Guest) uvFSChown(at, ptr, n, uid, gid, follow uint32, cookie uint64) int32 {
	start := func(r *fsReq, cb func()) error {
		return r.l.FSLchown(&r.req, &r.access, r.access.path, r.args.uid, r.args.gid, cb)
	}
	if follow != 0 {
		start = func(r *fsReq, cb func()) error {
			return r.l.FSChown(&r.req, &r.access, r.access.path, r.args.uid, r.args.gid, cb)
		}
	}
	return g.onPath(at, ptr, n, cookie, intent{"chown", true}, ownedBy(uid, gid), start)
}

// ownedBy reads an owner and a group; the highest number leaves one as it is.
func ownedBy(uid, gid uint32) fsArgs { return fsArgs{uid: int(int32(uid)), gid: int(int32(gid))} }

func (g *Guest) uvFSUtime(at, ptr, n uint32, atime, mtime float64, follow uint32, cookie uint64) int32 {
	start := func(r *fsReq, cb func()) error {
		return r.l.FSLutime(&r.req, &r.access, r.access.path, r.args.atime, r.args.mtime, cb)
	}
	if follow != 0 {
		start = func(r *fsReq, cb func()) error {
			return r.l.FSUtime(&r.req, &r.access, r.access.path, r.args.atime, r.args.mtime, cb)
		}
	}
	return g.onPath(at, ptr, n, cookie, intent{"set the times of", true}, fsArgs{atime: atime, mtime: mtime}, start)
}

func (g *Guest) uvFSMkdir(at, ptr, n, mode uint32, cookie uint64) int32 {
	return g.onPath(at, ptr, n, cookie, intent{"make", true}, fsArgs{mode: mode}, func(r *fsReq, cb func()) error {
		return r.l.FSMkdir(&r.req, &r.access, r.access.path, r.args.mode, cb)
	})
}

func (g *Guest) uvFSRmdir(at, ptr, n uint32, cookie uint64) int32 {
	return g.onPath(at, ptr, n, cookie, intent{"remove", true}, fsArgs{}, func(r *fsReq, cb func()) error {
		return r.l.FSRmdir(&r.req, &r.access, r.access.path, cb)
	})
}

func (g *Guest) uvFSUnlink(at, ptr, n uint32, cookie uint64) int32 {
	return g.onPath(at, ptr, n, cookie, intent{"remove", true}, fsArgs{}, func(r *fsReq, cb func()) error {
		return r.l.FSUnlink(&r.req, &r.access, r.access.path, cb)
	})
}

func (g *Guest) uvFSRename(at, ptr, n, newPtr, newN uint32, cookie uint64) int32 {
	return g.onPaths(at, ptr, n, newPtr, newN, cookie, intent{"rename", true}, intent{"rename to", true}, 0, func(r *fsReq, cb func()) error {
		return r.l.FSRename(&r.req, &r.access, r.access.path, r.args.second, cb)
	})
}

func (g *Guest) uvFSLink(at, ptr, n, newPtr, newN uint32, cookie uint64) int32 {
	return g.onPaths(at, ptr, n, newPtr, newN, cookie, intent{"link to", true}, intent{"make", true}, 0, func(r *fsReq, cb func()) error {
		return r.l.FSLink(&r.req, &r.access, r.access.path, r.args.second, cb)
	})
}

func (g *Guest) uvFSCopyfile(at, ptr, n, newPtr, newN, flags uint32, cookie uint64) int32 {
	if flags&^(loop.CopyExcl|loop.CopyFiclone|loop.CopyFicloneMust) != 0 {
		return badArgument
	}
	return g.onPaths(at, ptr, n, newPtr, newN, cookie, intent{"copy", false}, intent{"copy to", true}, flags, func(r *fsReq, cb func()) error {
		return r.l.FSCopyfile(&r.req, &r.access, r.access.path, r.args.second, int(r.args.flags), cb)
	})
}

// uvFSSymlink takes flags for another system and no others' rules: where the link
// leads is looked at when it is made, and whenever it is followed.
func (g *Guest) uvFSSymlink(at, ptr, n, newPtr, newN, _ uint32, cookie uint64) int32 {
	r, failed := g.newFS(at, cookie)
	if r == nil {
		return failed
	}
	target, err := g.readPath(ptr, n)
	if err == 0 {
		err = r.path(newPtr, newN, intent{"make", true})
	}
	if err != 0 {
		return g.refused(r, err)
	}
	r.args.second = target
	return g.submitFS(r, func(r *fsReq, cb func()) error {
		return r.l.FSSymlink(&r.req, &r.access, r.args.second, r.access.path, cb)
	})
}

func (g *Guest) uvFSReadlink(at, ptr, n, out, outLen uint32, cookie uint64) int32 {
	return g.onPath(at, ptr, n, cookie, intent{"read", false}, textTo(out, outLen), func(r *fsReq, cb func()) error {
		return r.l.FSReadlink(&r.req, &r.access, r.access.path, cb)
	})
}

func (g *Guest) uvFSRealpath(at, ptr, n, out, outLen uint32, cookie uint64) int32 {
	return g.onPath(at, ptr, n, cookie, intent{"resolve", false}, textTo(out, outLen), func(r *fsReq, cb func()) error {
		return r.l.FSRealpath(&r.req, &r.access, r.access.path, cb)
	})
}

func (g *Guest) uvFSMkdtemp(at, ptr, n, out, outLen uint32, cookie uint64) int32 {
	return g.temporary(at, ptr, n, out, outLen, cookie, false, func(r *fsReq, cb func()) error {
		return r.l.FSMkdtemp(&r.req, &r.access, r.access.path, cb)
	})
}

func (g *Guest) uvFSMkstemp(at, ptr, n, out, outLen uint32, cookie uint64) int32 {
	return g.temporary(at, ptr, n, out, outLen, cookie, true, func(r *fsReq, cb func()) error {
		return r.l.FSMkstemp(&r.req, &r.access, r.access.path, cb)
	})
}

// tempMark ends a template.
const tempMark = "XXXXXX"

// temporary submits a request that makes something and tells its path, which is as
// long as the template. EINVAL: it is none. ENAMETOOLONG: there is no room for it.
func (g *Guest) temporary(at, ptr, n, out, outLen uint32, cookie uint64, opens bool, start fsStart) int32 {
	r, failed := g.newFS(at, cookie)
	if r == nil {
		return failed
	}
	raw, err := g.readPath(ptr, n)
	switch {
	case err != 0:
	case !strings.HasSuffix(raw, tempMark): // a path that is cleaned may end in it
		err = uv.EINVAL
	case n > outLen:
		err = uv.ENAMETOOLONG
	}
	if err != 0 {
		return g.refused(r, err)
	}
	r.resolve(raw, intent{"make", true})
	r.args = fsArgs{template: raw, out: out, outLen: outLen, give: (*fsReq).giveTemp}
	if opens {
		r.room()
	}
	return g.submitFS(r, start)
}
