package host

import (
	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

func (g *Guest) uvAsyncInit(loopIndex uint32, cookie uint64) int32 {
	return g.add(loopIndex, cookie, func(h *handle, l *loop.Loop) (loop.Handle, error) {
		h.fire = h.fires(abi.CallbackAsync)
		return l.NewAsync(h.fire), nil
	})
}

func (g *Guest) uvAsyncSend(id loop.ID) int32 {
	h := g.handle(id)
	if h == nil {
		return badHandle
	}
	a, ok := h.base.(*loop.Async)
	if !ok {
		return badHandle
	}
	a.Send()
	return 0
}

// pollPart is what a poll handle has besides.
type pollPart struct {
	restore func() // the descriptor as it was
	ready   func(status uv.Errno, events uv.PollEvents)
}

// uvPollInit watches one of the guest's descriptors. Standard input is the only
// one that can be polled: files are always ready, and sockets are handles.
func (g *Guest) uvPollInit(loopIndex uint32, fd int32, cookie uint64) int32 {
	if g.loopAt(loopIndex) == nil {
		return badArgument
	}
	if fd != 0 {
		if g.files.get(fd) != nil {
			return int32(uv.EPERM)
		}
		return badHandle
	}
	host, ok := g.stdin.fd()
	if !ok {
		return badHandle
	}
	return g.add(loopIndex, cookie, func(h *handle, l *loop.Loop) (loop.Handle, error) {
		restore := keepBlocking(host)
		p, err := l.NewPoll(host)
		if err != nil {
			restore()
			return nil, err
		}
		h.pollPart = &pollPart{restore: restore, ready: func(status uv.Errno, events uv.PollEvents) {
			n := int64(events)
			if status != 0 {
				n = int64(status)
			}
			g.dispatch(abi.CallbackPoll, h.id, h.cookie, n)
		}}
		closed := h.closed
		h.closed = func() { restore(); closed() }
		return p, nil
	})
}

func (g *Guest) poll(id loop.ID) (*handle, *loop.Poll) {
	if h := g.handles[id]; h != nil {
		if p, ok := h.base.(*loop.Poll); ok {
			return h, p
		}
	}
	return nil, nil
}

func (g *Guest) uvPollStart(id loop.ID, events uint32) int32 {
	h, p := g.poll(id)
	switch {
	case h == nil:
		return badHandle
	case events > 0xff:
		return badArgument
	}
	return errno(p.Start(uv.PollEvents(events), h.ready))
}

func (g *Guest) uvPollStop(id loop.ID) int32 {
	h, p := g.poll(id)
	if h == nil {
		return badHandle
	}
	return errno(p.Stop())
}
