//go:build unix

package loop

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// everyPhase starts one handle for each phase that has some, notes the order in
// which they run, and stops everything in the check phase of the second round.
func everyPhase(t *testing.T, l *Loop, s *steps) {
	rounds := 0
	idle, prepare, check := l.NewIdle(), l.NewPrepare(), l.NewCheck()
	must(t, check.Start(func() {
		s.note("check")()
		if rounds++; rounds == 1 {
			must(t, idle.Close(s.note("close idle")))
		} else {
			must(t, prepare.Close(nil))
			must(t, check.Close(nil))
		}
	}))
	must(t, prepare.Start(s.note("prepare")))
	must(t, idle.Start(s.note("idle")))
	after(t, l, 0, s.note("timer"))
	after(t, l, 1*ms, s.note("later")) // ends the wait of the second round
}

func TestPhasesRunInLibuvsOrder(t *testing.T) {
	for _, order := range []Order{OrderCurrent, Order144} {
		l, _ := newVirtual(t, Options{Order: order})
		var s steps
		everyPhase(t, l, &s)
		run(t, l)
		s.want(t, "timer", "idle", "prepare", "check", "close idle", "prepare", "check", "later")
	}
}

// A timer that falls due while the loop polls tells the orders apart: close
// callbacks run before it now, and did after it up to 1.44.
func TestOrderMovesTheTimerPhase(t *testing.T) {
	for order, want := range map[Order][]string{
		OrderCurrent: {"check 1", "closed", "timer 1"},
		Order144:     {"check 1", "closed", "timer 2"},
	} {
		l, _ := newVirtual(t, Options{Order: order})
		var s steps
		check, closing := l.NewCheck(), l.NewTimer()
		must(t, check.Start(func() {
			s.note(fmt.Sprint("check ", l.Iteration()))()
			must(t, check.Close(nil))
			must(t, closing.Close(s.note("closed")))
		}))
		after(t, l, 5*ms, func() { s.note(fmt.Sprint("timer ", l.Iteration()))() })
		run(t, l)
		s.want(t, want...)
	}
}

func TestOnceRunsTimersAfterPollInBothOrders(t *testing.T) {
	for _, order := range []Order{OrderCurrent, Order144} {
		l, _ := newVirtual(t, Options{Order: order})
		fired := false
		after(t, l, 5*ms, func() { fired = true })
		alive, err := l.Run(uv.RunOnce)
		must(t, err)
		if !fired || !alive { // the timer is closing
			t.Errorf("order %d: fired %v, alive %v: once must make progress", order, fired, alive)
		}
	}
}

func TestOnceRunsARepeatingTimerOnce(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	fired := 0
	tm := l.NewTimer()
	must(t, tm.Start(func() { fired++; l.clock.advance(5) }, 0, 1*ms))
	_, err := l.Run(uv.RunOnce)
	must(t, err)
	if fired != 1 {
		t.Errorf("fired %d times in one iteration", fired)
	}
}

// As timers ran before and after poll in mode once, up to 1.44 a repeating timer
// could fire twice there.
func TestOnceRunsARepeatingTimerTwiceIn144(t *testing.T) {
	l, _ := newVirtual(t, Options{Order: Order144})
	fired := 0
	tm := l.NewTimer()
	must(t, tm.Start(func() { fired++; l.clock.advance(5) }, 0, 1*ms))
	once(t, l)
	equal(t, fired, 2)
}

// One iteration of each mode with something in each phase, in both orders.
func TestBothOrdersOfTheTimerPhaseInAllModes(t *testing.T) {
	const current, older = "idle prepare check closed timer", "timer idle prepare check closed"
	for _, c := range []struct {
		order Order
		mode  uv.RunMode
		want  string
	}{
		{OrderCurrent, uv.RunDefault, "timer idle prepare check closed"}, // before the first iteration
		{OrderCurrent, uv.RunOnce, current},
		{OrderCurrent, uv.RunNoWait, current},
		{Order144, uv.RunDefault, older},
		{Order144, uv.RunOnce, older},
		{Order144, uv.RunNoWait, older},
	} {
		l, _ := newVirtual(t, Options{Order: c.order})
		var s steps
		closing := l.NewTimer()
		must(t, l.NewIdle().Start(s.note("idle")))
		must(t, l.NewPrepare().Start(s.note("prepare")))
		must(t, l.NewCheck().Start(func() {
			s.note("check")()
			must(t, closing.Close(s.note("closed")))
			l.Stop()
		}))
		must(t, l.NewTimer().Start(s.note("timer"), 0, 0))
		_, err := l.Run(c.mode)
		must(t, err)
		if got := strings.Join(s.got, " "); got != c.want {
			t.Errorf("order %d, %v: %s, want %s", c.order, c.mode, got, c.want)
		}
	}
}

