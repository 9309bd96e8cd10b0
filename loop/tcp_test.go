//go:build unix

package loop

import (
	"fmt"
	"net"
	"net/netip"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

func TestTCPEcho(t *testing.T) {
	for _, host := range []string{"127.0.0.1", "::1"} {
		l := newLoop(t, Options{})
		server := l.NewTCP()
		if err := server.Bind(netip.AddrPortFrom(netip.MustParseAddr(host), 0), 0); err != nil && host == "::1" {
			t.Logf("no IPv6 here: %v", err)
			continue
		} else {
			must(t, err)
		}
		must(t, server.Listen(8, func(st uv.Errno) {
			must(t, st.Err())
			c := l.NewTCP()
			must(t, server.Accept(c))
			must(t, server.Close(nil))
			must(t, c.NoDelay(true))
			must(t, c.ReadStart(newBuf, func(b []byte, err uv.Errno) {
				if err != 0 {
					errIs(t, err, uv.EOF)
					must(t, c.Close(nil))
					return
				}
				must(t, c.Write(&WriteReq{}, [][]byte{b}, nil))
			}))
		}))
		addr, err := server.Sockname()
		must(t, err)
		client := l.NewTCP()
		must(t, client.Connect(&ConnectReq{}, addr, nil))
		must(t, client.Write(&WriteReq{}, [][]byte{[]byte("hello")}, nil)) // goes out once connected
		must(t, client.ReadStart(newBuf, func(b []byte, err uv.Errno) {
			equal(t, string(b), "hello")
			peer, err2 := client.Peername()
			if must(t, err2); peer != addr {
				t.Errorf("the peer is %v, want %v", peer, addr)
			}
			must(t, client.Close(nil))
		}))
		run(t, l)
	}
}

// freePort is a port nobody listens on.
func freePort(t testing.TB) netip.AddrPort {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer ln.Close()
	return ln.Addr().(*net.TCPAddr).AddrPort()
}

func TestRefusedConnectionShowsInTheCallbackOnly(t *testing.T) {
	l := newLoop(t, Options{})
	var s steps
	c := l.NewTCP()
	must(t, c.Connect(&ConnectReq{}, freePort(t), func(st uv.Errno) {
		s.note("connect " + st.Name())()
		if p := l.Phase(); p != uv.PollPhase && p != uv.Pending {
			t.Errorf("in phase %v", p)
		}
	}))
	errIs(t, c.Connect(&ConnectReq{}, freePort(t), nil), uv.EALREADY)
	must(t, c.Write(&WriteReq{}, [][]byte{{1}}, func(st uv.Errno) { s.note("write " + st.Name())() }))
	must(t, c.Shutdown(&ShutdownReq{}, func(st uv.Errno) { s.note("shutdown " + st.Name())() }))
	s.note("returned")()
	run(t, l)
	s.want(t, "returned", "connect ECONNREFUSED", "write ECANCELED", "shutdown ENOTCONN")
	errIs(t, c.Write(&WriteReq{}, nil, nil), uv.EPIPE)
}

// The stream stays readable and writable: what is wrong shows when it is used.
func TestStreamAfterARefusedConnection(t *testing.T) {
	l := newLoop(t, Options{})
	var s steps
	c := l.NewTCP()
	must(t, c.Connect(&ConnectReq{}, freePort(t), func(st uv.Errno) {
		errIs(t, st, uv.ECONNREFUSED)
		equal(t, []bool{c.Readable(), c.Writable()}, []bool{true, true})
		must(t, c.Write(&WriteReq{}, [][]byte{{1}}, func(st uv.Errno) { s.note("write " + st.Name())() }))
		equal(t, c.WriteQueueSize(), 1)
		_, err := c.TryWrite([][]byte{{1}})
		errIs(t, err, uv.EAGAIN)
	}))
	must(t, c.ReadStart(newBuf, func(_ []byte, st uv.Errno) { s.note("read " + st.Name())() }))
	run(t, l)
	s.want(t, "write EPIPE", "read EOF")
}

func TestCloseCancelsAConnect(t *testing.T) {
	l := newLoop(t, Options{})
	var s steps
	_, addr := listenTCP(t, l, func(server *TCP) {})
	c := l.NewTCP()
	must(t, c.Connect(&ConnectReq{}, addr, func(st uv.Errno) { s.note(st.Name())() }))
	must(t, c.Close(s.note("closed")))
	turn(t, l)
	s.want(t, "ECANCELED", "closed")
}

func TestAddressInUseShowsAtListen(t *testing.T) {
	l := newLoop(t, Options{})
	_, addr := listenTCP(t, l, func(*TCP) {})
	other := l.NewTCP()
	must(t, other.Bind(addr, 0))
	errIs(t, other.Listen(8, func(uv.Errno) { t.Error("called") }), uv.EADDRINUSE)
	_, err := other.Sockname()
	errIs(t, err, uv.EADDRINUSE)
}

func TestAddressInUseShowsAtConnectThroughPending(t *testing.T) {
	l := newLoop(t, Options{})
	_, addr := listenTCP(t, l, func(*TCP) {})
	other := l.NewTCP()
	must(t, other.Bind(addr, 0))
	var s steps
	must(t, other.Connect(&ConnectReq{}, addr, func(st uv.Errno) { s.note(fmt.Sprint(st.Name(), " ", l.Phase()))() }))
	turn(t, l)
	s.want(t, "EADDRINUSE pending")
}

func TestStreamClosedByAnotherInThePendingPhaseGetsNothingThere(t *testing.T) {
	l := newLoop(t, Options{})
	_, addr := listenTCP(t, l, func(*TCP) {})
	first, second := l.NewTCP(), l.NewTCP()
	var s steps
	for i, c := range []*TCP{first, second} {
		must(t, c.Bind(addr, 0)) // in use, which connect tells in the pending phase
		must(t, c.Connect(&ConnectReq{}, addr, func(st uv.Errno) {
			s.note(fmt.Sprint(i, " ", st.Name(), " ", l.Phase()))()
			if !second.Closing() {
				must(t, second.Close(nil))
			}
		}))
	}
	turn(t, l)
	s.want(t, "0 EADDRINUSE pending", "1 ECANCELED closing")
}

func TestBindAndConnectCheckTheirArguments(t *testing.T) {
	l := newLoop(t, Options{})
	s := l.NewTCP()
	errIs(t, s.Bind(netip.AddrPort{}, 0), uv.EINVAL)
	errIs(t, s.Bind(anyPort, IPv6Only), uv.EINVAL)
	errIs(t, s.Bind(netip.MustParseAddrPort("192.0.2.1:0"), 0), uv.EADDRNOTAVAIL)
	errIs(t, s.Listen(1, nil), uv.EINVAL)
	must(t, s.Bind(anyPort, 0))
	errIs(t, s.Bind(anyPort, 0), uv.EINVAL)
	errIs(t, s.Connect(&ConnectReq{}, netip.MustParseAddrPort("[::1]:1"), nil), uv.EAFNOSUPPORT)
	errIs(t, s.Connect(&ConnectReq{}, netip.AddrPort{}, nil), uv.EINVAL)
	fresh := l.NewTCP()
	_, err := fresh.Peername()
	errIs(t, err, uv.EBADF)
	_, err = fresh.Fd()
	errIs(t, err, uv.EBADF)
	must(t, fresh.Close(nil))
	errIs(t, fresh.Bind(anyPort, 0), uv.EINVAL)
	errIs(t, fresh.Connect(&ConnectReq{}, anyPort, nil), uv.EINVAL)
	errIs(t, fresh.Listen(1, func(uv.Errno) {}), uv.EINVAL)
}

func TestOneConnectionIsAcceptedPerEvent(t *testing.T) {
	l := newLoop(t, Options{})
	byIteration := map[uint32]int{}
	left := 4
	_, addr := listenTCP(t, l, func(server *TCP) {
		byIteration[l.Iteration()]++
		c := l.NewTCP()
		must(t, server.Accept(c))
		errIs(t, server.Accept(l.NewTCP()), uv.EAGAIN)
		if left--; left == 0 {
			must(t, server.Close(nil))
		}
	})
	for range left {
		dial(t, addr)
	}
	run(t, l)
	for i, n := range byIteration {
		if n != 1 {
			t.Errorf("%d connections in iteration %d", n, i)
		}
	}
	if left != 0 {
		t.Errorf("%d connections were not announced", left)
	}
}

// Without Accept nothing more is announced, and the loop does not spin.
func TestServerThatDoesNotAcceptWaits(t *testing.T) {
	other, l := newLoop(t, Options{}), newLoop(t, Options{})
	announced := 0
	server, addr := listenTCP(t, l, func(*TCP) { announced++ })
	for range 2 {
		dial(t, addr)
	}
	for range 20 {
		turn(t, l)
	}
	if events := l.Metrics().Events; announced != 1 || events > 1 {
		t.Errorf("announced %d times after %d events, want 1 of 1", announced, events)
	}
	errIs(t, server.Accept(other.NewTCP()), uv.EINVAL)
	c := l.NewTCP()
	must(t, server.Accept(c))
	errIs(t, c.Connect(&ConnectReq{}, addr, nil), uv.EISCONN)
	for range 20 {
		turn(t, l)
	}
	if announced != 2 {
		t.Errorf("announced %d times after the first was taken, want 2", announced)
	}
	errIs(t, server.Accept(c), uv.EBUSY)
	must(t, server.Accept(l.NewTCP())) // was kept
}

func TestResetByThePeerIsToldToTheReader(t *testing.T) {
	l := newLoop(t, Options{})
	var got uv.Errno
	pair(t, l, func(client, peer *TCP) {
		fd, err := peer.Fd()
		must(t, err)
		must(t, unix.SetsockoptLinger(fd, unix.SOL_SOCKET, unix.SO_LINGER, &unix.Linger{Onoff: 1}))
		must(t, peer.Close(nil)) // sends a reset
		readAll(t, &client.Stream, func(_ []byte, end uv.Errno) { got = end })
	})
	run(t, l)
	errIs(t, got, uv.ECONNRESET)
}

func TestResetInMidWriteEndsEveryWriteOnce(t *testing.T) {
	l := newLoop(t, Options{})
	var ends []string
	pair(t, l, func(client, peer *TCP) {
		for range 3 {
			must(t, client.Write(&WriteReq{}, [][]byte{make([]byte, 16<<20)}, func(st uv.Errno) { ends = append(ends, st.Name()) }))
		}
		fd, err := peer.Fd()
		must(t, err)
		must(t, unix.SetsockoptLinger(fd, unix.SOL_SOCKET, unix.SO_LINGER, &unix.Linger{Onoff: 1}))
		must(t, peer.Close(nil))
	})
	run(t, l)
	if len(ends) != 3 || ends[0] != "ECONNRESET" && ends[0] != "EPIPE" {
		t.Errorf("three writes ended with %v", ends)
	}
}

// Streams are closed and opened in the callbacks of one batch, so descriptors
// get new owners while events for the old ones wait. Each new owner must only
// ever get its own byte.
func TestLateEventsOfAClosedDescriptorReachNobody(t *testing.T) {
	l := newLoop(t, Options{})
	const rounds, width = 30, 8
	serial, left := 0, rounds
	reused := map[int]int{}
	var round func()
	var streams []*TCP
	open := func() {
		pair(t, l, func(client, peer *TCP) {
			mine := byte(serial)
			serial++
			fd, err := peer.Fd()
			must(t, err)
			reused[fd]++
			streams = append(streams, client, peer)
			must(t, peer.ReadStart(newBuf, func(b []byte, err uv.Errno) {
				if err != 0 || len(b) != 1 || b[0] != mine {
					t.Errorf("stream %d got %v, %v", mine, b, err.Name())
				}
				round()
			}))
			_, err = client.TryWrite([][]byte{{mine}})
			must(t, err)
		})
	}
	round = func() { // the first to be called closes all, with their events in the batch
		if left--; left < 0 {
			return
		}
		for _, s := range streams {
			must(t, s.Close(nil))
		}
		streams = nil
		for range width {
			open()
		}
	}
	round()
	run2(t, l, func() bool { return left < 0 })
	most := 0
	for _, n := range reused {
		most = max(most, n)
	}
	if most < 5 {
		t.Errorf("no descriptor was used again often: %v", reused)
	}
}

// run2 runs the loop until something holds.
func run2(t testing.TB, l *Loop, until func() bool) {
	t.Helper()
	for !until() {
		alive, err := l.Run(uv.RunOnce)
		must(t, err)
		if !alive {
			t.Fatal("the loop has ended before")
		}
	}
}

// Without descriptors the connections that wait are closed, which their peers
// see; the server is not called, does not spin, and serves the next ones.
func TestServerOutOfDescriptorsClosesConnectionsAndLivesOn(t *testing.T) {
	l := newLoop(t, Options{})
	accepted := 0
	_, addr := listenTCP(t, l, func(server *TCP) {
		accepted++
		must(t, server.Accept(l.NewTCP()))
	})
	refused := []net.Conn{dial(t, addr), dial(t, addr)}
	noMoreDescriptors(t, func() {
		for range 10 {
			turn(t, l)
		}
	})
	if events := l.Metrics().Events; accepted != 0 || events != 1 {
		t.Errorf("called %d times, after %d events; want none after 1", accepted, events)
	}
	for _, c := range refused {
		if _, err := c.Read(make([]byte, 1)); err == nil {
			t.Error("a client that could not be served was not told")
		}
	}
	dial(t, addr)
	turn(t, l)
	if accepted != 1 {
		t.Errorf("called %d times for the next client, want once", accepted)
	}
}

// Where no descriptor could be kept in reserve either, the server is told.
func TestServerWithoutReserveIsToldEMFILE(t *testing.T) {
	l := newLoop(t, Options{})
	var s steps
	server := l.NewTCP()
	must(t, server.Bind(anyPort, 0))
	must(t, server.Listen(8, func(st uv.Errno) { s.note(st.Name())() }))
	addr, err := server.Sockname()
	must(t, err)
	dial(t, addr)
	closeFd(l.emfile)
	l.emfile = -1
	noMoreDescriptors(t, func() { turn(t, l) })
	s.want(t, "EMFILE")
	turn(t, l) // the connection still waits: nothing is lost
	s.want(t, "EMFILE", "OK")
	must(t, server.Accept(l.NewTCP()))
}

// dial connects from outside of the loop.
func dial(t testing.TB, addr netip.AddrPort) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr.String())
	must(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// noMoreDescriptors lowers the limit of this process to what is open.
func noMoreDescriptors(t testing.TB, f func()) {
	t.Helper()
	var old unix.Rlimit
	must(t, unix.Getrlimit(unix.RLIMIT_NOFILE, &old))
	var held []int
	defer func() {
		must(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &old))
		for _, fd := range held {
			closeFd(fd)
		}
	}()
	fd, err := unix.Dup(0)
	must(t, err)
	held = append(held, fd) // the lowest free number: all below it are open
	lower := old
	set(&lower.Cur, fd+1)
	must(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &lower))
	f()
}

// set sets a limit, whose type differs between systems.
func set[T int64 | uint64](limit *T, n int) { *limit = T(n) }
