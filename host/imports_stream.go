package host

import (
	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// streamPart is what a stream has besides.
type streamPart struct {
	buf   []byte // where the next read goes; empty: the guest is asked
	alloc func(suggested int) []byte
	read  func(buf []byte, err uv.Errno)
}

// stream finds a TCP or pipe handle. It is not nil if and only if the handle is not.
func (g *Guest) stream(id loop.ID) (*handle, *loop.Stream) {
	if h := g.handles[id]; h != nil {
		switch s := h.base.(type) {
		case *loop.TCP:
			return h, &s.Stream
		case *loop.Pipe:
			return h, &s.Stream
		}
	}
	return nil, nil
}

// makeStream connects a handle with the callbacks of a stream.
func (h *handle) makeStream() {
	g, s := h.g, &streamPart{}
	h.streamPart = s
	s.alloc = func(suggested int) []byte {
		if len(s.buf) > 0 {
			return s.buf
		}
		return h.askBuffer(suggested)
	}
	s.read = func(buf []byte, err uv.Errno) {
		n := int64(len(buf))
		if err != 0 {
			n = int64(err)
		}
		g.dispatch(abi.CallbackRead, h.id, h.cookie, n)
	}
}

// askBuffer asks the guest where the next data goes; nil: nowhere.
func (h *handle) askBuffer(suggested int) []byte {
	g := h.g
	at := g.dispatch(abi.CallbackAlloc, h.id, h.cookie, int64(suggested))
	if g.end != nil {
		return nil
	}
	buf, _ := g.mem.slice(uint32(at>>32), uint32(at))
	return buf
}

func (g *Guest) uvListen(id loop.ID, backlog int32) int32 {
	h, _ := g.stream(id)
	if h == nil {
		return badHandle
	}
	if t, ok := h.base.(*loop.TCP); ok { // a pipe's bind has asked
		if err := g.mayListenOn(h, t); err != 0 {
			return int32(err)
		}
	}
	server := h.base.(interface {
		Listen(backlog int, cb func(status uv.Errno)) error
	})
	return errno(server.Listen(int(max(backlog, 0)), func(status uv.Errno) {
		g.dispatch(abi.CallbackConnection, h.id, h.cookie, int64(status))
	}))
}

// mayListenOn asks for the address that listening takes where no bind has asked
// for it: a socket without a port gets a free one on all addresses, also one
// whose bind met an address in use and was told so by a connect since.
func (g *Guest) mayListenOn(h *handle, t *loop.TCP) uv.Errno {
	at, err := t.Sockname()
	switch {
	case loop.Errno(err) == uv.EBADF: // no socket yet
		return g.mayListen(anyAddress)
	case err != nil, h.bound && at.Port() != 0:
		return 0 // an error that is still to be told is listen's
	}
	return g.mayListen(at)
}

// uvAccept answers EINVAL for a client of another kind than the server's.
func (g *Guest) uvAccept(server, client loop.ID) int32 {
	h, _ := g.stream(server)
	c, _ := g.stream(client)
	if h == nil || c == nil {
		return badHandle
	}
	switch s := h.base.(type) {
	case *loop.TCP:
		if into, ok := c.base.(*loop.TCP); ok {
			return errno(s.Accept(into))
		}
	case *loop.Pipe:
		if into, ok := c.base.(*loop.Pipe); ok {
			return errno(s.Accept(into))
		}
	}
	return badArgument
}

// uvReadStart reads into a buffer of the guest's. A stream that reads already
// goes on with the new one.
func (g *Guest) uvReadStart(id loop.ID, ptr, n uint32) int32 {
	h, t := g.stream(id)
	if h == nil {
		return badHandle
	}
	buf, ok := g.mem.slice(ptr, n)
	if !ok && n > 0 {
		return badPointer
	}
	old := h.buf
	h.buf = buf
	err := t.ReadStart(h.alloc, h.read)
	if loop.Errno(err) == uv.EALREADY {
		return 0
	}
	if err != nil {
		h.buf = old
	}
	return errno(err)
}

func (g *Guest) uvReadStop(id loop.ID) int32 {
	h, t := g.stream(id)
	if h == nil {
		return badHandle
	}
	t.ReadStop()
	return 0
}

// writeReq is a write under way. They are used again: writing allocates nothing
// once there are enough.
type writeReq struct {
	g      *Guest
	req    loop.WriteReq
	cookie uint64
	bufs   [][]byte
	done   func(status uv.Errno)
}

func (g *Guest) takeWrite() *writeReq {
	if n := len(g.freeWrite); n > 0 {
		r := g.freeWrite[n-1]
		g.freeWrite = g.freeWrite[:n-1]
		return r
	}
	r := &writeReq{g: g}
	r.done = func(status uv.Errno) {
		g.requests--
		g.dispatch(abi.CallbackWrite, r.req.ID(), r.cookie, int64(status))
		g.putWrite(r)
	}
	return r
}

// keepBufs is how long a list of buffers may be and still be kept for reuse.
const keepBufs = 1024

func (g *Guest) putWrite(r *writeReq) {
	r.bufs = g.clearList(r.bufs)
	g.freeWrite = append(g.freeWrite, r)
}

// requestsFull answers ENOBUFS, and says so, when no more requests may be begun.
func (g *Guest) requestsFull() int32 {
	if g.requests >= g.limits.Requests {
		return g.overLimit(uv.ENOBUFS, "requests", int64(g.limits.Requests))
	}
	return 0
}

// clearList ends the use of a list of buffers, and keeps it unless it is long.
func (g *Guest) clearList(bufs [][]byte) [][]byte {
	g.unlist(bufs)
	clear(bufs)
	if cap(bufs) > keepBufs {
		return nil
	}
	return bufs[:0]
}

func (g *Guest) uvWrite(id loop.ID, ptr, count uint32, cookie uint64) int32 {
	h, t := g.stream(id)
	if h == nil {
		return badHandle
	}
	if full := g.requestsFull(); full != 0 {
		return full
	}
	r := g.takeWrite()
	bufs, total, errBufs := g.mem.buffers(r.bufs, ptr, count)
	r.bufs, r.cookie = bufs, cookie
	errBufs = firstErr(errBufs, g.list(bufs))
	if err := g.submitWrite(t, r, total, errBufs); err < 0 {
		g.putWrite(r)
		return err
	}
	g.requests++
	return int32(r.req.ID())
}

func (g *Guest) submitWrite(t *loop.Stream, r *writeReq, total uint64, err uv.Errno) int32 {
	if err != 0 {
		return int32(err)
	}
	if limit := g.limits.QueuedBytes; int64(t.WriteQueueSize())+int64(total) > limit {
		return g.overLimit(uv.ENOBUFS, "queued bytes", limit)
	}
	return errno(t.Write(&r.req, r.bufs, r.done))
}

func (g *Guest) uvTryWrite(id loop.ID, ptr, count uint32) int32 {
	h, t := g.stream(id)
	if h == nil {
		return badHandle
	}
	r := g.takeWrite()
	defer g.putWrite(r)
	bufs, _, err := g.mem.buffers(r.bufs, ptr, count)
	r.bufs = bufs
	if err = firstErr(err, g.list(bufs)); err != 0 {
		return int32(err)
	}
	n, failed := t.TryWrite(bufs)
	if failed != nil {
		return errno(failed)
	}
	return int32(min(n, 1<<31-1))
}

func (g *Guest) uvShutdown(id loop.ID, cookie uint64) int32 {
	h, t := g.stream(id)
	if h == nil {
		return badHandle
	}
	if full := g.requestsFull(); full != 0 {
		return full
	}
	req := &loop.ShutdownReq{}
	err := t.Shutdown(req, func(status uv.Errno) {
		g.requests--
		g.dispatch(abi.CallbackShutdown, req.ID(), cookie, int64(status))
	})
	if err != nil {
		return errno(err)
	}
	g.requests++
	return int32(req.ID())
}

func (g *Guest) uvIsReadable(id loop.ID) int32 {
	h, t := g.stream(id)
	if h == nil {
		return badHandle
	}
	return flag(t.Readable())
}

func (g *Guest) uvIsWritable(id loop.ID) int32 {
	h, t := g.stream(id)
	if h == nil {
		return badHandle
	}
	return flag(t.Writable())
}

func (g *Guest) uvWriteQueueSize(id loop.ID) int64 {
	h, t := g.stream(id)
	if h == nil {
		return int64(uv.EBADF)
	}
	return int64(t.WriteQueueSize())
}

// uvStreamSetBlocking has writes wait. Reads never do: the kernel's descriptor
// stays as it is.
func (g *Guest) uvStreamSetBlocking(id loop.ID, blocking uint32) int32 {
	h, t := g.stream(id)
	if h == nil {
		return badHandle
	}
	return errno(t.SetBlocking(blocking != 0))
}

// buffered is a handle whose socket has buffers in the kernel: TCP, pipe and UDP.
type buffered interface {
	SendBufferSize() (int, error)
	SetSendBufferSize(bytes int) error
	RecvBufferSize() (int, error)
	SetRecvBufferSize(bytes int) error
}

func (g *Guest) buffered(id loop.ID) buffered {
	if h := g.handles[id]; h != nil {
		if b, ok := h.base.(buffered); ok {
			return b
		}
	}
	return nil
}

func (g *Guest) uvSendBufferSize(id loop.ID, size uint32) int32 {
	b := g.buffered(id)
	if b == nil {
		return badHandle
	}
	return bufferSize(size, b.SendBufferSize, b.SetSendBufferSize)
}

func (g *Guest) uvRecvBufferSize(id loop.ID, size uint32) int32 {
	b := g.buffered(id)
	if b == nil {
		return badHandle
	}
	return bufferSize(size, b.RecvBufferSize, b.SetRecvBufferSize)
}

func bufferSize(size uint32, get func() (int, error), set func(int) error) int32 {
	if size > 0 {
		return errno(set(int(min(size, 1<<31-1))))
	}
	n, err := get()
	if err != nil {
		return errno(err)
	}
	return int32(n)
}
