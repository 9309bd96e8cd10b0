package host

import (
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

func (g *Guest) uvPipeInit(loopIndex, ipc uint32, cookie uint64) int32 {
	return g.addSocket(loopIndex, cookie, func(h *handle, l *loop.Loop) (loop.Handle, error) {
		h.makeStream()
		p, err := l.NewPipe(ipc != 0)
		if err != nil {
			return nil, err
		}
		p.SetFiles(sockets{g})
		return p, nil
	})
}

// pipe finds a pipe handle. It is not nil if and only if the handle is not.
func (g *Guest) pipe(id loop.ID) (*handle, *loop.Pipe) {
	if h := g.handles[id]; h != nil {
		if p, ok := h.base.(*loop.Pipe); ok {
			return h, p
		}
	}
	return nil, nil
}

// pipePath reads a socket's path. Without a name in it libuv answers EINVAL.
func (g *Guest) pipePath(ptr, n, flags uint32) (string, loop.PipeFlags, uv.Errno) {
	if flags > uint32(loop.PipeNoTruncate) {
		return "", 0, uv.EINVAL
	}
	path, err := g.readPath(ptr, n)
	if err == uv.ENOENT {
		err = uv.EINVAL
	}
	return path, loop.PipeFlags(flags), err
}

func (g *Guest) uvPipeBind(id loop.ID, ptr, n, flags uint32) int32 {
	h, p := g.pipe(id)
	if h == nil {
		return badHandle
	}
	path, how, err := g.pipePath(ptr, n, flags)
	if err != 0 {
		return int32(err)
	}
	return errno(p.Bind2(path, how))
}

func (g *Guest) uvPipeConnect(id loop.ID, ptr, n, flags uint32, cookie uint64) int32 {
	h, p := g.pipe(id)
	if h == nil {
		return badHandle
	}
	path, how, err := g.pipePath(ptr, n, flags)
	if err != 0 {
		return int32(err)
	}
	if full := g.requestsFull(); full != 0 {
		return full
	}
	return g.connection(cookie, func(r *loop.ConnectReq, cb func(status uv.Errno)) error { return p.Connect2(r, path, how, cb) })
}

func (g *Guest) uvPipeGetsockname(id loop.ID, ptr, n uint32) int32 {
	h, p := g.pipe(id)
	if h == nil {
		return badHandle
	}
	return g.writeName(ptr, n, p.Sockname)
}

func (g *Guest) uvPipeGetpeername(id loop.ID, ptr, n uint32) int32 {
	h, p := g.pipe(id)
	if h == nil {
		return badHandle
	}
	return g.writeName(ptr, n, p.Peername)
}

func (g *Guest) writeName(ptr, n uint32, get func() (string, error)) int32 {
	out, ok := g.mem.slice(ptr, n)
	if !ok {
		return badPointer
	}
	name, err := get()
	switch {
	case err != nil:
		return errno(err)
	case len(name) > len(out):
		return int32(uv.ENOBUFS)
	}
	return int32(copy(out, name))
}

func (g *Guest) uvPipeChmod(id loop.ID, mode uint32) int32 {
	h, p := g.pipe(id)
	switch {
	case h == nil:
		return badHandle
	case mode > uint32(uv.Readable|uv.Writable):
		return badArgument
	}
	return errno(p.Chmod(uv.PollEvents(mode)))
}
