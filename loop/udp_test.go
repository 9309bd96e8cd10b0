//go:build unix

package loop

import (
	"net/netip"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

var nobody netip.AddrPort

// bindUDPTo makes a handle with a free port of an address.
func bindUDPTo(t testing.TB, l *Loop, addr string, flags BindFlags) (*UDP, netip.AddrPort) {
	t.Helper()
	u := l.NewUDP()
	must(t, u.Bind(netip.AddrPortFrom(netip.MustParseAddr(addr), 0), flags))
	at, err := u.Sockname()
	must(t, err)
	return u, at
}

// datagram is what a receiver was told.
type datagram struct {
	Data  string
	From  netip.AddrPort
	Flags RecvFlags
	Err   string
}

// receive collects what comes, but for word that nothing does.
func receive(t testing.TB, u *UDP, size int, got *[]datagram, each func()) {
	t.Helper()
	buf := make([]byte, size)
	must(t, u.RecvStart(func(int) []byte { return buf }, func(b []byte, from netip.AddrPort, flags RecvFlags, err uv.Errno) {
		if !from.IsValid() && err == 0 {
			equal(t, len(b), 0)
			return
		}
		*got = append(*got, datagram{string(b), from, flags, err.Name()})
		if each != nil {
			each()
		}
	}))
}

func bufs(s ...string) (all [][]byte) {
	for _, b := range s {
		all = append(all, []byte(b))
	}
	return all
}

func closeHandles(t testing.TB, all ...Handle) {
	t.Helper()
	for _, h := range all {
		must(t, h.Close(nil))
	}
}

func TestDatagramsArriveWithTheirSender(t *testing.T) {
	for name, addr := range map[string]string{"IPv4": "127.0.0.1", "IPv6": "::1"} {
		t.Run(name, func(t *testing.T) {
			l := newLoop(t, Options{})
			server, at := bindUDPTo(t, l, addr, 0)
			client, from := bindUDPTo(t, l, addr, 0)
			var got []datagram
			receive(t, server, 100, &got, func() {
				equal(t, l.Phase(), uv.PollPhase)
				if len(got) == 3 {
					closeHandles(t, server, client)
				}
			})
			many := make([]string, 40) // more than fit on the stack
			for i := range many {
				many[i] = string(rune('a' + i%26))
			}
			must(t, client.Send(&UDPSendReq{}, bufs("hel", "", "lo"), at, nil))
			must(t, client.Send(&UDPSendReq{}, bufs(""), at, nil))
			must(t, client.Send(&UDPSendReq{}, bufs(many...), at, nil))
			run(t, l)
			equal(t, toText(got), toText([]datagram{{"hello", from, 0, "OK"}, {"", from, 0, "OK"},
				{"abcdefghijklmnopqrstuvwxyzabcdefghijklmn", from, 0, "OK"}}))
		})
	}
}

func toText(all []datagram) (s []string) {
	for _, d := range all {
		s = append(s, d.Data+" from "+d.From.String()+" flags "+string(rune('0'+d.Flags))+" "+d.Err)
	}
	return s
}

func TestSendIsTriedAtOnceAndCalledBackLaterInOrder(t *testing.T) {
	l := newLoop(t, Options{})
	server, at := bindUDPTo(t, l, "127.0.0.1", 0)
	client := l.NewUDP()
	var s steps
	reqs := make([]UDPSendReq, 3)
	for i, what := range []string{"one", "two", "three"} {
		must(t, client.Send(&reqs[i], bufs(what), at, func(st uv.Errno) {
			must(t, st.Err())
			s.note(what)()
			equal(t, client.SendQueueCount(), 2-i)
		}))
	}
	s.want(t)
	equal(t, client.SendQueueCount(), 3)
	equal(t, client.SendQueueSize(), 11)
	equal(t, client.Active(), true)
	errIs(t, client.Send(&reqs[0], bufs("x"), at, nil), uv.EBUSY)
	if n, _, _, err := recvFrom(server.watcher.fd, make([]byte, 10)); n != 3 || err != 0 {
		t.Errorf("the first was not sent at once: %d %v", n, err)
	}
	run(t, l)
	s.want(t, "one", "two", "three")
	equal(t, client.SendQueueSize(), 0)
	equal(t, client.Active(), false)
	equal(t, reqs[0].Type(), uv.UDPSend)
}

// A callback that sends cannot keep the callbacks going.
func TestSendInASendCallbackWaitsForItsEvent(t *testing.T) {
	l := newLoop(t, Options{})
	_, at := bindUDPTo(t, l, "127.0.0.1", 0)
	client := l.NewUDP()
	var s steps
	var r UDPSendReq
	left := 3
	var again func(uv.Errno)
	again = func(uv.Errno) {
		s.note("sent in " + l.Phase().String())()
		if left--; left > 0 {
			must(t, client.Send(&r, bufs("x"), at, again))
			equal(t, client.SendQueueCount(), 1)
		}
	}
	check := l.NewCheck()
	must(t, check.Start(s.note("check")))
	check.Unref()
	must(t, client.Send(&r, bufs("x"), at, again))
	run(t, l)
	s.want(t, "sent in pending", "sent in poll", "sent in pending", "check")
}

func TestTooLongDatagramIsEMSGSIZEAndTheNextIsSent(t *testing.T) {
	l := newLoop(t, Options{})
	_, at := bindUDPTo(t, l, "127.0.0.1", 0)
	client := l.NewUDP()
	long := [][]byte{make([]byte, 70_000)}
	var s steps
	note := func(st uv.Errno) { s.note(st.Name() + " in " + l.Phase().String())() }
	must(t, client.Send(&UDPSendReq{}, long, at, note))
	must(t, client.Send(&UDPSendReq{}, long, at, note))
	must(t, client.Send(&UDPSendReq{}, bufs("x"), at, note))
	run(t, l)
	s.want(t, "EMSGSIZE in pending", "EMSGSIZE in pending", "OK in poll")
	_, err := client.TrySend(long, at)
	errIs(t, err, uv.EMSGSIZE)
}

func TestTrySendSendsNowOrNotAtAll(t *testing.T) {
	l := newLoop(t, Options{})
	server, at := bindUDPTo(t, l, "127.0.0.1", 0)
	client := l.NewUDP()
	n, err := client.TrySend(bufs("four", "five"), at)
	must(t, err)
	equal(t, n, 8)
	equal(t, client.SendQueueCount(), 0)
	equal(t, client.Active(), false)
	_, err = client.TrySend(nil, at)
	errIs(t, err, uv.EINVAL)
	must(t, client.Send(&UDPSendReq{}, bufs("queued"), at, func(uv.Errno) {
		_, err := client.TrySend(bufs("x"), at)
		must(t, err)
	}))
	_, err = client.TrySend(bufs("x"), at)
	errIs(t, err, uv.EAGAIN)
	_, err = client.TrySend2([]Datagram{{bufs("x"), at}}, 0)
	errIs(t, err, uv.EAGAIN)
	var got []datagram
	receive(t, server, 10, &got, func() {
		if len(got) == 3 {
			closeHandles(t, server, client)
		}
	})
	run(t, l)
	equal(t, []string{got[0].Data, got[1].Data, got[2].Data}, []string{"fourfive", "queued", "x"})
}

func TestTrySend2TellsHowManyWereSent(t *testing.T) {
	l := newLoop(t, Options{})
	server, at := bindUDPTo(t, l, "127.0.0.1", 0)
	client := l.NewUDP()
	_, err := client.TrySend2([]Datagram{{bufs("x"), at}}, 0)
	errIs(t, err, uv.EINVAL) // it makes no socket
	must(t, client.Bind(anyPort, 0))
	_, err = client.TrySend2(nil, 0)
	errIs(t, err, uv.EINVAL)
	_, err = client.TrySend2([]Datagram{{bufs("x"), at}}, 1)
	errIs(t, err, uv.EINVAL)
	long := [][]byte{make([]byte, 70_000)}
	n, err := client.TrySend2([]Datagram{{bufs("a"), at}, {bufs("b", "c"), at}, {long, at}, {bufs("d"), at}}, 0)
	must(t, err)
	equal(t, n, 2)
	_, err = client.TrySend2([]Datagram{{long, at}, {bufs("d"), at}}, 0)
	errIs(t, err, uv.EMSGSIZE)
	var got []datagram
	receive(t, server, 10, &got, func() {
		if len(got) == 2 {
			closeHandles(t, server, client)
		}
	})
	run(t, l)
	equal(t, got[0].Data+got[1].Data, "abc")
}

func TestConnectedHandleTakesNoAddressAndOthersNeedOne(t *testing.T) {
	l := newLoop(t, Options{})
	server, at := bindUDPTo(t, l, "127.0.0.1", 0)
	stranger := l.NewUDP()
	client := l.NewUDP()
	var r UDPSendReq
	errIs(t, client.Disconnect(), uv.ENOTCONN)
	errIs(t, client.Connect(nobody), uv.EINVAL)
	errIs(t, client.Send(&r, bufs("x"), nobody, nil), uv.EDESTADDRREQ)
	_, err := client.TrySend(bufs("x"), nobody)
	errIs(t, err, uv.EDESTADDRREQ)
	_, err = client.Peername()
	errIs(t, err, uv.EBADF)
	must(t, client.Connect(at))
	errIs(t, client.Connect(at), uv.EISCONN)
	errIs(t, client.Send(&r, bufs("x"), at, nil), uv.EISCONN)
	_, err = client.TrySend(bufs("x"), at)
	errIs(t, err, uv.EISCONN)
	peer, err := client.Peername()
	must(t, err)
	equal(t, peer.String(), at.String())
	me, err := client.Sockname()
	must(t, err)
	_, err = stranger.TrySend(bufs("from a stranger"), me)
	must(t, err)
	_, err = client.TrySend(bufs("question"), nobody)
	must(t, err)
	var asked, got []datagram
	receive(t, server, 100, &asked, func() { must(t, server.Send(&r, bufs("answer"), asked[0].From, nil)) })
	receive(t, client, 100, &got, func() { closeHandles(t, client, server, stranger) })
	run(t, l)
	equal(t, asked[0].Data, "question")
	equal(t, len(got), 1)
	equal(t, got[0].Data, "answer")
}

func TestDisconnectedHandleNeedsAddressesAgain(t *testing.T) {
	l := newLoop(t, Options{})
	_, at := bindUDPTo(t, l, "127.0.0.1", 0)
	client := l.NewUDP()
	must(t, client.Connect(at))
	must(t, client.Disconnect())
	errIs(t, client.Disconnect(), uv.ENOTCONN)
	_, err := client.Peername()
	errIs(t, err, uv.ENOTCONN)
	_, err = client.TrySend(bufs("x"), nobody)
	errIs(t, err, uv.EDESTADDRREQ)
	_, err = client.TrySend(bufs("x"), at)
	must(t, err)
	must(t, client.Connect(at))
}

func TestRefusedDatagramIsToldToAConnectedHandle(t *testing.T) {
	l := newLoop(t, Options{})
	gone, at := bindUDPTo(t, l, "127.0.0.1", 0)
	closeHandles(t, gone)
	run(t, l)
	client := l.NewUDP()
	must(t, client.Connect(at))
	var got []datagram
	receive(t, client, 10, &got, func() { closeHandles(t, client) })
	must(t, client.Send(&UDPSendReq{}, bufs("x"), nobody, func(st uv.Errno) { must(t, st.Err()) }))
	run(t, l)
	equal(t, toText(got), toText([]datagram{{"", nobody, 0, "ECONNREFUSED"}}))

	sender := l.NewUDP() // and to one that only sends, by its next send
	must(t, sender.Connect(at))
	_, err := sender.TrySend(bufs("x"), nobody)
	must(t, err)
	for err == nil {
		_, err = sender.TrySend(bufs("x"), nobody)
	}
	errIs(t, err, uv.ECONNREFUSED)
}

func TestCloseEndsSendsBeforeItsCallback(t *testing.T) {
	l := newLoop(t, Options{})
	_, at := bindUDPTo(t, l, "127.0.0.1", 0)
	client := l.NewUDP()
	var s steps
	var r UDPSendReq
	note := func(st uv.Errno) { s.note(st.Name() + " in " + l.Phase().String())() }
	must(t, client.Send(&r, bufs("sent"), at, note))
	must(t, client.Send(&UDPSendReq{}, bufs("waits"), at, note))
	must(t, client.Send(&UDPSendReq{}, bufs("waits"), at, nil))
	must(t, client.Close(func() {
		equal(t, client.SendQueueCount()+client.SendQueueSize(), 0)
		s.note("closed")()
	}))
	errIs(t, client.Close(nil), uv.EINVAL)
	s.want(t)
	for _, err := range []error{client.Send(&UDPSendReq{}, bufs("x"), at, nil), second(client.TrySend(bufs("x"), at)), second(client.Fd())} {
		errIs(t, err, uv.EBADF)
	}
	errIs(t, client.Bind(anyPort, 0), uv.EINVAL)
	errIs(t, client.Connect(at), uv.EINVAL)
	errIs(t, client.RecvStart(newBuf, func([]byte, netip.AddrPort, RecvFlags, uv.Errno) {}), uv.EINVAL)
	run(t, l)
	s.want(t, "OK in closing", "ECANCELED in closing", "closed")
}

func second[T any](_ T, err error) error { return err }

// A datagram socket of Unix is one whose sends wait for the reader.
func TestSendsWaitWhileTheKernelTakesNoMore(t *testing.T) {
	l := newLoop(t, Options{})
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_DGRAM, 0)
	must(t, err)
	u, reader := l.NewUDP(), l.NewUDP()
	must(t, u.Open(fds[0]))
	must(t, reader.OpenEx(fds[1], 0))
	const n = 500
	block := make([]byte, 4096)
	filled := 0
	for err = nil; err == nil; filled++ {
		_, err = u.TrySend([][]byte{block}, nobody)
	}
	errIs(t, err, uv.EAGAIN)
	filled--
	calls := 0
	for i := range n {
		must(t, u.Send(&UDPSendReq{}, [][]byte{block}, nobody, func(st uv.Errno) {
			must(t, st.Err())
			equal(t, calls, i)
			calls++
		}))
	}
	equal(t, u.SendQueueSize(), n*len(block))
	equal(t, u.waiting.empty(), false)
	read := 0
	must(t, reader.RecvStart(newBuf, func(b []byte, _ netip.AddrPort, _ RecvFlags, err uv.Errno) {
		must(t, err.Err())
		if read += len(b) / len(block); read == filled+n {
			closeHandles(t, reader)
		}
	}))
	run(t, l)
	equal(t, calls, n)
	equal(t, u.Active(), false)
}

