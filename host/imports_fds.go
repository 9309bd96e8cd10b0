package host

import (
	"encoding/binary"
	"math"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// uvStreamOpen makes a handle a stream on a descriptor: one of the guest's
// standard streams, a file, or an end of a pipe or of two sockets. The handle
// gets a number of its own for it in the process; the guest's number stands for
// the handle from then on. EEXIST: another handle's.
func (g *Guest) uvStreamOpen(id loop.ID, fd int32) int32 {
	h, s := g.stream(id)
	if h == nil {
		return badHandle
	}
	if at, err := s.Fd(); err == nil && at >= 0 {
		return int32(uv.EBUSY)
	}
	if fd >= 0 && fd < firstFd {
		return int32(g.openStandard(h, fd))
	}
	f, err := g.files.unused(fd)
	if err != 0 {
		return int32(err)
	}
	if _, tcp := h.base.(*loop.TCP); tcp && !isSocket(f.fd, socketStream) {
		return int32(uv.ENOTSOCK)
	}
	if p, ok := h.base.(*loop.Pipe); ok && f.write {
		return int32(g.openFileSink(h, p, f))
	}
	return int32(g.openFile(h, f, h.base.(fdOpener).Open))
}

type fdOpener interface{ Open(fd int) error }

// openFile gives a handle a file of the table.
func (g *Guest) openFile(h *handle, f *guestFile, open func(fd int) error) uv.Errno {
	fd, err := dupFd(f.fd)
	if err != 0 {
		return err
	}
	if err := open(fd); err != nil {
		closeFd(fd)
		return loop.Errno(err)
	}
	h.fd, h.file, f.owner = f.at, f, h
	return 0
}

// openFileSink makes a pipe handle a stream that writes to a file. No file says
// that it is full: the system takes all of a write at once, however long that is.
func (g *Guest) openFileSink(h *handle, p *loop.Pipe, f *guestFile) uv.Errno {
	if err := p.OpenSink((&fileSink{h: h, f: f}).take); err != nil {
		return loop.Errno(err)
	}
	h.fd, h.file, f.owner = f.at, f, h
	return 0
}

// fileSink writes to a file of the guest's while it waits.
type fileSink struct {
	h   *handle
	f   *guestFile
	req loop.FSReq
}

// fileChunk is how many bytes are written before it is asked whether the guest is
// to end.
const fileChunk = 1 << 20

// take writes buffers of the guest's one after the other.
func (s *fileSink) take(bufs [][]byte) (total int, err uv.Errno) {
	for _, b := range bufs {
		for len(b) > 0 {
			n, err := s.write(b[:min(len(b), fileChunk)])
			switch {
			case n <= 0 && total > 0:
				return total, 0 // an error shows again
			case n <= 0:
				return 0, firstErr(err, uv.EIO)
			}
			total += n
			b = b[n:]
		}
	}
	return total, 0
}

// write writes aside. The file stays open until it has come back.
func (s *fileSink) write(p []byte) (n int, err uv.Errno) {
	g := s.h.g
	g.alive()
	g.spend(len(p))
	s.f.working++
	g.blockingThen(func() {
		err = loop.Errno(s.h.base.Loop().FSWrite(&s.req, s.f.fd, [][]byte{p}, -1, nil))
	}, s.f.rest)
	s.f.rest()
	return int(s.req.Result), err
}

// openStandard makes a pipe handle one of the standard streams. What is written
// goes where all output goes. ENOTSOCK: a TCP handle; EINVAL: an input that
// cannot be polled.
func (g *Guest) openStandard(h *handle, fd int32) uv.Errno {
	p, ok := h.base.(*loop.Pipe)
	if !ok {
		return uv.ENOTSOCK
	}
	var err error
	switch fd {
	case 0:
		err = g.openStdin(h, p)
	case 1:
		err = p.OpenSink((&output{g, 1, g.cfg.Stdout}).take)
	case 2:
		err = p.OpenSink((&output{g, 2, g.cfg.Stderr}).take)
	}
	if err == nil {
		h.fd = fd
	}
	return loop.Errno(err)
}

func (g *Guest) openStdin(h *handle, p *loop.Pipe) error {
	host, ok := g.stdin.fd()
	if !ok && g.stdin.r != nil {
		return uv.EINVAL
	}
	if !ok {
		return openAtEnd(p)
	}
	restore := g.stdin.unblock(host)
	fd, failed := dupFd(host)
	err := failed.Err()
	if err == nil {
		if err = p.Open(fd); err != nil {
			closeFd(fd)
		}
	}
	if err != nil {
		restore()
		return err
	}
	h.restore = restore
	return nil
}

// openAtEnd makes the handle a pipe into which nobody writes.
func openAtEnd(p *loop.Pipe) error {
	r, w, err := loop.PipeFds(true, true)
	if err != nil {
		return err
	}
	closeFd(w)
	if err = p.Open(r); err != nil {
		closeFd(r)
	}
	return err
}

// take writes buffers of the guest's, as Write does one.
func (o *output) take(bufs [][]byte) (total int, err uv.Errno) {
	for _, b := range bufs {
		n, failed := o.Write(b)
		if total += n; failed != nil {
			if err = loop.Errno(failed); err == uv.UNKNOWN {
				err = uv.EIO
			}
			break
		}
	}
	if total > 0 {
		return total, 0 // an error shows again
	}
	return 0, err
}

// uvFileno gives the guest a number for a handle's descriptor, the same one for
// as long as the handle is open. It is a number and nothing more, but where the
// handle was made of it: what reads or writes through it would pass by the rules
// for the handle (EBADF). EMFILE at the limit of files.
func (g *Guest) uvFileno(id loop.ID) int32 {
	h := g.handle(id)
	if h == nil {
		return badHandle
	}
	own, ok := h.base.(interface{ Fd() (int, error) })
	if !ok {
		return badArgument
	}
	fd, err := own.Fd()
	switch {
	case err != nil || fd < 0 || h.base.Closing():
		return badHandle
	case h.fd >= 0:
		return h.fd
	case g.filesLeft() < 1:
		return g.overLimit(uv.EMFILE, "files", int64(g.limits.Files))
	}
	f := g.files.put(-1)
	f.owner = h
	h.fd, h.file = f.at, f
	return f.at
}

func (g *Guest) filesLeft() int { return g.limits.Files - g.openFiles() }

// nonblockPipe is libuv's UV_NONBLOCK_PIPE.
const nonblockPipe = 0x40

// uvPipePair makes a pipe. Its ends never block, whatever the flags say: a worker
// that waited in one for the guest could not be ended.
func (g *Guest) uvPipePair(readFlags, writeFlags, ptr, n uint32) int32 {
	return g.pair(readFlags|writeFlags, ptr, n, func() (fds [2]int, err error) {
		fds[0], fds[1], err = loop.PipeFds(true, true)
		return fds, err
	})
}

// uvSocketPair makes two connected sockets, as uvPipePair does.
func (g *Guest) uvSocketPair(kind, protocol, flags0, flags1, ptr, n uint32) int32 {
	if kind != socketStream && kind != socketDatagram || protocol > math.MaxInt32 {
		return badArgument
	}
	return g.pair(flags0|flags1, ptr, n, func() ([2]int, error) {
		return loop.SocketPair(int(kind), int(protocol), true, true)
	})
}

// Kinds of sockets on the wire, and on every system.
const (
	socketStream   = 1
	socketDatagram = 2
)

// pair puts two descriptors into the table and tells their numbers. EINVAL:
// unknown flags, or no room for two numbers.
func (g *Guest) pair(flags, ptr, n uint32, make func() ([2]int, error)) int32 {
	out, ok := g.mem.slice(ptr, n)
	switch {
	case !ok:
		return badPointer
	case flags&^nonblockPipe != 0 || n < 8:
		return badArgument
	case g.filesLeft() < 2:
		return g.overLimit(uv.EMFILE, "files", int64(g.limits.Files))
	}
	fds, err := make()
	if err != nil {
		return errno(err)
	}
	for i, fd := range fds {
		f := g.files.put(fd)
		f.stream = true
		binary.LittleEndian.PutUint32(out[4*i:], uint32(f.at))
	}
	return 0
}

func (g *Guest) uvFSSeek(fd int32, offset int64, whence uint32) int64 {
	f := g.files.get(fd)
	if f == nil {
		return int64(uv.EBADF)
	}
	if whence > 2 {
		return int64(uv.EINVAL)
	}
	at, err := seekFd(f.fd, offset, int(whence))
	if err != 0 {
		return int64(err)
	}
	return at
}

func (g *Guest) uvFSDup(fd int32) int32 {
	f := g.files.get(fd)
	if f == nil {
		return int32(uv.EBADF)
	}
	if g.filesLeft() < 1 {
		return g.overLimit(uv.EMFILE, "files", int64(g.limits.Files))
	}
	host, err := dupFd(f.fd)
	if err != 0 {
		return int32(err)
	}
	twin := g.files.put(host)
	twin.ro, twin.stream, twin.write = f.ro, f.stream, f.write
	return twin.at
}
