package host

import (
	"errors"
	"io"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// streamOf is how a request on a standard stream is done; nil for what is none, or
// goes the other way.
func (g *Guest) streamOf(fd int32, op uv.FsType) fsStart {
	switch {
	case fd == 0 && op == uv.FsRead:
		return (*fsReq).readStdin
	case fd == 1 && op == uv.FsWrite:
		return func(r *fsReq, cb func()) error { return r.writeTo(r.g.cfg.Stdout, cb) }
	case fd == 2 && op == uv.FsWrite:
		return func(r *fsReq, cb func()) error { return r.writeTo(r.g.cfg.Stderr, cb) }
	}
	return nil
}

// readStdin does not have a worker of the pool wait for what may never come.
func (r *fsReq) readStdin(cb func()) error {
	return r.stream(uv.FsRead, "standard input", &r.g.inputs, func() (int, error) { return r.g.stdin.fill(r.bufs, r.args.offset) }, cb)
}

func (r *fsReq) writeTo(w io.Writer, cb func()) error {
	return r.stream(uv.FsWrite, "output", &r.g.outputs, func() (int, error) { return r.g.pour(w, r.bufs) }, cb)
}

// stream does a request where it waits for others of its kind and for nobody else.
func (r *fsReq) stream(op uv.FsType, name string, line *line, do func() (int, error), cb func()) error {
	if cb == nil {
		r.req.Op, r.req.Result = op, streamResult(do())
		return nil
	}
	err := r.l.FSBegin(&r.req, op, name, uint64(r.args.size), cb)
	if err == nil {
		line.add(func() { r.req.Finish(streamResult(do())) })
	}
	return err
}

func streamResult(n int, err error) int64 {
	if n > 0 || err == nil || errors.Is(err, io.EOF) {
		return int64(n)
	}
	switch e := loop.Errno(err); {
	case errors.Is(err, io.ErrClosedPipe):
		return int64(uv.EPIPE)
	case e == uv.UNKNOWN:
		return int64(uv.EIO)
	default:
		return int64(e)
	}
}

// tellOutput records what a request writes to standard output or error, before it
// is written. ESPIPE: there is no other place in them than the end.
func (g *Guest) tellOutput(fd int32, bufs [][]byte, offset int64) uv.Errno {
	if offset >= 0 {
		return uv.ESPIPE
	}
	for _, b := range bufs {
		if len(b) > 0 {
			g.alive() // buffers may overlap, and be 2 GiB together
			g.spend(len(b))
			g.tell(int(fd), b)
		}
	}
	return 0
}

// tell records output, and hands it to who is to be told first.
func (g *Guest) tell(stream int, p []byte) {
	offset := g.written.Add(uint64(len(p))) - uint64(len(p))
	if g.cfg.Output != nil {
		offset = g.cfg.Output(stream, p)
	}
	g.emit(trace.Record{Kind: trace.Output, Lane: uint8(stream), Status: int32(min(len(p), 1<<31-1)), Value: offset})
}

// pour writes buffers to a stream, one of its guest's at a time.
func (g *Guest) pour(w io.Writer, bufs [][]byte) (total int, err error) {
	g.pouring.Lock()
	defer g.pouring.Unlock()
	for _, b := range bufs {
		if w == nil {
			total += len(b)
			continue
		}
		n, err := w.Write(b)
		if total += n; err != nil {
			return total, err
		}
	}
	return total, nil
}
