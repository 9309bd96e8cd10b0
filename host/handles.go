package host

import (
	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// handle is the host's side of one of the guest's handles. Its callbacks are
// made once, so that starting it and being called back allocate nothing.
type handle struct {
	g      *Guest
	id     loop.ID
	cookie uint64
	base   loop.Handle
	fire   func() // timer, idle, prepare, check, async
	closed func()

	socket  bool       // counts among the sockets
	bound   bool       // what it is bound to was granted
	fd      int32      // the guest's descriptor that it was made of or stands for; below 0: none
	file    *guestFile // that descriptor, in the table
	restore func()     // gives back a descriptor of the host's, when the handle closes

	*streamPart // tcp, pipe
	*pollPart   // poll
	*udpPart    // udp
}

// add makes a handle of the guest's loop and answers its id. make gets the
// host's side to connect callbacks with.
func (g *Guest) add(loopIndex uint32, cookie uint64, make func(h *handle, l *loop.Loop) (loop.Handle, error)) int32 {
	l := g.loopAt(loopIndex)
	if l == nil {
		return badArgument
	}
	if len(g.handles) >= g.limits.Handles {
		return g.overLimit(uv.EMFILE, "handles", int64(g.limits.Handles))
	}
	h := &handle{g: g, cookie: cookie, fd: -1}
	h.closed = func() {
		delete(g.handles, h.id)
		g.open.Store(int64(len(g.handles)))
		if h.socket {
			g.sockets--
		}
		g.dispatch(abi.CallbackClose, h.id, h.cookie, 0)
	}
	base, err := make(h, l)
	if err != nil {
		return errno(err)
	}
	h.base, h.id = base, base.ID()
	g.handles[h.id] = h
	g.open.Store(int64(len(g.handles)))
	return int32(h.id)
}

// fires is the callback of a handle that has nothing to tell but itself.
func (h *handle) fires(kind abi.Callback) func() {
	return func() { h.g.dispatch(kind, h.id, h.cookie, 0) }
}

// handle finds a handle; nil when the id is none, any more or of another guest.
func (g *Guest) handle(id loop.ID) *handle { return g.handles[id] }

func (g *Guest) timer(id loop.ID) (*handle, *loop.Timer) {
	if h := g.handles[id]; h != nil {
		if t, ok := h.base.(*loop.Timer); ok {
			return h, t
		}
	}
	return nil, nil
}

// addSocket is add for a handle that has a socket.
func (g *Guest) addSocket(loopIndex uint32, cookie uint64, make func(h *handle, l *loop.Loop) (loop.Handle, error)) int32 {
	if g.loopAt(loopIndex) != nil && g.sockets >= g.limits.Sockets {
		return g.overLimit(uv.EMFILE, "sockets", int64(g.limits.Sockets))
	}
	id := g.add(loopIndex, cookie, func(h *handle, l *loop.Loop) (loop.Handle, error) {
		h.socket = true
		return make(h, l)
	})
	if id > 0 {
		g.sockets++
	}
	return id
}

// close begins to close the handle.
func (h *handle) close() error {
	err := h.base.Close(h.closed)
	if err == nil {
		h.letGo()
	}
	return err
}

// letGo gives back the descriptors that the handle had besides its own.
func (h *handle) letGo() {
	if h.restore != nil {
		h.restore()
		h.restore = nil
	}
	f := h.file
	h.file, h.fd = nil, -1
	switch {
	case f == nil || f.closed:
	case f.owner == h:
		h.g.files.drop(f)
	case f.poller == h:
		f.poller = nil
	}
}

// tcp finds a TCP handle. It is not nil if and only if the handle is not.
func (g *Guest) tcp(id loop.ID) (*handle, *loop.TCP) {
	if h := g.handles[id]; h != nil {
		if t, ok := h.base.(*loop.TCP); ok {
			return h, t
		}
	}
	return nil, nil
}

// overLimit records that a limit was hit and gives the errno for the guest.
func (g *Guest) overLimit(err uv.Errno, name string, limit int64) int32 {
	g.emit(trace.Record{Kind: trace.Limit, Status: int32(err), Value: uint64(limit), Label: g.loop.Intern(name)})
	return int32(err)
}

// emit records something the guest did. Outside of the loop's phases nobody
// else reads the clock and publishes.
func (g *Guest) emit(r trace.Record) {
	l := g.loops.at
	outside := l.Phase() == uv.Outside
	if outside {
		l.UpdateTimeStamp()
	}
	l.Emit(r)
	if outside {
		l.Publish()
	}
}

func firstErr(a, b uv.Errno) uv.Errno {
	if a != 0 {
		return a
	}
	return b
}

// errno is the wire's form of an error: 0 for nil.
func errno(err error) int32 {
	if err == nil {
		return 0
	}
	if e, ok := err.(uv.Errno); ok { //nolint:errorlint // the loop's own are bare, and errors.As allocates
		return int32(e)
	}
	return int32(loop.Errno(err))
}

const (
	badHandle   = int32(uv.EBADF)
	badArgument = int32(uv.EINVAL)
	badPointer  = int32(uv.EFAULT)
)

func flag(b bool) int32 {
	if b {
		return 1
	}
	return 0
}
