package host

import (
	"encoding/binary"
	"math"
	"net/netip"
	"strconv"
	"time"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

func (g *Guest) uvTCPInit(loopIndex uint32, cookie uint64) int32 {
	return g.addSocket(loopIndex, cookie, func(h *handle, l *loop.Loop) (loop.Handle, error) {
		h.makeStream()
		return l.NewTCP(), nil
	})
}

func (g *Guest) uvTCPSocket(loopIndex, family uint32, cookie uint64) int32 {
	return g.addSocket(loopIndex, cookie, func(h *handle, l *loop.Loop) (loop.Handle, error) {
		h.makeStream()
		of, err := familyOf(family)
		if err == 0 && of == loop.Unspecified {
			err = uv.EINVAL
		}
		if err != 0 {
			return nil, err
		}
		return l.NewTCPSocket(of)
	})
}

// familyOf is the family that the wire means; 0 is any. EINVAL: none.
func familyOf(n uint32) (loop.Family, uv.Errno) {
	switch n {
	case 0:
		return loop.Unspecified, 0
	case 4:
		return loop.IPv4, 0
	case 6:
		return loop.IPv6, 0
	}
	return 0, uv.EINVAL
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
	if loop.BindFlags(flags)&^(loop.IPv6Only|loop.ReusePort) != 0 || flags > math.MaxUint8 {
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
	if full := g.requestsFull(); full != 0 {
		return full
	}
	if err := g.mayConnect(addr); err != 0 {
		return int32(err)
	}
	return g.connection(cookie, func(r *loop.ConnectReq, cb func(status uv.Errno)) error { return t.Connect(r, addr, cb) })
}

// connection makes a connect request and answers its id.
func (g *Guest) connection(cookie uint64, begin func(r *loop.ConnectReq, cb func(status uv.Errno)) error) int32 {
	req := &loop.ConnectReq{}
	err := begin(req, func(status uv.Errno) {
		g.requests--
		g.dispatch(abi.CallbackConnect, req.ID(), cookie, int64(status))
	})
	if err != nil {
		return errno(err)
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

// uvTCPKeepalive with an interval of 0 is uv_tcp_keepalive, which sets idle alone.
func (g *Guest) uvTCPKeepalive(id loop.ID, enable, idle, interval, count uint32) int32 {
	h, t := g.tcp(id)
	if h == nil {
		return badHandle
	}
	seconds := func(n uint32) time.Duration { return time.Duration(n) * time.Second }
	if interval == 0 {
		return errno(t.KeepAlive(enable != 0, seconds(idle)))
	}
	return errno(t.KeepAliveEx(enable != 0, seconds(idle), seconds(interval), int(count)))
}

func (g *Guest) uvTCPCloseReset(id loop.ID) int32 {
	h, t := g.tcp(id)
	if h == nil {
		return badHandle
	}
	err := t.CloseReset(h.closed)
	if err == nil {
		h.letGo()
	}
	return errno(err)
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
	putAddress(b[:], addr)
	if !g.mem.write(ptr, b[:]) {
		return badPointer
	}
	return 0
}

// putAddress writes a sockaddr into zeros.
func putAddress(b []byte, addr netip.AddrPort) {
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
}
