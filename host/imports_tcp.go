package host

import (
	"encoding/binary"
	"net/netip"
	"strconv"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

func (g *Guest) uvTCPInit(loopIndex uint32, cookie uint64) int32 {
	if g.loopAt(loopIndex) != nil && g.sockets >= g.limits.Sockets {
		return g.overLimit(uv.EMFILE, "sockets", int64(g.limits.Sockets))
	}
	return g.add(loopIndex, cookie, func(h *handle, l *loop.Loop) (loop.Handle, error) {
		h.stream()
		g.sockets++
		return l.NewTCP(), nil
	})
}

func (g *Guest) uvTCPBind(id loop.ID, addrPtr, flags uint32) int32 {
	h, t := g.tcp(id)
	if h == nil {
		return badHandle
	}
	addr, err := g.readAddress(addrPtr)
	if err != 0 {
		return int32(err)
	}
	if flags > 1 {
		return badArgument
	}
	if err := g.mayListen(addr); err != 0 {
		return int32(err)
	}
	failed := t.Bind(addr, loop.BindFlags(flags))
	if failed == nil {
		h.bound = true
	}
	return errno(failed)
}

func (g *Guest) uvTCPConnect(id loop.ID, addrPtr uint32, cookie uint64) int32 {
	h, t := g.tcp(id)
	if h == nil {
		return badHandle
	}
	addr, err := g.readAddress(addrPtr)
	if err != 0 {
		return int32(err)
	}
	if g.requests >= g.limits.Requests {
		return g.overLimit(uv.ENOBUFS, "requests", int64(g.limits.Requests))
	}
	if err := g.mayConnect(addr); err != 0 {
		return int32(err)
	}
	req := &loop.ConnectReq{}
	failed := t.Connect(req, addr, func(status uv.Errno) {
		g.requests--
		g.dispatch(abi.CallbackConnect, req.ID(), cookie, int64(status))
	})
	if failed != nil {
		return errno(failed)
	}
	g.requests++
	return int32(req.ID())
}

func (g *Guest) uvTCPNodelay(id loop.ID, enable uint32) int32 {
	h, t := g.tcp(id)
	if h == nil {
		return badHandle
	}
	return errno(t.NoDelay(enable != 0))
}

func (g *Guest) uvTCPGetsockname(id loop.ID, addrPtr uint32) int32 {
	h, t := g.tcp(id)
	if h == nil {
		return badHandle
	}
	addr, err := t.Sockname()
	if err != nil {
		return errno(err)
	}
	return g.writeAddress(addrPtr, addr)
}

func (g *Guest) uvTCPGetpeername(id loop.ID, addrPtr uint32) int32 {
	h, t := g.tcp(id)
	if h == nil {
		return badHandle
	}
	addr, err := t.Peername()
	if err != nil {
		return errno(err)
	}
	return g.writeAddress(addrPtr, addr)
}

// readAddress reads a sockaddr. An IPv4 address mapped into IPv6 stays one: the
// rules look through it. EAFNOSUPPORT: a family that is neither.
func (g *Guest) readAddress(ptr uint32) (netip.AddrPort, uv.Errno) {
	var b [sizeSockaddr]byte
	if !g.mem.copyOut(b[:], ptr) {
		return netip.AddrPort{}, uv.EFAULT
	}
	port := binary.LittleEndian.Uint16(b[offSockaddrPort:])
	raw := b[offSockaddrAddr:]
	switch binary.LittleEndian.Uint16(b[offSockaddrFamily:]) {
	case 4:
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte(raw)), port), 0
	case 6:
		addr := netip.AddrFrom16([16]byte(raw))
		if scope := binary.LittleEndian.Uint32(b[offSockaddrScope:]); scope != 0 {
			addr = addr.WithZone(strconv.FormatUint(uint64(scope), 10))
		}
		return netip.AddrPortFrom(addr, port), 0
	}
	return netip.AddrPort{}, uv.EAFNOSUPPORT
}

func (g *Guest) writeAddress(ptr uint32, addr netip.AddrPort) int32 {
	var b [sizeSockaddr]byte
	binary.LittleEndian.PutUint16(b[offSockaddrPort:], addr.Port())
	if ip := addr.Addr(); ip.Is4() {
		b[offSockaddrFamily] = 4
		raw := ip.As4()
		copy(b[offSockaddrAddr:], raw[:])
	} else {
		b[offSockaddrFamily] = 6
		raw := ip.As16()
		copy(b[offSockaddrAddr:], raw[:])
		scope, _ := strconv.ParseUint(ip.Zone(), 10, 32) // a name: not told
		binary.LittleEndian.PutUint32(b[offSockaddrScope:], uint32(scope))
	}
	if !g.mem.write(ptr, b[:]) {
		return badPointer
	}
	return 0
}
