//go:build unix

package loop

import (
	"io"
	"net"
	"net/netip"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

// options reads the switches of a socket.
func options(t testing.TB, s *TCP) (noDelay, keepAlive bool) {
	t.Helper()
	fd, err := s.Fd()
	must(t, err)
	n, err := unix.GetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_NODELAY)
	must(t, err)
	k, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_KEEPALIVE)
	must(t, err)
	return n != 0, k != 0
}

func TestOptionsHoldForTheSocketToCome(t *testing.T) {
	l := newLoop(t, Options{})
	early := func() *TCP {
		s := l.NewTCP()
		must(t, s.NoDelay(true))
		must(t, s.KeepAlive(true, time.Minute))
		return s
	}
	check := func(s *TCP, want bool) {
		t.Helper()
		n, k := options(t, s)
		if n != want || k != want {
			t.Errorf("nodelay %v, keepalive %v, want %v", n, k, want)
		}
	}
	_, addr := listenTCP(t, l, func(server *TCP) {
		peer := early()
		must(t, server.Accept(peer))
		check(peer, true)
		closeAll(l)
	})
	client := early()
	must(t, client.NoDelay(false))
	must(t, client.NoDelay(true))
	must(t, client.Connect(&ConnectReq{}, addr, nil))
	check(client, true)
	must(t, client.NoDelay(false))
	must(t, client.KeepAlive(false, 0))
	check(client, false)
	bound := early()
	must(t, bound.Bind(anyPort, 0))
	check(bound, true)
	opened := early()
	fd, err := newTCPSocket(false)
	errIs(t, err, 0)
	must(t, opened.Open(fd))
	check(opened, true)
	run(t, l)
}

func TestKeepAliveSetsItsTimes(t *testing.T) {
	l := newLoop(t, Options{})
	s, err := l.NewTCPSocket(IPv4)
	must(t, err)
	fd, err := s.Fd()
	must(t, err)
	times := func() (got [3]int) {
		for i, o := range keepAliveOptions {
			if o != 0 {
				got[i], err = unix.GetsockoptInt(fd, unix.IPPROTO_TCP, o)
				must(t, err)
			}
		}
		return got
	}
	if keepAliveOptions[1] == 0 {
		t.Skip("this system has no keep-alive times of a socket")
	}
	must(t, s.KeepAlive(true, 90*time.Second))
	equal(t, times(), [3]int{90, 1, 10})
	must(t, s.KeepAliveEx(true, 1500*time.Millisecond, 3*time.Second, 4))
	equal(t, times(), [3]int{2, 3, 4})
	must(t, s.KeepAlive(false, 0))
	for _, bad := range []struct {
		idle, interval time.Duration
		count          int
	}{
		{0, time.Second, 1}, {time.Second - 1, time.Second, 1}, {time.Second, 0, 1},
		{time.Second, time.Second, 0}, {-time.Hour, time.Second, 1}, {time.Second, time.Second, 1 << 40},
		{1 << 62, time.Second, 1}, {time.Second, 1 << 62, 1},
	} {
		errIs(t, s.KeepAliveEx(true, bad.idle, bad.interval, bad.count), uv.EINVAL)
	}
	errIs(t, s.KeepAlive(true, 999*time.Millisecond), uv.EINVAL)
	_, on := options(t, s)
	equal(t, on, false)
	must(t, s.SimultaneousAccepts(false))
	must(t, s.Close(nil))
	errIs(t, s.KeepAlive(true, time.Second), uv.EINVAL)
	errIs(t, s.NoDelay(true), uv.EINVAL)
}

func TestSocketOfAFamilyIsMadeAtOnce(t *testing.T) {
	l := newLoop(t, Options{})
	lazy, err := l.NewTCPSocket(Unspecified)
	must(t, err)
	_, err = lazy.Fd()
	errIs(t, err, uv.EBADF)
	for family, want := range map[Family]string{IPv4: "0.0.0.0:0", IPv6: "[::]:0"} {
		s, err := l.NewTCPSocket(family)
		must(t, err)
		name, err := s.Sockname()
		must(t, err)
		equal(t, name.String(), want)
	}
	_, err = l.NewTCPSocket(IPv6 + 1)
	errIs(t, err, uv.EINVAL)
	four, err := l.NewTCPSocket(IPv4)
	must(t, err)
	if err := four.Bind(netip.MustParseAddrPort("[::1]:0"), 0); err == nil {
		t.Error("a socket of IPv4 was bound to an address of IPv6")
	}
	must(t, four.Bind(anyPort, 0))
	six, err := l.NewTCPSocket(IPv6)
	must(t, err)
	errIs(t, six.Bind(anyPort, 0), uv.EINVAL)
	must(t, six.Bind(netip.MustParseAddrPort("[::1]:0"), IPv6Only))
}

