package host

import (
	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
)

// phased is what idle, prepare and check handles can do.
type phased interface {
	Start(cb func()) error
	Stop() error
}

// phase finds a handle of one of the three kinds.
func phase[T interface {
	loop.Handle
	phased
}](g *Guest, id loop.ID) (*handle, phased) {
	if h := g.handles[id]; h != nil {
		if p, ok := h.base.(T); ok {
			return h, p
		}
	}
	return nil, nil
}

func phaseStart(h *handle, p phased) int32 {
	if h == nil {
		return badHandle
	}
	return errno(p.Start(h.fire))
}

func phaseStop(h *handle, p phased) int32 {
	if h == nil {
		return badHandle
	}
	return errno(p.Stop())
}

func (g *Guest) uvIdleInit(loopIndex uint32, cookie uint64) int32 {
	return g.add(loopIndex, cookie, func(h *handle, l *loop.Loop) (loop.Handle, error) {
		h.fire = h.fires(abi.CallbackIdle)
		return l.NewIdle(), nil
	})
}

func (g *Guest) uvIdleStart(id loop.ID) int32 { return phaseStart(phase[*loop.Idle](g, id)) }
func (g *Guest) uvIdleStop(id loop.ID) int32  { return phaseStop(phase[*loop.Idle](g, id)) }

func (g *Guest) uvPrepareInit(loopIndex uint32, cookie uint64) int32 {
	return g.add(loopIndex, cookie, func(h *handle, l *loop.Loop) (loop.Handle, error) {
		h.fire = h.fires(abi.CallbackPrepare)
		return l.NewPrepare(), nil
	})
}

func (g *Guest) uvPrepareStart(id loop.ID) int32 { return phaseStart(phase[*loop.Prepare](g, id)) }
func (g *Guest) uvPrepareStop(id loop.ID) int32  { return phaseStop(phase[*loop.Prepare](g, id)) }

func (g *Guest) uvCheckInit(loopIndex uint32, cookie uint64) int32 {
	return g.add(loopIndex, cookie, func(h *handle, l *loop.Loop) (loop.Handle, error) {
		h.fire = h.fires(abi.CallbackCheck)
		return l.NewCheck(), nil
	})
}

func (g *Guest) uvCheckStart(id loop.ID) int32 { return phaseStart(phase[*loop.Check](g, id)) }
func (g *Guest) uvCheckStop(id loop.ID) int32  { return phaseStop(phase[*loop.Check](g, id)) }
