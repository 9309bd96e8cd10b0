package host

import (
	"encoding/binary"
	"net/netip"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// udpPart is what a UDP handle has besides.
type udpPart struct {
	connected bool
	info      []byte // where what is told of a datagram goes
	allocUDP  func(suggested int) []byte
	recv      loop.RecvFunc
}

// Flags of datagrams on the wire, libuv's.
const (
	udpPartial = 2
	udpRecvErr = 32
)

func (g *Guest) uvUDPInit(loopIndex, family uint32, cookie uint64) int32 {
	return g.addSocket(loopIndex, cookie, func(h *handle, l *loop.Loop) (loop.Handle, error) {
		of, err := familyOf(family)
		if err != 0 {
			return nil, err
		}
		h.makeUDP()
		return l.NewUDPSocket(of)
	})
}

// makeUDP connects a handle with its callbacks.
func (h *handle) makeUDP() {
	g, u := h.g, &udpPart{}
	h.udpPart = u
	u.allocUDP = func(suggested int) []byte { return h.askBuffer(suggested) }
	u.recv = func(buf []byte, from netip.AddrPort, flags loop.RecvFlags, err uv.Errno) {
		clear(u.info)
		if from.IsValid() {
			putAddress(u.info[offUDPInfoAddr:], from)
		}
		wire := uint32(0)
		if flags&loop.Partial != 0 {
			wire |= udpPartial
		}
		if flags&loop.FromErrorQueue != 0 {
			wire |= udpRecvErr
		}
		binary.LittleEndian.PutUint32(u.info[offUDPInfoFlags:], wire)
		n := int64(len(buf))
		if err != 0 {
			n = int64(err)
		}
		g.dispatch(abi.CallbackRecv, h.id, h.cookie, n)
	}
}

// udp finds a UDP handle. It is not nil if and only if the handle is not.
func (g *Guest) udp(id loop.ID) (*handle, *loop.UDP) {
	if h := g.handles[id]; h != nil {
		if u, ok := h.base.(*loop.UDP); ok {
			return h, u
		}
	}
	return nil, nil
}

// uvUDPOpen makes the handle a socket of the guest's, which socket_pair made and
// which therefore has its peer.
func (g *Guest) uvUDPOpen(id loop.ID, fd int32) int32 {
	h, u := g.udp(id)
	if h == nil {
		return badHandle
	}
	f, err := g.files.unused(fd)
	switch {
	case err != 0:
		return int32(err)
	case !isSocket(f.fd, socketDatagram):
		return badArgument
	}
	if err := g.openFile(h, f, func(fd int) error { return u.OpenEx(fd, 0) }); err != 0 {
		return int32(err)
	}
	h.bound, h.connected = true, true
	return 0
}

// bindFlags translates the flags of udp_bind; EINVAL for others.
func bindFlags(flags uint32) (out loop.BindFlags, err uv.Errno) {
	for _, f := range [...]struct {
		wire uint32
		flag loop.BindFlags
	}{{1, loop.IPv6Only}, {4, loop.ReuseAddr}, {8, loop.ReusePort}, {udpRecvErr, loop.LinuxRecvErr}} {
		if flags&f.wire != 0 {
			out |= f.flag
			flags &^= f.wire
		}
	}
	if flags != 0 {
		return 0, uv.EINVAL
	}
	return out, 0
}

func (g *Guest) uvUDPBind(id loop.ID, addrPtr, flags uint32) int32 {
	h, u := g.udp(id)
	if h == nil {
		return badHandle
	}
	addr, err := g.readAddress(addrPtr)
	if err != 0 {
		return int32(err)
	}
	how, err := bindFlags(flags)
	if err != 0 {
		return int32(err)
	}
	if err := g.mayListen(addr); err != 0 {
		return int32(err)
	}
	failed := u.Bind(addr, how)
	if failed == nil {
		h.bound = true
	}
	return errno(failed)
}

// uvUDPConnect fixes the peer. Without one the handle receives from everybody:
// if it receives, that has to be granted.
func (g *Guest) uvUDPConnect(id loop.ID, addrPtr uint32) int32 {
	h, u := g.udp(id)
	if h == nil {
		return badHandle
	}
	if addrPtr == 0 {
		return g.disconnect(h, u)
	}
	addr, err := g.readAddress(addrPtr)
	if err == 0 {
		err = g.mayConnect(addr)
	}
	if err != 0 {
		return int32(err)
	}
	failed := u.Connect(addr)
	h.connected = h.connected || failed == nil
	return errno(failed)
}

func (g *Guest) disconnect(h *handle, u *loop.UDP) int32 {
	if h.connected && !h.bound && u.Receiving() {
		if err := g.mayReceive(u); err != 0 {
			return int32(err)
		}
	}
	err := u.Disconnect()
	h.connected = h.connected && err != nil
	return errno(err)
}

// mayReceive asks for the address at which a handle receives that the guest has
// not bound itself: any, and a port that is another one in the next run.
func (g *Guest) mayReceive(u *loop.UDP) uv.Errno {
	if at, err := u.Sockname(); err == nil && at.Addr().Is6() {
		return g.mayListen(netip.AddrPortFrom(netip.IPv6Unspecified(), 0))
	}
	return g.mayListen(anyAddress)
}

func (g *Guest) uvUDPGetsockname(id loop.ID, addrPtr uint32) int32 {
	h, u := g.udp(id)
	if h == nil {
		return badHandle
	}
	addr, err := u.Sockname()
	if err != nil {
		return errno(err)
	}
	return g.writeAddress(addrPtr, addr)
}

func (g *Guest) uvUDPGetpeername(id loop.ID, addrPtr uint32) int32 {
	h, u := g.udp(id)
	if h == nil {
		return badHandle
	}
	addr, err := u.Peername()
	if err != nil {
		return errno(err)
	}
	return g.writeAddress(addrPtr, addr)
}

// udpSend is a datagram under way. They are used again.
type udpSend struct {
	g      *Guest
	req    loop.UDPSendReq
	cookie uint64
	bufs   [][]byte
	done   func(status uv.Errno)
}

func (g *Guest) takeSend() *udpSend {
	if n := len(g.freeSend); n > 0 {
		r := g.freeSend[n-1]
		g.freeSend = g.freeSend[:n-1]
		return r
	}
	r := &udpSend{g: g}
	r.done = func(status uv.Errno) {
		g.requests--
		g.dispatch(abi.CallbackSend, r.req.ID(), r.cookie, int64(status))
		g.putSend(r)
	}
	return r
}

func (g *Guest) putSend(r *udpSend) {
	r.bufs = g.clearList(r.bufs)
	g.freeSend = append(g.freeSend, r)
}

// datagram reads what is to be sent and where to, and asks whether it may. A null
// pointer is the connected peer, which was asked for.
func (r *udpSend) datagram(ptr, count, addrPtr uint32) (to netip.AddrPort, total uint64, err uv.Errno) {
	g := r.g
	r.bufs, total, err = g.mem.buffers(r.bufs, ptr, count)
	err = firstErr(err, g.list(r.bufs))
	if err == 0 && addrPtr != 0 {
		if to, err = g.readAddress(addrPtr); err == 0 {
			err = g.mayConnect(to)
		}
	}
	return to, total, err
}

func (g *Guest) uvUDPSend(id loop.ID, ptr, count, addrPtr uint32, cookie uint64) int32 {
	h, u := g.udp(id)
	if h == nil {
		return badHandle
	}
	if full := g.requestsFull(); full != 0 {
		return full
	}
	r := g.takeSend()
	r.cookie = cookie
	to, total, err := r.datagram(ptr, count, addrPtr)
	if code := g.submitSend(u, r, to, total, err); code < 0 {
		g.putSend(r)
		return code
	}
	g.requests++
	return int32(r.req.ID())
}

func (g *Guest) submitSend(u *loop.UDP, r *udpSend, to netip.AddrPort, total uint64, err uv.Errno) int32 {
	if err != 0 {
		return int32(err)
	}
	if limit := g.limits.QueuedBytes; int64(u.SendQueueSize())+int64(total) > limit {
		return g.overLimit(uv.ENOBUFS, "queued bytes", limit)
	}
	return errno(u.Send(&r.req, r.bufs, to, r.done))
}

func (g *Guest) uvUDPTrySend(id loop.ID, ptr, count, addrPtr uint32) int32 {
	h, u := g.udp(id)
	if h == nil {
		return badHandle
	}
	r := g.takeSend()
	defer g.putSend(r)
	to, _, err := r.datagram(ptr, count, addrPtr)
	if err != 0 {
		return int32(err)
	}
	n, failed := u.TrySend(r.bufs, to)
	if failed != nil {
		return errno(failed)
	}
	return int32(n) // a datagram is short
}

// uvUDPRecvStart has what everybody sends received where the guest was granted
// the address, and from its peer alone where it is connected.
func (g *Guest) uvUDPRecvStart(id loop.ID, infoPtr uint32) int32 {
	h, u := g.udp(id)
	if h == nil {
		return badHandle
	}
	info, ok := g.mem.slice(infoPtr, sizeUDPInfo)
	if !ok {
		return badPointer
	}
	if !h.bound && !h.connected && !u.Closing() && !u.Receiving() {
		if err := g.mayReceive(u); err != 0 {
			return int32(err)
		}
	}
	err := u.RecvStart(h.allocUDP, h.recv)
	if err == nil {
		h.info = info
	}
	return errno(err)
}

func (g *Guest) uvUDPRecvStop(id loop.ID) int32 {
	h, u := g.udp(id)
	if h == nil {
		return badHandle
	}
	u.RecvStop()
	return 0
}

func (g *Guest) uvUDPSendQueueSize(id loop.ID) int64 {
	h, u := g.udp(id)
	if h == nil {
		return int64(uv.EBADF)
	}
	return int64(u.SendQueueSize())
}

func (g *Guest) uvUDPSendQueueCount(id loop.ID) int64 {
	h, u := g.udp(id)
	if h == nil {
		return int64(uv.EBADF)
	}
	return int64(u.SendQueueCount())
}

func (g *Guest) uvUDPSetOption(id loop.ID, option uint32, value int32) int32 {
	h, u := g.udp(id)
	if h == nil {
		return badHandle
	}
	var err error
	switch option {
	case 1:
		err = u.SetBroadcast(value != 0)
	case 2:
		err = u.SetTTL(int(value))
	case 3:
		err = u.SetMulticastLoop(value != 0)
	case 4:
		err = u.SetMulticastTTL(int(value))
	default:
		return badArgument
	}
	return errno(err)
}

// uvUDPSetMembership joins a group, which is listening on its address: with the
// port of the socket, 0 before there is one.
func (g *Guest) uvUDPSetMembership(id loop.ID, groupPtr, ifacePtr, sourcePtr, join uint32) int32 {
	h, u := g.udp(id)
	if h == nil {
		return badHandle
	}
	group, err := g.readAddress(groupPtr)
	iface, errIface := g.optionalAddress(ifacePtr)
	source, errSource := g.optionalAddress(sourcePtr)
	if err = firstErr(firstErr(err, errIface), errSource); err != 0 {
		return int32(err)
	}
	if join > uint32(loop.JoinGroup) {
		return badArgument
	}
	at, _ := u.Sockname() // no socket: port 0
	if err := g.mayListen(netip.AddrPortFrom(group.Addr(), at.Port())); err != 0 {
		return int32(err)
	}
	if source.IsValid() {
		return errno(u.SetSourceMembership(group.Addr(), iface, source, loop.Membership(join)))
	}
	return errno(u.SetMembership(group.Addr(), iface, loop.Membership(join)))
}

func (g *Guest) uvUDPSetInterface(id loop.ID, ifacePtr uint32) int32 {
	h, u := g.udp(id)
	if h == nil {
		return badHandle
	}
	iface, err := g.optionalAddress(ifacePtr)
	if err != 0 {
		return int32(err)
	}
	return errno(u.SetMulticastInterface(iface))
}

// optionalAddress reads an address; the zero one for a null pointer.
func (g *Guest) optionalAddress(ptr uint32) (netip.Addr, uv.Errno) {
	if ptr == 0 {
		return netip.Addr{}, 0
	}
	a, err := g.readAddress(ptr)
	return a.Addr(), err
}
