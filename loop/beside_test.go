//go:build unix

package loop

import (
	"testing"
	"time"

	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// newSibling makes a loop beside l, in the same trace.
func newSibling(t *testing.T, l *Loop, number uint16) *Loop {
	t.Helper()
	b, err := New(Options{Beside: l, Trace: l.scope.rec, TraceLoop: number})
	must(t, err)
	t.Cleanup(func() {
		if !b.closed {
			must(t, b.Close())
		}
	})
	return b
}

func TestASiblingRunsInACallbackOfTheOther(t *testing.T) {
	for name, virtual := range map[string]bool{"real": false, "virtual": true} {
		t.Run(name, func(t *testing.T) {
			l := newLoop(t, Options{Virtual: virtual})
			b := newSibling(t, l, 1)
			var s steps
			after(t, b, 2*time.Millisecond, s.note("inner"))
			after(t, l, time.Millisecond, func() {
				s.note("outer")()
				_, err := l.Run(uv.RunDefault)
				errIs(t, err, uv.EBUSY)
				run(t, b)
				s.note("after")()
			})
			run(t, l)
			s.want(t, "outer", "inner", "after")
		})
	}
}

func TestIDsOfSiblingsDiffer(t *testing.T) {
	l := newLoop(t, Options{})
	b := newSibling(t, l, 1)
	seen := map[ID]bool{}
	for i := range 200 {
		on := []*Loop{l, b}[i%2]
		tm := on.NewTimer()
		if seen[tm.ID()] {
			t.Fatalf("%v is given twice", tm.ID())
		}
		seen[tm.ID()] = true
		must(t, tm.Close(nil))
	}
	run(t, l)
	run(t, b)
}

func TestSiblingsUseOnePool(t *testing.T) {
	l := newLoop(t, Options{PoolSize: 3})
	b := newSibling(t, l, 1)
	done := 0
	for _, on := range []*Loop{b, l} {
		must(t, on.QueueWork(&WorkReq{}, func() {}, func(uv.Errno) { done++ }))
	}
	if l.pool == nil || l.pool != b.pool || l.pool.Size() != 3 || b.ownPool {
		t.Error("each has a pool")
	}
	run(t, b)
	run(t, l)
	equal(t, done, 2)
}

func TestHoldKeepsALoopAlive(t *testing.T) {
	l := newLoop(t, Options{Virtual: true})
	l.Hold(2)
	equal(t, l.Alive(), true)
	after(t, l, time.Millisecond, func() { l.Hold(1) })
	after(t, l, 2*time.Millisecond, func() { l.Hold(0) })
	run(t, l)
	equal(t, l.Now(), 2)
	l.Hold(1)
	equal(t, l.BackendTimeout(), -1)
	alive, err := l.Run(uv.RunNoWait)
	must(t, err)
	equal(t, alive, true)
	l.Hold(0)
	equal(t, l.Alive(), false)
}

// A hold that the trace did not tell of is a poll that waits for nothing.
func TestCheckMissesAHoldThatWasLeftOut(t *testing.T) {
	rec := trace.NewRecorder(trace.Options{})
	l := newLoop(t, Options{Virtual: true, Trace: rec})
	tm := l.NewTimer()
	must(t, tm.Start(func() { l.Hold(0) }, time.Millisecond, 0))
	tm.Unref()
	l.Hold(1)
	run(t, l)
	_, recs := rec.All()
	for i := range recs {
		if recs[i].Kind == trace.Hold && recs[i].Value == 1 {
			recs[i].Value = 0
		}
	}
	if problems := trace.Check(recs, trace.CheckOptions{Partial: true}); len(problems) == 0 || problems[0].Rule != trace.RulePollBlock {
		t.Errorf("found %v", problems)
	}
}
