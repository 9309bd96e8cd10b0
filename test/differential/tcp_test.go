//go:build unix

package differential

import (
	"net/netip"
	"time"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

func tcpScenarios() []scenario {
	return []scenario{
		{name: "tcp_accept", run: tcpAccept},
		{name: "tcp_bind_errors", run: tcpBindErrors},
		{name: "tcp_close_pending", run: tcpClosePending},
		{name: "tcp_echo", run: tcpEcho},
		{name: "tcp_ipv6", run: tcpIPv6},
		{name: "tcp_options", run: tcpOptions},
		{name: "tcp_read_stop", run: tcpReadStop},
		{name: "tcp_refused", run: tcpRefused},
		{name: "tcp_reset", run: tcpReset},
		{name: "tcp_shutdown", run: tcpShutdown},
		{name: "tcp_try_write", run: tcpTryWrite},
		{name: "tcp_write_sync", run: tcpWriteSync},
		{name: "tcp_writes", run: tcpWrites, since: 45,
			why: "an event of a stream writes up to 32 requests before the callbacks run. Before, it wrote one."},
		{name: "tcp_wrong_calls", run: tcpWrongCalls},
	}
}

func tcpBindErrors(s *script) {
	onConnection := func(_ *loop.TCP, status uv.Errno) { s.say("connection %s", code(status)) }
	first := s.serve(onConnection)
	addr := s.boundTo(first)
	second := s.l.NewTCP()
	s.ret("bind to an address in use", second.Bind(addr, 0))
	_, err := second.Sockname()
	s.ret("getsockname", err)
	listen := func() error { return second.Listen(16, func(uv.Errno) {}) }
	s.ret("listen", listen())
	s.ret("listen again", listen())
	third := s.l.NewTCP()
	s.ret("bind to an address in use", third.Bind(addr, 0))
	s.ret("connect", third.Connect(new(loop.ConnectReq), addr, func(status uv.Errno) { s.say("connect %s", code(status)) }))
	first.Unref()
	s.num("run", s.run(uv.RunDefault), nil)
	s.ret("bind IPv4 for IPv6 only", s.l.NewTCP().Bind(addr, loop.IPv6Only))
}

func tcpWrongCalls(s *script) {
	onRead := func([]byte, uv.Errno) {}
	buf := bytes("x")
	fresh, other := s.l.NewTCP(), s.l.NewTCP()
	s.say("new: readable %d writable %d queue %d", num(fresh.Readable()), num(fresh.Writable()), fresh.WriteQueueSize())
	_, err := fresh.Fd()
	s.ret("fileno", err)
	_, err = fresh.Sockname()
	s.ret("getsockname", err)
	_, err = fresh.Peername()
	s.ret("getpeername", err)
	s.ret("read_start", fresh.ReadStart(buffer, onRead))
	fresh.ReadStop()
	s.ret("read_stop", nil)
	s.ret("write", fresh.Write(new(loop.WriteReq), buf, nil))
	n, err := fresh.TryWrite(buf)
	s.num("try_write", n, err)
	s.ret("shutdown", fresh.Shutdown(new(loop.ShutdownReq), nil))
	server := s.serve(func(*loop.TCP, uv.Errno) {})
	s.ret("accept without a connection", server.Accept(other))
	s.ret("bind what is bound", server.Bind(anyPort, 0))
	_, err = server.Peername()
	s.ret("getpeername of a server", err)
	s.ret("read_start of a server", server.ReadStart(buffer, onRead))
	s.ret("write to a server", server.Write(new(loop.WriteReq), buf, nil))
	client, err := s.dial(server, func(_ *loop.TCP, status uv.Errno) { s.say("connect %s", code(status)) })
	s.ret("connect", err)
	s.ret("connect twice", client.Connect(new(loop.ConnectReq), s.boundTo(server), nil))
	s.say("connecting: readable %d writable %d", num(client.Readable()), num(client.Writable()))
	n, err = client.TryWrite(buf)
	s.num("try_write", n, err)
	s.ret("read_start", client.ReadStart(buffer, onRead))
	s.ret("read_start twice", client.ReadStart(buffer, onRead))
	s.ret("read_start without a callback", client.ReadStart(buffer, nil))
	s.ret("read_start without an allocator", client.ReadStart(nil, onRead))
	s.close(client, "client")
	_, err = client.Fd()
	s.ret("fileno while closing", err)
	s.ret("read_start while closing", client.ReadStart(buffer, onRead))
	s.ret("write while closing", client.Write(new(loop.WriteReq), buf, nil))
	s.ret("shutdown while closing", client.Shutdown(new(loop.ShutdownReq), nil))
	s.must(server.Close(nil))
	s.num("run", s.run(uv.RunDefault), nil)
}

func tcpRefused(s *script) {
	gone := s.l.NewTCP()
	s.must(gone.Bind(anyPort, 0)) // nobody listens there
	client, err := s.dial(gone, func(client *loop.TCP, status uv.Errno) {
		s.say("connect %s readable %d writable %d", code(status), num(client.Readable()), num(client.Writable()))
		s.close(client, "client")
	})
	s.ret("connect", err)
	s.ret("write", client.Write(new(loop.WriteReq), bytes("hello"), func(status uv.Errno) {
		s.say("write %s queue %d", code(status), client.WriteQueueSize())
	}))
	s.say("queue %d", client.WriteQueueSize())
	s.ret("shutdown", client.Shutdown(new(loop.ShutdownReq), func(status uv.Errno) { s.say("shutdown %s", code(status)) }))
	s.say("active %d alive %d", num(client.Active()), num(s.l.Alive()))
	s.num("run", s.run(uv.RunDefault), nil)
}

func tcpEcho(s *script) {
	var server *loop.TCP
	server = s.serve(func(_ *loop.TCP, st uv.Errno) {
		s.note(1, "connection %s", code(st))
		conn := s.l.NewTCP()
		s.note(1, "accept: %s", status(server.Accept(conn)))
		s.note(1, "accept again: %s", status(server.Accept(conn)))
		s.note(1, "readable %d writable %d active %d", num(conn.Readable()), num(conn.Writable()), num(conn.Active()))
		s.note(1, "read_start: %s", status(conn.ReadStart(buffer, func(buf []byte, err uv.Errno) {
			s.note(1, "read %s %s", readResult(buf, err), buf)
			if len(buf) > 0 {
				s.note(1, "write: %s", status(conn.Write(new(loop.WriteReq), [][]byte{buf}, func(st uv.Errno) { s.note(1, "write %s", code(st)) })))
			} else if err == uv.EOF {
				s.must(conn.Close(func() { s.note(1, "close") }))
				s.must(server.Close(nil))
			}
		})))
	})
	s.say("server active %d", num(server.Active()))
	_, err := s.dial(server, func(client *loop.TCP, st uv.Errno) {
		s.note(0, "connect %s readable %d writable %d", code(st), num(client.Readable()), num(client.Writable()))
		s.note(0, "write: %s", status(client.Write(new(loop.WriteReq), bytes("hel", "lo"), func(st uv.Errno) { s.note(0, "write %s", code(st)) })))
		s.note(0, "queue %d", client.WriteQueueSize())
		s.note(0, "read_start: %s", status(client.ReadStart(buffer, func(buf []byte, err uv.Errno) {
			s.note(0, "read %s %s", readResult(buf, err), buf)
			if err == uv.EOF {
				s.note(0, "active %d", num(client.Active()))
				s.must(client.Close(func() { s.note(0, "close") }))
			} else if len(buf) > 0 {
				s.note(0, "shutdown: %s", status(client.Shutdown(new(loop.ShutdownReq), func(st uv.Errno) {
					s.note(0, "shutdown %s readable %d writable %d", code(st), num(client.Readable()), num(client.Writable()))
				})))
			}
		})))
	})
	s.ret("connect", err)
	s.num("run", s.run(uv.RunDefault), nil)
}

func tcpWrites(s *script) {
	received, done := 0, 0
	var client *loop.TCP
	put := func(i int) {
		s.note(0, "write %d: %s", i, status(client.Write(new(loop.WriteReq), bytes("abcdefgh"[:i], "", "0123456789"), func(st uv.Errno) {
			s.note(0, "write %d %s queue %d", i, code(st), client.WriteQueueSize())
			if done++; done == 8 {
				s.must(client.Close(nil))
			}
		})))
		s.note(0, "queue %d", client.WriteQueueSize())
	}
	server := s.serve(func(server *loop.TCP, _ uv.Errno) {
		conn := s.accept(server)
		s.must(conn.ReadStart(buffer, func(buf []byte, err uv.Errno) {
			if err == 0 {
				received += len(buf)
				return
			}
			s.note(1, "received %d, then %s", received, code(err))
			s.must(conn.Close(nil))
			s.must(server.Close(nil))
		}))
	})
	client, err := s.dial(server, func(_ *loop.TCP, st uv.Errno) {
		s.note(0, "connect %s queue %d", code(st), client.WriteQueueSize())
		for i := 4; i < 8; i++ {
			put(i)
		}
	})
	s.must(err)
	for i := range 4 {
		put(i)
	}
	s.num("run", s.run(uv.RunDefault), nil)
}

func tcpWriteSync(s *script) {
	inCall, connected, written := false, false, 0
	var client *loop.TCP
	check := s.l.NewCheck()
	server := s.serve(func(*loop.TCP, uv.Errno) {})
	write := func(what string, i int) {
		inCall = true
		s.ret(what, client.Write(new(loop.WriteReq), bytes("x"), func(st uv.Errno) {
			s.say("write %d %s in the call %d", i, code(st), num(inCall))
			if written++; written == 2 {
				s.must(client.Close(nil))
				s.must(server.Close(nil))
				s.must(check.Close(nil))
			}
		}))
		inCall = false
		s.say("queue %d", client.WriteQueueSize())
	}
	s.must(check.Start(func() {
		if connected {
			s.must(check.Stop())
			write("write in check", 1)
		}
	}))
	client, err := s.dial(server, func(_ *loop.TCP, st uv.Errno) {
		s.say("connect %s", code(st))
		write("write in connect", 0)
		connected = true
	})
	s.must(err)
	s.num("run", s.run(uv.RunDefault), nil)
}

func tcpTryWrite(s *script) {
	const big = 64 << 20
	conn := s.l.NewTCP()
	server := s.serve(func(*loop.TCP, uv.Errno) {})
	tryWrite := func(client *loop.TCP, text string) string {
		return count(client.TryWrite(bytes(text)))
	}
	_, err := s.dial(server, func(client *loop.TCP, st uv.Errno) {
		s.note(0, "connect %s", code(st))
		s.note(0, "try_write: %s", tryWrite(client, "hello"))
		s.note(0, "try_write of nothing: %s", tryWrite(client, ""))
		s.note(0, "write: %s", status(client.Write(new(loop.WriteReq), [][]byte{make([]byte, big)}, func(st uv.Errno) { s.note(0, "write big %s", code(st)) })))
		left := client.WriteQueueSize()
		s.note(0, "some of it is left: %d", num(left > 0 && left < big))
		s.note(0, "try_write: %s", tryWrite(client, "hello"))
		s.note(0, "write: %s", status(client.Write(new(loop.WriteReq), bytes("hello"), func(st uv.Errno) { s.note(0, "write next %s", code(st)) })))
		s.note(0, "queue grew by %d", client.WriteQueueSize()-left)
		s.must(client.Close(func() { s.note(0, "close, queue %d", client.WriteQueueSize()) }))
		s.must(conn.Close(nil))
		s.must(server.Close(nil))
	})
	s.must(err)
	s.num("run", s.run(uv.RunDefault), nil)
}

func tcpShutdown(s *script) {
	received := 0
	server := s.serve(func(server *loop.TCP, _ uv.Errno) {
		conn := s.accept(server)
		s.must(conn.ReadStart(buffer, func(buf []byte, err uv.Errno) {
			if err == 0 {
				received += len(buf)
				return
			}
			s.note(1, "received %d, then %s", received, code(err))
			s.note(1, "readable %d writable %d", num(conn.Readable()), num(conn.Writable()))
			s.note(1, "try_write: %s", count(conn.TryWrite(bytes("late answer"))))
			s.must(conn.Close(nil))
			s.must(server.Close(nil))
		}))
	})
	_, err := s.dial(server, func(client *loop.TCP, _ uv.Errno) {
		for i := range 3 {
			s.must(client.Write(new(loop.WriteReq), bytes("hello"), func(st uv.Errno) { s.note(0, "write %d %s", i, code(st)) }))
		}
		s.note(0, "shutdown: %s", status(client.Shutdown(new(loop.ShutdownReq), func(st uv.Errno) {
			s.note(0, "shutdown %s readable %d writable %d", code(st), num(client.Readable()), num(client.Writable()))
			s.note(0, "again: %s", status(client.Shutdown(new(loop.ShutdownReq), nil)))
		})))
		s.note(0, "writable %d", num(client.Writable()))
		s.note(0, "shutdown twice: %s", status(client.Shutdown(new(loop.ShutdownReq), nil)))
		s.note(0, "write: %s", status(client.Write(new(loop.WriteReq), bytes("hello"), nil)))
		s.note(0, "try_write: %s", count(client.TryWrite(bytes("hello"))))
		s.must(client.ReadStart(buffer, func(buf []byte, err uv.Errno) {
			s.note(0, "read %s", readResult(buf, err))
			if err != 0 {
				s.must(client.Close(nil))
			}
		}))
	})
	s.must(err)
	s.num("run", s.run(uv.RunDefault), nil)
}

func tcpClosePending(s *script) {
	server := s.serve(func(*loop.TCP, uv.Errno) {})
	client, err := s.dial(server, func(_ *loop.TCP, st uv.Errno) { s.say("connect %s", code(st)) })
	s.must(err)
	for i := range 2 {
		s.ret("write", client.Write(new(loop.WriteReq), bytes("hello"), func(st uv.Errno) { s.say("write %d %s", i, code(st)) }))
	}
	s.ret("shutdown", client.Shutdown(new(loop.ShutdownReq), func(st uv.Errno) { s.say("shutdown %s", code(st)) }))
	s.close(client, "client")
	s.say("closing %d active %d queue %d", num(client.Closing()), num(client.Active()), client.WriteQueueSize())
	s.say("alive %d", num(s.l.Alive()))
	s.must(server.Close(nil))
	s.num("run", s.run(uv.RunDefault), nil)
}

func tcpReadStop(s *script) {
	step := 0
	server := s.serve(func(server *loop.TCP, _ uv.Errno) {
		conn := s.accept(server)
		alloc := func(suggested int) []byte {
			s.note(1, "alloc %d", suggested)
			if step == 0 {
				return nil
			}
			return make([]byte, 4)
		}
		var onRead func(buf []byte, err uv.Errno)
		onRead = func(buf []byte, err uv.Errno) {
			s.note(1, "read %s %s", readResult(buf, err), buf)
			if err == uv.EOF {
				conn.ReadStop()
				s.note(1, "stop: OK")
				s.must(conn.Close(nil))
				s.must(server.Close(nil))
				return
			}
			if step++; step == 2 {
				conn.ReadStop()
				s.note(1, "stop: OK")
				s.note(1, "active %d", num(conn.Active()))
				s.note(1, "start: %s", status(conn.ReadStart(alloc, onRead)))
				s.note(1, "active %d", num(conn.Active()))
			}
		}
		s.note(1, "start: %s", status(conn.ReadStart(alloc, onRead)))
		s.note(1, "start twice: %s", status(conn.ReadStart(alloc, onRead)))
	})
	_, err := s.dial(server, func(client *loop.TCP, _ uv.Errno) {
		s.note(0, "try_write: %s", count(client.TryWrite(bytes("0123456789"))))
		s.must(client.Close(nil))
	})
	s.must(err)
	s.num("run", s.run(uv.RunDefault), nil)
}

func tcpAccept(s *script) {
	var clients [5]*loop.TCP
	n, idles, eager := 0, 0, false
	accept := func(server *loop.TCP) error {
		conn := s.l.NewTCP()
		err := server.Accept(conn)
		n++
		if err != nil {
			return err
		}
		peer, err := conn.Peername()
		s.must(err)
		for i, c := range clients {
			if s.boundTo(c) == peer {
				s.note(1, "accepted client %d", i)
			}
		}
		return nil
	}
	server := s.serve(func(server *loop.TCP, st uv.Errno) {
		s.note(1, "connection %s", code(st))
		if eager && accept(server) == nil && n == 5 {
			s.l.Stop()
		}
	})
	for i := range clients {
		var err error
		clients[i], err = s.dial(server, func(_ *loop.TCP, st uv.Errno) { s.note(0, "connect %s", code(st)) })
		s.must(err)
	}
	idle := s.l.NewIdle()
	s.must(idle.Start(func() {
		if idles++; idles < 20 {
			return
		}
		s.must(idle.Stop())
		s.note(1, "after twenty iterations")
		eager = true
		s.note(1, "accept: %s", status(accept(server)))
	}))
	s.num("run", s.run(uv.RunDefault), nil)
}

func tcpReset(s *script) {
	server := s.serve(func(server *loop.TCP, _ uv.Errno) {
		conn := s.accept(server)
		s.must(conn.ReadStart(buffer, func(buf []byte, err uv.Errno) {
			s.note(1, "read %s", readResult(buf, err))
			s.note(1, "close_reset: %s", status(conn.CloseReset(func() { s.note(1, "close") })))
			s.note(1, "closing %d", num(conn.Closing()))
		}))
	})
	_, err := s.dial(server, func(client *loop.TCP, st uv.Errno) {
		s.note(0, "connect %s", code(st))
		s.must(client.ReadStart(buffer, func(buf []byte, err uv.Errno) {
			s.note(0, "read %s", readResult(buf, err))
			if err != 0 {
				s.note(0, "shutdown: %s", status(client.Shutdown(new(loop.ShutdownReq), nil)))
				s.must(client.Close(nil))
				s.must(server.Close(nil))
			}
		}))
		_, _ = client.TryWrite(bytes("x"))
	})
	s.must(err)
	s.num("run", s.run(uv.RunDefault), nil)
	other := s.serve(func(*loop.TCP, uv.Errno) {})
	_, err = s.dial(other, func(client *loop.TCP, _ uv.Errno) {
		reset := func() {
			s.note(2, "close_reset: %s", status(client.CloseReset(func() { s.note(1, "close") })))
			s.note(2, "closing %d", num(client.Closing()))
		}
		s.note(2, "shutdown: %s", status(client.Shutdown(new(loop.ShutdownReq), func(st uv.Errno) {
			s.note(2, "shutdown %s", code(st))
			reset()
			s.l.Stop()
		})))
		reset()
	})
	s.must(err)
	s.num("run", s.run(uv.RunDefault), nil)
}

func tcpOptions(s *script) {
	tcp := s.l.NewTCP()
	s.ret("nodelay", tcp.NoDelay(true))
	s.ret("keepalive", tcp.KeepAlive(true, time.Minute))
	_, err := tcp.SendBufferSize()
	s.ret("send_buffer_size", err)
	s.ret("simultaneous_accepts", tcp.SimultaneousAccepts(true))
	s.ret("bind", tcp.Bind(anyPort, 0))
	s.ret("nodelay", tcp.NoDelay(true))
	s.ret("keepalive", tcp.KeepAlive(true, time.Minute))
	s.ret("keepalive off", tcp.KeepAlive(false, 0))
	size, err := tcp.SendBufferSize()
	s.ret("send_buffer_size", err)
	s.say("has a size: %d", num(size > 0))
	s.ret("set recv_buffer_size", tcp.SetRecvBufferSize(10000))
	size, err = tcp.RecvBufferSize()
	s.ret("recv_buffer_size", err)
	s.say("%d", size)
	_, err = tcp.Fd()
	s.ret("fileno", err)
}

func tcpIPv6(s *script) {
	family := func(a netip.AddrPort) string {
		if a.Addr().Is6() {
			return "IPv6"
		}
		return "IPv4"
	}
	server := s.l.NewTCP()
	s.ret("bind", server.Bind(netip.MustParseAddrPort("[::1]:0"), loop.IPv6Only))
	s.ret("listen", server.Listen(16, func(st uv.Errno) {
		s.note(1, "connection %s", code(st))
		s.must(s.accept(server).Close(nil))
		s.must(server.Close(nil))
	}))
	addr, err := server.Sockname()
	s.ret("getsockname", err)
	s.say("%s", family(addr))
	client := s.l.NewTCP()
	s.ret("connect", client.Connect(new(loop.ConnectReq), addr, func(st uv.Errno) {
		s.note(0, "connect %s", code(st))
		peer, err := client.Peername()
		s.note(0, "getpeername: %s", status(err))
		s.note(0, "%s %s", family(peer), peer.Addr())
		s.must(client.Close(nil))
	}))
	s.num("run", s.run(uv.RunDefault), nil)
	four := s.l.NewTCP()
	s.ret("bind to IPv4", four.Bind(anyPort, 0))
	s.ret("connect it to IPv6", four.Connect(new(loop.ConnectReq), addr, nil))
}
