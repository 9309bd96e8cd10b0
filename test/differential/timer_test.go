//go:build unix

package differential

import (
	"math"
	"time"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

func timerScenarios() []scenario {
	return []scenario{
		{name: "timer_again", run: timerAgain},
		{name: "timer_due_in", run: timerDueIn},
		{name: "timer_errors", run: timerErrors},
		{name: "timer_once_twice", run: timerOnceTwice, since: 45, order: true},
		{name: "timer_order", run: timerOrder},
		{name: "timer_repeat", run: timerRepeat},
		{name: "timer_set_repeat", run: timerSetRepeat},
		{name: "timer_stop_due", run: timerStopDue},
		{name: "timer_unref", run: timerUnref},
		{name: "timer_zero", run: timerZero},
		{name: "timer_zero_in_callback", run: timerZeroInCallback, since: 48, order: true,
			why: "which timers are due is settled before the first callback, so that one started with 0 ms waits for the next iteration. Before, a timer that started itself with 0 ms never let the loop go on."},
	}
}

func (s *script) timers(n int) []*loop.Timer {
	t := make([]*loop.Timer, n)
	for i := range t {
		t[i] = s.l.NewTimer()
	}
	return t
}

const never = 100 * time.Second // longer than any test

func ms(d time.Duration) int { return int(d / time.Millisecond) }

func timerOrder(s *script) {
	t := s.timers(6)
	start := func(i int, what string, timeout time.Duration) {
		s.ret("start "+what, t[i].Start(s.noting("timer %c", 'a'+i), timeout*time.Millisecond, 0))
	}
	start(3, "d", 4)
	start(1, "b", 2)
	start(0, "a", 2)
	start(2, "c", 4)
	start(5, "f", 1)
	start(4, "e", 0)
	start(1, "b again", 2)
	s.num("run", s.run(uv.RunDefault), nil)
}

func timerZero(s *script) {
	t := s.timers(3)
	for _, i := range []int{2, 0, 1} {
		s.must(t[i].Start(func() { s.say("timer %c active %d", 'a'+i, num(t[i].Active())) }, 0, 0))
	}
	s.say("active %d %d %d", num(t[0].Active()), num(t[1].Active()), num(t[2].Active()))
	s.num("run", s.run(uv.RunDefault), nil)
}

func timerZeroInCallback(s *script) {
	first, second, idle := s.l.NewTimer(), s.l.NewTimer(), s.l.NewIdle()
	s.must(idle.Start(s.noting("idle")))
	s.must(first.Start(func() {
		s.say("first")
		s.must(second.Start(func() {
			s.say("second")
			s.must(idle.Stop())
		}, 0, 0))
	}, 0, 0))
	s.num("run", s.run(uv.RunDefault), nil)
}

func timerRepeat(s *script) {
	n, t := 0, s.l.NewTimer()
	s.say("repeat %d", ms(t.Repeat()))
	s.ret("start", t.Start(func() {
		n++
		s.say("timer %d active %d repeat %d due in %d", n, num(t.Active()), ms(t.Repeat()), ms(t.DueIn()))
		if n == 3 {
			s.ret("stop", t.Stop())
			s.say("active %d repeat %d", num(t.Active()), ms(t.Repeat()))
		}
	}, time.Millisecond, 2*time.Millisecond))
	s.say("repeat %d", ms(t.Repeat()))
	s.num("run", s.run(uv.RunDefault), nil)
}

func timerAgain(s *script) {
	n, t, once := 0, s.l.NewTimer(), s.l.NewTimer()
	s.ret("again before any start", t.Again())
	t.SetRepeat(5 * time.Millisecond)
	s.ret("again with a repeat, before any start", t.Again())
	s.say("active %d repeat %d", num(t.Active()), ms(t.Repeat()))
	s.ret("start", t.Start(func() {
		s.say("timer t")
		if n++; n == 3 {
			s.must(t.Stop())
		}
	}, never, 3*time.Millisecond))
	s.say("due in %d", ms(t.DueIn()))
	s.ret("again", t.Again())
	s.say("due in %d", ms(t.DueIn()))
	s.ret("start once", once.Start(func() {
		s.say("timer once")
		s.ret("again without a repeat", once.Again())
		s.say("active %d", num(once.Active()))
	}, time.Millisecond, 0))
	s.num("run", s.run(uv.RunDefault), nil)
	s.ret("stop", t.Stop())
	s.ret("again after a stop", t.Again())
	s.say("active %d due in %d", num(t.Active()), ms(t.DueIn()))
	s.must(t.Close(nil))
	s.ret("again while closing", t.Again())
	s.say("active %d", num(t.Active()))
}

func timerStopDue(s *script) {
	t := s.timers(5)
	on := func(i int) func() {
		return func() {
			s.say("timer %c", 'a'+i)
			if i == 0 {
				s.ret("stop b", t[1].Stop())
				s.close(t[2], "c")
				s.ret("start d for later", t[3].Start(s.noting("timer d"), 2*time.Millisecond, 0))
			}
		}
	}
	for i := range t {
		s.must(t[i].Start(on(i), time.Millisecond, 0))
	}
	s.num("run", s.run(uv.RunDefault), nil)
}

func timerUnref(s *script) {
	t, u := s.l.NewTimer(), s.l.NewTimer()
	on := s.noting("timer t")
	s.must(t.Start(on, 0, 0))
	t.Unref()
	t.Unref()
	s.say("ref %d alive %d", num(t.HasRef()), num(s.l.Alive()))
	s.num("run", s.run(uv.RunDefault), nil)
	s.num("run once", s.run(uv.RunOnce), nil)
	s.num("run nowait", s.run(uv.RunNoWait), nil)
	s.say("a ref'd one beside it")
	s.must(u.Start(s.noting("timer u"), time.Millisecond, 0))
	s.num("run", s.run(uv.RunDefault), nil)
	t.Ref()
	t.Ref()
	s.say("ref %d active %d alive %d", num(t.HasRef()), num(t.Active()), num(s.l.Alive()))
	s.must(t.Start(on, 0, 0))
	s.num("run", s.run(uv.RunDefault), nil)
}

func timerDueIn(s *script) {
	t := s.l.NewTimer()
	s.say("new: %d", ms(t.DueIn()))
	s.must(t.Start(func() {}, time.Second, 0))
	s.say("started: %d", ms(t.DueIn()))
	time.Sleep(5 * time.Millisecond)
	s.say("5 ms later: %d", ms(t.DueIn()))
	s.must(t.Start(func() { s.say("in the callback: due in %d", ms(t.DueIn())) }, 3*time.Millisecond, 0))
	s.say("started anew: %d", ms(t.DueIn()))
	s.num("run", s.run(uv.RunDefault), nil)
	s.say("after it fired: %d", ms(t.DueIn()))
	s.must(t.StartMs(func() {}, math.MaxUint64, 0))
	s.say("for ever: %d", num(ms(t.DueIn()) > 1<<40))
	s.ret("stop", t.Stop())
	s.say("active %d", num(t.Active()))
}

func timerSetRepeat(s *script) {
	n, t := 0, s.l.NewTimer()
	s.must(t.Start(func() {
		n++
		s.say("timer %d due in %d", n, ms(t.DueIn()))
		t.SetRepeat(map[int]time.Duration{1: 7 * time.Millisecond}[n])
		s.say("repeat %d due in %d", ms(t.Repeat()), ms(t.DueIn()))
	}, time.Millisecond, 2*time.Millisecond))
	s.num("run", s.run(uv.RunDefault), nil)
	s.say("timer fired %d times, active %d", n, num(t.Active()))
}

func timerErrors(s *script) {
	t, on := s.l.NewTimer(), s.noting("timer")
	s.ret("start without a callback", t.Start(nil, time.Millisecond, time.Millisecond))
	s.say("active %d repeat %d", num(t.Active()), ms(t.Repeat()))
	s.ret("stop what never started", t.Stop())
	s.ret("start", t.Start(on, time.Millisecond, 0))
	s.ret("stop", t.Stop())
	s.ret("stop twice", t.Stop())
	s.close(t, "t")
	s.ret("start while closing", t.Start(on, time.Millisecond, 0))
	s.ret("stop while closing", t.Stop())
	s.num("run", s.run(uv.RunDefault), nil)
}

func timerOnceTwice(s *script) {
	t := s.l.NewTimer()
	s.must(t.Start(s.noting("timer"), 5*time.Millisecond, 5*time.Millisecond))
	time.Sleep(10 * time.Millisecond)
	s.num("run once", s.run(uv.RunOnce), nil)
	s.say("and again")
	time.Sleep(10 * time.Millisecond)
	s.num("run nowait", s.run(uv.RunNoWait), nil)
}
