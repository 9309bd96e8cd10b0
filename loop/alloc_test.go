//go:build unix

package loop

import (
	"net/netip"
	"slices"
	"testing"

	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// freeOfAllocations runs one step of a loop with and without a recorder. A
// recorder's own blocks, one for a thousand records, vanish in the average.
func freeOfAllocations(t *testing.T, start func(t *testing.T, l *Loop) (step func())) {
	t.Helper()
	for name, rec := range map[string]*trace.Recorder{"untraced": nil, "traced": trace.NewRecorder(trace.Options{})} {
		t.Run(name, func(t *testing.T) {
			l, err := New(Options{Trace: rec})
			must(t, err)
			step := start(t, l)
			for range 100 { // lists grow to their size
				step()
			}
			if n := testing.AllocsPerRun(500, step); n != 0 {
				t.Errorf("%v allocations a step", n)
			}
			closeAll(l)
			run(t, l)
			must(t, l.Close())
		})
	}
}

func once(t *testing.T, l *Loop) {
	if _, err := l.Run(uv.RunOnce); err != nil {
		t.Fatal(err)
	}
}

func TestTimersAllocateNothing(t *testing.T) {
	freeOfAllocations(t, func(t *testing.T, l *Loop) func() {
		repeating, single := l.NewTimer(), l.NewTimer()
		var again func()
		again = func() { _ = single.StartMs(again, 0, 0) }
		must(t, single.StartMs(again, 0, 0))
		must(t, repeating.StartMs(func() {}, 0, 1))
		return func() { once(t, l) }
	})
}

func TestIdleIterationsAllocateNothing(t *testing.T) {
	freeOfAllocations(t, func(t *testing.T, l *Loop) func() {
		must(t, l.NewIdle().Start(func() {}))
		must(t, l.NewPrepare().Start(func() {}))
		must(t, l.NewCheck().Start(func() {}))
		return func() { once(t, l) }
	})
}

func TestAsyncAllocatesNothing(t *testing.T) {
	freeOfAllocations(t, func(t *testing.T, l *Loop) func() {
		a := l.NewAsync(func() {})
		return func() { a.Send(); once(t, l) }
	})
}

func TestPoolAllocatesNothing(t *testing.T) {
	freeOfAllocations(t, func(t *testing.T, l *Loop) func() {
		var jobs [3]testJob
		for i := range jobs {
			jobs[i] = testJob{do: func() {}, cb: func(uv.Errno) {}}
		}
		return func() {
			for i := range jobs {
				kind := workKind(1 + i)
				jobs[i].submit(l, uv.Work, uint8(kind), 0, 0)
				jobs[i].work.start(l, kind, &jobs[i])
			}
			for l.Alive() {
				once(t, l)
			}
		}
	})
}

func TestFileReadsAndWritesAllocateNothing(t *testing.T) {
	freeOfAllocations(t, func(t *testing.T, l *Loop) func() {
		fd := int(tempFile(t, "0123456789").Fd())
		var r FSReq
		bufs, called := [][]byte{make([]byte, 4), make([]byte, 4)}, false
		done := func() { called = true }
		return func() {
			for _, start := range [...]func(*FSReq, int, [][]byte, int64, func()) error{l.FSRead, l.FSWrite} {
				_ = start(&r, fd, bufs, 0, nil)
				_ = start(&r, fd, bufs[:1], 0, nil)
				_ = start(&r, fd, bufs, 0, done)
				for called = false; !called; {
					once(t, l)
				}
			}
		}
	})
}

func TestReadsAndWritesAllocateNothing(t *testing.T) {
	freeOfAllocations(t, func(t *testing.T, l *Loop) func() {
		var step func()
		pair(t, l, func(client, peer *TCP) { step = pingPong(t, l, &client.Stream, &peer.Stream) })
		for step == nil {
			once(t, l)
		}
		return step
	})
}

func TestReadsAndWritesOnUnixSocketsAllocateNothing(t *testing.T) {
	freeOfAllocations(t, func(t *testing.T, l *Loop) func() {
		a, b := pipePair(t, l)
		return pingPong(t, l, &a.Stream, &b.Stream)
	})
}

func TestWritesOfManyBuffersAllocateNothing(t *testing.T) {
	freeOfAllocations(t, func(t *testing.T, l *Loop) func() {
		a, b := pipePair(t, l)
		few, many := slices.Repeat([][]byte{{1, 2}}, 10), slices.Repeat([][]byte{{1, 2}}, 300)
		buf := make([]byte, 64<<10)
		must(t, b.ReadStart(func(int) []byte { return buf }, func([]byte, uv.Errno) {}))
		return func() {
			for _, bufs := range [][][]byte{few, many} {
				if n, err := a.TryWrite(bufs); n != 2*len(bufs) || err != nil {
					t.Fatal(n, err)
				}
			}
			once(t, l)
		}
	})
}

// pingPong gives a function that sends 64 bytes to the peer and runs the loop
// until they have come back.
func pingPong(t testing.TB, l *Loop, client, peer *Stream) func() {
	var there, back WriteReq
	buf, msg := make([]byte, 64<<10), [][]byte{make([]byte, 64)}
	reply := make([][]byte, 1)
	alloc := func(int) []byte { return buf }
	done := false
	ended := func(st uv.Errno) {}
	must(t, peer.ReadStart(alloc, func(b []byte, err uv.Errno) {
		if len(b) > 0 {
			reply[0] = b
			_ = peer.Write(&back, reply, ended)
		}
	}))
	must(t, client.ReadStart(alloc, func(b []byte, err uv.Errno) { done = done || len(b) > 0 }))
	return func() {
		if err := client.Write(&there, msg, ended); err != nil {
			t.Fatal(err)
		}
		for done = false; !done; {
			if _, err := l.Run(uv.RunOnce); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestDatagramsAllocateNothing(t *testing.T) {
	for _, host := range []string{"127.0.0.1", "::1"} {
		t.Run(host, func(t *testing.T) {
			freeOfAllocations(t, func(t *testing.T, l *Loop) func() { return datagramPingPong(t, l, host) })
		})
	}
}

// datagramPingPong gives a function that sends 64 bytes, some of it in several
// buffers, and runs the loop until they have come back.
func datagramPingPong(t testing.TB, l *Loop, host string) func() {
	server, at := bindUDPTo(t, l, host, 0)
	client, _ := bindUDPTo(t, l, host, 0)
	var there, back UDPSendReq
	buf, msg, reply := make([]byte, 64<<10), [][]byte{make([]byte, 60), make([]byte, 4)}, make([][]byte, 1)
	alloc := func(int) []byte { return buf }
	done := false
	ended := func(uv.Errno) {}
	must(t, server.RecvStart(alloc, func(b []byte, from netip.AddrPort, _ RecvFlags, _ uv.Errno) {
		if len(b) > 0 {
			reply[0] = b
			_ = server.Send(&back, reply, from, ended)
		}
	}))
	must(t, client.RecvStart(alloc, func(b []byte, _ netip.AddrPort, _ RecvFlags, _ uv.Errno) { done = done || len(b) > 0 }))
	return func() {
		if err := client.Send(&there, msg, at, ended); err != nil {
			t.Fatal(err)
		}
		for done = false; !done; {
			if _, err := l.Run(uv.RunOnce); err != nil {
				t.Fatal(err)
			}
		}
	}
}
