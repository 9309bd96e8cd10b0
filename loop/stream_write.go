package loop

import (
	"github.com/loopground/loopground/internal/sys"
	"github.com/loopground/loopground/loop/uv"
)

// WriteReq is a write. libuv: uv_write_t.
type WriteReq struct {
	request
	bufs   [][]byte // what is left; the first may be cut
	first  []byte   // the caller's first remaining buffer, uncut
	total  int      // bytes
	status uv.Errno
	cb     func(status uv.Errno)
	next   *WriteReq
}

// writeQueue lists writes in the order of their calls.
type writeQueue struct{ head, tail *WriteReq }

func (q *writeQueue) push(r *WriteReq) {
	r.next = nil
	if q.tail == nil {
		q.head = r
	} else {
		q.tail.next = r
	}
	q.tail = r
}

func (q *writeQueue) pop() *WriteReq {
	r := q.head
	q.head = r.next
	if q.head == nil {
		q.tail = nil
	}
	r.next = nil
	return r
}

// Write writes all the buffers, after what was queued before. It tries at once
// when nothing is queued, but the callback always runs later: in the pending
// phase, or in poll. Buffers and their slice belong to the request until then.
// Errors: EBADF not open, EPIPE not writable, EBUSY the request is active.
// libuv: uv_write.
func (s *Stream) Write(r *WriteReq, bufs [][]byte, cb func(status uv.Errno)) error {
	switch {
	case s.watcher.fd < 0 || s.closing:
		return uv.EBADF.Err()
	case !s.writable:
		return uv.EPIPE.Err()
	case r.active:
		return uv.EBUSY.Err()
	}
	total := length(bufs)
	r.bufs, r.total, r.status, r.cb = bufs, total, 0, cb
	if len(bufs) > 0 {
		r.first = bufs[0]
	}
	r.submit(s.loop, uv.Write, 0, uint64(total), 0)
	idle := s.writes.head == nil
	s.writes.push(r)
	s.queued += total
	switch {
	case s.connecting != nil: // the connection's callback goes on with it
	case idle:
		s.write(0)
	default:
		s.watcher.start(evOut)
	}
	return nil
}

// TryWrite writes what can be written at once and returns how many bytes that
// was. EAGAIN: nothing, or writes are queued, or the stream is connecting, and
// that of a closing one too until they have ended; else as Write. libuv: uv_try_write.
func (s *Stream) TryWrite(bufs [][]byte) (int, error) {
	switch {
	case s.connecting != nil || s.queued > 0:
		return 0, uv.EAGAIN.Err()
	case s.watcher.fd < 0 || s.closing:
		return 0, uv.EBADF.Err()
	case !s.writable:
		return 0, uv.EPIPE.Err()
	}
	total := 0
	for len(bufs) > 0 {
		some := bufs[:min(len(bufs), sys.MaxIov)]
		n, err := s.put(some)
		total += n
		if total == 0 && err != 0 {
			return 0, err.Err()
		}
		if n < length(some) {
			break // the kernel is full; an error shows again at the next write
		}
		bufs = bufs[len(some):]
	}
	return total, nil
}

// length is how many bytes the buffers hold.
func length(bufs [][]byte) (n int) {
	for _, b := range bufs {
		n += len(b)
	}
	return n
}

// write sends queued data until there is none or the kernel takes no more.
// cause is the event that made it possible, plus 1. libuv: uv__write.
func (s *Stream) write(cause uint64) {
	for i := 0; i < maxPerEvent || s.blocking; i++ {
		r := s.writes.head
		if r == nil {
			return
		}
		n, err := 0, uv.Errno(0)
		if len(r.bufs) > 0 {
			n, err = s.put(r.bufs)
		}
		switch {
		case err == uv.EAGAIN && s.blocking && s.waitWritable():
			continue
		case err == uv.EAGAIN:
			s.watcher.start(evOut)
			return
		case err != 0:
			s.complete(err, cause)
			s.watcher.stop(evOut)
			return
		}
		s.queued -= n
		if r.advance(n) {
			s.complete(0, cause)
		} else if len(r.bufs[0]) < len(r.first) && !s.blocking {
			break // the kernel took a part: it is full
		}
	}
	if s.writes.head != nil {
		s.watcher.start(evOut)
	}
}

// waitSlice is after how long a stream that blocks looks whether it may, in ms.
const waitSlice = 20

// waitWritable blocks until the stream takes more, or never will. It gives up
// when somebody interrupts the loop: what is left is then written as it is for
// other streams.
func (s *Stream) waitWritable() bool {
	for !s.loop.interrupted.Load() {
		if writableWithin(s.watcher.fd, waitSlice) {
			return true
		}
	}
	return false
}

// writev writes and tries again after a signal.
func writev(fd int, bufs [][]byte) (int, uv.Errno) {
	for {
		n, errno := sys.Writev(fd, bufs)
		if errno == errIntr {
			continue
		}
		if errno != 0 {
			return 0, errnoOf(errno)
		}
		return n, 0
	}
}

// advance takes n written bytes off and reports whether nothing is left. Cut
// buffers are given back whole, since the slice is the caller's.
func (r *WriteReq) advance(n int) bool {
	for len(r.bufs) > 0 && n >= len(r.bufs[0]) {
		n -= len(r.bufs[0])
		r.bufs[0] = r.first
		r.bufs = r.bufs[1:]
		if len(r.bufs) > 0 {
			r.first = r.bufs[0]
		}
	}
	if len(r.bufs) == 0 {
		r.bufs, r.first = nil, nil
		return true
	}
	r.bufs[0] = r.bufs[0][n:]
	return false
}

// left is how many bytes are not written. It gives the buffers back.
func (r *WriteReq) left() int {
	n := length(r.bufs)
	if len(r.bufs) > 0 {
		r.bufs[0] = r.first
	}
	r.bufs, r.first = nil, nil
	return n
}

// complete ends the oldest write; its callback runs in the pending phase, or
// right after in poll.
func (s *Stream) complete(status uv.Errno, cause uint64) {
	s.end(status, cause)
	s.watcher.feed()
}

// cancelWrites fails everything queued.
func (s *Stream) cancelWrites(status uv.Errno) {
	for s.writes.head != nil {
		s.end(status, 0)
	}
}

// end moves the oldest write to those whose callback is due. What it did not
// write counts as queued until then, so that one who looks at the queue's size
// stops writing.
func (s *Stream) end(status uv.Errno, cause uint64) {
	r := s.writes.pop()
	r.status = status
	r.finished(int32(status), cause)
	s.written.push(r)
}

// flush goes on with writing after an event, and calls back what is done.
func (s *Stream) flush() {
	s.write(s.watcher.cause)
	s.callWritten()
	if s.writes.head == nil {
		s.watcher.stop(evOut)
		s.drain()
	}
}

func (s *Stream) callWritten() {
	last := s.written.tail // what callbacks add waits for the next round
	for end := last == nil; !end; {
		r := s.written.pop()
		end = r == last
		s.queued -= r.left()
		id := r.beginCall(int32(r.status), uint64(r.total))
		if cb := r.cb; cb != nil {
			r.cb = nil
			cb(r.status)
		}
		s.loop.endCall(id)
	}
}
