package host

import (
	"encoding/binary"
	"math"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// The requests that list directories.

// uvFSScandir has no result but the one inside its callback, so it cannot do
// without.
func (g *Guest) uvFSScandir(at, ptr, n uint32, cookie uint64) int32 {
	if cookie == 0 {
		return badArgument
	}
	return g.onPath(at, ptr, n, cookie, intent{"list", false}, fsArgs{}, func(r *fsReq, cb func()) error {
		return r.l.FSScandir(&r.req, &r.access, r.access.path, cb)
	})
}

// uvFSDirents copies what a scandir found, while its callback runs; earlier
// there is nothing yet, and later the id is no longer one.
func (g *Guest) uvFSDirents(id loop.ID, first, ptr, n uint32) int32 {
	r, ok := g.pooled[id].(*fsReq)
	switch {
	case g.pooled[id] == nil:
		return badHandle
	case !ok || r.req.Op != uv.FsScandir:
		return badArgument
	case !r.called:
		return 0
	}
	out, ok := g.mem.slice(ptr, n)
	if !ok {
		return badPointer
	}
	if uint64(first) >= uint64(len(r.req.Entries)) {
		return 0
	}
	count := putDirents(out, r.req.Entries[first:])
	if count == 0 {
		return int32(uv.ENOBUFS)
	}
	return int32(count)
}

// putDirents writes as many entries as there is room for.
func putDirents(out []byte, entries []loop.Dirent) (count int) {
	for _, e := range entries {
		size := sizeDirent + len(e.Name)
		if size > len(out) || len(e.Name) > math.MaxUint16 {
			break
		}
		out[offDirentType], out[offDirentReserved] = byte(e.Type), 0
		binary.LittleEndian.PutUint16(out[offDirentNameLen:], uint16(len(e.Name)))
		copy(out[sizeDirent:], e.Name)
		out = out[size:]
		count++
	}
	return count
}

func (g *Guest) uvFSOpendir(at, ptr, n uint32, cookie uint64) int32 {
	r, failed := g.newFS(at, cookie)
	if r == nil {
		return failed
	}
	if err := r.path(ptr, n, intent{"list", false}); err != 0 {
		return g.refused(r, err)
	}
	r.room()
	r.args.give = (*fsReq).giveDir
	return g.submitFS(r, func(r *fsReq, cb func()) error {
		return r.l.FSOpendir(&r.req, &r.access, r.access.path, cb)
	})
}

// maxReaddir is how many entries one readdir takes from the system at most.
const maxReaddir = 256

// uvFSReaddir gives those first that the system gave and a buffer before had no
// room for. EBUSY: another request is on the directory.
func (g *Guest) uvFSReaddir(at uint32, fd int32, count, out, outLen uint32, cookie uint64) int32 {
	r, failed := g.newFS(at, cookie)
	if r == nil {
		return failed
	}
	dir, err := g.files.idleDir(fd)
	if err == 0 && count == 0 {
		err = uv.EINVAL
	}
	if err != 0 {
		return g.refused(r, err)
	}
	if r.entries == nil {
		r.entries = make([]loop.Dirent, maxReaddir)
	}
	r.dir = dir
	dir.working++
	r.args = fsArgs{size: int64(min(count, maxReaddir)), out: out, outLen: outLen, give: (*fsReq).giveEntries}
	if len(dir.pending) > 0 {
		return g.submitFS(r, (*fsReq).nothingToRead)
	}
	return g.submitFS(r, func(r *fsReq, cb func()) error {
		return r.l.FSReaddir(&r.req, r.dir.dir, r.entries[:r.args.size], cb)
	})
}

// nothingToRead is a request whose result is there already.
func (r *fsReq) nothingToRead(cb func()) error {
	if cb == nil {
		r.req.Op, r.req.Result = uv.FsReaddir, 0
		return nil
	}
	err := r.l.FSBegin(&r.req, uv.FsReaddir, "", 0, cb)
	if err == nil {
		r.req.Finish(0)
	}
	return err
}

func (g *Guest) uvFSClosedir(at uint32, fd int32, cookie uint64) int32 {
	r, failed := g.newFS(at, cookie)
	if r == nil {
		return failed
	}
	dir, err := g.files.idleDir(fd)
	if err != 0 {
		return g.refused(r, err)
	}
	g.files.remove(fd)
	r.dir = dir
	dir.working++
	r.closing = dir.close
	return g.submitFS(r, func(r *fsReq, cb func()) error { return r.l.FSClosedir(&r.req, r.dir.dir, cb) })
}
