package uv

import (
	"net/netip"
	"strconv"
	"unsafe"
)

// TCP is a socket that listens or is connected.
type TCP struct{ Stream }

// NewTCP makes a socket that is neither bound nor connected. libuv: uv_tcp_init.
func NewTCP() *TCP {
	t := &TCP{}
	t.open(t, TypeTCP, wireTCPInit)
	return t
}

// Bind gives it a local address; port 0 lets the system choose, see Sockname.
// EADDRINUSE shows at Listen or Connect. Errors: EINVAL when it is bound
// already, EACCES without a grant to listen there. libuv: uv_tcp_bind.
func (t *TCP) Bind(addr netip.AddrPort) error {
	if err := t.startable(addr.IsValid()); err != nil {
		return err
	}
	wire := toSockaddr(addr)
	return failed(wireTCPBind(t.id, unsafe.Pointer(wire), 0))
}

// Accept takes the connection that the callback of Listen announced. Errors:
// EAGAIN when none waits, EMFILE at the limit of handles. libuv: uv_accept.
func (t *TCP) Accept() (*TCP, error) {
	if err := t.usable(); err != nil {
		return nil, err
	}
	client := NewTCP()
	if client.err != nil {
		return nil, client.err
	}
	if err := failed(wireAccept(t.id, client.id)); err != nil {
		_ = client.Close(nil)
		return nil, err
	}
	return client, nil
}

// Connect connects it and then calls cb, in the poll phase. Errors: EALREADY,
// EISCONN, EACCES without a grant to connect there; ECONNREFUSED and the like
// come with cb. libuv: uv_tcp_connect.
func (t *TCP) Connect(addr netip.AddrPort, cb func(err error)) error {
	if err := t.startable(addr.IsValid()); err != nil {
		return err
	}
	wire := toSockaddr(addr)
	return submit(wire, func(cookie uint64) int32 {
		return wireTCPConnect(t.id, unsafe.Pointer(wire), cookie)
	}, finish(cb))
}

// NoDelay sends small writes at once (true) or gathers them (false, Nagle's
// algorithm). libuv: uv_tcp_nodelay.
func (t *TCP) NoDelay(enable bool) error {
	if err := t.usable(); err != nil {
		return err
	}
	var on uint32
	if enable {
		on = 1
	}
	return failed(wireTCPNodelay(t.id, on))
}

// Sockname is its own address. libuv: uv_tcp_getsockname.
func (t *TCP) Sockname() (netip.AddrPort, error) { return t.address(wireTCPGetsockname) }

// Peername is the address of the other side. libuv: uv_tcp_getpeername.
func (t *TCP) Peername() (netip.AddrPort, error) { return t.address(wireTCPGetpeername) }

func (t *TCP) address(get func(id uint32, addr unsafe.Pointer) int32) (netip.AddrPort, error) {
	if err := t.usable(); err != nil {
		return netip.AddrPort{}, err
	}
	wire := &wireSockaddr{}
	if err := failed(get(t.id, unsafe.Pointer(wire))); err != nil {
		return netip.AddrPort{}, err
	}
	return fromSockaddr(wire), nil
}

const (
	family4 = 4
	family6 = 6
)

func toSockaddr(a netip.AddrPort) *wireSockaddr {
	wire := &wireSockaddr{family: family6, port: a.Port()}
	if a.Addr().Is4() {
		wire.family = family4
	}
	copy(wire.addr[:], a.Addr().AsSlice())
	if index, err := strconv.ParseUint(a.Addr().Zone(), 10, 32); err == nil {
		wire.scope = uint32(index)
	}
	return wire
}

func fromSockaddr(wire *wireSockaddr) netip.AddrPort {
	if wire.family == family4 {
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte(wire.addr[:4])), wire.port)
	}
	addr := netip.AddrFrom16(wire.addr)
	if wire.scope != 0 {
		addr = addr.WithZone(strconv.FormatUint(uint64(wire.scope), 10))
	}
	return netip.AddrPortFrom(addr, wire.port)
}
