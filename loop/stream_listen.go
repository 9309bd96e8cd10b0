package loop

import (
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// listen makes the stream a server.
func (s *Stream) listen(backlog int, cb func(status uv.Errno)) uv.Errno {
	if err := listen(s.watcher.fd, backlog); err != 0 {
		return err
	}
	s.connectionCb = cb
	if s.loop.emfile < 0 {
		s.loop.emfile = reserveFd()
	}
	s.start(0)
	if s.accepted < 0 {
		s.watcher.start(evIn)
	}
	return 0
}

// acceptOne announces one connection per event, as libuv 1.45 and later do. A
// connection that its peer gave up is nobody's. libuv: uv__server_io.
func (s *Stream) acceptOne() {
	if s.accepted >= 0 {
		s.watcher.stop(evIn)
		return
	}
	fd, err := accept(s.watcher.fd)
	switch err {
	case 0:
		s.accepted = fd
	case uv.EAGAIN, uv.ECONNABORTED:
		return
	case uv.EMFILE, uv.ENFILE:
		if s.loop.refuseAll(s.watcher.fd) {
			return
		}
	}
	s.callConnection(err)
	if s.accepted >= 0 {
		s.watcher.stop(evIn) // goes on when Accept takes it
	}
}

func (s *Stream) callConnection(err uv.Errno) {
	s.loop.beginCallback(s.id, trace.HandleType(s.typ), int32(err), 0, s.watcher.cause)
	s.connectionCb(err)
	s.loop.endCallback()
}

// maxRefused bounds how many connections one event has refused: peers that come
// back at once must not hold up the loop.
const maxRefused = 1024

// refuseAll gives up the descriptor in reserve, takes the connections that
// cannot be served and closes them, so that their peers learn of it and poll
// does not spin. It reports whether there was one to give up.
// libuv: uv__emfile_trick.
func (l *Loop) refuseAll(server int) bool {
	if l.emfile < 0 {
		l.emfile = reserveFd() // others may have closed theirs since
		return false
	}
	closeFd(l.emfile)
	for range maxRefused {
		fd, err := accept(server)
		if err != 0 {
			break
		}
		closeFd(fd)
	}
	l.emfile = reserveFd()
	return true
}

// canAccept says whether the connection that was announced can go to client.
func (s *Stream) canAccept(client *Stream) uv.Errno {
	switch {
	case s.accepted < 0:
		return uv.EAGAIN
	case client.loop != s.loop || client.closing:
		return uv.EINVAL
	case client.watcher.fd >= 0:
		return uv.EBUSY
	}
	return 0
}

// hand gives the connection that was announced to client, and goes on.
func (s *Stream) hand(client *Stream) {
	client.watcher.fd = s.accepted
	client.readable, client.writable = true, true
	s.accepted = -1
	if s.connectionCb != nil {
		s.watcher.start(evIn)
	}
}
