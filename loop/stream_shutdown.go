package loop

import "github.com/loopground/loopground/loop/uv"

// ShutdownReq is the end of the writing side. libuv: uv_shutdown_t.
type ShutdownReq struct {
	request
	cb func(status uv.Errno)
}

// Shutdown ends the writing side once queued writes are done; the callback runs
// then, in the pending or the poll phase. ENOTCONN: not connected, or shut down
// already. libuv: uv_shutdown.
func (s *Stream) Shutdown(r *ShutdownReq, cb func(status uv.Errno)) error {
	if !s.writable || s.shut || s.shutting != nil || s.closing {
		return uv.ENOTCONN.Err()
	}
	if r.active {
		return uv.EBUSY.Err()
	}
	r.cb = cb
	r.submit(s.loop, uv.Shutdown, 0, 0, 0)
	s.shutting = r
	s.writable = false
	if s.writes.head == nil && s.connecting == nil {
		s.watcher.feed()
	}
	return nil
}

// drain shuts down what was asked for, when everything is written; a write's
// callback may have closed the stream.
func (s *Stream) drain() {
	r := s.shutting
	if r == nil {
		return
	}
	s.shutting = nil
	err := uv.ECANCELED
	if !s.closing {
		err = shutdownWrite(s.watcher.fd)
		s.shut = err == 0
	}
	r.end(err, s.watcher.cause, r.cb)
}
