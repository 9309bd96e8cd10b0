package loop

import "github.com/loopground/loopground/loop/uv"

// ConnectReq is a connection attempt. libuv: uv_connect_t.
type ConnectReq struct {
	request
	cb func(status uv.Errno)
}

// beginConnect submits the request. An error known already is told in the
// pending phase.
func (s *Stream) beginConnect(r *ConnectReq, to string, cb func(status uv.Errno)) {
	r.cb = cb
	label := uint16(0)
	if s.loop.scope.on {
		label = s.loop.Intern(to)
	}
	r.submit(s.loop, uv.Connect, 0, 0, label)
	s.connecting = r
	if s.watcher.fd >= 0 {
		s.watcher.start(evOut)
	}
	if s.delayed != 0 {
		s.watcher.feed()
	}
}

// connected tells how a connection attempt ended. libuv: uv__stream_connect.
func (s *Stream) connected() {
	err := s.delayed
	s.delayed = 0
	if err == 0 {
		err = socketError(s.watcher.fd)
	}
	r := s.connecting
	s.connecting = nil
	if err != 0 || s.writes.head == nil && s.shutting == nil {
		s.watcher.stop(evOut)
	}
	r.end(err, s.watcher.cause, r.cb)
	if s.watcher.fd >= 0 && err != 0 {
		s.cancelWrites(uv.ECANCELED)
		s.callWritten()
		if s.watcher.fd >= 0 {
			s.drain()
		}
	}
}
