package loop

import (
	"net/netip"

	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// TCP is a TCP stream or server. libuv: uv_tcp_t.
type TCP struct {
	Stream
	bound bool
	six   bool
}

// NewTCP makes a TCP handle. Its socket is made when bind, listen or connect
// needs it. libuv: uv_tcp_init.
func (l *Loop) NewTCP() *TCP {
	t := &TCP{}
	t.setUp(l, t, uv.TCP)
	return t
}

// BindFlags change what Bind does.
type BindFlags uint8

// IPv6Only keeps an IPv6 address from taking IPv4 connections too.
// libuv: UV_TCP_IPV6ONLY.
const IPv6Only BindFlags = 1

// Bind gives the handle an address; port 0 is any free one. An address in use
// shows at Listen or Connect (EADDRINUSE). Errors: EINVAL bound already, not an
// address, or IPv6Only with IPv4; what socket and bind answer. libuv: uv_tcp_bind.
func (t *TCP) Bind(addr netip.AddrPort, flags BindFlags) error {
	if t.closing || t.bound || !addr.IsValid() || flags&IPv6Only != 0 && !addr.Addr().Is6() {
		return uv.EINVAL.Err()
	}
	if err := t.socket(addr.Addr()); err != 0 {
		return err.Err()
	}
	err := bindTCP(t.watcher.fd, addr, flags&IPv6Only != 0)
	if err == uv.EAFNOSUPPORT {
		err = uv.EINVAL
	}
	if err != 0 && err != uv.EADDRINUSE {
		return err.Err()
	}
	t.delayed = err
	t.bound = true
	return nil
}

// socket makes the socket if there is none.
func (t *TCP) socket(addr netip.Addr) uv.Errno {
	if t.watcher.fd >= 0 {
		return 0
	}
	six := addr.Is6() && !addr.Is4In6()
	fd, err := newTCPSocket(six)
	if err == 0 {
		t.watcher.fd, t.six = fd, six
	}
	return err
}

// Listen waits for connections; cb runs in the poll phase for each one, and
// takes it with Accept. While one is not taken no further one is announced.
// cb's status is an error of accept, such as EMFILE. Errors: EINVAL closing, no
// callback or connected; EADDRINUSE. libuv: uv_listen.
func (t *TCP) Listen(backlog int, cb func(status uv.Errno)) error {
	if t.closing || cb == nil || t.readable {
		return uv.EINVAL.Err()
	}
	if t.delayed != 0 {
		return t.delayed.Err()
	}
	if err := t.socket(netip.IPv4Unspecified()); err != 0 {
		return err.Err()
	}
	if err := listen(t.watcher.fd, backlog); err != 0 {
		return err.Err()
	}
	t.bound = true
	t.connectionCb = cb
	if t.loop.emfile < 0 {
		t.loop.emfile = reserveFd()
	}
	t.nameServer()
	t.start(0)
	if t.accepted < 0 {
		t.watcher.start(evIn)
	}
	return nil
}

func (t *TCP) nameServer() {
	if addr, err := t.Sockname(); err == nil && t.loop.scope.on {
		t.label = t.loop.Intern(addr.String())
	}
}

// acceptOne announces one connection per event, as libuv 1.45 and later do.
func (s *Stream) acceptOne() {
	if s.accepted >= 0 {
		s.watcher.stop(evIn)
		return
	}
	fd, err := accept(s.watcher.fd)
	if err == uv.EMFILE || err == uv.ENFILE {
		s.loop.refuseOne(s.watcher.fd)
	}
	if err == uv.EAGAIN || err == uv.ECONNABORTED {
		return
	}
	if err == 0 {
		s.accepted = fd
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

// refuseOne makes room for one descriptor, takes the connection that cannot be
// served and closes it, so that its peer learns of it and poll does not spin.
func (l *Loop) refuseOne(server int) {
	if l.emfile < 0 {
		return
	}
	closeFd(l.emfile)
	if fd, err := accept(server); err == 0 {
		closeFd(fd)
	}
	l.emfile = reserveFd()
}

// Accept takes the connection that was announced into a client, which must be
// new. Errors: EAGAIN there is none, EBUSY the client is in use, EINVAL another
// loop's. libuv: uv_accept.
func (t *TCP) Accept(client *TCP) error {
	switch {
	case t.accepted < 0:
		return uv.EAGAIN.Err()
	case client.loop != t.loop || client.closing:
		return uv.EINVAL.Err()
	case client.watcher.fd >= 0:
		return uv.EBUSY.Err()
	}
	client.open(t.accepted)
	t.accepted = -1
	if t.connectionCb != nil {
		t.watcher.start(evIn)
	}
	return nil
}

// ConnectReq is a connection attempt. libuv: uv_connect_t.
type ConnectReq struct {
	request
	cb func(status uv.Errno)
}

// Connect connects; the callback runs in poll, or in pending for an error that
// was known at once: a refused connection never shows here. Errors: EINVAL
// closing, not an address, or IPv6 when bound to IPv4, EALREADY connecting, EISCONN connected, EBUSY the
// request is active; what socket and connect answer. libuv: uv_tcp_connect.
func (t *TCP) Connect(r *ConnectReq, addr netip.AddrPort, cb func(status uv.Errno)) error {
	switch {
	case t.closing || !addr.IsValid():
		return uv.EINVAL.Err()
	case t.connecting != nil:
		return uv.EALREADY.Err()
	case t.readable || t.shut || t.connectionCb != nil:
		return uv.EISCONN.Err()
	case r.active:
		return uv.EBUSY.Err()
	case t.watcher.fd >= 0 && !t.six && addr.Addr().Is6() && !addr.Addr().Is4In6():
		return uv.EINVAL.Err()
	}
	if err := t.socket(addr.Addr()); err != 0 {
		return err.Err()
	}
	if t.delayed == 0 {
		err := connect(t.watcher.fd, addr, t.six)
		if err != 0 && err != uv.ECONNREFUSED {
			return err.Err()
		}
		t.delayed = err
	}
	r.cb = cb
	label := uint16(0)
	if t.loop.scope.on {
		label = t.loop.Intern(addr.String())
	}
	r.submit(t.loop, uv.Connect, 0, 0, label)
	t.connecting = r
	t.readable, t.writable = true, true
	t.watcher.start(evOut)
	if t.delayed != 0 {
		t.watcher.feed()
	}
	return nil
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
	if err != 0 {
		s.readable, s.writable = false, false
	}
	if err != 0 || s.writes.head == nil && s.shutting == nil {
		s.watcher.stop(evOut)
	}
	r.end(err, s.watcher.cause)
	if s.watcher.fd >= 0 && err != 0 {
		s.cancelWrites(uv.ECANCELED)
		s.callWritten()
		if s.watcher.fd >= 0 {
			s.drain()
		}
	}
}

func (r *ConnectReq) end(status uv.Errno, cause uint64) {
	l := r.loop
	r.finished(int32(status), cause)
	id := r.beginCall(int32(status), 0)
	if r.cb != nil {
		r.cb(status)
	}
	l.endCall(id)
}

// NoDelay switches Nagle's algorithm off. libuv: uv_tcp_nodelay.
func (t *TCP) NoDelay(on bool) error {
	if t.watcher.fd < 0 {
		return uv.EBADF.Err()
	}
	return setNoDelay(t.watcher.fd, on).Err()
}

// Sockname is the address the handle is bound to. libuv: uv_tcp_getsockname.
func (t *TCP) Sockname() (netip.AddrPort, error) {
	if t.delayed != 0 {
		return netip.AddrPort{}, t.delayed.Err()
	}
	if t.watcher.fd < 0 {
		return netip.AddrPort{}, uv.EBADF.Err()
	}
	a, err := sockname(t.watcher.fd)
	return a, err.Err()
}

// Peername is the address the handle is connected to. libuv: uv_tcp_getpeername.
func (t *TCP) Peername() (netip.AddrPort, error) {
	if t.watcher.fd < 0 {
		return netip.AddrPort{}, uv.EBADF.Err()
	}
	a, err := peername(t.watcher.fd)
	return a, err.Err()
}
