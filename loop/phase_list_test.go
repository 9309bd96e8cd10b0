//go:build unix

package loop

import (
	"fmt"
	"testing"

	"github.com/loopground/loopground/loop/uv"
)

// starter is what idle, prepare and check handles share for tests.
type starter interface {
	Handle
	Start(cb func()) error
	Stop() error
}

func newStarter(l *Loop, typ uv.HandleType) starter {
	switch typ {
	case uv.Idle:
		return l.NewIdle()
	case uv.Prepare:
		return l.NewPrepare()
	}
	return l.NewCheck()
}

// eachPhase runs a test for idle, prepare and check handles. The loop never
// blocks: one more idle handle is active.
func eachPhase(t *testing.T, f func(t *testing.T, l *Loop, s *steps, make func() starter)) {
	for _, typ := range []uv.HandleType{uv.Idle, uv.Prepare, uv.Check} {
		t.Run(typ.String(), func(t *testing.T) {
			l, _ := newVirtual(t, Options{})
			must(t, l.NewIdle().Start(func() {}))
			f(t, l, &steps{}, func() starter { return newStarter(l, typ) })
		})
	}
}

// turn runs one iteration.
func turn(t testing.TB, l *Loop) {
	t.Helper()
	_, err := l.Run(uv.RunNoWait)
	must(t, err)
}

func TestPhaseHandlesRunLastStartedFirst(t *testing.T) {
	eachPhase(t, func(t *testing.T, l *Loop, s *steps, make func() starter) {
		a, b, c := make(), make(), make()
		must(t, b.Start(s.note("b")))
		must(t, a.Start(s.note("a")))
		must(t, c.Start(s.note("c")))
		must(t, b.Start(s.note("never"))) // is active: nothing changes
		turn(t, l)
		turn(t, l)
		s.want(t, "c", "a", "b", "c", "a", "b")
	})
}

func TestPhaseHandleStartedInItsPhaseWaitsForTheNextRound(t *testing.T) {
	eachPhase(t, func(t *testing.T, l *Loop, s *steps, make func() starter) {
		a := make()
		must(t, a.Start(func() {
			s.note("a")()
			b := make()
			must(t, b.Start(s.note("b")))
		}))
		turn(t, l)
		s.want(t, "a")
		must(t, a.Close(nil))
		turn(t, l)
		s.want(t, "a", "b")
	})
}

func TestPhaseHandleThatStartsItselfAgainDoesNotKeepThePhaseGoing(t *testing.T) {
	eachPhase(t, func(t *testing.T, l *Loop, s *steps, make func() starter) {
		a := make()
		var cb func()
		cb = func() {
			s.note("a")()
			must(t, a.Stop())
			must(t, a.Start(cb))
		}
		must(t, a.Start(cb))
		turn(t, l)
		turn(t, l)
		s.want(t, "a", "a")
	})
}

func TestPhaseHandleStoppedOrClosedByAnotherDoesNotRun(t *testing.T) {
	eachPhase(t, func(t *testing.T, l *Loop, s *steps, make func() starter) {
		stopped, closed, first := make(), make(), make()
		must(t, stopped.Start(s.note("stopped")))
		must(t, closed.Start(s.note("closed")))
		must(t, first.Start(func() {
			s.note("first")()
			must(t, stopped.Stop())
			must(t, stopped.Stop()) // idempotent
			if !closed.Closing() {
				must(t, closed.Close(s.note("close")))
			}
		}))
		turn(t, l)
		turn(t, l)
		s.want(t, "first", "close", "first")
	})
}

func TestPhaseHandleCannotStartWithoutCallbackOrWhenClosing(t *testing.T) {
	eachPhase(t, func(t *testing.T, l *Loop, s *steps, make func() starter) {
		h := make()
		errIs(t, h.Start(nil), uv.EINVAL)
		must(t, h.Start(func() {}))
		must(t, h.Start(nil)) // nothing to do
		must(t, h.Close(nil))
		errIs(t, h.Start(func() {}), uv.EINVAL)
		errIs(t, h.Close(nil), uv.EINVAL)
	})
}

func TestIdleHandleKeepsPollFromBlocking(t *testing.T) {
	l, k := newVirtual(t, Options{})
	after(t, l, 1000*ms, func() {})
	p := watch(l, 5) // so that the kernel is asked
	must(t, p.Start(uv.Readable, func(uv.Errno, uv.PollEvents) {}))
	idle, n := l.NewIdle(), 0
	must(t, idle.Start(func() {
		if n++; n == 3 {
			must(t, idle.Close(nil))
			must(t, p.Close(nil))
		}
	}))
	run(t, l)
	equal(t, k.waits, []int{0, 0, 0}) // the last one looks before the clock jumps
	if l.Now() != 1000 {
		t.Errorf("the clock is at %d ms", l.Now())
	}
}

func TestPrepareOrCheckAloneBlocks(t *testing.T) {
	for _, typ := range []uv.HandleType{uv.Prepare, uv.Check} {
		l, k := newVirtual(t, Options{})
		n, blocked := 0, 0
		must(t, newStarter(l, typ).Start(func() { n++ }))
		k.onBlock = func() {
			if blocked++; blocked == 2 {
				l.Stop()
			}
		}
		_, err := l.Run(uv.RunDefault)
		must(t, err)
		equal(t, fmt.Sprint(typ, n, k.waits), fmt.Sprint(typ, 1, []int{-1, -1}))
	}
}