func TestOnceDoesNotBlockWhenIdleRanEvenIfItStopped(t *testing.T) {
	l, k := newVirtual(t, Options{})
	idle, prepare := l.NewIdle(), l.NewPrepare()
	must(t, prepare.Start(func() {}))
	must(t, idle.Start(func() { must(t, idle.Stop()) }))
	k.onBlock = func() { t.Error("blocked") }
	_, err := l.Run(uv.RunOnce)
	must(t, err)
}

func TestNoWaitNeverBlocksAndRunsWhatIsDue(t *testing.T) {
	for order, firedAtOnce := range map[Order]bool{OrderCurrent: true, Order144: true} {
		l, k := newVirtual(t, Options{Order: order})
		k.onBlock = func() { t.Error("blocked") }
		due, later := false, false
		after(t, l, 0, func() { due = true })
		after(t, l, 5*ms, func() { later = true })
		alive, err := l.Run(uv.RunNoWait)
		must(t, err)
		if due != firedAtOnce || later || !alive || l.Now() != 0 {
			t.Errorf("order %d: due %v, later %v, alive %v at %d ms", order, due, later, alive, l.Now())
		}
	}
}

func TestRunOfAnEmptyLoopReturnsAtOnce(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	for _, mode := range []uv.RunMode{uv.RunDefault, uv.RunOnce, uv.RunNoWait} {
		alive, err := l.Run(mode)
		if alive || err != nil || l.Iteration() != 0 {
			t.Errorf("%v: alive %v, %v, iteration %d", mode, alive, err, l.Iteration())
		}
	}
}

func TestStopTakesEffectAtTheIterationsEdge(t *testing.T) {
	l, k := newVirtual(t, Options{})
	var s steps
	idle, prepare, check := l.NewIdle(), l.NewPrepare(), l.NewCheck()
	must(t, prepare.Start(func() { s.note("prepare")(); l.Stop() }))
	must(t, check.Start(s.note("check")))
	k.onBlock = func() { t.Error("poll blocked after Stop") }
	alive, err := l.Run(uv.RunDefault)
	must(t, err)
	if !alive {
		t.Error("two handles are active, but the loop is not alive")
	}
	s.want(t, "prepare", "check")
	must(t, idle.Close(nil))
	must(t, prepare.Close(nil))
	must(t, check.Close(nil))
	run(t, l) // the flag is gone
}

func TestStopBeforeRunKeepsEverythingFromRunning(t *testing.T) {
	for _, mode := range []uv.RunMode{uv.RunDefault, uv.RunOnce, uv.RunNoWait} {
		l, _ := newVirtual(t, Options{})
		fired := 0
		after(t, l, 0, func() { fired++ })
		l.Stop()
		alive, err := l.Run(mode)
		must(t, err)
		if fired != 0 || !alive {
			t.Errorf("%v: fired %d, alive %v", mode, fired, alive)
		}
		run(t, l)
		if fired != 1 {
			t.Errorf("%v: the timer fired %d times once the loop ran", mode, fired)
		}
	}
}

func TestUnrefdHandlesDoNotKeepTheLoopAlive(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	tm, idle := l.NewTimer(), l.NewIdle()
	fired := 0
	must(t, tm.Start(func() { fired++ }, 0, 0))
	must(t, idle.Start(func() { fired++ }))
	for _, h := range []Handle{tm, idle} {
		h.Unref()
		h.Unref() // idempotent
		if h.HasRef() || !h.Active() {
			t.Errorf("%v: ref %v, active %v", h.Type(), h.HasRef(), h.Active())
		}
	}
	run(t, l)
	if fired != 0 {
		t.Errorf("%d callbacks ran, although nothing kept the loop alive", fired)
	}
	tm.Ref()
	tm.Ref()
	if !l.Alive() {
		t.Error("a ref'd active timer, but the loop is not alive")
	}
	tm.Unref()
	if l.Alive() {
		t.Error("ref was counted twice")
	}
}

func TestRefOfAClosingHandleIsRememberedAndCountsForNothing(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	tm := l.NewTimer()
	must(t, tm.Start(func() {}, 0, 0))
	must(t, tm.Close(func() { tm.Ref() }))
	tm.Unref()
	if tm.HasRef() || !l.Alive() {
		t.Errorf("ref %v, alive %v", tm.HasRef(), l.Alive())
	}
	run(t, l)
	if !tm.HasRef() || l.Alive() {
		t.Errorf("ref %v, alive %v", tm.HasRef(), l.Alive())
	}
}

