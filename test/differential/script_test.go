//go:build unix

package differential

import (
	"fmt"
	"slices"
	"testing"

	"github.com/loopground/loopground/internal/leak"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// script is one run of a scenario on package loop: its log, and its loop. Its
// methods are those of c/log.h.
type script struct {
	t     *testing.T
	l     *loop.Loop
	o     loop.Options // what the loop was made with
	lines []string
	notes [4][]string
	ends  []func() // when the loop is closed
}

// after has f called when the loop is closed, last first.
func (s *script) after(f func()) { s.ends = append(s.ends, f) }

func (s *script) say(format string, args ...any) {
	s.lines = append(s.lines, fmt.Sprintf(format, args...))
}

// ret is what a call returned.
func (s *script) ret(what string, err error) { s.num(what, 0, err) }

func (s *script) num(what string, n int, err error) {
	if err != nil {
		n = int(loop.Errno(err))
	}
	s.say("%s: %s", what, name(n))
}

func (s *script) note(who int, format string, args ...any) {
	s.notes[who] = append(s.notes[who], fmt.Sprintf(format, args...))
}

func (s *script) flushNotes() {
	for i, lines := range s.notes {
		if len(lines) > 0 {
			s.say("actor %d", i)
			s.lines = append(s.lines, lines...)
			s.notes[i] = nil
		}
	}
}

// name is a status by its name: OK, a count, or an error.
func name(n int) string {
	switch {
	case n < 0:
		return uv.Errno(n).Name()
	case n == 0:
		return "OK"
	}
	return fmt.Sprint(n)
}

func num[T ~bool](b T) int {
	if b {
		return 1
	}
	return 0
}

// noting gives a callback that writes one line.
func (s *script) noting(format string, args ...any) func() {
	return func() { s.say(format, args...) }
}

func (s *script) close(h loop.Handle, label string) {
	if err := h.Close(s.noting("close %s", label)); err != nil {
		s.t.Errorf("close %s: %v", label, err)
	}
}

// run runs the loop and returns what uv_run would.
func (s *script) run(mode uv.RunMode) int {
	alive, err := s.l.Run(mode)
	s.must(err)
	return num(alive)
}

func (s *script) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// perform runs a scenario and gives its log. The loop is closed at the end,
// its trace is checked, and nothing may be left.
func perform(t *testing.T, sc scenario, o loop.Options) []string {
	leak.Check(t)
	o.Trace = trace.NewRecorder(trace.Options{})
	l, err := loop.New(o)
	if err != nil {
		t.Fatal(err)
	}
	s := &script{t: t, l: l, o: o}
	sc.run(s)
	s.finish()
	if !t.Failed() {
		first, records := o.Trace.All()
		for _, p := range trace.Check(records, trace.CheckOptions{First: first, Order144: o.Order == loop.Order144, Closed: true}) {
			t.Error(p)
		}
	}
	return s.lines
}

func (s *script) finish() {
	s.flushNotes()
	s.l.Walk(func(h loop.Handle) {
		if !h.Closing() {
			s.must(h.Close(nil))
		}
	})
	s.run(uv.RunDefault)
	s.flushNotes()
	s.ret("loop_close", s.l.Close())
	for _, f := range slices.Backward(s.ends) {
		f()
	}
}
