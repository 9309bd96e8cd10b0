//go:build unix

package loop

import (
	"net/netip"
	"testing"

	"github.com/loopground/loopground/loop/uv"
)

var anyPort = netip.MustParseAddrPort("127.0.0.1:0")

func newBuf(n int) []byte { return make([]byte, n) }

// listenTCP makes a server on a free port of the loopback.
func listenTCP(t testing.TB, l *Loop, cb func(server *TCP)) (*TCP, netip.AddrPort) {
	t.Helper()
	server := l.NewTCP()
	must(t, server.Bind(anyPort, 0))
	must(t, server.Listen(128, func(st uv.Errno) {
		must(t, st.Err())
		cb(server)
	}))
	addr, err := server.Sockname()
	must(t, err)
	return server, addr
}

// pair connects two streams; f runs when both ends are there. The server is
// closed then.
func pair(t testing.TB, l *Loop, f func(client, peer *TCP)) {
	t.Helper()
	client, peer := l.NewTCP(), l.NewTCP()
	left := 2
	both := func() {
		if left--; left == 0 {
			f(client, peer)
		}
	}
	_, addr := listenTCP(t, l, func(server *TCP) {
		must(t, server.Accept(peer))
		must(t, server.Close(nil))
		both()
	})
	must(t, client.Connect(&ConnectReq{}, addr, func(st uv.Errno) {
		must(t, st.Err())
		both()
	}))
}

// readAll reads to the end and then calls done with the bytes and the error
// that ended them.
func readAll(t testing.TB, s *Stream, done func(got []byte, end uv.Errno)) {
	t.Helper()
	buf := make([]byte, 64<<10)
	var got []byte
	must(t, s.ReadStart(func(int) []byte { return buf }, func(b []byte, err uv.Errno) {
		got = append(got, b...)
		if err != 0 {
			done(got, err)
		}
	}))
}
