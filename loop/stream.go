package loop

import (
	"github.com/loopground/loopground/internal/sys"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// SuggestedSize is the buffer size a reader is asked for, in bytes.
const SuggestedSize = 64 * 1024

// maxPerEvent is how many reads, or writes, one event of one stream may cause,
// so that a busy stream cannot starve the others.
const maxPerEvent = 32

// Stream is the part TCP and pipe handles share: a duplex of bytes.
// libuv: uv_stream_t.
type Stream struct {
	handle
	watcher watcher

	readable, writable bool // connecting or connected
	reading            bool
	shut               bool
	blocking           bool                                // writes wait for the kernel; see SetBlocking
	sink               func(bufs [][]byte) (int, uv.Errno) // takes writes in the kernel's place
	alloc              func(suggested int) []byte
	readCb             func(buf []byte, err uv.Errno)

	connectionCb func(status uv.Errno)
	accepted     int // announced and not yet taken; -1: none

	connecting *ConnectReq
	delayed    uv.Errno // an error to be told by connect or listen
	writes     writeQueue
	written    writeQueue // done, callback to come
	queued     int        // bytes
	shutting   *ShutdownReq
}

func (s *Stream) setUp(l *Loop, self Handle, typ uv.HandleType) {
	s.init(l, self, typ)
	s.watcher.init(&s.handle, s, -1)
	s.accepted = -1
}

// Readable reports whether the stream can be read. libuv: uv_is_readable.
func (s *Stream) Readable() bool { return s.readable }

// Writable reports whether the stream can be written. libuv: uv_is_writable.
func (s *Stream) Writable() bool { return s.writable }

// WriteQueueSize is the number of bytes queued and not yet written.
// libuv: uv_stream_get_write_queue_size.
func (s *Stream) WriteQueueSize() int { return s.queued }

// Fd is the stream's descriptor; EBADF before there is one and after Close.
// libuv: uv_fileno.
func (s *Stream) Fd() (int, error) {
	if s.watcher.fd < 0 || s.closing {
		return -1, uv.EBADF.Err()
	}
	return s.watcher.fd, nil
}

// ReadStart has data read as it arrives. For each read alloc is asked for a
// buffer, then cb gets the part that was filled; len 0 and no error means
// nothing for now. uv.EOF and other errors come once and end reading. Both run
// in the poll phase. A nil buffer gives ENOBUFS. Errors: EINVAL closing or no
// functions, EALREADY when reading, ENOTCONN. libuv: uv_read_start.
func (s *Stream) ReadStart(alloc func(suggested int) []byte, cb func(buf []byte, err uv.Errno)) error {
	switch {
	case s.closing || alloc == nil || cb == nil:
		return uv.EINVAL.Err()
	case s.reading:
		return uv.EALREADY.Err()
	case !s.readable:
		return uv.ENOTCONN.Err() // not even connecting
	}
	s.reading = true
	s.alloc, s.readCb = alloc, cb
	s.start(0)
	s.watcher.start(evIn)
	return nil
}

// ReadStop ends reading. Idempotent. libuv: uv_read_stop.
func (s *Stream) ReadStop() {
	if !s.reading {
		return
	}
	s.reading = false
	s.alloc, s.readCb = nil, nil
	s.watcher.stop(evIn)
	s.stop()
}

// onIO is the stream's share of a poll or pending phase. libuv: uv__stream_io.
func (s *Stream) onIO(ev ioEvents) {
	if s.connectionCb != nil {
		s.acceptOne()
		return
	}
	if s.connecting != nil {
		s.connected()
		return
	}
	if ev&(evIn|evErr|evHup) != 0 {
		s.read(ev&evHup != 0)
	}
	if s.watcher.fd >= 0 && ev&(evOut|evErr|evHup) != 0 { // not closed by a callback
		s.flush()
	}
}

// onFail tells everyone who waits for the descriptor that it cannot be watched.
func (s *Stream) onFail(err uv.Errno) {
	if s.connectionCb != nil {
		s.callConnection(err)
		return
	}
	if s.connecting != nil {
		s.delayed = err
		s.connected()
	}
	if s.reading {
		s.endReading(err)
	}
	if s.watcher.fd >= 0 {
		s.cancelWrites(err)
		s.callWritten()
	}
	if s.watcher.fd >= 0 && s.writes.head == nil {
		s.drain()
	}
}

// read reads what there is. A buffer that was not filled has taken all, unless
// the peer has hung up (hup): then what comes next is the end.
func (s *Stream) read(hup bool) {
	for range maxPerEvent {
		if !s.reading {
			return
		}
		buf := s.alloc(SuggestedSize)
		if !s.reading {
			return // alloc stopped or closed it
		}
		if len(buf) == 0 {
			s.callRead(nil, uv.ENOBUFS)
			return
		}
		n, errno := sys.Read(s.watcher.fd, buf)
		switch {
		case n > 0:
			s.callRead(buf[:n], 0)
			if n < len(buf) && !hup {
				return
			}
		case errno == errAgain:
			s.callRead(buf[:0], 0)
			return
		case errno == errIntr:
		case errno != 0:
			s.failReading(errnoOf(errno))
			return
		default:
			s.endReading(uv.EOF)
			return
		}
	}
}

// failReading tells an error of read, once. The stream counts as reading until
// then, as in libuv.
func (s *Stream) failReading(err uv.Errno) {
	s.readable, s.writable = false, false
	s.watcher.stop(evIn)
	s.callRead(nil, err)
	s.ReadStop()
}

// endReading tells the end of the data, or that it cannot be watched for, once.
func (s *Stream) endReading(err uv.Errno) {
	cb := s.readCb
	s.ReadStop()
	s.loop.beginCallback(s.id, trace.HandleType(s.typ), int32(err), 0, s.watcher.cause)
	cb(nil, err)
	s.loop.endCallback()
}

func (s *Stream) callRead(buf []byte, err uv.Errno) {
	s.loop.beginCallback(s.id, trace.HandleType(s.typ), int32(err), uint64(len(buf)), s.watcher.cause)
	s.readCb(buf, err)
	s.loop.endCallback()
}

// adopt takes over an existing descriptor and sets it non-blocking. With byMode
// the stream can do what the descriptor was opened for.
func (s *Stream) adopt(fd int, byMode bool) uv.Errno {
	if s.closing {
		return uv.EINVAL
	}
	if s.loop.watches(fd) {
		return uv.EEXIST
	}
	readable, writable, err := accessMode(fd)
	if err != 0 {
		return err
	}
	if s.watcher.fd >= 0 {
		return uv.EBUSY
	}
	if err := Errno(setNonblock(fd)); err != 0 {
		return err
	}
	s.watcher.fd = fd
	s.readable, s.writable = readable || !byMode, writable || !byMode
	return 0
}

// Close is Handle.Close: the descriptor is closed at once, requests end with
// ECANCELED before the callback.
func (s *Stream) Close(cb func()) error {
	if s.closing {
		return uv.EINVAL.Err()
	}
	fd := s.watcher.fd
	s.watcher.close()
	s.reading = false
	s.alloc, s.readCb = nil, nil
	s.readable, s.writable = false, false
	s.connectionCb = nil
	if fd >= 0 {
		closeFd(fd)
	}
	if s.accepted >= 0 {
		closeFd(s.accepted)
		s.accepted = -1
	}
	s.beginClose(cb)
	return nil
}

// finish ends the requests of a closing stream, in the closing phase.
func (s *Stream) finish() {
	if r := s.connecting; r != nil {
		s.connecting = nil
		r.end(uv.ECANCELED, 0, r.cb)
	}
	s.cancelWrites(uv.ECANCELED)
	s.callWritten()
	if r := s.shutting; r != nil {
		s.shutting = nil
		r.end(uv.ECANCELED, 0, r.cb)
	}
}