func TestPanicInASendCallbackLosesNoOtherCallback(t *testing.T) {
	l := newLoop(t, Options{})
	server, at := bindUDPTo(t, l, "127.0.0.1", 0)
	client := l.NewUDP()
	var s steps
	must(t, client.Send(&UDPSendReq{}, bufs("a"), at, func(uv.Errno) { panic("left") }))
	must(t, client.Send(&UDPSendReq{}, bufs("b"), at, func(st uv.Errno) { s.note("b " + st.Name())() }))
	must(t, client.Send(&UDPSendReq{}, bufs("c"), at, func(st uv.Errno) { s.note("c " + st.Name())() }))
	runPanics(t, l)
	run(t, l)
	s.want(t, "b OK", "c OK")
	must(t, client.Send(&UDPSendReq{}, bufs("d"), at, nil)) // at once again
	for _, want := range "abcd" {
		buf := make([]byte, 1)
		_, _, _, err := recvFrom(server.watcher.fd, buf)
		must(t, err.Err())
		equal(t, string(buf), string(want))
	}
}

func runPanics(t testing.TB, l *Loop) {
	t.Helper()
	defer func() { equal(t, recover(), any("left")) }()
	_, _ = l.Run(uv.RunDefault)
}

func TestPanicAfterTheKernelRefusedLosesNoCallback(t *testing.T) {
	l, k := newVirtual(t, Options{})
	u := l.NewUDP()
	must(t, u.Bind(anyPort, 0))
	at, err := u.Sockname()
	must(t, err)
	k.refuse[u.watcher.fd] = unix.EPERM
	var s steps
	must(t, u.Send(&UDPSendReq{}, bufs("a"), at, func(uv.Errno) {
		must(t, u.Send(&UDPSendReq{}, bufs("b"), at, func(uv.Errno) { panic("left") }))
		must(t, u.Send(&UDPSendReq{}, bufs("c"), at, func(st uv.Errno) { s.note("c " + st.Name())() }))
	}))
	runPanics(t, l)
	run(t, l)
	s.want(t, "c EPERM")
}

