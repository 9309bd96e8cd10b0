//go:build unix

package differential

import (
	"os"
	"time"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

func signalScenarios() []scenario {
	return []scenario{
		{name: "signal_errors", run: signalErrors},
		{name: "signal_handles", run: signalHandles},
		{name: "metrics_idle", run: metricsIdle},
	}
}

func signalHandles(s *script) {
	a, b, once := s.l.NewSignal(), s.l.NewSignal(), s.l.NewSignal()
	var got [3]int
	on := func(i int) func(int) {
		return func(signum int) {
			got[i]++
			if signum != int(unix.SIGUSR1) {
				s.say("signal %d", signum)
			}
			if i == 2 {
				s.say("one-shot active %d", num(once.Active()))
			}
		}
	}
	// Sends the signal and runs until a has it.
	raise := func() {
		before := got[0]
		s.ret("kill", unix.Kill(os.Getpid(), unix.SIGUSR1))
		for got[0] == before {
			s.run(uv.RunOnce)
		}
		s.say("a %d b %d once %d", got[0], got[1], got[2])
	}
	s.ret("start", a.Start(on(0), int(unix.SIGUSR1)))
	s.ret("start", b.Start(on(1), int(unix.SIGUSR1)))
	s.ret("start for one", once.StartOneShot(on(2), int(unix.SIGUSR1)))
	s.say("active %d signum %d", num(a.Active()), num(a.Signum() == int(unix.SIGUSR1)))
	raise()
	s.say("one-shot active %d signum %d", num(once.Active()), once.Signum())
	raise()
	s.ret("stop b", b.Stop())
	s.say("active %d signum %d", num(b.Active()), b.Signum())
	raise()
	a.Unref()
	s.num("unref'd", s.run(uv.RunDefault), nil)
}

func signalErrors(s *script) {
	h, on := s.l.NewSignal(), func(int) {}
	s.ret("init", nil)
	s.ret("signal 0", h.Start(on, 0))
	s.ret("SIGKILL", h.Start(on, int(unix.SIGKILL)))
	s.ret("SIGSTOP", h.Start(on, int(unix.SIGSTOP)))
	s.ret("signal 1000", h.Start(on, 1000))
	s.ret("signal -1", h.Start(on, -1))
	s.ret("stop what never started", h.Stop())
	s.say("active %d", num(h.Active()))
	s.ret("start", h.Start(on, int(unix.SIGUSR2)))
	s.ret("start again", h.Start(on, int(unix.SIGUSR2)))
	s.ret("start with another", h.Start(on, int(unix.SIGUSR1)))
	s.say("active %d signum %d", num(h.Active()), num(h.Signum() == int(unix.SIGUSR1)))
	s.ret("start with one that is none", h.Start(on, int(unix.SIGKILL)))
	s.say("active %d signum %d", num(h.Active()), h.Signum())
	s.ret("stop", h.Stop())
	s.ret("stop twice", h.Stop())
}

func metricsIdle(s *script) {
	t := s.l.NewTimer()
	waitALittle := func() {
		s.must(t.Start(func() { time.Sleep(5 * time.Millisecond) }, 10*time.Millisecond, 0))
		s.run(uv.RunDefault)
	}
	waitALittle()
	s.say("not asked for: %d", num(s.l.IdleTime() > 0))
	s.ret("configure", s.l.Configure(loop.MetricsIdleTime))
	s.say("at first: %d", num(s.l.IdleTime() > 0))
	idle := uint64(0)
	for idle == 0 { // on a busy machine the timer may be due before the wait
		waitALittle()
		idle = s.l.IdleTime()
	}
	s.say("after a wait there is some")
	s.run(uv.RunNoWait)
	s.say("no wait, no more: %d", num(s.l.IdleTime() == idle))
	s.ret("an option that is none", s.l.Configure(99))
}
