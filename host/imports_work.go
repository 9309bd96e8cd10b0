package host

import (
	"crypto/rand"
	"io"
	"math"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// workReq is work of the guest's, which its one thread does when a worker of the
// pool is free for it.
type workReq struct {
	pooledReq
	req loop.WorkReq
}

func (r *workReq) cancel() error { return r.l.Cancel(&r.req) }

// uvQueueWork has the worker wait for the guest, so that no more of its work is
// under way than there are workers, but where others could wait for the worker:
// another loop of the guest's, which may run first, or another guest.
func (g *Guest) uvQueueWork(at uint32, cookie uint64) int32 {
	l, failed := g.admit(at, true)
	if l == nil {
		return failed
	}
	r := &workReq{pooledReq: pooledReq{g, l, cookie}}
	hold := g.cfg.Loop.Pool == nil && len(g.loops.all) == 1
	err := l.QueueTurn(&r.req, hold,
		func() { g.dispatch(abi.CallbackWork, r.req.ID(), cookie, 0) },
		func(status uv.Errno) { g.callBack(abi.CallbackAfterWork, r.req.ID(), cookie, int64(status)) })
	if err != nil {
		return errno(err)
	}
	return g.submitted(r.req.ID(), r)
}

// releaseWorkers lets the workers go that are held for the guest's work.
func (g *Guest) releaseWorkers() {
	for _, r := range g.pooled {
		if w, ok := r.(*workReq); ok {
			w.req.Release()
		}
	}
}

// callBack ends a request at the pool.
func (g *Guest) callBack(kind abi.Callback, id loop.ID, cookie uint64, result int64) {
	g.atPool--
	g.dispatch(kind, id, cookie, result)
	delete(g.pooled, id)
}

// randomReq is a request for random bytes, into the guest's memory, of which it
// holds a share.
type randomReq struct {
	pooledReq
	req loop.RandomReq
}

func (r *randomReq) cancel() error { return r.l.Cancel(&r.req) }

// uvRandom fills the buffer from where the guest's other random bytes come from.
func (g *Guest) uvRandom(at, ptr, n, flags uint32, cookie uint64) int32 {
	l, failed := g.admit(at, cookie != 0)
	switch {
	case l == nil:
		return failed
	case n > math.MaxInt32:
		return int32(uv.E2BIG)
	case flags != 0:
		return badArgument
	}
	buf, ok := g.mem.slice(ptr, n)
	if !ok {
		return badPointer
	}
	var src io.Reader = &steady{&g.life}
	if cookie == 0 || g.loop.Virtual() { // which bytes is not for the workers to say
		if _, err := io.ReadFull(g.rand, buf); err != nil {
			return int32(uv.EIO)
		}
		src = asItIs{}
	}
	if cookie == 0 {
		return 0
	}
	r := &randomReq{pooledReq: pooledReq{g, l, cookie}}
	g.mem.retain()
	err := l.Random(&r.req, src, buf, 0, func(status uv.Errno, _ []byte) {
		g.mem.release()
		g.callBack(abi.CallbackRandom, r.req.ID(), cookie, int64(status))
	})
	if err != nil {
		g.mem.release()
		return errno(err)
	}
	return g.submitted(r.req.ID(), r)
}

// steady gives random bytes a piece at a time, for as long as the guest lives.
type steady struct{ life *life }

// Read is io.Reader.
func (s *steady) Read(p []byte) (int, error) {
	if s.life.over() {
		return 0, io.ErrUnexpectedEOF
	}
	return rand.Read(p[:min(len(p), asideChunk)])
}

// asItIs leaves what is there.
type asItIs struct{}

// Read is io.Reader.
func (asItIs) Read(p []byte) (int, error) { return len(p), nil }
