package loop

import (
	"net/netip"

	"github.com/loopground/loopground/loop/uv"
)

// TCP is a TCP stream or server. libuv: uv_tcp_t.
type TCP struct {
	Stream
	noDelay   bool
	keepAlive keepAlive
}

// NewTCP makes a TCP handle. Its socket is made when bind, listen or connect
// needs it. libuv: uv_tcp_init.
func (l *Loop) NewTCP() *TCP {
	t := &TCP{}
	t.setUp(l, t, uv.TCP)
	return t
}

// NewTCPSocket makes a TCP handle with a socket of a family at once; for
// Unspecified it is NewTCP. Errors: EINVAL an unknown family; those of socket,
// with which there is no handle. libuv: uv_tcp_init_ex.
func (l *Loop) NewTCPSocket(family Family) (*TCP, error) {
	if family > IPv6 {
		return nil, uv.EINVAL.Err()
	}
	if family == Unspecified {
		return l.NewTCP(), nil
	}
	fd, err := newTCPSocket(family == IPv6)
	if err != 0 {
		return nil, err.Err()
	}
	t := l.NewTCP()
	t.watcher.fd = fd
	return t, nil
}

// Open makes an existing socket the handle's. It is set non-blocking and is the
// handle's to close. Errors: EINVAL closing, EEXIST another handle of the loop
// watches it, EBUSY the handle has one; EBADF. libuv: uv_tcp_open.
func (t *TCP) Open(fd int) error {
	if err := t.adopt(fd, false); err != 0 {
		return err.Err()
	}
	err := t.applyOptions(fd)
	if err != 0 {
		t.watcher.fd = -1
		t.readable, t.writable = false, false
	}
	return err.Err()
}

// BindFlags change what Bind does.
type BindFlags uint8

const (
	// IPv6Only keeps an IPv6 address from taking IPv4 connections too.
	// libuv: UV_TCP_IPV6ONLY.
	IPv6Only BindFlags = 1 << iota
	// ReusePort lets several sockets listen on one address; the system spreads
	// the connections over them. ENOTSUP where it does not.
	// libuv: UV_TCP_REUSEPORT.
	ReusePort
)

// Bind gives the handle an address; port 0 is any free one. An IPv6 address
// takes IPv4 connections too unless flags say otherwise. An address in use shows
// at Listen or Connect (EADDRINUSE). Errors: EINVAL closing, bound already, not
// an address, unknown flags, or IPv6Only with IPv4; EINVAL or ENOPROTOOPT another
// family than the socket's; ENOTSUP for ReusePort; what socket and bind answer.
// libuv: uv_tcp_bind.
func (t *TCP) Bind(addr netip.AddrPort, flags BindFlags) error {
	six := addr.Addr().Is6()
	if t.closing || !addr.IsValid() || flags&^(IPv6Only|ReusePort) != 0 || flags&IPv6Only != 0 && !six {
		return uv.EINVAL.Err()
	}
	if err := t.socket(six); err != 0 {
		return err.Err()
	}
	err := bindTCP(t.watcher.fd, addr, flags)
	if err == uv.EAFNOSUPPORT {
		err = uv.EINVAL
	}
	if err != 0 && err != uv.EADDRINUSE {
		return err.Err()
	}
	t.delayed = err
	return nil
}

// socket makes the socket if there is none.
func (t *TCP) socket(six bool) uv.Errno {
	if t.watcher.fd >= 0 {
		return 0
	}
	fd, err := newTCPSocket(six)
	if err != 0 {
		return err
	}
	if err := t.applyOptions(fd); err != 0 {
		closeFd(fd)
		return err
	}
	t.watcher.fd = fd
	return 0
}

// Listen waits for connections; cb runs in the poll phase for each one, and
// takes it with Accept. While one is not taken no further one is announced.
// backlog is how many the system keeps meanwhile. cb's status is an error of
// accept; without a descriptor left (EMFILE) connections are closed instead, by
// means of one that is kept in reserve. Errors: EINVAL closing, no callback or
// connected; EADDRINUSE. libuv: uv_listen.
func (t *TCP) Listen(backlog int, cb func(status uv.Errno)) error {
	if t.closing || cb == nil {
		return uv.EINVAL.Err()
	}
	if t.delayed != 0 {
		return t.delayed.Err()
	}
	if err := t.socket(false); err != 0 {
		return err.Err()
	}
	t.nameServer()
	return t.listen(backlog, cb).Err()
}

func (t *TCP) nameServer() {
	if !t.loop.scope.on {
		return
	}
	if addr, err := t.Sockname(); err == nil {
		t.label = t.loop.Intern(addr.String())
	}
}

// Accept takes the connection that was announced into a client, which must be
// new. Errors: EAGAIN there is none, EBUSY the client is in use, EINVAL another
// loop's or closing; those of the options set before. libuv: uv_accept.
func (t *TCP) Accept(client *TCP) error {
	err := t.canAccept(&client.Stream)
	if err == 0 {
		err = client.applyOptions(t.accepted)
	}
	if err == 0 {
		t.hand(&client.Stream)
	}
	return err.Err()
}

// Connect connects; the callback runs in poll, or in pending for an error that
// was known at once: a refused connection never shows here. Errors: EINVAL
// closing or not an address, EALREADY connecting, EISCONN connected, EBUSY the
// request is active, EAFNOSUPPORT or EINVAL of another family than the socket;
// what socket and connect answer. libuv: uv_tcp_connect.
func (t *TCP) Connect(r *ConnectReq, addr netip.AddrPort, cb func(status uv.Errno)) error {
	switch {
	case t.closing || !addr.IsValid():
		return uv.EINVAL.Err()
	case t.connecting != nil:
		return uv.EALREADY.Err()
	case r.active:
		return uv.EBUSY.Err()
	}
	if t.delayed == 0 {
		if err := t.socket(addr.Addr().Is6()); err != 0 {
			return err.Err()
		}
		err := connect(t.watcher.fd, addr)
		if err != 0 && err != uv.ECONNREFUSED {
			return err.Err()
		}
		t.delayed = err
		t.readable, t.writable = true, true
	}
	t.beginConnect(r, addr.String(), cb)
	return nil
}

// Sockname is the address the handle is bound to. Errors: EBADF no socket yet,
// EADDRINUSE the address that Bind was given. libuv: uv_tcp_getsockname.
func (t *TCP) Sockname() (netip.AddrPort, error) { return t.name(sockname) }

// Peername is the address the handle is connected to. Errors: EBADF no socket
// yet, ENOTCONN. libuv: uv_tcp_getpeername.
func (t *TCP) Peername() (netip.AddrPort, error) { return t.name(peername) }

func (t *TCP) name(ask func(fd int) (netip.AddrPort, uv.Errno)) (netip.AddrPort, error) {
	if t.delayed != 0 {
		return netip.AddrPort{}, t.delayed.Err()
	}
	if t.watcher.fd < 0 {
		return netip.AddrPort{}, uv.EBADF.Err()
	}
	a, err := ask(t.watcher.fd)
	return a, err.Err()
}