func TestUnrefdTimerRunsWhileAnotherKeepsTheLoopAlive(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	collections := 0
	gc := l.NewTimer()
	must(t, gc.Start(func() { collections++ }, 0, 1*ms))
	gc.Unref()
	after(t, l, 3*ms, func() {})
	run(t, l)
	if collections != 4 {
		t.Errorf("the unref'd timer fired %d times, want 4", collections)
	}
}

func TestRunIsNotReentrant(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	after(t, l, 0, func() {
		_, err := l.Run(uv.RunDefault)
		errIs(t, err, uv.EBUSY)
		errIs(t, l.Close(), uv.EBUSY)
	})
	run(t, l)
}

func TestBackendTimeout(t *testing.T) {
	l, k := newVirtual(t, Options{})
	want := func(what string, ms int) {
		t.Helper()
		if got := l.BackendTimeout(); got != ms {
			t.Errorf("%s: %d ms, want %d", what, got, ms)
		}
	}
	want("an empty loop", 0)
	tm, idle, prepare := l.NewTimer(), l.NewIdle(), l.NewPrepare()
	must(t, prepare.Start(func() {}))
	want("nothing but an active prepare handle", -1)
	must(t, tm.StartMs(func() {}, math.MaxUint64, 0))
	want("a timer that never fires", math.MaxInt32)
	must(t, tm.Start(func() {}, 7*ms, 0))
	want("a timer in 7 ms", 7)
	must(t, idle.Start(func() {}))
	want("an idle handle", 0)
	must(t, idle.Close(nil))
	want("a closing handle", 0)
	l.Stop()
	want("stopped", 0)
	_, err := l.Run(uv.RunNoWait)
	must(t, err)
	_, err = l.Run(uv.RunNoWait)
	must(t, err)
	want("closed again", 7)
	p := watch(l, 9)
	must(t, p.Start(uv.Readable, func(uv.Errno, uv.PollEvents) {}))
	want("a registration the kernel was not told", 0)
	k.onBlock = l.Stop
	_, err = l.Run(uv.RunNoWait)
	must(t, err)
	want("registered", 7)
}

func TestWalkVisitsHandlesInTheOrderOfTheirMaking(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	handles := []Handle{l.NewTimer(), l.NewIdle(), l.NewTCP(), l.NewAsync(nil), l.NewCheck()}
	var got []ID
	l.Walk(func(h Handle) {
		got = append(got, h.ID())
		equal(t, h.Loop() == l, true)
		l.NewTimer() // is not visited
		must(t, h.Close(nil))
	})
	var want []ID
	for _, h := range handles {
		want = append(want, h.ID())
	}
	equal(t, got, want)
	run(t, l)
	n := 0
	l.Walk(func(Handle) { n++ })
	if n != len(handles) {
		t.Errorf("%d handles are open, want the %d that were made last", n, len(handles))
	}
}

func TestCloseWhileAnythingIsOpen(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	tm := l.NewTimer()
	errIs(t, l.Close(), uv.EBUSY)
	must(t, tm.Close(nil))
	errIs(t, l.Close(), uv.EBUSY) // not until the close callback
	run(t, l)
	must(t, l.Close())
	errIs(t, l.Close(), uv.EINVAL)
	_, err := l.Run(uv.RunDefault)
	errIs(t, err, uv.EINVAL)
}

func TestOptionsAreChecked(t *testing.T) {
	for _, o := range []Options{{PoolSize: -1}, {PoolSize: maxPoolSize + 1}, {Order: Order144 + 1}} {
		_, err := New(o)
		errIs(t, err, uv.EINVAL)
	}
	l, _ := newVirtual(t, Options{})
	_, err := l.Run(uv.RunNoWait + 1)
	errIs(t, err, uv.EINVAL)
}

func TestCloseCallbacksRunLastAndLastClosedFirst(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	var s steps
	a, b, c := l.NewTimer(), l.NewIdle(), l.NewPrepare()
	check := l.NewCheck()
	must(t, check.Start(func() { s.note("check")(); must(t, check.Close(s.note("check closed"))) }))
	must(t, a.Close(func() {
		s.note("a")()
		inner := l.NewTimer()
		must(t, inner.Close(func() { s.note(fmt.Sprint("inner in iteration ", l.Iteration()))() }))
	}))
	must(t, b.Close(s.note("b")))
	must(t, c.Close(s.note("c")))
	s.note("returned")()
	run(t, l)
	s.want(t, "returned", "check", "check closed", "c", "b", "a", "inner in iteration 2")
}

