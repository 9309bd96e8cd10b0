package host

import (
	"context"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// pooled is a request of the guest's at the pool, or one that is counted like
// those, from its submission to its callback.
type pooled interface{ cancel() error }

// pooledReq is the part that all of them share.
type pooledReq struct {
	g      *Guest
	l      *loop.Loop
	cookie uint64
}

// admit finds the loop of a request for the pool. EINVAL: there is no such loop.
// EAGAIN: as many requests are at the pool as may be; one that calls back makes
// room. A request that is done before the call returns needs none.
func (g *Guest) admit(at uint32, async bool) (*loop.Loop, int32) {
	l := g.loopAt(at)
	switch {
	case l == nil:
		return nil, badArgument
	case async && g.atPool >= g.limits.PoolItems:
		return nil, g.overLimit(uv.EAGAIN, "pool items", int64(g.limits.PoolItems))
	}
	return l, 0
}

// submitted keeps a request until its callback.
func (g *Guest) submitted(id loop.ID, r pooled) int32 {
	g.atPool++
	g.pooled[id] = r
	return int32(id)
}

// life is done when the guest has ended: what waits in its name asks it.
type life struct {
	ctx context.Context
	end context.CancelFunc
}

func newLife() life {
	ctx, end := context.WithCancel(context.Background())
	return life{ctx, end}
}

func (l *life) over() bool { return l.ctx.Err() != nil }
