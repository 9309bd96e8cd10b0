//go:build unix

package loop

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/loopground/loopground/loop/uv"
)

func TestAsyncSendsCoalesce(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	n := 0
	var a *Async
	a = l.NewAsync(func() { n++; must(t, a.Close(nil)) })
	for range 5 {
		a.Send()
	}
	if !a.Active() || n != 0 {
		t.Errorf("active %v, called %d times before the loop ran", a.Active(), n)
	}
	run(t, l)
	if n != 1 {
		t.Errorf("called %d times for five sends before the loop ran", n)
	}
	a.Send() // after Close: nothing
	if l.wakeUp.Load() {
		t.Error("a send to a closed handle wakes the loop")
	}
}

// Each sender raises its number before it sends, so a call that comes after the
// last send sees the last numbers: if one were lost, the loop would wait forever.
func TestNoAsyncSendIsLost(t *testing.T) {
	const senders, sends = 4, 2000
	l := newLoop(t, Options{})
	var sent atomic.Int64
	var a *Async
	calls := 0
	a = l.NewAsync(func() {
		if calls++; sent.Load() == senders*sends {
			must(t, a.Close(nil))
		}
	})
	var wg sync.WaitGroup
	for range senders {
		wg.Go(func() {
			for range sends {
				sent.Add(1)
				a.Send()
			}
		})
	}
	run(t, l)
	wg.Wait()
	if calls == 0 || calls > senders*sends {
		t.Errorf("%d calls for %d sends", calls, senders*sends)
	}
}

func TestAsyncPingPongWakesABlockedLoopEachTime(t *testing.T) {
	const rounds = 500
	l, other := newLoop(t, Options{}), newLoop(t, Options{})
	var ping, pong *Async
	n := 0
	ping = l.NewAsync(func() {
		if n++; n == rounds {
			must(t, ping.Close(nil))
		}
		pong.Send()
	})
	m := 0
	pong = other.NewAsync(func() {
		if m++; m == rounds {
			must(t, pong.Close(nil))
			return
		}
		ping.Send()
	})
	done := make(chan error)
	go func() {
		_, err := other.Run(uv.RunDefault)
		done <- err
	}()
	ping.Send()
	run(t, l)
	must(t, <-done)
	if n != rounds || m != rounds {
		t.Errorf("%d pings and %d pongs, want %d", n, m, rounds)
	}
}

func TestAsyncCallbacksRunInTheOrderOfTheirMaking(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	var s steps
	a, b, c := l.NewAsync(s.note("a")), l.NewAsync(s.note("b")), l.NewAsync(s.note("c"))
	c.Send()
	a.Send()
	b.Send()
	turn(t, l)
	s.want(t, "a", "b", "c")
}

func TestAsyncMadeOrSentInACallback(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	var s steps
	var a, b *Async
	a = l.NewAsync(func() {
		s.note("a")()
		must(t, b.Close(nil)) // it was sent, but now it is closed
		l.NewAsync(s.note("new")).Send()
		if len(s.got) < 3 {
			a.Send()
		}
		b = l.NewAsync(s.note("b"))
	})
	b = l.NewAsync(s.note("never"))
	b.Send()
	a.Send()
	turn(t, l)
	s.want(t, "a")
	turn(t, l)
	s.want(t, "a", "a", "new")
}

func TestManyAsyncHandlesComeAndGo(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	calls := 0
	var keep []*Async
	for i := range 300 {
		a := l.NewAsync(func() { calls++ })
		if i%3 == 0 {
			keep = append(keep, a)
		} else {
			must(t, a.Close(nil))
		}
		if i%50 == 0 {
			turn(t, l)
		}
	}
	turn(t, l)
	for _, a := range keep {
		a.Send()
	}
	turn(t, l)
	if calls != len(keep) {
		t.Errorf("%d calls, want %d", calls, len(keep))
	}
	if len(l.asyncs) > 2*len(keep)+2 {
		t.Errorf("the list keeps %d places for %d handles", len(l.asyncs), len(keep))
	}
}

func TestAsyncWithoutCallbackWakesTheLoop(t *testing.T) {
	l := newLoop(t, Options{})
	a := l.NewAsync(nil)
	go a.Send()
	alive, err := l.Run(uv.RunOnce)
	must(t, err)
	if !alive {
		t.Error("the handle is active still")
	}
}

func TestWakeAfterCloseDoesNotReachTheKernel(t *testing.T) {
	l, k := newVirtual(t, Options{})
	must(t, l.Close())
	l.sleeping.Store(true) // as a sender saw it that is only now waking the loop
	l.wake()
	if len(k.wake) != 0 {
		t.Error("the kernel was woken after it was closed")
	}
}

// A late send must not write to a descriptor that Close has given up: it may
// have a new owner.
func TestSendWhileTheLoopIsClosed(t *testing.T) {
	for range 50 {
		l := newLoop(t, Options{})
		a := l.NewAsync(nil)
		var wg sync.WaitGroup
		wg.Go(func() {
			for range 20 {
				a.Send()
				l.Interrupt()
			}
		})
		must(t, a.Close(nil))
		run(t, l)
		must(t, l.Close())
		wg.Wait()
	}
}