// An error may come beside room to send, without anything to receive.
func TestErrorOfASocketIsLookedForByReceivingToo(t *testing.T) {
	l, k := newVirtual(t, Options{})
	u := l.NewUDP()
	must(t, u.Bind(anyPort, 0))
	at, err := u.Sockname()
	must(t, err)
	fd := u.watcher.fd
	k.set(fd, evErr|evOut)
	var s steps
	for _, what := range []string{"a", "b"} { // the second waits for an event
		must(t, u.Send(&UDPSendReq{}, bufs(what), at, func(uv.Errno) { s.note("sent " + what)() }))
	}
	u.watcher.unfeed() // it is the event that counts
	must(t, u.RecvStart(newBuf, func(b []byte, from netip.AddrPort, _ RecvFlags, _ uv.Errno) {
		s.note("recv " + string(b))()
		if !from.IsValid() {
			u.RecvStop()
			k.set(fd, 0)
		}
	}))
	run(t, l)
	s.want(t, "recv a", "recv ", "sent a", "sent b")
}

func TestUDPHandleThatTheKernelRefusesIsTold(t *testing.T) {
	l, k := newVirtual(t, Options{})
	u := l.NewUDP()
	must(t, u.Bind(anyPort, 0))
	k.refuse[u.watcher.fd] = unix.EPERM
	var s steps
	must(t, u.RecvStart(newBuf, func(_ []byte, _ netip.AddrPort, _ RecvFlags, err uv.Errno) { s.note("recv " + err.Name())() }))
	at, err := u.Sockname()
	must(t, err)
	must(t, u.Send(&UDPSendReq{}, bufs("a"), at, func(st uv.Errno) {
		s.note("sent " + st.Name())()
		must(t, u.Send(&UDPSendReq{}, bufs("b"), at, func(st uv.Errno) { s.note("waits " + st.Name())() }))
	}))
	run(t, l)
	s.want(t, "sent OK", "recv EPERM", "waits EPERM")
	equal(t, u.Active(), false)
}
