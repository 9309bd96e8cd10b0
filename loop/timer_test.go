//go:build unix

package loop

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/loopground/loopground/loop/uv"
)

const ms = time.Millisecond

func TestTimersFireByDueTimeThenByOrderOfStarting(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	var s steps
	for i, d := range []time.Duration{5 * ms, 3 * ms, 5 * ms, 0, 3 * ms} {
		after(t, l, d, s.note(fmt.Sprint(i)))
	}
	run(t, l)
	s.want(t, "3", "1", "4", "0", "2")
	if l.Now() != 5 {
		t.Errorf("the clock is at %d ms, want 5", l.Now())
	}
}

func TestTimerStartedAgainFiresAfterOthersOfTheSameTime(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	var s steps
	first := after(t, l, 3*ms, s.note("first"))
	after(t, l, 3*ms, s.note("second"))
	must(t, first.Start(s.note("first"), 3*ms, 0))
	run(t, l)
	s.want(t, "second", "first")
}

func TestTimerOfZeroStartedInATimerWaitsForTheNextIteration(t *testing.T) {
	for _, order := range []Order{OrderCurrent, Order144} {
		l, _ := newVirtual(t, Options{Order: order})
		var at []uint32
		after(t, l, 0, func() {
			at = append(at, l.Iteration())
			after(t, l, 0, func() { at = append(at, l.Iteration()) })
		})
		run(t, l)
		if len(at) != 2 || at[1] != at[0]+1 {
			t.Errorf("order %d: fired in iterations %v, want two in a row", order, at)
		}
	}
}

func TestDueTimersAreSettledBeforeTheFirstCallback(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	var s steps
	late := l.NewTimer()
	after(t, l, 5*ms, func() {
		s.note("a")()
		must(t, late.Start(s.note("late"), 0, 0)) // due by now, and before b by its start
	})
	after(t, l, 5*ms, s.note("b"))
	run(t, l)
	s.want(t, "a", "b", "late")
}

func TestDueTimerThatAnotherStopsDoesNotFire(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	var s steps
	var stopped, closed, moved *Timer
	after(t, l, 1*ms, func() {
		s.note("first")()
		if stopped.Active() {
			t.Error("a due timer is active still, although its turn has come")
		}
		must(t, stopped.Stop())
		must(t, closed.Close(s.note("close")))
		must(t, moved.Start(s.note("moved"), 4*ms, 0))
	})
	stopped = after(t, l, 1*ms, s.note("stopped"))
	closed = after(t, l, 1*ms, s.note("closed"))
	moved = after(t, l, 1*ms, s.note("never"))
	run(t, l)
	s.want(t, "first", "close", "moved")
	if l.Now() != 5 {
		t.Errorf("moved fired at %d ms, want 5", l.Now())
	}
}

func TestRepeatIsSetBeforeTheCallbackFromNowAndDoesNotCatchUp(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	var at []uint64
	tm := l.NewTimer()
	must(t, tm.Start(func() {
		at = append(at, l.Now())
		if !tm.Active() || tm.DueIn() != 50*ms {
			t.Errorf("in the callback: active %v, due in %v, want 50ms", tm.Active(), tm.DueIn())
		}
		switch len(at) {
		case 1:
			l.clock.advance(17) // a callback of 17 ms: the next is 33 ms later
		case 2:
			l.clock.advance(170) // longer than three repeats: one call, at once
		case 4:
			must(t, tm.Stop())
		}
	}, 50*ms, 50*ms))
	run(t, l)
	equal(t, at, []uint64{50, 100, 270, 320})
}

func TestAgain(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	var at []uint64
	tm := l.NewTimer()
	errIs(t, tm.Again(), uv.EINVAL) // never started
	fire := func() {
		at = append(at, l.Now())
		if len(at) == 2 {
			must(t, tm.Close(nil))
		}
	}
	must(t, tm.Start(fire, 3*ms, 0))
	must(t, tm.Again()) // without a repeat it changes nothing
	if tm.DueIn() != 3*ms {
		t.Errorf("due in %v, want 3ms", tm.DueIn())
	}
	tm.SetRepeat(10 * ms)
	must(t, tm.Again())
	run(t, l)
	equal(t, at, []uint64{10, 20})
}

func TestSetRepeatInTheCallbackTakesEffectAfterTheNextFiring(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	var at []uint64
	tm := l.NewTimer()
	must(t, tm.Start(func() {
		if at = append(at, l.Now()); len(at) == 4 {
			must(t, tm.Stop())
		}
		tm.SetRepeat(3 * ms)
	}, 10*ms, 10*ms))
	run(t, l)
	equal(t, at, []uint64{10, 20, 23, 26})
	if tm.Repeat() != 3*ms {
		t.Errorf("repeat %v, want 3ms", tm.Repeat())
	}
}

func TestTimerTimesAreRoundedUpToMilliseconds(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	for d, want := range map[time.Duration]time.Duration{
		-time.Second: 0, 0: 0, 1: ms, ms: ms, ms + 1: 2 * ms,
	} {
		tm := l.NewTimer()
		must(t, tm.Start(func() {}, d, 0))
		if tm.DueIn() != want {
			t.Errorf("%v is due in %v, want %v", d, tm.DueIn(), want)
		}
		must(t, tm.Close(nil))
	}
}

func TestTimerThatWouldNeverFireKeepsTheLoopWaiting(t *testing.T) {
	l, k := newVirtual(t, Options{})
	after(t, l, 2*ms, func() {})
	tm := l.NewTimer()
	must(t, tm.StartMs(func() { t.Error("fired") }, math.MaxUint64, math.MaxUint64))
	k.onBlock = l.Stop
	alive, err := l.Run(uv.RunDefault)
	must(t, err)
	if !alive || l.Now() != 2 {
		t.Errorf("alive %v at %d ms, want true at 2", alive, l.Now())
	}
}

func TestTimerCannotStartWithoutCallbackOrWhenClosing(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	tm := l.NewTimer()
	errIs(t, tm.Start(nil, 0, 0), uv.EINVAL)
	must(t, tm.Close(nil))
	errIs(t, tm.Start(func() {}, 0, 0), uv.EINVAL)
	errIs(t, tm.Close(nil), uv.EINVAL)
	if tm.Active() || !tm.Closing() {
		t.Errorf("active %v, closing %v", tm.Active(), tm.Closing())
	}
	run(t, l)
}

func TestTimerFiresOnTheRealClockNotBeforeItIsDue(t *testing.T) {
	l := newLoop(t, Options{})
	start := time.Now()
	after(t, l, 12*ms, func() {})
	run(t, l)
	if d := time.Since(start); d < 11*ms {
		t.Errorf("fired after %v, want 12ms", d)
	}
}
