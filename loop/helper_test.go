//go:build unix

package loop

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/internal/leak"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// newLoop makes a loop for a test. When the test ends everything is closed, the
// whole trace is checked, and no goroutine or descriptor may be left.
func newLoop(t testing.TB, o Options) *Loop {
	t.Helper()
	if o.Pool == nil { // the one who made the pool checks
		leak.Check(t)
	}
	if o.Trace == nil {
		o.Trace = trace.NewRecorder(trace.Options{})
	}
	l, err := New(o)
	must(t, err)
	t.Cleanup(func() { endLoop(t, l, o) })
	return l
}

func endLoop(t testing.TB, l *Loop, o Options) {
	t.Helper()
	if t.Failed() { // its state is unknown: do not wait for anything
		_ = l.kernel.Close()
		if l.ownPool {
			l.pool.Close()
		}
		return
	}
	if !l.closed {
		closeAll(l)
		_, err := l.Run(uv.RunDefault)
		must(t, err)
		must(t, l.Close())
	}
	checkTrace(t, o.Trace, trace.CheckOptions{Order144: o.Order == Order144, Closed: true, Partial: cuts(o.Trace)})
}

// cuts reports whether a callback left a run by a panic: it has no end then.
func cuts(rec *trace.Recorder) bool {
	open := 0
	_, recs := rec.All()
	for _, r := range recs {
		switch r.Kind {
		case trace.CallbackBegin:
			open++
		case trace.CallbackEnd:
			open--
		}
	}
	return open > 0
}

func closeAll(l *Loop) {
	l.Walk(func(h Handle) {
		if !h.Closing() {
			_ = h.Close(nil)
		}
	})
}

func checkTrace(t testing.TB, rec *trace.Recorder, o trace.CheckOptions) {
	t.Helper()
	first, recs := rec.All()
	o.First = first
	for _, p := range trace.Check(recs, o) {
		t.Error(p)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// run runs the loop to its end.
func run(t testing.TB, l *Loop) {
	t.Helper()
	alive, err := l.Run(uv.RunDefault)
	must(t, err)
	if alive {
		t.Fatal("the loop is still alive")
	}
}

// steps is what a test's callbacks note.
type steps struct{ got []string }

func (s *steps) note(what string) func() { return func() { s.got = append(s.got, what) } }

func (s *steps) want(t testing.TB, want ...string) {
	t.Helper()
	equal(t, s.got, want)
}

// equal compares two values by their structure.
func equal[T any](t testing.TB, got, want T) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// errIs expects one errno.
func errIs(t testing.TB, err error, want uv.Errno) {
	t.Helper()
	if got := Errno(err); got != want {
		t.Errorf("got %v, want %v", got.Name(), want.Name())
	}
}

// after starts a timer that fires once and closes itself.
func after(t testing.TB, l *Loop, d time.Duration, cb func()) *Timer {
	t.Helper()
	tm := l.NewTimer()
	must(t, tm.Start(func() {
		cb()
		if !tm.Closing() {
			_ = tm.Close(nil)
		}
	}, d, 0))
	return tm
}