func TestBindAgainAfterAnAddressInUse(t *testing.T) {
	l := newLoop(t, Options{})
	_, addr := listenTCP(t, l, func(*TCP) {})
	s := l.NewTCP()
	must(t, s.Bind(addr, 0))
	must(t, s.Bind(anyPort, 0))
	must(t, s.Listen(1, func(uv.Errno) {}))
	errIs(t, s.Bind(anyPort, 0), uv.EINVAL)
	errIs(t, l.NewTCP().Bind(anyPort, 4), uv.EINVAL)
}

// A server that has its socket from elsewhere, as from a service manager.
func TestServerOnASocketThatWasListening(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer ln.Close()
	file, err := ln.(*net.TCPListener).File()
	must(t, err)
	fd, err := unix.Dup(int(file.Fd()))
	must(t, err)
	must(t, file.Close())
	l := newLoop(t, Options{})
	server := l.NewTCP()
	must(t, server.Open(fd))
	served := false
	must(t, server.Listen(8, func(st uv.Errno) {
		must(t, st.Err())
		served = true
		closeAll(l)
	}))
	dial(t, ln.Addr().(*net.TCPAddr).AddrPort())
	run(t, l)
	equal(t, served, true)
}

// A socket that was made elsewhere connects and transfers.
func TestOpenedSocketConnects(t *testing.T) {
	l := newLoop(t, Options{})
	_, addr := listenTCP(t, l, func(server *TCP) {
		peer := l.NewTCP()
		must(t, server.Accept(peer))
		must(t, peer.Write(&WriteReq{}, [][]byte{[]byte("hi")}, func(uv.Errno) { must(t, peer.CloseReset(nil)) }))
		must(t, server.Close(nil))
	})
	fd, failed := newTCPSocket(false)
	errIs(t, failed, 0)
	s := l.NewTCP()
	must(t, s.Open(fd))
	errIs(t, s.Open(fd), uv.EBUSY)
	var got string
	must(t, s.Connect(&ConnectReq{}, addr, func(st uv.Errno) { must(t, st.Err()) }))
	must(t, s.ReadStart(newBuf, func(b []byte, st uv.Errno) {
		got += string(b)
		if st != 0 {
			errIs(t, st, uv.ECONNRESET)
			must(t, s.Close(nil))
		}
	}))
	run(t, l)
	if got != "hi" && got != "" { // a reset may overtake data
		t.Errorf("got %q", got)
	}
}

func TestCloseResetSendsAReset(t *testing.T) {
	l := newLoop(t, Options{})
	errIs(t, l.NewTCP().CloseReset(nil), uv.EBADF)
	var s steps
	pair(t, l, func(client, peer *TCP) {
		must(t, client.CloseReset(s.note("closed")))
		errIs(t, client.CloseReset(nil), uv.EBADF)
		readAll(t, &peer.Stream, func(_ []byte, st uv.Errno) { s.note(st.Name())(); closeAll(l) })
	})
	run(t, l)
	s.want(t, "closed", "ECONNRESET")
}

func TestCloseResetIsRefusedWhileAShutdownIsPending(t *testing.T) {
	l := newLoop(t, Options{})
	closed := false
	pair(t, l, func(client, peer *TCP) {
		must(t, client.Shutdown(&ShutdownReq{}, func(uv.Errno) {
			must(t, client.CloseReset(func() { closed = true }))
			must(t, peer.Close(nil))
		}))
		errIs(t, client.CloseReset(nil), uv.EINVAL)
		equal(t, client.Closing(), false)
	})
	run(t, l)
	equal(t, closed, true)
}

// stack makes a server on all addresses of IPv6, and returns its port.
func stack(t testing.TB, l *Loop, flags BindFlags, cb func(server *TCP)) uint16 {
	t.Helper()
	server := l.NewTCP()
	must(t, server.Bind(netip.MustParseAddrPort("[::]:0"), flags))
	must(t, server.Listen(8, func(st uv.Errno) { must(t, st.Err()); cb(server) }))
	name, err := server.Sockname()
	must(t, err)
	return name.Port()
}

func TestDualStackServerTakesIPv4(t *testing.T) {
	l := newLoop(t, Options{})
	var from string
	port := stack(t, l, 0, func(server *TCP) {
		c := l.NewTCP()
		must(t, server.Accept(c))
		peer, err := c.Peername()
		must(t, err)
		from = peer.Addr().String()
		closeAll(l)
	})
	dial(t, netip.AddrPortFrom(netip.MustParseAddr("127.0.0.1"), port))
	run(t, l)
	equal(t, from, "::ffff:127.0.0.1")
}

