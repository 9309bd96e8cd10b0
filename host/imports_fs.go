package host

import (
	"encoding/binary"
	"math"
	"strings"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// fsReq is a file request. They are used again.
type fsReq struct {
	g       *Guest
	req     loop.FSReq
	cookie  uint64
	access  access
	bufs    [][]byte
	file    *guestFile // that a worker is on
	verb    string
	statPtr uint32
	shared  bool // holds a share of the guest's memory
	called  bool // its callback runs: a worker no longer writes what it found
	closing int  // fs_close: the descriptor of the process
	done    func()
}

// newFS takes a request for the pool. EAGAIN: as many are there as may be; one
// that calls back makes room.
func (g *Guest) newFS(at uint32, cookie uint64) (*fsReq, int32) {
	if at != 0 {
		return nil, badArgument
	}
	if g.atPool >= g.limits.PoolItems {
		return nil, g.overLimit(uv.EAGAIN, "pool items", int64(g.limits.PoolItems))
	}
	var r *fsReq
	if n := len(g.freeFS); n > 0 {
		r = g.freeFS[n-1]
		g.freeFS = g.freeFS[:n-1]
	} else {
		r = &fsReq{g: g}
		r.req.MaxList = maxListing
		r.done = r.finish
	}
	r.cookie = cookie
	return r, 0
}

// putFS takes a request back.
func (g *Guest) putFS(r *fsReq) {
	if r.file != nil {
		r.file.rest()
	}
	if r.shared {
		g.mem.release()
	}
	g.unlist(r.bufs)
	clear(r.bufs)
	if cap(r.bufs) > keepBufs {
		r.bufs = nil
	}
	r.req.Entries = nil
	r.bufs, r.access = r.bufs[:0], access{}
	r.file, r.shared, r.called, r.statPtr, r.verb = nil, false, false, 0, ""
	g.freeFS = append(g.freeFS, r)
}

// submitted keeps the request until its callback, or takes it back where the
// loop did not want it.
func (g *Guest) submitted(r *fsReq, err error) int32 {
	if err != nil {
		g.putFS(r)
		return errno(err)
	}
	g.atPool++
	g.fsReqs[r.req.ID()] = r
	return int32(r.req.ID())
}

// refused takes a request back that was not submitted.
func (g *Guest) refused(r *fsReq, err uv.Errno) int32 {
	g.putFS(r)
	return int32(err)
}

// finish is the callback of every file request.
func (r *fsReq) finish() {
	g, id := r.g, r.req.ID()
	g.atPool--
	result := r.req.Result
	switch {
	case r.req.Op == uv.FsOpen:
		g.files.opening--
		if result >= 0 {
			result = int64(g.files.add(int(result)))
		}
	case r.req.Op == uv.FsClose:
		if uv.Errno(result) == uv.ECANCELED {
			closeFd(r.closing) // the guest has no number for it any more
		}
	case r.req.Op == uv.FsScandir && uv.Errno(result) == uv.ENOBUFS:
		g.overLimit(uv.ENOBUFS, "bytes of directory entries", maxListing)
	case r.statPtr != 0 && result == 0:
		result = r.writeStat()
	}
	if r.access.escaped {
		g.escaped(r.verb, r.access.path)
	}
	r.called = true
	g.dispatch(abi.CallbackFs, id, r.cookie, result)
	delete(g.fsReqs, id)
	g.putFS(r)
}

// writeStat puts what was found where the guest wants it.
func (r *fsReq) writeStat() int64 {
	var b [sizeStat]byte
	s := &r.req.Stat
	for _, f := range [...]struct {
		at int
		v  uint64
	}{
		{offStatDev, s.Dev}, {offStatMode, s.Mode}, {offStatNlink, s.Nlink}, {offStatUID, s.UID}, {offStatGID, s.GID},
		{offStatRdev, s.Rdev}, {offStatIno, s.Ino}, {offStatSize, s.Size}, {offStatBlksize, s.Blksize},
		{offStatBlocks, s.Blocks}, {offStatFlags, s.Flags}, {offStatGen, s.Gen},
		{offStatAtimeSec, uint64(s.Atime.Sec)}, {offStatAtimeNsec, uint64(s.Atime.Nsec)},
		{offStatMtimeSec, uint64(s.Mtime.Sec)}, {offStatMtimeNsec, uint64(s.Mtime.Nsec)},
		{offStatCtimeSec, uint64(s.Ctime.Sec)}, {offStatCtimeNsec, uint64(s.Ctime.Nsec)},
		{offStatBirthtimeSec, uint64(s.Birthtime.Sec)}, {offStatBirthtimeNsec, uint64(s.Birthtime.Nsec)},
	} {
		binary.LittleEndian.PutUint64(b[f.at:], f.v)
	}
	if !r.g.mem.write(r.statPtr, b[:]) {
		return int64(uv.EFAULT)
	}
	return 0
}

// path reads a path of the guest's and resolves it for the request. Errors:
// EFAULT; EINVAL for one with a zero byte; ENOENT for none; ENAMETOOLONG.
func (r *fsReq) path(ptr, n uint32, in intent) uv.Errno {
	raw, err := r.g.readPath(ptr, n)
	if err != 0 {
		return err
	}
	r.verb = in.verb
	r.access = r.g.resolve(raw, in)
	return 0
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

func (g *Guest) uvFSOpen(at, ptr, n, flags, mode uint32, cookie uint64) int32 {
	r, failed := g.newFS(at, cookie)
	if r == nil {
		return failed
	}
	if err := r.path(ptr, n, intent{"open", openWrites(flags)}); err != 0 {
		return g.refused(r, err)
	}
	if g.files.open+g.files.opening >= g.limits.Files && r.access.refuse == 0 {
		r.access.refuse = uv.Errno(g.overLimit(uv.EMFILE, "files", int64(g.limits.Files)))
	}
	g.files.opening++
	id := g.submitted(r, g.loop.FSOpen(&r.req, &r.access, r.access.path, int(flags), mode, r.done))
	if id < 0 {
		g.files.opening--
	}
	return id
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
	r.closing = host
	id := g.submitted(r, g.loop.FSClose(&r.req, host, r.done))
	if id < 0 {
		closeFd(host)
	}
	return id
}

func (g *Guest) uvFSRead(at uint32, fd int32, ptr, count uint32, offset int64, cookie uint64) int32 {
	return g.transfer(at, fd, ptr, count, offset, cookie, g.loop.FSRead)
}

func (g *Guest) uvFSWrite(at uint32, fd int32, ptr, count uint32, offset int64, cookie uint64) int32 {
	return g.transfer(at, fd, ptr, count, offset, cookie, g.loop.FSWrite)
}

// maxTransfer is how many bytes one request moves at most: buffers may overlap,
// and a worker cannot be stopped.
const maxTransfer = math.MaxInt32

// transfer has a worker move bytes between a file and the guest's memory, a
// share of which the request holds until it has called back. EINVAL: over
// 2 GiB, as readv has it.
func (g *Guest) transfer(at uint32, fd int32, ptr, count uint32, offset int64, cookie uint64,
	submit func(*loop.FSReq, int, [][]byte, int64, func()) error) int32 {
	r, failed := g.newFS(at, cookie)
	if r == nil {
		return failed
	}
	file := g.files.get(fd)
	if file == nil {
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
	file.working++
	r.file, r.shared = file, true
	g.mem.retain()
	return g.submitted(r, submit(&r.req, file.fd, r.bufs, max(offset, -1), r.done))
}

func (g *Guest) uvFSStat(at, ptr, n, statPtr uint32, cookie uint64) int32 {
	return g.stat(at, ptr, n, statPtr, cookie, g.loop.FSStat)
}

func (g *Guest) uvFSLstat(at, ptr, n, statPtr uint32, cookie uint64) int32 {
	return g.stat(at, ptr, n, statPtr, cookie, g.loop.FSLstat)
}

func (g *Guest) stat(at uint32, ptr, n, statPtr uint32, cookie uint64,
	submit func(*loop.FSReq, loop.FileSystem, string, func()) error) int32 {
	r, failed := g.newFS(at, cookie)
	if r == nil {
		return failed
	}
	if err := r.wantStat(statPtr); err != 0 {
		return g.refused(r, err)
	}
	if err := r.path(ptr, n, intent{"stat", false}); err != 0 {
		return g.refused(r, err)
	}
	return g.submitted(r, submit(&r.req, &r.access, r.access.path, r.done))
}

// wantStat checks where the result goes, before the work is done.
func (r *fsReq) wantStat(ptr uint32) uv.Errno {
	if _, ok := r.g.mem.slice(ptr, sizeStat); !ok || ptr == 0 {
		return uv.EFAULT
	}
	r.statPtr = ptr
	return 0
}

func (g *Guest) uvFSFstat(at uint32, fd int32, statPtr uint32, cookie uint64) int32 {
	r, failed := g.newFS(at, cookie)
	if r == nil {
		return failed
	}
	file := g.files.get(fd)
	if file == nil {
		return g.refused(r, uv.EBADF)
	}
	if err := r.wantStat(statPtr); err != 0 {
		return g.refused(r, err)
	}
	file.working++
	r.file = file
	return g.submitted(r, g.loop.FSFstat(&r.req, file.fd, r.done))
}

func (g *Guest) uvFSScandir(at, ptr, n uint32, cookie uint64) int32 {
	r, failed := g.newFS(at, cookie)
	if r == nil {
		return failed
	}
	if err := r.path(ptr, n, intent{"list", false}); err != 0 {
		return g.refused(r, err)
	}
	return g.submitted(r, g.loop.FSScandir(&r.req, &r.access, r.access.path, r.done))
}

// uvFSDirents copies what a scandir found, while its callback runs; earlier
// there is nothing yet, and later the id is no longer one.
func (g *Guest) uvFSDirents(id loop.ID, first, ptr, n uint32) int32 {
	r := g.fsReqs[id]
	if r == nil {
		return badHandle
	}
	if r.req.Op != uv.FsScandir {
		return badArgument
	}
	if !r.called {
		return 0
	}
	out, ok := g.mem.slice(ptr, n)
	if !ok {
		return badPointer
	}
	if uint64(first) >= uint64(len(r.req.Entries)) {
		return 0
	}
	count := int32(0)
	for _, e := range r.req.Entries[first:] {
		size := sizeDirent + len(e.Name)
		if size > len(out) || len(e.Name) > 1<<16-1 {
			break
		}
		out[offDirentType], out[offDirentReserved] = byte(e.Type), 0
		binary.LittleEndian.PutUint16(out[offDirentNameLen:], uint16(len(e.Name)))
		copy(out[sizeDirent:], e.Name)
		out = out[size:]
		count++
	}
	if count == 0 {
		return int32(uv.ENOBUFS)
	}
	return count
}

func (g *Guest) uvFSMkdir(at, ptr, n, mode uint32, cookie uint64) int32 {
	r, failed := g.newFS(at, cookie)
	if r == nil {
		return failed
	}
	if err := r.path(ptr, n, intent{"make", true}); err != 0 {
		return g.refused(r, err)
	}
	return g.submitted(r, g.loop.FSMkdir(&r.req, &r.access, r.access.path, mode, r.done))
}

func (g *Guest) uvFSRmdir(at, ptr, n uint32, cookie uint64) int32 {
	return g.removal(at, ptr, n, cookie, g.loop.FSRmdir)
}

func (g *Guest) uvFSUnlink(at, ptr, n uint32, cookie uint64) int32 {
	return g.removal(at, ptr, n, cookie, g.loop.FSUnlink)
}

func (g *Guest) removal(at uint32, ptr, n uint32, cookie uint64,
	submit func(*loop.FSReq, loop.FileSystem, string, func()) error) int32 {
	r, failed := g.newFS(at, cookie)
	if r == nil {
		return failed
	}
	if err := r.path(ptr, n, intent{"remove", true}); err != 0 {
		return g.refused(r, err)
	}
	return g.submitted(r, submit(&r.req, &r.access, r.access.path, r.done))
}

func (g *Guest) uvFSRename(at, ptr, n, newPtr, newN uint32, cookie uint64) int32 {
	r, failed := g.newFS(at, cookie)
	if r == nil {
		return failed
	}
	if err := r.path(ptr, n, intent{"rename", true}); err != 0 {
		return g.refused(r, err)
	}
	raw, err := g.readPath(newPtr, newN)
	if err != 0 {
		return g.refused(r, err)
	}
	to := g.resolve(raw, intent{"rename to", true})
	r.access.refuse = firstErr(r.access.refuse, to.refuse)
	return g.submitted(r, g.loop.FSRename(&r.req, &r.access, r.access.path, to.path, r.done))
}
