//go:build unix

package differential

import (
	"math"
	"time"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

func runScenarios() []scenario {
	return []scenario{
		{name: "run_empty", run: runEmpty},
		{name: "run_modes_closing", run: runModesClosing},
		{name: "run_nowait", run: runNoWait},
		{name: "run_once", run: runOnce},
		{name: "stop_before_run", run: stopBeforeRun},
		{name: "stop_in_timer", run: stopInTimer, since: 45, order: true},
		{name: "stop_inside", run: stopInside},
		{name: "backend_timeout", run: backendTimeout},
		{name: "loop_busy", run: loopBusy},
		{name: "walk_order", run: walkOrder},
	}
}

func runEmpty(s *script) {
	modes := func() {
		s.say("alive %d", num(s.l.Alive()))
		s.num("default", s.run(uv.RunDefault), nil)
		s.num("once", s.run(uv.RunOnce), nil)
		s.num("nowait", s.run(uv.RunNoWait), nil)
	}
	modes()
	idle := s.l.NewIdle()
	s.say("an idle handle that is not started")
	modes()
	s.must(idle.Start(s.noting("idle")))
	idle.Unref()
	s.say("started, but unref'd")
	modes()
}

func runNoWait(s *script) {
	run := func(what string) { s.num(what, s.run(uv.RunNoWait), nil) }
	s.must(s.l.NewTimer().Start(s.noting("timer"), never, 0))
	run("timer only")
	s.must(s.l.NewPrepare().Start(s.noting("prepare")))
	run("and prepare")
	s.must(s.l.NewCheck().Start(s.noting("check")))
	run("and check")
	s.l.NewAsync(s.noting("async")).Send()
	run("and async")
	s.must(s.l.NewIdle().Start(s.noting("idle")))
	run("and idle")
}

func runOnce(s *script) {
	run := func(what string) { s.num(what, s.run(uv.RunOnce), nil) }
	timer := s.l.NewTimer()
	s.must(timer.Start(s.noting("timer"), 50*time.Millisecond, 0))
	run("timer only")
	s.must(s.l.NewPrepare().Start(s.noting("prepare")))
	s.must(s.l.NewCheck().Start(s.noting("check")))
	s.must(timer.Start(s.noting("timer"), 50*time.Millisecond, 0))
	run("timer, prepare, check")
	s.l.NewAsync(s.noting("async")).Send()
	run("and async")
	idle := s.l.NewIdle()
	s.must(idle.Start(func() {
		s.say("idle")
		s.must(idle.Stop())
	}))
	run("idle that stops itself: no wait")
	s.close(idle, "idle")
	run("closing")
}

func runModesClosing(s *script) {
	for _, mode := range []uv.RunMode{uv.RunDefault, uv.RunOnce, uv.RunNoWait} {
		s.close(s.l.NewTimer(), mode.String())
		s.say("alive %d timeout %d", num(s.l.Alive()), s.l.BackendTimeout())
		s.num(mode.String(), s.run(mode), nil)
	}
}

func stopBeforeRun(s *script) {
	idle := s.l.NewIdle()
	s.must(idle.Start(func() {
		s.note(0, "idle")
		s.must(idle.Stop())
	}))
	s.must(s.l.NewTimer().Start(func() { s.note(1, "timer") }, time.Millisecond, 0))
	s.l.Stop()
	s.say("timeout %d", s.l.BackendTimeout())
	s.num("default", s.run(uv.RunDefault), nil)
	s.l.Stop()
	s.num("once", s.run(uv.RunOnce), nil)
	s.l.Stop()
	s.num("nowait", s.run(uv.RunNoWait), nil)
	s.num("default", s.run(uv.RunDefault), nil)
}

func stopInside(s *script) {
	where := ""
	at := func(name string) func() {
		return func() {
			s.say("%s", name)
			if where == name {
				s.l.Stop()
			}
		}
	}
	async := s.l.NewAsync(at("async"))
	s.must(s.l.NewIdle().Start(at("idle")))
	s.must(s.l.NewPrepare().Start(at("prepare")))
	s.must(s.l.NewCheck().Start(at("check")))
	for _, where = range []string{"idle", "prepare", "async", "check"} {
		s.say("stop in %s", where)
		async.Send()
		s.num("run", s.run(uv.RunDefault), nil)
	}
}

func stopInTimer(s *script) {
	t := s.timers(3)
	s.must(s.l.NewCheck().Start(s.noting("check")))
	for i, timeout := range []time.Duration{time.Millisecond, time.Millisecond, never} {
		s.must(t[i].Start(func() {
			s.say("timer %c", 'a'+i)
			s.l.Stop()
		}, timeout, 0))
	}
	time.Sleep(3 * time.Millisecond)
	s.num("run", s.run(uv.RunDefault), nil)
	s.say("active %d %d %d", num(t[0].Active()), num(t[1].Active()), num(t[2].Active()))
}

func backendTimeout(s *script) {
	nop := func() {}
	state := func(what string) {
		s.say("%s: alive %d timeout %d", what, num(s.l.Alive()), s.l.BackendTimeout())
	}
	prepare := s.l.NewPrepare()
	s.must(prepare.Start(nop))
	s.run(uv.RunNoWait)
	s.must(prepare.Stop())
	state("nothing")
	s.must(prepare.Start(nop))
	state("prepare")
	prepare.Unref()
	state("unref'd")
	prepare.Ref()
	timer := s.l.NewTimer()
	s.must(timer.Start(nop, time.Second, 0))
	state("timer")
	s.must(timer.StartMs(nop, math.MaxUint64, 0))
	ms := s.l.BackendTimeout()
	s.say("timer for ever: %d", num(ms > 1000000))
	s.must(timer.Start(nop, 0, 0))
	state("timer due")
	s.must(timer.Start(nop, time.Second, 0))
	s.l.Stop()
	state("stopping")
	s.run(uv.RunNoWait)
	state("stopped")
	idle := s.l.NewIdle()
	s.must(idle.Start(nop))
	state("idle")
	idle.Unref()
	state("idle unref'd")
	s.must(idle.Close(nil))
	state("closing")
	s.must(timer.Stop())
	s.run(uv.RunNoWait)
	state("closed")
	s.must(prepare.Stop())
	s.l.NewAsync(nop)
	s.run(uv.RunNoWait)
	state("async")
}

func loopBusy(s *script) {
	t := s.l.NewTimer()
	s.ret("with a handle", s.l.Close())
	s.close(t, "timer")
	s.ret("with one that is closing", s.l.Close())
	s.num("run", s.run(uv.RunDefault), nil)
}

func walkOrder(s *script) {
	visit := func(walk string) func(loop.Handle) {
		return func(h loop.Handle) {
			s.say("%s %s closing %d", walk, h.Type(), num(h.Closing()))
			if h.Type() == uv.Idle && walk == "first" {
				s.must(s.l.NewTimer().Close(nil))
			}
			if h.Type() == uv.Check && !h.Closing() {
				s.must(h.Close(nil))
			}
		}
	}
	s.l.NewTCP()
	s.l.NewCheck()
	s.l.NewIdle()
	async := s.l.NewAsync(nil)
	s.l.NewPrepare()
	s.l.Walk(visit("first"))
	async.Unref()
	s.run(uv.RunNoWait)
	s.l.Walk(visit("after the run"))
}
