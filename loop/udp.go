package loop

import (
	"net/netip"

	"github.com/loopground/loopground/loop/uv"
)

// UDP sends and receives datagrams. libuv: uv_udp_t.
type UDP struct {
	handle
	watcher watcher

	connected bool
	six       bool // the socket is of IPv6
	alloc     func(suggested int) []byte
	recvCb    RecvFunc

	waiting queue[*UDPSendReq] // to be sent
	sent    queue[*UDPSendReq] // done, callback to come
	bytes   int                // of both
	count   int                // of both
	calling bool               // the callbacks of what was sent
}

// Flags of UDP.Bind and UDP.OpenEx, beside IPv6Only and ReusePort.
const (
	// ReuseAddr lets several sockets have one address. On Linux the one that
	// bound last gets what is sent there. libuv: UV_UDP_REUSEADDR.
	ReuseAddr BindFlags = 1 << (iota + 2)
	// LinuxRecvErr reports what ICMP tells about datagrams that were sent, to
	// the receiving callback, with FromErrorQueue. Other systems ignore it.
	// libuv: UV_UDP_LINUX_RECVERR.
	LinuxRecvErr
)

// NewUDP makes a UDP handle. Its socket is made when something needs it.
// libuv: uv_udp_init.
func (l *Loop) NewUDP() *UDP {
	u := &UDP{}
	u.init(l, u, uv.UDP)
	u.watcher.init(&u.handle, u, -1)
	u.waiting.init()
	u.sent.init()
	return u
}

// NewUDPSocket makes a UDP handle with a socket of a family at once; for
// Unspecified it is NewUDP. Errors: EINVAL an unknown family; those of socket,
// with which there is no handle. libuv: uv_udp_init_ex.
func (l *Loop) NewUDPSocket(family Family) (*UDP, error) {
	if family > IPv6 {
		return nil, uv.EINVAL.Err()
	}
	if family == Unspecified {
		return l.NewUDP(), nil
	}
	fd, err := newUDPSocket(family == IPv6)
	if err != 0 {
		return nil, err.Err()
	}
	u := l.NewUDP()
	u.watcher.fd, u.six = fd, family == IPv6
	return u, nil
}

// Open is OpenEx with ReuseAddr. libuv: uv_udp_open.
func (u *UDP) Open(fd int) error { return u.OpenEx(fd, ReuseAddr) }

// OpenEx makes an existing datagram socket, which may be connected, the
// handle's. It is set non-blocking and is the handle's to close. Flags are
// ReuseAddr and ReusePort. Errors: EINVAL closing or other flags, EBUSY the
// handle has a socket, EEXIST another handle of the loop watches it, EBADF,
// ENOTSUP. libuv: uv_udp_open_ex.
func (u *UDP) OpenEx(fd int, flags BindFlags) error {
	switch {
	case u.closing || flags&^(ReuseAddr|ReusePort) != 0:
		return uv.EINVAL.Err()
	case u.watcher.fd >= 0:
		return uv.EBUSY.Err()
	case u.loop.watches(fd):
		return uv.EEXIST.Err()
	}
	if err := setNonblock(fd); err != nil {
		return Errno(err).Err()
	}
	if err := reuse(fd, flags); err != 0 {
		return err.Err()
	}
	u.watcher.fd = fd
	if addr, err := sockname(fd); err == 0 {
		u.six = addr.Addr().Is6()
	}
	_, err := peername(fd)
	u.connected = err == 0 || err == uv.EAFNOSUPPORT // no address of IP, but one
	return nil
}

// Fd is the handle's descriptor; EBADF before there is one and after Close.
// libuv: uv_fileno.
func (u *UDP) Fd() (int, error) {
	if u.watcher.fd < 0 {
		return -1, uv.EBADF.Err()
	}
	return u.watcher.fd, nil
}

// Bind gives the handle an address; port 0 is any free one. An IPv6 address
// takes datagrams of IPv4 too where the system has it so, unless flags are
// IPv6Only. Errors: EINVAL closing, bound already, not an address or of another
// family than the socket, unknown flags, or IPv6Only with IPv4; ENOTSUP for
// ReusePort; EADDRINUSE, EADDRNOTAVAIL, EACCES and what else socket and bind
// answer. libuv: uv_udp_bind.
func (u *UDP) Bind(addr netip.AddrPort, flags BindFlags) error {
	six := addr.Addr().Is6()
	if u.closing || !addr.IsValid() || flags&^(IPv6Only|ReusePort|ReuseAddr|LinuxRecvErr) != 0 || flags&IPv6Only != 0 && !six {
		return uv.EINVAL.Err()
	}
	if err := u.bind(addr, flags); err != 0 {
		return err.Err()
	}
	if a, err := sockname(u.watcher.fd); err == 0 && u.loop.scope.on {
		u.label = u.loop.Intern(a.String())
	}
	return nil
}