func TestSignalsDoNotEndAWait(t *testing.T) {
	l, k := newVirtual(t, Options{})
	k.signals = 3
	k.onBlock = func() { k.set(5, evIn) }
	p := watch(l, 5)
	got := 0
	must(t, p.Start(uv.Readable, func(uv.Errno, uv.PollEvents) { got++; must(t, p.Close(nil)) }))
	_, err := l.Run(uv.RunOnce) // must make progress nevertheless
	must(t, err)
	if got != 1 || len(k.waits) != 4 {
		t.Errorf("%d callbacks after %d waits, want 1 after 4", got, len(k.waits))
	}
	run(t, l)
}

// timersOnly is a program of timers and phase handles, which runs its loop in
// every mode and stops it now and then, by numbers that only look random.
func timersOnly(t *testing.T, l *Loop, seed uint64) {
	rnd := rand.New(rand.NewPCG(seed, 1))
	left := 300
	var timers []*Timer
	var cb func()
	cb = func() {
		for range rnd.IntN(3) {
			if left--; left < 0 {
				return
			}
			tm := l.NewTimer()
			timers = append(timers, tm)
			must(t, tm.StartMs(cb, rnd.Uint64N(7), rnd.Uint64N(2)*rnd.Uint64N(5)))
			switch old := timers[rnd.IntN(len(timers))]; rnd.IntN(5) {
			case 0:
				must(t, old.Stop())
			case 1:
				_ = old.Close(cb)
			case 2:
				_ = old.Again()
			case 3:
				old.Unref()
			}
		}
		if rnd.IntN(20) == 0 {
			l.Stop()
		}
	}
	idle, prepare, check := l.NewIdle(), l.NewPrepare(), l.NewCheck()
	prepare.Unref() // alone they would block
	check.Unref()
	must(t, prepare.Start(cb))
	must(t, check.Start(func() { cb(); _ = idle.Start(func() { must(t, idle.Stop()) }) }))
	for cb(); left > 0; {
		_, err := l.Run(uv.RunMode(rnd.IntN(3)))
		must(t, err)
		cb()
	}
	closeAll(l)
	run(t, l)
}

func TestVirtualTimeGivesEqualTraces(t *testing.T) {
	for _, order := range []Order{OrderCurrent, Order144} {
		for seed := range uint64(10) {
			program := func() []byte {
				rec := trace.NewRecorder(trace.Options{})
				l, _ := newVirtual(t, Options{Trace: rec, Order: order})
				timersOnly(t, l, seed)
				if !l.Virtual() || !l.Deterministic() {
					t.Errorf("virtual %v, deterministic %v", l.Virtual(), l.Deterministic())
				}
				var out bytes.Buffer
				must(t, trace.WriteFile(&out, rec.Trace()))
				return out.Bytes()
			}
			first, second := program(), program()
			if !bytes.Equal(first, second) {
				t.Errorf("seed %d: two runs of one program differ", seed)
			}
			if len(first) < 10_000 {
				t.Errorf("seed %d: the trace has %d bytes only", seed, len(first))
			}
		}
	}
}

func TestWhatComesFromOutsideIsNotDeterministic(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	var r FSReq
	must(t, l.FSStat(&r, nil, ".", nil))
	if l.Deterministic() {
		t.Error("a file was looked at")
	}
}

func TestVirtualClockStandsStillWhileThePoolWorks(t *testing.T) {
	l := newLoop(t, Options{Virtual: true})
	var s steps
	after(t, l, time.Hour, s.note("an hour later"))
	var r FSReq
	must(t, l.FSStat(&r, nil, ".", func() {
		s.note("stat")()
		if l.Now() != 0 {
			t.Errorf("the clock went to %d ms meanwhile", l.Now())
		}
	}))
	run(t, l)
	s.want(t, "stat", "an hour later")
}

func TestNowIsCachedAndTimeIsNot(t *testing.T) {
	l := newLoop(t, Options{})
	now := l.Now()
	for l.Time() < (now+3)*uint64(ms) { // busy
	}
	if l.Now() != now {
		t.Errorf("now went from %d to %d by itself", now, l.Now())
	}
	l.UpdateTime()
	if l.Now() < now+3 {
		t.Errorf("now is %d after an update, want %d", l.Now(), now+3)
	}
}
