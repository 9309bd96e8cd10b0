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
	ready func(status uv.Errno, events uv.PollEvents)
}

// uvPollInit watches one of the guest's descriptors: standard input, or an end
// of a pipe or of two sockets. Files are always ready, and sockets are handles.
func (g *Guest) uvPollInit(loopIndex uint32, fd int32, cookie uint64) int32 {
	if g.loopAt(loopIndex) == nil {
		return badArgument
	}
	host, f, err := g.pollable(fd)
	if err != 0 {
		return int32(err)
	}
	return g.add(loopIndex, cookie, func(h *handle, l *loop.Loop) (loop.Handle, error) {
		p, err := h.watch(l, host, f)
		if err != nil {
			return nil, err
		}
		h.fd = fd
		h.pollPart = &pollPart{ready: func(status uv.Errno, events uv.PollEvents) {
			n := int64(events)
			if status != 0 {
				n = int64(status)
			}
			g.dispatch(abi.CallbackPoll, h.id, h.cookie, n)
		}}
		return p, nil
	})
}

// pollable finds a descriptor that can be watched; f is nil for standard input.
// Errors: EBADF; EPERM for a file; EEXIST for what another handle watches or has.
func (g *Guest) pollable(fd int32) (host int, f *guestFile, err uv.Errno) {
	if fd == 0 {
		if host, ok := g.stdin.fd(); ok {
			return host, nil, 0
		}
		return -1, nil, uv.EBADF
	}
	f, err = g.files.unused(fd)
	switch {
	case err != 0:
		return -1, nil, err
	case !f.stream:
		return -1, nil, uv.EPERM
	}
	return f.fd, f, 0
}

// watch makes the loop's handle. The guest may close its file when it likes: the
// handle has a number of its own for it.
func (h *handle) watch(l *loop.Loop, host int, f *guestFile) (*loop.Poll, error) {
	if f == nil {
		restore := h.g.stdin.unblock(host)
		p, err := l.NewPoll(host)
		if err != nil {
			restore()
			return nil, err
		}
		h.restore = restore
		return p, nil
	}
	own, failed := dupFd(host)
	if failed != 0 {
		return nil, failed
	}
	p, err := l.NewPoll(own)
	if err != nil {
		closeFd(own)
		return nil, err
	}
	h.file, h.restore, f.poller = f, func() { closeFd(own) }, h
	return p, nil
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
	if f := h.file; f != nil && f.poller != h {
		if f.watched() {
			return int32(uv.EEXIST)
		}
		f.poller = h
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