func (u *UDP) bind(addr netip.AddrPort, flags BindFlags) uv.Errno {
	if err := u.socket(addr.Addr().Is6()); err != 0 {
		return err
	}
	err := bindUDP(u.watcher.fd, addr, flags)
	if err == uv.EAFNOSUPPORT {
		err = uv.EINVAL
	}
	return err
}

// socket makes the socket if there is none.
func (u *UDP) socket(six bool) uv.Errno {
	if u.watcher.fd >= 0 {
		return 0
	}
	fd, err := newUDPSocket(six)
	if err == 0 {
		u.watcher.fd, u.six = fd, six
	}
	return err
}

// autoBind binds a handle without a socket to any address and port.
func (u *UDP) autoBind(six bool, flags BindFlags) uv.Errno {
	if u.watcher.fd >= 0 {
		return 0
	}
	any := netip.IPv4Unspecified()
	if six {
		any = netip.IPv6Unspecified()
	}
	return u.bind(netip.AddrPortFrom(any, 0), flags)
}

// Connect makes an address the peer: what is sent goes there, and nothing from
// elsewhere is received. Errors: EINVAL closing or not an address, EISCONN, what
// connect answers. libuv: uv_udp_connect.
func (u *UDP) Connect(addr netip.AddrPort) error {
	switch {
	case u.closing || !addr.IsValid():
		return uv.EINVAL.Err()
	case u.connected:
		return uv.EISCONN.Err()
	}
	if err := u.autoBind(addr.Addr().Is6(), 0); err != 0 {
		return err.Err()
	}
	addr, err := numberZone(addr)
	if err == 0 {
		err = connect(u.watcher.fd, addr)
	}
	u.connected = err == 0
	return err.Err()
}

// Disconnect takes the peer off again. ENOTCONN: there is none.
// libuv: uv_udp_connect.
func (u *UDP) Disconnect() error {
	if !u.connected {
		return uv.ENOTCONN.Err()
	}
	err := disconnect(u.watcher.fd)
	u.connected = err != 0
	return err.Err()
}

// Sockname is the address the handle is bound to. EBADF: no socket yet.
// libuv: uv_udp_getsockname.
func (u *UDP) Sockname() (netip.AddrPort, error) {
	a, err := sockname(u.watcher.fd)
	return a, err.Err()
}

// Peername is the address the handle is connected to. Errors: EBADF no socket
// yet, ENOTCONN. libuv: uv_udp_getpeername.
func (u *UDP) Peername() (netip.AddrPort, error) {
	a, err := peername(u.watcher.fd)
	return a, err.Err()
}

// onIO is the handle's share of a poll or pending phase. An error on the socket
// shows by receiving and by sending.
func (u *UDP) onIO(ev ioEvents) {
	if ev&evErr != 0 {
		ev |= evIn | evOut
	}
	if ev&evIn != 0 && u.recvCb != nil {
		u.recv()
	}
	if ev&evErr != 0 && u.recvCb != nil {
		u.recvErrors()
	}
	if ev&evOut != 0 && u.watcher.fd >= 0 {
		u.flush(u.watcher.cause)
		u.callSent()
	}
}

// onFail tells everyone who waits for the socket that it cannot be watched.
func (u *UDP) onFail(err uv.Errno) {
	if cb := u.recvCb; cb != nil {
		u.RecvStop()
		u.callRecv(cb, nil, netip.AddrPort{}, 0, err)
	}
	if u.watcher.fd >= 0 {
		u.failWaiting(err)
		u.callSent()
	}
}

// rested ends the handle's activity when nothing is received or to be sent.
func (u *UDP) rested() {
	if u.recvCb == nil && u.waiting.empty() {
		u.stop()
	}
}

// Close is Handle.Close: the socket is closed at once, sends end with ECANCELED
// before the callback.
func (u *UDP) Close(cb func()) error {
	if u.closing {
		return uv.EINVAL.Err()
	}
	fd := u.watcher.fd
	u.watcher.close()
	u.alloc, u.recvCb, u.connected = nil, nil, false
	if fd >= 0 {
		closeFd(fd)
	}
	u.beginClose(cb)
	return nil
}

// finish ends the sends of a closing handle, in the closing phase.
func (u *UDP) finish() {
	u.failWaiting(uv.ECANCELED)
	u.callSent()
}

// restore feeds a handle that was left by a panic while sends were to be called
// back, or nothing else would come back to them.
func (u *UDP) restore() {
	if !u.sent.empty() || !u.waiting.empty() && u.watcher.want&evOut == 0 {
		u.watcher.feed()
	}
}
