//go:build unix

package differential

import (
	"syscall"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

func pipeStreamScenarios() []scenario {
	return []scenario{
		{name: "pipe_accept", run: pipeAccept},
		{name: "pipe_ends", run: pipeEnds},
		{name: "pipe_never_read", run: pipeNeverRead},
		{name: "pipe_shutdown_queued", run: pipeShutdownQueued},
		{name: "pipe_unref", run: pipeUnref},
	}
}

// pair is two connected Unix sockets.
func (s *script) pair() (a, b *loop.Pipe) {
	fds, err := loop.SocketPair(syscall.SOCK_STREAM, 0, true, true)
	s.must(err)
	a, b = s.pipe(), s.pipe()
	s.must(a.Open(fds[0]))
	s.must(b.Open(fds[1]))
	return a, b
}

func (s *script) turns(n int) {
	for range n {
		s.run(uv.RunNoWait)
	}
	s.flushNotes()
}

func pipeShutdownQueued(s *script) {
	big, got := [][]byte{make([]byte, 1<<20)}, 0
	a, b := s.pair()
	write := func(i int) error {
		return a.Write(new(loop.WriteReq), [][]byte{big[0]}, func(st uv.Errno) {
			s.note(0, "write %d %s", i, code(st))
		})
	}
	onShutdown := func(st uv.Errno) {
		s.note(0, "shutdown %s writable %d queue %d", code(st), num(a.Writable()), a.WriteQueueSize())
		s.note(0, "shutdown again: %s", status(a.Shutdown(new(loop.ShutdownReq), nil)))
	}
	tryWrite := func(what string) {
		n, err := a.TryWrite(big)
		s.num(what, n, err)
	}
	s.ret("write", write(0))
	s.ret("write", write(1))
	tryWrite("try_write")
	s.ret("shutdown", a.Shutdown(new(loop.ShutdownReq), onShutdown))
	s.ret("shutdown twice", a.Shutdown(new(loop.ShutdownReq), onShutdown))
	s.ret("write after it", write(2))
	tryWrite("try_write after it")
	s.say("writable %d active %d", num(a.Writable()), num(a.Active()))
	s.num("run nowait", s.run(uv.RunNoWait), nil)
	s.flushNotes()
	s.ret("read_start", b.ReadStart(buffer, func(buf []byte, err uv.Errno) {
		got += len(buf)
		if err == uv.EOF {
			s.note(1, "read %d bytes", got)
			s.must(b.Close(nil))
		}
	}))
	s.num("run", s.run(uv.RunDefault), nil)
}

func pipeNeverRead(s *script) {
	a, b := s.pair()
	for i := range 3 {
		s.ret("write", a.Write(new(loop.WriteReq), [][]byte{make([]byte, 1<<20)}, func(st uv.Errno) {
			s.say("write %d %s", i, code(st))
			s.ret("write in it", a.Write(new(loop.WriteReq), bytes("x"), nil))
			n, err := a.TryWrite(bytes("x"))
			s.num("try_write in it", n, err)
			s.ret("read_start in it", a.ReadStart(buffer, nil))
		}))
	}
	s.ret("shutdown", a.Shutdown(new(loop.ShutdownReq), func(st uv.Errno) {
		s.say("shutdown %s queue %d", code(st), a.WriteQueueSize())
	}))
	s.num("run nowait", s.run(uv.RunNoWait), nil)
	s.num("backend timeout", s.l.BackendTimeout(), nil)
	s.must(a.Close(func() {
		s.say("close a active %d alive %d", num(a.Active()), num(s.l.Alive()))
		s.close(b, "b")
	}))
	s.num("backend timeout", s.l.BackendTimeout(), nil)
	s.num("run", s.run(uv.RunDefault), nil)
}

func pipeUnref(s *script) {
	a, b := s.pair()
	alive := func(p *loop.Pipe) { s.say("active %d alive %d", num(p.Active()), num(s.l.Alive())) }
	state := func() { s.say("active %d has_ref %d alive %d", num(b.Active()), num(b.HasRef()), num(s.l.Alive())) }
	state()
	s.ret("read_start", b.ReadStart(buffer, func(buf []byte, err uv.Errno) { s.note(1, "read %s %s", readResult(buf, err), buf) }))
	state()
	b.Unref()
	b.Unref()
	a.Unref()
	state()
	s.num("run", s.run(uv.RunDefault), nil)
	s.ret("write", a.Write(new(loop.WriteReq), bytes("hello"), func(st uv.Errno) {
		s.note(0, "write %s alive %d", code(st), num(s.l.Alive()))
	}))
	alive(a)
	s.num("run", s.run(uv.RunDefault), nil)
	s.flushNotes()
	s.ret("shutdown", a.Shutdown(new(loop.ShutdownReq), func(st uv.Errno) {
		s.note(0, "shutdown %s alive %d", code(st), num(s.l.Alive()))
	}))
	alive(a)
	s.num("run", s.run(uv.RunDefault), nil)
	s.flushNotes()
	b.Ref()
	alive(b)
	s.num("run nowait", s.run(uv.RunNoWait), nil)
	s.flushNotes()
	alive(b)
}

func pipeAccept(s *script) {
	server := s.pipe()
	s.ret("bind", server.Bind("socket"))
	s.ret("listen", server.Listen(8, func(st uv.Errno) { s.note(1, "connection %s", code(st)) }))
	s.say("server: readable %d writable %d active %d", num(server.Readable()), num(server.Writable()), num(server.Active()))
	s.ret("read_start", server.ReadStart(buffer, func([]byte, uv.Errno) {}))
	n, err := server.TryWrite(bytes("hello"))
	s.num("write", n, err)
	conn := []*loop.Pipe{s.pipe(), s.pipe()}
	s.ret("accept nothing", server.Accept(conn[0]))
	var clients []*loop.Pipe
	for i := range 3 {
		p := s.pipe()
		clients = append(clients, p)
		s.must(p.Connect(new(loop.ConnectReq), "socket", func(st uv.Errno) { s.note(0, "connect %d %s", i, code(st)) }))
	}
	s.turns(4)
	s.ret("accept", server.Accept(conn[0]))
	s.ret("accept again", server.Accept(conn[1]))
	s.turns(4)
	n, err = conn[0].TryWrite(bytes("hello"))
	s.num("try_write", n, err)
	for i, p := range clients {
		s.ret("read_start", p.ReadStart(buffer, func(buf []byte, err uv.Errno) {
			s.note(min(2+i, 3), "read %s %s", readResult(buf, err), buf)
			if err != 0 {
				s.must(p.Close(nil))
			}
		}))
	}
	s.turns(2)
	s.must(server.Close(nil))
	s.turns(4)
}

func pipeEnds(s *script) {
	a, b := s.pair()
	onRead := func(buf []byte, err uv.Errno) {
		s.say("read %s %s active %d", readResult(buf, err), buf, num(len(buf) > 0 || b.Active()))
	}
	state := func() { s.say("readable %d writable %d", num(b.Readable()), num(b.Writable())) }
	write := func() {
		s.ret("write", b.Write(new(loop.WriteReq), bytes("hello"), func(st uv.Errno) { s.say("write %s", code(st)) }))
	}
	try := func(p *loop.Pipe) (int, error) { return p.TryWrite(bytes("hello")) }
	s.say("data and the end")
	_, err := try(a)
	s.must(err)
	s.must(a.Close(nil))
	s.must(b.ReadStart(buffer, onRead))
	s.turns(3)
	state()
	s.ret("read_start", b.ReadStart(buffer, onRead))
	s.turns(3)
	write()
	s.turns(3)
	n, err := try(b)
	s.num("try_write", n, err)
	s.must(b.Close(nil))
	s.turns(3)
	a, b = s.pair()
	s.say("the end with data unread")
	_, err = try(b)
	s.must(err)
	s.must(a.Close(nil))
	s.turns(3)
	s.must(b.ReadStart(buffer, onRead))
	s.turns(3)
	state()
	s.ret("read_start", b.ReadStart(buffer, onRead))
	write()
	s.turns(3)
}
