//go:build unix

package differential

import (
	"net/netip"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

var anyPort = netip.MustParseAddrPort("127.0.0.1:0")

func (s *script) boundTo(t *loop.TCP) netip.AddrPort {
	addr, err := t.Sockname()
	s.must(err)
	return addr
}

func (s *script) serve(on func(server *loop.TCP, status uv.Errno)) *loop.TCP {
	t := s.l.NewTCP()
	s.must(t.Bind(anyPort, 0))
	s.must(t.Listen(16, func(status uv.Errno) { on(t, status) }))
	return t
}

func (s *script) dial(server *loop.TCP, on func(client *loop.TCP, status uv.Errno)) (*loop.TCP, error) {
	t := s.l.NewTCP()
	return t, t.Connect(new(loop.ConnectReq), s.boundTo(server), func(status uv.Errno) { on(t, status) })
}

// accept takes the connection that was announced.
func (s *script) accept(server *loop.TCP) *loop.TCP {
	conn := s.l.NewTCP()
	s.must(server.Accept(conn))
	return conn
}

func status(err error) string { return name(int(loop.Errno(err))) }

// count is what a call returned that gives a number or an error.
func count(n int, err error) string {
	if err != nil {
		return status(err)
	}
	return name(n)
}

func code(err uv.Errno) string { return name(int(err)) }

// read is what a read callback is given.
func readResult(buf []byte, err uv.Errno) string {
	if err != 0 {
		return code(err)
	}
	return name(len(buf))
}

func buffer(n int) []byte { return make([]byte, n) }

func bytes(text ...string) [][]byte {
	bufs := make([][]byte, len(text))
	for i, t := range text {
		bufs[i] = []byte(t)
	}
	return bufs
}
