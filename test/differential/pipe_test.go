//go:build unix

package differential

import (
	"io/fs"
	"os"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

func pipeScenarios() []scenario {
	return []scenario{
		{name: "pipe_echo", run: pipeEcho},
		{name: "pipe_errors", run: pipeErrors},
		{name: "pipe_open", run: pipeOpen},
	}
}

func (s *script) pipe() *loop.Pipe {
	p, err := s.l.NewPipe(false)
	s.must(err)
	return p
}

func pipeEcho(s *script) {
	server, client := s.pipe(), s.pipe()
	names := func(who int, what string, p *loop.Pipe) {
		own, err := p.Sockname()
		s.note(who, "%s is called %s \"%s\"", what, status(err), own)
		peer, err := p.Peername()
		s.note(who, "%s has a peer %s \"%s\"", what, status(err), peer)
	}
	s.ret("init", nil)
	s.ret("bind", server.Bind("socket"))
	names(2, "the server", server)
	s.ret("listen", server.Listen(16, func(st uv.Errno) {
		s.note(1, "connection %s", code(st))
		conn := s.pipe()
		s.note(1, "accept: %s", status(server.Accept(conn)))
		names(1, "the connection", conn)
		s.must(conn.ReadStart(buffer, func(buf []byte, err uv.Errno) {
			s.note(1, "read %s %s", readResult(buf, err), buf)
			if len(buf) > 0 {
				s.must(conn.Write(new(loop.WriteReq), [][]byte{buf}, func(st uv.Errno) { s.note(1, "write %s", code(st)) }))
			} else if err == uv.EOF {
				s.must(conn.Close(func() { s.note(1, "close") }))
				s.must(server.Close(nil))
			}
		}))
	}))
	info, err := os.Stat("socket")
	s.say("is a socket: %d", num(err == nil && info.Mode().Type() == fs.ModeSocket))
	s.must(client.Connect(new(loop.ConnectReq), "socket", func(st uv.Errno) {
		s.note(0, "connect %s readable %d writable %d", code(st), num(client.Readable()), num(client.Writable()))
		names(0, "the client", client)
		s.must(client.Write(new(loop.WriteReq), bytes("hello"), func(st uv.Errno) { s.note(0, "write %s", code(st)) }))
		s.must(client.ReadStart(buffer, func(buf []byte, err uv.Errno) {
			s.note(0, "read %s %s", readResult(buf, err), buf)
			if err == uv.EOF {
				s.must(client.Close(func() { s.note(0, "close") }))
			} else if len(buf) > 0 {
				s.note(0, "shutdown: %s", status(client.Shutdown(new(loop.ShutdownReq), func(st uv.Errno) { s.note(0, "shutdown %s", code(st)) })))
			}
		}))
	}))
	s.num("run", s.run(uv.RunDefault), nil)
	_, err = os.Stat("socket")
	s.say("is there still: %d", num(err == nil))
}

func pipeErrors(s *script) {
	s.must(os.WriteFile("file", nil, 0o600))
	a := s.pipe()
	_, err := a.Fd()
	s.ret("fileno", err)
	_, err = a.Sockname()
	s.ret("getsockname", err)
	s.ret("listen without a name", a.Listen(1, func(uv.Errno) {}))
	s.ret("read_start", a.ReadStart(buffer, func([]byte, uv.Errno) {}))
	s.ret("bind below nothing", a.Bind("none/socket"))
	s.ret("bind to a file", a.Bind("file"))
	s.ret("bind", a.Bind("socket"))
	s.ret("bind twice", a.Bind("other"))
	s.ret("bind to what is in use", s.pipe().Bind("socket"))
	connect := func(p *loop.Pipe, path string) {
		s.must(p.Connect(new(loop.ConnectReq), path, func(st uv.Errno) {
			s.say("connect %s readable %d", code(st), num(p.Readable()))
		}))
	}
	connect(s.pipe(), "none")
	s.say("after the call")
	s.run(uv.RunDefault)
	d := s.pipe()
	connect(d, "socket") // nobody listens
	s.run(uv.RunDefault)
	connect(d, "file")
	s.run(uv.RunDefault)
}

func pipeOpen(s *script) {
	r, w, err := loop.PipeFds(true, true)
	s.ret("pipe", err)
	in, out := s.pipe(), s.pipe()
	s.ret("open", in.Open(r))
	s.ret("open", out.Open(w))
	s.say("reading end: readable %d writable %d", num(in.Readable()), num(in.Writable()))
	s.say("writing end: readable %d writable %d", num(out.Readable()), num(out.Writable()))
	onRead := func(buf []byte, err uv.Errno) {
		s.note(1, "read %s %s", readResult(buf, err), buf)
		if err == uv.EOF {
			s.must(in.Close(nil))
		}
	}
	s.ret("read_start of the writing end", out.ReadStart(buffer, onRead))
	s.ret("write to the reading end", in.Write(new(loop.WriteReq), bytes("hello, "), nil))
	for i, text := range []string{"hello, ", "world"} {
		s.ret("write", out.Write(new(loop.WriteReq), bytes(text), func(st uv.Errno) {
			s.note(0, "write %d %s", i, code(st))
			if i == 1 {
				s.must(out.Close(nil))
			}
		}))
	}
	s.say("queue %d", out.WriteQueueSize())
	s.ret("read_start", in.ReadStart(buffer, onRead))
	s.num("run", s.run(uv.RunDefault), nil)
}
