//go:build unix

package differential

import (
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

func handleScenarios() []scenario {
	return []scenario{
		{name: "close_order", run: closeOrder},
		{name: "close_states", run: closeStates},
		{name: "type_names", run: typeNames},
		{name: "err_names", run: errNames},
	}
}

func closeOrder(s *script) {
	t := s.timers(5)
	check := s.l.NewCheck()
	s.must(check.Start(s.noting("check")))
	check.Unref()
	closeOne := func(i int) {
		s.must(t[i].Close(func() {
			s.say("close %c", 'a'+i)
			if i == 1 {
				s.close(t[3], "d")
				s.close(t[4], "e")
				s.say("closing %d", num(t[3].Closing()))
			}
		}))
	}
	for i := range 3 {
		closeOne(i)
	}
	s.num("run", s.run(uv.RunDefault), nil)
}

func closeStates(s *script) {
	state := func(when string, h loop.Handle) {
		s.say("%s %s: active %d ref %d closing %d", h.Type(), when, num(h.Active()), num(h.HasRef()), num(h.Closing()))
	}
	nop := func() {}
	timer, idle, prepare, check := s.l.NewTimer(), s.l.NewIdle(), s.l.NewPrepare(), s.l.NewCheck()
	all := []loop.Handle{timer, idle, prepare, check, s.l.NewAsync(nop), s.l.NewTCP()}
	for _, h := range all {
		state("new", h)
	}
	s.must(timer.Start(func() { state("in its callback", timer) }, 0, 0))
	s.must(idle.Start(nop))
	s.must(prepare.Start(nop))
	s.must(check.Start(nop))
	for _, h := range all[:5] {
		state("started", h)
	}
	for _, h := range all {
		h.Unref()
		state("unref'd", h)
		h.Ref()
	}
	s.run(uv.RunNoWait)
	state("after it fired", timer)
	s.must(idle.Stop())
	s.must(prepare.Stop())
	s.must(check.Stop())
	for _, h := range all[1:4] {
		state("stopped", h)
	}
	s.must(timer.Start(nop, never, 0))
	for _, h := range all {
		s.must(h.Close(func() { state("in its close callback", h) }))
		state("closed", h)
		h.Unref()
		state("unref'd after that", h)
	}
	s.num("run", s.run(uv.RunDefault), nil)
}

func typeNames(s *script) {
	for t := uv.UnknownHandle + 1; t < uv.File; t++ {
		s.say("handle %d %s", int(t), t)
	}
	s.say("%d", int(uv.File))
	for t := uv.UnknownReq + 1; t <= uv.Random; t++ {
		s.say("req %d %s", int(t), t)
	}
}

// newErrors are later than 1.44.
var newErrors = map[string]bool{"ENODATA": true, "EUNATCH": true, "ENOEXEC": true}

func errNames(s *script) {
	uv.Errnos(func(num uv.Errno, name, message string) {
		if !newErrors[name] {
			s.say("%s: %s", num.Name(), num.Message())
		}
	})
}
