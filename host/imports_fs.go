package host

import (
	"math"
	"strings"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// fsReq is a file request. They are used again. One without a cookie is done
// before the call returns: aside, so that the guest can be ended meanwhile.
type fsReq struct {
	pooledReq
	req    loop.FSReq
	access access
	args   fsArgs
	start  fsStart
	failed error // what start answered, for a request that is done at once

	bufs    [][]byte
	entries []loop.Dirent // room for those of a readdir
	files   [2]*guestFile // that a worker is on
	dir     *guestFile    // of a readdir
	verb    string
	shared  bool // holds a share of the guest's memory
	called  bool // its callback runs: a worker no longer writes what it found
	opening bool // may become a descriptor
	closing func()

	done, now, late func()
}

// fsArgs are the arguments of a file request, those it has.
type fsArgs struct {
	flags, mode  uint32
	uid, gid     int
	offset, size int64
	atime, mtime float64
	second       string // path
	template     string // of mkdtemp and mkstemp, as the guest wrote it
	out, outLen  uint32 // where the result goes
	give         func(r *fsReq, result int64) int64
}

// fsStart submits a request, or does it where cb is nil.
type fsStart func(r *fsReq, cb func()) error

// newFS takes a request for a loop; see admit.
func (g *Guest) newFS(at uint32, cookie uint64) (*fsReq, int32) {
	l, failed := g.admit(at, cookie != 0)
	if l == nil {
		return nil, failed
	}
	var r *fsReq
	if n := len(g.freeFS); n > 0 {
		r = g.freeFS[n-1]
		g.freeFS = g.freeFS[:n-1]
	} else {
		r = &fsReq{}
		r.req.MaxList, r.req.MaxCopy = maxListing, maxTransfer
		r.done = r.finish
		r.now = func() { r.failed = r.start(r, nil) }
		r.late = func() { r.settle(); r.g.putFS(r) }
	}
	r.pooledReq = pooledReq{g, l, cookie}
	return r, 0
}

// putFS takes a request back.
func (g *Guest) putFS(r *fsReq) {
	r.rest()
	if r.shared {
		g.mem.release()
	}
	if r.opening {
		g.files.opening--
	}
	if r.closing != nil {
		r.closing() // the guest has no number for it any more
	}
	g.unlist(r.bufs)
	clear(r.bufs)
	if cap(r.bufs) > keepBufs {
		r.bufs = nil
	}
	clear(r.entries)
	r.req.Entries, r.req.Dir = nil, nil
	r.bufs, r.access, r.args, r.start, r.failed = r.bufs[:0], access{}, fsArgs{}, nil, nil
	r.verb, r.closing = "", nil
	r.shared, r.called, r.opening = false, false, false
	g.freeFS = append(g.freeFS, r)
}

// rest lets go of the files that the request works on.
func (r *fsReq) rest() {
	for _, f := range r.files {
		if f != nil {
			f.rest()
		}
	}
	if r.dir != nil {
		r.dir.working--
	}
	r.files, r.dir = [2]*guestFile{}, nil
}

// refused takes a request back that was not submitted.
func (g *Guest) refused(r *fsReq, err uv.Errno) int32 {
	g.putFS(r)
	return int32(err)
}

// submitFS submits the request, or does it. EFAULT: its result would go where the
// guest has no memory.
func (g *Guest) submitFS(r *fsReq, start fsStart) int32 {
	if a := &r.args; a.out != 0 || a.outLen > 0 {
		if _, ok := g.mem.slice(a.out, a.outLen); !ok || a.out == 0 && a.outLen > 0 {
			return g.refused(r, uv.EFAULT)
		}
	}
	if r.start = start; r.cookie == 0 {
		return g.doFS(r)
	}
	if err := start(r, r.done); err != nil {
		g.putFS(r)
		return errno(err)
	}
	return g.submitted(r.req.ID(), r)
}

// doFS does the request before the guest goes on.
func (g *Guest) doFS(r *fsReq) int32 {
	g.blockingThen(r.now, r.late)
	result := r.settle()
	g.putFS(r)
	return int32(result)
}

func (r *fsReq) cancel() error { return r.l.Cancel(&r.req) }

// finish is the callback of every file request.
func (r *fsReq) finish() {
	g, id := r.g, r.req.ID()
	g.atPool--
	result := r.settle()
	r.called = true
	g.dispatch(abi.CallbackFs, id, r.cookie, result)
	delete(g.pooled, id)
	g.putFS(r)
}

// settle turns what a request has found into what the guest is told.
func (r *fsReq) settle() int64 {
	g, result := r.g, r.req.Result
	if r.failed != nil {
		result = int64(errno(r.failed))
	}
	if r.opening {
		r.opening = false
		g.files.opening--
	}
	if r.closing != nil && uv.Errno(result) != uv.ECANCELED {
		r.closing = nil
	}
	switch {
	case r.req.Op == uv.FsScandir && uv.Errno(result) == uv.ENOBUFS:
		g.overLimit(uv.ENOBUFS, "bytes of directory entries", maxListing)
	case r.req.Op == uv.FsCopyfile && uv.Errno(result) == uv.EFBIG:
		g.overLimit(uv.EFBIG, "bytes of a copied file", maxTransfer)
	case result >= 0 && r.args.give != nil:
		result = r.args.give(r, result)
	}
	if r.access.escaped {
		g.escaped(r.verb, r.access.path)
	}
	r.rest() // the callback may close them
	return result
}

// path reads a path of the guest's and resolves it for the request. Errors:
// EFAULT; EINVAL for one with a zero byte; ENOENT for none; ENAMETOOLONG.
func (r *fsReq) path(ptr, n uint32, in intent) uv.Errno {
	raw, err := r.g.readPath(ptr, n)
	if err != 0 {
		return err
	}
	r.resolve(raw, in)
	return 0
}

func (r *fsReq) resolve(raw string, in intent) {
	r.verb = in.verb
	r.access = r.g.resolve(raw, in)
}

func (g *Guest) readPath(ptr, n uint32) (string, uv.Errno) {
	if n > maxPath {
		return "", uv.ENAMETOOLONG
	}
	raw, ok := g.mem.text(ptr, n)
	switch {
	case !ok:
		return "", uv.EFAULT
	case raw == "":
		return "", uv.ENOENT
	case strings.IndexByte(raw, 0) >= 0:
		return "", uv.EINVAL
	}
	return raw, 0
}

// work keeps a file from being closed until the request has ended.
func (r *fsReq) work(f *guestFile) {
	f.working++
	if r.files[0] == nil {
		r.files[0] = f
	} else {
		r.files[1] = f
	}
}

// room counts the descriptor that the request will open. Over the limit its
// result is EMFILE.
func (r *fsReq) room() {
	g := r.g
	if g.openFiles() >= g.limits.Files && r.access.refuse == 0 {
		r.access.refuse = uv.Errno(g.overLimit(uv.EMFILE, "files", int64(g.limits.Files)))
	}
	r.opening = true
	g.files.opening++
}

// maxTransfer is how many bytes one request moves at most: buffers may overlap,
// and a worker cannot be stopped.
const maxTransfer = math.MaxInt32

func (g *Guest) uvFSRead(at uint32, fd int32, ptr, count uint32, offset int64, cookie uint64) int32 {
	return g.transfer(at, fd, ptr, count, offset, cookie, uv.FsRead)
}

func (g *Guest) uvFSWrite(at uint32, fd int32, ptr, count uint32, offset int64, cookie uint64) int32 {
	return g.transfer(at, fd, ptr, count, offset, cookie, uv.FsWrite)
}

// transfer moves bytes between a file and the guest's memory, a share of which
// the request holds until it has called back. EINVAL: over 2 GiB, as readv has it.
func (g *Guest) transfer(at uint32, fd int32, ptr, count uint32, offset int64, cookie uint64, op uv.FsType) int32 {
	r, failed := g.newFS(at, cookie)
	if r == nil {
		return failed
	}
	stream, file := g.streamOf(fd, op), g.files.get(fd)
	if stream == nil && file == nil {
		return g.refused(r, uv.EBADF)
	}
	bufs, total, err := g.mem.buffers(r.bufs, ptr, count)
	r.bufs = bufs
	err = firstErr(err, g.list(bufs))
	if err == 0 && total > maxTransfer {
		err = uv.EINVAL
	}
	if err != 0 {
		return g.refused(r, err)
	}
	if stream != nil && fd > 0 {
		if err = g.tellOutput(fd, bufs, offset); err != 0 {
			return g.refused(r, err)
		}
	}
	r.args.offset, r.args.size, r.shared = max(offset, -1), int64(total), true
	g.mem.retain()
	if stream != nil {
		return g.submitFS(r, stream)
	}
	r.work(file)
	if op == uv.FsRead {
		return g.submitFS(r, func(r *fsReq, cb func()) error { return r.l.FSRead(&r.req, r.files[0].fd, r.bufs, r.args.offset, cb) })
	}
	return g.submitFS(r, func(r *fsReq, cb func()) error { return r.l.FSWrite(&r.req, r.files[0].fd, r.bufs, r.args.offset, cb) })
}
