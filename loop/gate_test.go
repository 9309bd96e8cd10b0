//go:build unix

package loop

import (
	"fmt"
	"testing"

	"github.com/loopground/loopground/loop/uv"
)

// gateFunc is a gate made of a function.
type gateFunc func(l *Loop, e Edge)

func (f gateFunc) Pass(l *Loop, e Edge) { f(l, e) }

func TestGateIsAskedAtEveryEdge(t *testing.T) {
	var s steps
	names := map[EdgeKind]string{EdgePhase: "phase", EdgeCallback: "callback", EdgePoll: "poll"}
	l, _ := newVirtual(t, Options{Gate: gateFunc(func(l *Loop, e Edge) {
		s.note(fmt.Sprint(names[e.Kind], " ", e.Phase, " ", e.Type))()
		if e.Phase != l.Phase() {
			t.Errorf("edge of %v in %v", e.Phase, l.Phase())
		}
	})})
	prepare := l.NewPrepare()
	must(t, prepare.Start(func() { s.note("prepare runs")(); must(t, prepare.Stop()) }))
	for range 2 {
		tm := l.NewTimer()
		must(t, tm.Start(s.note("timer runs"), 3*ms, 0))
	}
	run(t, l)
	s.want(t,
		"phase prepare ", "callback prepare prepare", "prepare runs",
		"poll poll ",
		"phase timers ", "callback timers timer", "timer runs", "callback timers timer", "timer runs")
}

// A gate that stops the loop at an edge before the poll keeps poll from blocking.
func TestGateMayStopTheLoop(t *testing.T) {
	l, k := newVirtual(t, Options{Gate: gateFunc(func(l *Loop, e Edge) {
		if e.Kind == EdgePoll {
			l.Stop()
		}
	})})
	must(t, l.NewPrepare().Start(func() {}))
	k.onBlock = func() { t.Error("blocked") }
	alive, err := l.Run(uv.RunDefault)
	must(t, err)
	if !alive {
		t.Error("not alive")
	}
}

// Another goroutine pauses the loop while it waits, looks at it through the
// gate, and lets it go on: nothing fires meanwhile, and nothing is lost.
func TestInterruptHasTheGateAskedWhileTheLoopWaits(t *testing.T) {
	waits, asked, resume := make(chan struct{}, 100), make(chan Snapshot), make(chan struct{})
	l := newLoop(t, Options{Gate: gateFunc(func(l *Loop, e Edge) {
		switch e.Kind {
		case EdgePoll:
			waits <- struct{}{}
		case EdgeInterrupt:
			asked <- l.Snapshot()
			<-resume
		}
	})})
	got := 0
	a := l.NewAsync(func() { got++ })
	done := make(chan error)
	go func() {
		_, err := l.Run(uv.RunOnce)
		done <- err
	}()
	<-waits
	l.Interrupt()
	snap := <-asked
	if snap.Phase != "poll" || len(snap.Handles) != 1 {
		t.Errorf("paused with %+v", snap)
	}
	a.Send()
	resume <- struct{}{}
	must(t, <-done)
	if got != 1 {
		t.Errorf("the send was called back %d times", got)
	}
}

func TestInterruptAloneEndsNothing(t *testing.T) {
	l := newLoop(t, Options{})
	fired := false
	after(t, l, 5*ms, func() { fired = true })
	l.Interrupt()
	_, err := l.Run(uv.RunOnce)
	must(t, err)
	if !fired {
		t.Error("once returned without progress")
	}
}

// While a gate blocks, real time goes on: the wait is shorter by that.
func TestTimeAtTheGateIsNotWaitedAgain(t *testing.T) {
	var l *Loop
	slow := gateFunc(func(l *Loop, e Edge) {
		if e.Kind == EdgePoll {
			l.clock.advance(40)
		}
	})
	l, k := newVirtual(t, Options{Gate: slow})
	at := uint64(0)
	after(t, l, 50*ms, func() { at = l.Now() })
	run(t, l)
	if at != 50 {
		t.Errorf("fired at %d ms, want 50 (waits %v)", at, k.waits)
	}
}

func TestStepByStep(t *testing.T) {
	step, stopped := make(chan struct{}), make(chan Edge)
	l := newLoop(t, Options{Gate: gateFunc(func(l *Loop, e Edge) {
		if e.Kind == EdgeCallback {
			stopped <- e
			<-step
		}
	})})
	n := 0
	for range 3 {
		must(t, l.NewTimer().Start(func() { n++ }, 0, 0))
	}
	done := make(chan error)
	go func() {
		_, err := l.Run(uv.RunDefault)
		done <- err
	}()
	for i := range 3 {
		if e := <-stopped; e.Type.String() != "timer" || e.ID == 0 || n != i {
			t.Errorf("before %v, %d callbacks have run, want %d", e, n, i)
		}
		step <- struct{}{}
	}
	must(t, <-done)
	go func() { // the cleanup's close callbacks
		for range 3 {
			<-stopped
			step <- struct{}{}
		}
	}()
}