func TestIPv6OnlyServerRefusesIPv4(t *testing.T) {
	l := newLoop(t, Options{})
	port := stack(t, l, IPv6Only, func(*TCP) { t.Error("called") })
	var got uv.Errno
	c := l.NewTCP()
	must(t, c.Connect(&ConnectReq{}, netip.AddrPortFrom(netip.MustParseAddr("127.0.0.1"), port), func(st uv.Errno) {
		got = st
		closeAll(l)
	}))
	run(t, l)
	errIs(t, got, uv.ECONNREFUSED)
}

// A mapped address is one of IPv6, which reaches IPv4.
func TestMappedAddressConnectsThroughIPv6(t *testing.T) {
	l := newLoop(t, Options{})
	_, addr := listenTCP(t, l, func(server *TCP) { must(t, server.Accept(l.NewTCP())) })
	c := l.NewTCP()
	mapped := netip.AddrPortFrom(netip.AddrFrom16(addr.Addr().As16()), addr.Port())
	must(t, c.Connect(&ConnectReq{}, mapped, func(st uv.Errno) {
		must(t, st.Err())
		peer, err := c.Peername()
		must(t, err)
		equal(t, peer.String(), mapped.String())
		closeAll(l)
	}))
	run(t, l)
}

func TestTwoServersShareAPort(t *testing.T) {
	l := newLoop(t, Options{})
	if reusePort == 0 {
		errIs(t, l.NewTCP().Bind(anyPort, ReusePort), uv.ENOTSUP)
		return
	}
	const clients = 64
	left := clients
	served := [2]int{}
	serve := func(i int, at netip.AddrPort) netip.AddrPort {
		server := l.NewTCP()
		must(t, server.Bind(at, ReusePort))
		must(t, server.Listen(clients, func(st uv.Errno) {
			must(t, st.Err())
			must(t, server.Accept(l.NewTCP()))
			served[i]++
			if left--; left == 0 {
				closeAll(l)
			}
		}))
		name, err := server.Sockname()
		must(t, err)
		return name
	}
	addr := serve(0, anyPort)
	serve(1, addr)
	for range clients {
		must(t, l.NewTCP().Connect(&ConnectReq{}, addr, nil))
	}
	run(t, l)
	if served[0] == 0 || served[1] == 0 || served[0]+served[1] != clients {
		t.Errorf("the servers got %v connections of %d", served, clients)
	}
}

func TestBufferSizes(t *testing.T) {
	l := newLoop(t, Options{})
	s := l.NewTCP()
	_, err := s.SendBufferSize()
	errIs(t, err, uv.EBADF)
	errIs(t, s.SetRecvBufferSize(1000), uv.EBADF)
	must(t, s.Bind(anyPort, 0))
	for _, b := range []struct {
		get func() (int, error)
		set func(int) error
	}{{s.SendBufferSize, s.SetSendBufferSize}, {s.RecvBufferSize, s.SetRecvBufferSize}} {
		before, err := b.get()
		must(t, err)
		must(t, b.set(20_000))
		after, err := b.get()
		must(t, err)
		if before == after || after != 20_000 && after != 40_000 { // Linux doubles it
			t.Errorf("%d bytes, and %d after 20,000 were set", before, after)
		}
		errIs(t, b.set(0), uv.EINVAL)
	}
}

// A stream that is made blocking has written all when Write returns, however
// slow the reader is, and calls back later all the same.
func TestBlockingStreamWritesInTheCall(t *testing.T) {
	l := newLoop(t, Options{})
	errIs(t, l.NewTCP().SetBlocking(true), uv.EBADF)
	fds, err := SocketPair(unix.SOCK_STREAM, 0, true, true)
	must(t, err)
	p := openPipe(t, l, fds[0])
	must(t, p.SetBlocking(true))
	read := make(chan int)
	go func() {
		n, _ := io.Copy(io.Discard, blockingReader(fds[1]))
		read <- int(n)
	}()
	called := 0
	for range 2 {
		must(t, p.Write(&WriteReq{}, [][]byte{make([]byte, 4<<20), make([]byte, 1)}, func(st uv.Errno) {
			must(t, st.Err())
			called++
		}))
	}
	equal(t, []int{p.WriteQueueSize(), called}, []int{0, 0})
	must(t, p.Shutdown(&ShutdownReq{}, nil))
	run(t, l)
	equal(t, []int{<-read, called}, []int{2 * (4<<20 + 1), 2})
}

// blockingReader reads a descriptor from outside of a loop, and closes it at
// the end.
type blockingReader int

func (fd blockingReader) Read(b []byte) (int, error) {
	for {
		n, err := unix.Read(int(fd), b)
		switch {
		case err == unix.EAGAIN || err == unix.EINTR:
			_, _ = unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, -1)
		case n > 0:
			return n, nil
		default:
			closeFd(int(fd))
			return 0, io.EOF
		}
	}
}
