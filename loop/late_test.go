//go:build unix

package loop

import (
	"testing"
	"time"

	"github.com/loopground/loopground/loop/uv"
)

// pass lets real time go by.
func pass(l *Loop, d time.Duration) {
	for end := l.Time() + uint64(d); l.Time() < end; {
	}
}

// What became due while callbacks of poll, check, pending or closing ran, or
// while the gate held the loop, fires in the same iteration.
func TestTimersSeeTheTimeThatEarlierPhasesTook(t *testing.T) {
	for name, arrange := range map[string]func(t *testing.T, l *Loop, took func()){
		"poll": func(t *testing.T, l *Loop, took func()) {
			var a *Async
			a = l.NewAsync(func() { took(); _ = a.Close(nil) })
			a.Send()
		},
		"check": func(t *testing.T, l *Loop, took func()) {
			c := l.NewCheck()
			must(t, c.Start(func() { took(); _ = c.Close(nil) }))
			must(t, l.NewIdle().Start(func() {}))
		},
		"closing": func(t *testing.T, l *Loop, took func()) {
			must(t, l.NewIdle().Close(took))
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLoop(t, Options{})
			var began, fired uint32
			arrange(t, l, func() {
				began = l.Iteration()
				l.UpdateTime()
				after(t, l, time.Millisecond, func() { fired = l.Iteration(); l.Stop() })
				pass(l, 2*time.Millisecond)
			})
			_, err := l.Run(uv.RunDefault)
			must(t, err)
			if began == 0 || fired != began {
				t.Errorf("fired in iteration %d, started and due in %d", fired, began)
			}
		})
	}
}

// slowGate takes time whenever it is asked before poll's wait.
type slowGate struct{ slow func(l *Loop) }

func (g *slowGate) Pass(l *Loop, e Edge) {
	if e.Kind == EdgeInterrupt {
		g.slow(l)
	}
}

func TestTimersSeeTheTimeThatTheGateTook(t *testing.T) {
	var due, fired uint32
	g := &slowGate{slow: func(l *Loop) { due = l.Iteration(); pass(l, 5*time.Millisecond) }}
	l := newLoop(t, Options{Gate: g})
	after(t, l, 2*time.Millisecond, func() { fired = l.Iteration() })
	must(t, l.NewIdle().Start(func() {}))
	l.Interrupt()
	for fired == 0 {
		once(t, l)
	}
	if due == 0 || fired != due {
		t.Errorf("fired in iteration %d, due in %d", fired, due)
	}
}
