package host

import (
	"math"
	"time"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

func (g *Guest) uvTimerInit(loopIndex uint32, cookie uint64) int32 {
	return g.add(loopIndex, cookie, func(h *handle, l *loop.Loop) (loop.Handle, error) {
		h.fire = h.fires(abi.CallbackTimer)
		return l.NewTimer(), nil
	})
}

func (g *Guest) uvTimerStart(id loop.ID, timeoutMs, repeatMs uint64) int32 {
	h, t := g.timer(id)
	if h == nil {
		return badHandle
	}
	return errno(t.StartMs(h.fire, timeoutMs, repeatMs))
}

func (g *Guest) uvTimerStop(id loop.ID) int32 {
	h, t := g.timer(id)
	if h == nil {
		return badHandle
	}
	return errno(t.Stop())
}

func (g *Guest) uvTimerAgain(id loop.ID) int32 {
	h, t := g.timer(id)
	if h == nil {
		return badHandle
	}
	return errno(t.Again())
}

func (g *Guest) uvTimerSetRepeat(id loop.ID, repeatMs uint64) int32 {
	h, t := g.timer(id)
	if h == nil {
		return badHandle
	}
	const most = math.MaxInt64 / uint64(time.Millisecond)
	t.SetRepeat(time.Duration(min(repeatMs, most)) * time.Millisecond)
	return 0
}

func (g *Guest) uvTimerGetRepeat(id loop.ID) int64 {
	h, t := g.timer(id)
	if h == nil {
		return int64(uv.EBADF)
	}
	return t.Repeat().Milliseconds()
}

func (g *Guest) uvTimerGetDueIn(id loop.ID) int64 {
	h, t := g.timer(id)
	if h == nil {
		return int64(uv.EBADF)
	}
	return t.DueIn().Milliseconds()
}
