//go:build unix

package differential

import (
	"net/netip"
	"strconv"
	"syscall"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

func udpHandleScenarios() []scenario {
	return []scenario{
		{name: "udp_callbacks", run: udpCallbacks},
		{name: "udp_open", run: udpOpen},
		{name: "udp_options", run: udpOptions},
		{name: "udp_refused", run: udpRefused},
		{name: "udp_unref", run: udpUnref},
	}
}

// boundUDP is a handle with a port of its own, and its address.
func (s *script) boundUDP() (*loop.UDP, netip.AddrPort) {
	u := s.l.NewUDP()
	s.must(u.Bind(anyPort, 0))
	return u, s.udpName(u)
}

func (s *script) trySend(u *loop.UDP, what string, to netip.AddrPort) {
	n, err := u.TrySend(bytes("hello"), to)
	s.num(what, n, err)
}

func udpCallbacks(s *script) {
	server, to := s.boundUDP()
	client, received := s.l.NewUDP(), 0
	var send func(i int) error
	send = func(i int) error {
		return client.Send(new(loop.UDPSendReq), bytes("hello"), to, func(st uv.Errno) {
			s.note(0, "send %d %s queue %d", i, code(st), client.SendQueueCount())
			switch i {
			case 0:
				s.note(0, "send: %s", status(send(3)))
				s.note(0, "try_send: %s", count(client.TrySend(bytes("hello"), to)))
			case 3:
				s.must(client.Close(nil))
			}
		})
	}
	var onRecv loop.RecvFunc
	onRecv = func(buf []byte, from netip.AddrPort, _ loop.RecvFlags, err uv.Errno) {
		if err == 0 && !from.IsValid() {
			return
		}
		s.note(1, "recv %d %s", received, readResult(buf, err))
		if received++; received == 2 {
			server.RecvStop()
			s.note(1, "stop: OK")
			s.note(1, "active %d", num(server.Active()))
			s.note(1, "start: %s", status(server.RecvStart(buffer, onRecv)))
			s.note(1, "start again: %s", status(server.RecvStart(buffer, onRecv)))
			s.note(1, "active %d", num(server.Active()))
		}
		if received == 3 {
			s.must(server.Close(nil))
		}
	}
	s.must(server.RecvStart(buffer, onRecv))
	s.say("active %d", num(client.Active()))
	for i := range 3 {
		s.ret("send", send(i))
	}
	s.say("active %d queue %d bytes", num(client.Active()), client.SendQueueSize())
	s.num("run", s.run(uv.RunDefault), nil)
}

func udpUnref(s *script) {
	a := s.l.NewUDP()
	b, addr := s.boundUDP()
	state := func(u *loop.UDP) {
		s.say("active %d has_ref %d alive %d", num(u.Active()), num(u.HasRef()), num(s.l.Alive()))
	}
	state(b)
	s.must(b.RecvStart(buffer, func(buf []byte, from netip.AddrPort, _ loop.RecvFlags, err uv.Errno) {
		if from.IsValid() {
			s.note(1, "recv %s", readResult(buf, err))
		}
	}))
	state(b)
	b.Unref()
	state(b)
	s.num("run", s.run(uv.RunDefault), nil)
	a.Unref()
	s.ret("send", a.Send(new(loop.UDPSendReq), bytes("hello"), addr, func(st uv.Errno) {
		s.note(0, "send %s alive %d", code(st), num(s.l.Alive()))
	}))
	state(a)
	s.num("run", s.run(uv.RunDefault), nil)
	s.flushNotes()
	state(a)
	b.Ref()
	state(b)
	b.RecvStop()
	state(b)
	s.num("run", s.run(uv.RunDefault), nil)
}

func (s *script) udpOptions(u *loop.UDP) {
	s.ret("broadcast", u.SetBroadcast(true))
	for _, ttl := range []int{0, 256, 64} {
		s.ret("ttl "+strconv.Itoa(ttl), u.SetTTL(ttl))
	}
	for _, ttl := range []int{-1, 0, 256, 255} {
		s.ret("multicast ttl "+strconv.Itoa(ttl), u.SetMulticastTTL(ttl))
	}
	s.ret("multicast loop", u.SetMulticastLoop(false))
	s.ret("interface", u.SetMulticastInterface(localhost))
	s.ret("no such interface", u.SetMulticastInterface(netip.MustParseAddr("203.0.113.9")))
	s.ret("interface of the system's choice", u.SetMulticastInterface(netip.Addr{}))
	n, err := u.SendBufferSize()
	s.say("buffer %d", num(err == nil && n > 0))
}

var localhost = anyPort.Addr()

func udpOptions(s *script) {
	group, ssm := netip.MustParseAddr("239.255.0.1"), netip.MustParseAddr("232.1.1.1")
	fileno := func(u *loop.UDP) {
		_, err := u.Fd()
		s.ret("fileno", err)
	}
	s.say("before there is a socket")
	a := s.l.NewUDP()
	s.udpOptions(a)
	s.say("bound")
	s.ret("bind", a.Bind(anyPort, 0))
	s.udpOptions(a)
	s.ret("join", a.SetMembership(group, localhost, loop.JoinGroup))
	s.ret("join twice", a.SetMembership(group, localhost, loop.JoinGroup))
	s.ret("leave", a.SetMembership(group, localhost, loop.LeaveGroup))
	s.ret("leave twice", a.SetMembership(group, localhost, loop.LeaveGroup))
	s.ret("join what is no group", a.SetMembership(localhost, localhost, loop.JoinGroup))
	s.ret("join from a source", a.SetSourceMembership(ssm, localhost, localhost, loop.JoinGroup))
	s.ret("leave it", a.SetSourceMembership(ssm, localhost, localhost, loop.LeaveGroup))
	b := s.l.NewUDP()
	s.ret("join unbound", b.SetMembership(group, localhost, loop.JoinGroup))
	fileno(b)
	s.ret("bind then", b.Bind(anyPort, 0))
	c, err := s.l.NewUDPSocket(loop.IPv4)
	s.ret("init with IPv4", err)
	fileno(c)
	s.udpOptions(c)
	s.must(a.Close(nil))
	s.say("closing")
	s.udpOptions(a)
}

func udpRefused(s *script) {
	b, addr := s.boundUDP()
	s.must(b.Close(nil))
	s.run(uv.RunDefault)
	a := s.l.NewUDP()
	s.ret("connect", a.Connect(addr))
	for range 3 {
		s.trySend(a, "try_send", nobody)
	}
	s.ret("send", a.Send(new(loop.UDPSendReq), bytes("hello"), nobody, func(st uv.Errno) { s.note(0, "send 0 %s", code(st)) }))
	s.turns(2)
	_, _ = a.TrySend(bytes("hello"), nobody)
	s.ret("recv_start", a.RecvStart(buffer, func(buf []byte, from netip.AddrPort, _ loop.RecvFlags, err uv.Errno) {
		if err == 0 && !from.IsValid() {
			return
		}
		s.note(1, "recv %s from %d active %d", readResult(buf, err), num(from.IsValid()), num(a.Active()))
	}))
	s.turns(3)
	s.ret("disconnect", a.Disconnect())
	s.trySend(a, "try_send", addr)
	s.trySend(a, "try_send", addr)
	s.turns(3)
}

func udpOpen(s *script) {
	socket := func() int {
		fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_DGRAM, 0)
		s.must(err)
		return fd
	}
	fd, fd2 := socket(), socket()
	to := &syscall.SockaddrInet4{Addr: localhost.As4()}
	s.must(syscall.Bind(fd, to))
	bound, err := syscall.Getsockname(fd)
	s.must(err)
	s.must(syscall.Connect(fd2, bound))
	addr := netip.AddrPortFrom(localhost, uint16(bound.(*syscall.SockaddrInet4).Port))
	a, b, c := s.l.NewUDP(), s.l.NewUDP(), s.l.NewUDP()
	s.ret("open none", a.Open(-1))
	s.ret("open", a.Open(fd))
	s.ret("open twice", a.Open(fd2))
	s.ret("bind", a.Bind(addr, 0))
	s.ret("recv_start", a.RecvStart(buffer, func(buf []byte, from netip.AddrPort, _ loop.RecvFlags, err uv.Errno) {
		if from.IsValid() {
			s.say("recv %s %s", readResult(buf, err), buf)
		}
	}))
	s.ret("open what is watched", c.Open(fd))
	s.ret("open what is connected", b.Open(fd2))
	_, err = b.Peername()
	s.ret("getpeername", err)
	s.ret("connect", b.Connect(addr))
	s.trySend(b, "try_send with an address", addr)
	s.trySend(b, "try_send", nobody)
	s.turns(2)
	s.ret("disconnect", b.Disconnect())
	s.trySend(b, "try_send", nobody)
}
