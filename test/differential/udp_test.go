//go:build unix

package differential

import (
	"net/netip"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

func udpScenarios() []scenario {
	return []scenario{
		{name: "udp_close", run: udpClose},
		{name: "udp_connect", run: udpConnect},
		{name: "udp_echo", run: udpEcho},
		{name: "udp_errors", run: udpErrors},
	}
}

func (s *script) udpName(u *loop.UDP) netip.AddrPort {
	addr, err := u.Sockname()
	s.must(err)
	return addr
}

var nobody netip.AddrPort

func udpEcho(s *script) {
	server, client := s.l.NewUDP(), s.l.NewUDP()
	recv := func(u, other *loop.UDP, who int, next func(from netip.AddrPort)) func() error {
		return func() error {
			return u.RecvStart(buffer, func(buf []byte, from netip.AddrPort, flags loop.RecvFlags, err uv.Errno) {
				if len(buf) == 0 && err == 0 {
					return // nothing left
				}
				port := "another port"
				if from == s.udpName(other) {
					port = "the other's port"
				}
				s.note(who, "recv %s %s from %s flags %d", readResult(buf, err), buf, port, flags)
				next(from)
			})
		}
	}
	send := func(u *loop.UDP, who int, to netip.AddrPort, text ...string) error {
		return u.Send(new(loop.UDPSendReq), bytes(text...), to, func(st uv.Errno) { s.note(who, "send %s", code(st)) })
	}
	startServer := recv(server, client, 1, func(from netip.AddrPort) {
		s.note(1, "send: %s", status(send(server, 1, from, "answer")))
		server.RecvStop()
		s.note(1, "stop: OK")
		s.note(1, "active %d", num(server.Active()))
	})
	startClient := recv(client, server, 0, func(netip.AddrPort) {
		s.must(client.Close(nil))
		s.must(server.Close(nil))
	})
	s.ret("bind", server.Bind(anyPort, 0))
	s.ret("bind", client.Bind(anyPort, 0))
	s.ret("recv_start", startServer())
	s.ret("recv_start twice", startServer())
	s.ret("recv_start", startClient())
	s.say("active %d", num(server.Active()))
	s.ret("send", send(client, 0, s.udpName(server), "he", "llo"))
	s.say("queue %d bytes, %d requests", client.SendQueueSize(), client.SendQueueCount())
	s.num("run", s.run(uv.RunDefault), nil)
}

func udpErrors(s *script) {
	onRecv := func([]byte, netip.AddrPort, loop.RecvFlags, uv.Errno) {}
	buf := bytes("x")
	fresh := s.l.NewUDP()
	_, err := fresh.Fd()
	s.ret("fileno", err)
	_, err = fresh.Sockname()
	s.ret("getsockname", err)
	fresh.RecvStop()
	s.ret("recv_stop", nil)
	s.ret("set_broadcast", fresh.SetBroadcast(true))
	s.ret("set_ttl", fresh.SetTTL(2))
	s.ret("send to nobody", fresh.Send(new(loop.UDPSendReq), buf, nobody, nil))
	n, err := fresh.TrySend(buf, nobody)
	s.num("try_send to nobody", n, err)
	s.ret("disconnect", fresh.Disconnect())
	a, b := s.l.NewUDP(), s.l.NewUDP()
	s.ret("bind", a.Bind(anyPort, 0))
	s.ret("bind what is bound", a.Bind(anyPort, 0))
	s.ret("bind to an address in use", b.Bind(s.udpName(a), 0))
	s.ret("recv_start without a callback", a.RecvStart(buffer, nil))
	s.ret("recv_start without an allocator", a.RecvStart(nil, onRecv))
	s.ret("set_broadcast", a.SetBroadcast(true))
	s.ret("set_ttl 0", a.SetTTL(0))
	s.ret("set_ttl 256", a.SetTTL(256))
	s.ret("set_ttl 255", a.SetTTL(255))
	_, err = a.Peername()
	s.ret("getpeername", err)
	s.must(a.Close(nil))
	a.RecvStop()
	s.ret("recv_stop while closing", nil)
}

func udpConnect(s *script) {
	server, client := s.l.NewUDP(), s.l.NewUDP()
	s.must(server.Bind(anyPort, 0))
	s.must(server.RecvStart(buffer, func(buf []byte, from netip.AddrPort, _ loop.RecvFlags, err uv.Errno) {
		if !from.IsValid() && err == 0 {
			return
		}
		s.note(1, "recv %s %s", readResult(buf, err), buf)
		if string(buf) == "last" {
			s.must(client.Close(nil))
			s.must(server.Close(nil))
		}
	}))
	addr := s.udpName(server)
	send := func(to netip.AddrPort, text string) error {
		return client.Send(new(loop.UDPSendReq), bytes(text), to, func(st uv.Errno) { s.note(0, "send %s", code(st)) })
	}
	trySend := func(what string, to netip.AddrPort) {
		n, err := client.TrySend(bytes("first"), to)
		s.num(what, n, err)
	}
	s.ret("connect", client.Connect(addr))
	s.ret("connect twice", client.Connect(addr))
	_, err := client.Peername()
	s.ret("getpeername", err)
	s.ret("send with an address", send(addr, "first"))
	trySend("try_send with an address", addr)
	trySend("try_send", nobody)
	s.ret("disconnect", client.Disconnect())
	s.ret("disconnect twice", client.Disconnect())
	trySend("try_send to nobody", nobody)
	_, err = client.Peername()
	s.ret("getpeername", err)
	s.ret("connect", client.Connect(addr))
	s.ret("send", send(nobody, "last"))
	s.num("run", s.run(uv.RunDefault), nil)
}

func udpClose(s *script) {
	server, client := s.l.NewUDP(), s.l.NewUDP()
	huge, inCall := [][]byte{make([]byte, 70000)}, false
	small := func(suggested int) []byte {
		s.note(1, "alloc %d", suggested)
		return make([]byte, 4)
	}
	s.must(server.Bind(anyPort, 0))
	s.must(server.RecvStart(small, func(buf []byte, from netip.AddrPort, flags loop.RecvFlags, err uv.Errno) {
		if !from.IsValid() {
			return
		}
		s.note(1, "recv %s %s partial %d", readResult(buf, err), buf, num(flags&loop.Partial != 0))
		s.must(server.Close(func() { s.note(1, "close") }))
	}))
	addr := s.udpName(server)
	n, err := client.TrySend(huge, addr)
	s.num("try_send too much", n, err)
	send := func(i int, bufs [][]byte) error {
		return client.Send(new(loop.UDPSendReq), bufs, addr, func(st uv.Errno) {
			s.note(0, "send %d %s in the call %d", i, code(st), num(inCall))
			s.note(0, "queue %d bytes, %d requests", client.SendQueueSize(), client.SendQueueCount())
		})
	}
	inCall = true
	s.ret("send too much", send(0, huge))
	s.ret("send", send(1, bytes("abcdefgh")))
	inCall = false
	s.num("run nowait", s.run(uv.RunNoWait), nil)
	s.flushNotes()
	s.num("run", s.run(uv.RunDefault), nil)
	s.ret("send", send(2, bytes("abcdefgh")))
	s.must(client.Close(func() { s.note(0, "close") }))
	s.num("run", s.run(uv.RunDefault), nil)
}
