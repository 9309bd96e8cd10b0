//go:build unix

package differential

import (
	"time"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

func phaseScenarios() []scenario {
	return []scenario{
		{name: "phase_errors", run: phaseErrors},
		{name: "phase_iteration", run: phaseIteration, since: 45, order: true},
		{name: "phase_order", run: phaseOrder},
		{name: "phase_self", run: phaseSelf},
	}
}

func phaseOrder(s *script) {
	rounds := 0
	for i := range 3 {
		on := s.noting("check %d", i)
		if i == 0 {
			on = func() {
				s.say("check 0")
				if rounds++; rounds == 2 {
					s.l.Stop()
				}
			}
		}
		s.must(s.l.NewCheck().Start(on))
		s.must(s.l.NewPrepare().Start(s.noting("prepare %d", i)))
		s.must(s.l.NewIdle().Start(s.noting("idle %d", i)))
	}
	s.num("run", s.run(uv.RunDefault), nil)
}

func phaseIteration(s *script) {
	rounds, timer, closed := 0, s.l.NewTimer(), s.l.NewIdle()
	async := s.l.NewAsync(func() {
		s.say("async")
		s.must(timer.Start(s.noting("timer"), 0, 0))
		s.close(closed, "handle")
	})
	s.must(s.l.NewIdle().Start(func() {
		s.say("idle")
		if rounds == 0 {
			async.Send()
		}
	}))
	s.must(s.l.NewPrepare().Start(s.noting("prepare")))
	s.must(s.l.NewCheck().Start(func() {
		s.say("check")
		if rounds++; rounds == 3 {
			s.l.Stop()
		}
	}))
	s.must(timer.Start(s.noting("timer"), 0*time.Millisecond, 0))
	s.num("run", s.run(uv.RunDefault), nil)
}

func phaseSelf(s *script) {
	p := map[string]*loop.Prepare{}
	for _, name := range []string{"first", "new", "stopped", "closed", "self"} {
		p[name] = s.l.NewPrepare()
	}
	rounds := 0
	start := func(name string) error { return p[name].Start(s.noting("prepare %s", name)) }
	s.must(start("closed"))
	s.must(start("stopped"))
	var self func()
	self = func() {
		s.say("prepare self")
		s.must(p["self"].Stop())
		s.must(p["self"].Start(self))
	}
	s.must(p["self"].Start(self))
	s.must(p["first"].Start(func() {
		s.say("prepare first")
		if rounds == 0 {
			s.ret("start new", start("new"))
			s.ret("stop stopped", p["stopped"].Stop())
			s.close(p["closed"], "closed")
		}
	}))
	idle := s.l.NewIdle()
	s.must(idle.Start(func() {}))
	s.num("run nowait", s.run(uv.RunNoWait), nil)
	s.must(idle.Stop())
	s.must(idle.Start(func() {
		s.say("idle")
		if rounds++; rounds == 4 {
			s.l.Stop()
		}
	}))
	rounds = 1
	s.num("run", s.run(uv.RunDefault), nil)
}

func phaseErrors(s *script) {
	idle, prepare, check := s.l.NewIdle(), s.l.NewPrepare(), s.l.NewCheck()
	s.ret("idle without a callback", idle.Start(nil))
	s.ret("prepare without a callback", prepare.Start(nil))
	s.ret("check without a callback", check.Start(nil))
	s.ret("stop what never started", idle.Stop())
	s.ret("start", idle.Start(s.noting("idle, first callback")))
	s.ret("start twice", idle.Start(s.noting("idle, second callback")))
	s.ret("start an active one without a callback", idle.Start(nil))
	s.ret("start", prepare.Start(s.noting("prepare")))
	s.ret("start an active one without a callback", prepare.Start(nil))
	s.ret("start", check.Start(s.noting("check")))
	s.ret("start an active one without a callback", check.Start(nil))
	s.num("run nowait", s.run(uv.RunNoWait), nil)
	s.ret("stop", idle.Stop())
	s.ret("stop twice", idle.Stop())
	s.ret("start with another", idle.Start(s.noting("idle, second callback")))
	s.num("run nowait", s.run(uv.RunNoWait), nil)
}
