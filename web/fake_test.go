package web

import (
	"context"
	"sync"
	"testing"

	"github.com/loopground/loopground/host/run"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// A fake is a run whose trace the test writes. It lasts until it is stopped or
// the test ends it; what it cannot fake is that of a real run that has ended.
type fake struct {
	run.Run
	id    string
	rec   *trace.Recorder
	done  chan struct{}
	mu    sync.Mutex
	st    run.State
	asked []run.Command
	once  sync.Once
}

// fakes starts fakes in place of guests.
type fakes struct {
	run.Runner
	bytes   int // of trace kept
	mu      sync.Mutex
	started []*fake
}

func (f *fakes) Start(ctx context.Context, spec run.Spec) (run.Run, error) {
	real, err := f.Runner.Start(ctx, spec)
	if err != nil {
		return nil, err
	}
	r := &fake{
		Run: real, id: newID(), done: make(chan struct{}), st: run.State{Status: run.Running},
		rec: trace.NewRecorder(trace.Options{MaxBytes: f.bytes}),
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.started = append(f.started, r)
	return r, nil
}

func (f *fake) ID() string             { return f.id }
func (f *fake) Trace() *trace.Recorder { return f.rec }
func (f *fake) Done() <-chan struct{}  { return f.done }

func (f *fake) State() run.State {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.st
}

func (f *fake) Control(c run.Command) error {
	f.mu.Lock()
	f.asked = append(f.asked, c)
	f.mu.Unlock()
	if c == run.Stop {
		f.end(run.Stopped)
	}
	return nil
}

func (f *fake) commands() []run.Command {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]run.Command(nil), f.asked...)
}

func (f *fake) end(s run.Status) {
	f.once.Do(func() {
		f.mu.Lock()
		f.st.Status = s
		f.mu.Unlock()
		close(f.done)
	})
}

// write appends n records whose Value is their sequence number, as a loop would.
func (f *fake) write(n int, label string) {
	for range n {
		f.rec.Append(&trace.Record{
			Kind: trace.HandleInit, Phase: uv.Timers, Value: f.rec.Written(), Label: f.rec.Intern(label),
		})
	}
	f.rec.Publish()
}

// startFake starts a fake at a site that was made with fakes.
func (w *site) startFake(f *fakes) (*fake, string) {
	w.t.Helper()
	id := w.started(w.upload(printer("")))
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.started[len(f.started)-1], id
}

// newFakeSite is a site whose runs are fakes that keep so many bytes of trace.
func newFakeSite(t testing.TB, o Options, bytes int) (*site, *fakes) {
	t.Helper()
	f := &fakes{Runner: run.NewLocal(newRuntime(t)), bytes: bytes}
	o.Runner = f
	return newSite(t, o), f
}
