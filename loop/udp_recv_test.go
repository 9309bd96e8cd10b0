//go:build unix

package loop

import (
	"fmt"
	"net/netip"
	"testing"

	"github.com/loopground/loopground/loop/uv"
)

func TestRecvTellsWhenThereIsNothingAndWhenADatagramIsEmpty(t *testing.T) {
	l := newLoop(t, Options{})
	server, at := bindUDPTo(t, l, "127.0.0.1", 0)
	client := l.NewUDP()
	for _, s := range []string{"abcdef", "", "abc"} {
		_, err := client.TrySend(bufs(s), at)
		must(t, err)
	}
	var s steps
	must(t, server.RecvStart(func(suggested int) []byte {
		equal(t, suggested, 65536)
		return make([]byte, 3)
	}, func(b []byte, from netip.AddrPort, flags RecvFlags, err uv.Errno) {
		must(t, err.Err())
		s.note(fmt.Sprintf("%q %v %d", b, from.IsValid(), flags))()
		if !from.IsValid() {
			closeHandles(t, server)
		}
	}))
	run(t, l)
	s.want(t, `"abc" true 1`, `"" true 0`, `"abc" true 0`, `"" false 0`)
}

func TestRecvWithoutABufferIsENOBUFS(t *testing.T) {
	l := newLoop(t, Options{})
	server, at := bindUDPTo(t, l, "127.0.0.1", 0)
	_, err := l.NewUDP().TrySend(bufs("x"), at)
	must(t, err)
	var s steps
	must(t, server.RecvStart(func(int) []byte { return nil }, func(b []byte, from netip.AddrPort, _ RecvFlags, err uv.Errno) {
		s.note(fmt.Sprintf("%d %v %s", len(b), from.IsValid(), err.Name()))()
		server.RecvStop()
	}))
	run(t, l)
	s.want(t, "0 false ENOBUFS")
}

func TestRecvStartBindsAndIsRefusedTwice(t *testing.T) {
	l := newLoop(t, Options{})
	u := l.NewUDP()
	cb := func([]byte, netip.AddrPort, RecvFlags, uv.Errno) {}
	u.RecvStop()
	errIs(t, u.RecvStart(nil, cb), uv.EINVAL)
	errIs(t, u.RecvStart(newBuf, nil), uv.EINVAL)
	_, err := u.Sockname()
	errIs(t, err, uv.EBADF)
	equal(t, u.Active(), false)
	must(t, u.RecvStart(newBuf, cb))
	equal(t, u.Active(), true)
	errIs(t, u.RecvStart(newBuf, cb), uv.EALREADY)
	at, err := u.Sockname()
	must(t, err)
	equal(t, at.Addr().String(), "0.0.0.0")
	equal(t, at.Port() > 0, true)
	u.RecvStop()
	u.RecvStop()
	equal(t, u.Active(), false)
	must(t, u.RecvStart(newBuf, cb))
}

func TestAtMost32DatagramsAnEvent(t *testing.T) {
	l := newLoop(t, Options{})
	server, at := bindUDPTo(t, l, "127.0.0.1", 0)
	client := l.NewUDP()
	for range 40 {
		_, err := client.TrySend(bufs("x"), at)
		must(t, err)
	}
	var got []datagram
	receive(t, server, 10, &got, nil)
	for _, want := range []int{32, 40} {
		_, err := l.Run(uv.RunNoWait)
		must(t, err)
		equal(t, len(got), want)
	}
}

func TestRecvCallbackMayStopStartAndClose(t *testing.T) {
	l := newLoop(t, Options{})
	server, at := bindUDPTo(t, l, "127.0.0.1", 0)
	client := l.NewUDP()
	for _, s := range []string{"stop", "stop", "close", "never"} {
		_, err := client.TrySend(bufs(s), at)
		must(t, err)
	}
	var got, rest []datagram
	receive(t, server, 10, &got, func() {
		server.RecvStop()
		after(t, l, 0, func() {
			receive(t, server, 10, &rest, func() {
				if rest[len(rest)-1].Data == "close" {
					closeHandles(t, server, client)
				}
			})
		})
	})
	run(t, l)
	equal(t, len(got), 1)
	equal(t, len(rest), 2)
}

func TestAllocMayStopReceiving(t *testing.T) {
	l := newLoop(t, Options{})
	server, at := bindUDPTo(t, l, "127.0.0.1", 0)
	_, err := l.NewUDP().TrySend(bufs("x"), at)
	must(t, err)
	must(t, server.RecvStart(func(n int) []byte {
		closeHandles(t, server)
		return make([]byte, n)
	}, func([]byte, netip.AddrPort, RecvFlags, uv.Errno) { t.Error("called") }))
	run(t, l)
}
