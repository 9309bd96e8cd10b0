package samples

import (
	"context"
	"testing"
	"time"

	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/host/run"
	"github.com/loopground/loopground/internal/leak"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/samples"
)

// patience is ten times what the longest sample takes.
const patience = 20 * time.Second

func TestSamples(t *testing.T) {
	all := samples.All()
	if len(all) == 0 {
		t.Skip(samples.How)
	}
	rt, err := host.New(host.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { rt.Close() })
	for _, s := range all {
		t.Run(s.Name, func(t *testing.T) {
			leak.Check(t)
			hold(t, rt, s)
		})
	}
}

// hold runs a sample and holds it to its order.
func hold(t *testing.T, rt *host.Runtime, s samples.Sample) {
	r := start(t, rt, s)
	if s.Endless {
		waitForever(t, r)
		if err := r.Control(run.Stop); err != nil {
			t.Fatal(err)
		}
	}
	select {
	case <-r.Done():
	case <-time.After(patience):
		t.Fatal("it does not end")
	}
	state := r.State()
	if !s.Endless && (state.Exit.Code != 0 || state.Exit.Reason != host.ReasonExited) {
		t.Errorf("it ended with status %d (%s): %s", state.Exit.Code, state.Exit.Reason, state.Exit.Message)
	}
	first, recs := r.Trace().All()
	events := project(r.Trace(), r.Output())
	order, err := samples.ParseOrder(join(s.Order))
	if err != nil {
		t.Fatal(err)
	}
	faults := order.Check(events)
	for _, f := range faults {
		t.Error(f)
	}
	if len(faults) > 0 {
		for _, e := range events {
			t.Log(e)
		}
	}
	for _, p := range trace.Check(recs, trace.CheckOptions{First: first, Partial: s.Endless}) {
		t.Errorf("the trace breaks a rule: %+v", p)
	}
}

// start starts a sample with the grants it names.
func start(t *testing.T, rt *host.Runtime, s samples.Sample) run.Run {
	t.Helper()
	wasm, ok := s.Wasm()
	if !ok {
		t.Fatal("it has no module")
	}
	files := t.TempDir()
	if err := s.WriteFiles(files); err != nil {
		t.Fatal(err)
	}
	spec := run.Spec{Name: s.Name + ".wasm", Wasm: wasm, Timeout: patience}
	for _, d := range s.Dirs {
		spec.Dirs = append(spec.Dirs, host.Dir{Host: files, Guest: d, ReadOnly: true})
	}
	spec.Listen, spec.Connect = rules(t, s.Listen), rules(t, s.Connect)
	r, err := run.NewLocal(rt).Start(context.Background(), spec)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = r.Control(run.Stop) // refused when it has ended, which is as good
		<-r.Done()
	})
	return r
}

func rules(t *testing.T, words []string) (out []host.Rule) {
	t.Helper()
	for _, w := range words {
		r, err := host.ParseRule(w)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	return out
}

// waitForever returns when the loop waits in poll without a timeout.
func waitForever(t *testing.T, r run.Run) {
	t.Helper()
	changed, stop := r.Trace().Watch()
	defer stop()
	late := time.After(patience)
	for {
		_, recs := r.Trace().All()
		if n := len(recs); n > 0 && recs[n-1].Kind == trace.PollBegin && recs[n-1].Value == trace.Forever {
			return
		}
		select {
		case <-changed:
		case <-r.Done():
			t.Fatal("it ended, and should not")
		case <-late:
			t.Fatal("it never waits for good")
		}
	}
}

func join(lines []string) (text string) {
	for _, l := range lines {
		text += l + "\n"
	}
	return text
}

// An order that holds of anything would be no order.
func TestOrdersAreNotEmpty(t *testing.T) {
	for _, s := range samples.All() {
		order, err := samples.ParseOrder(join(s.Order))
		if err != nil {
			t.Fatal(err)
		}
		if faults := order.Check(nil); len(faults) == 0 {
			t.Errorf("the order of %s holds of a run without any event", s.Name)
		}
	}
}
