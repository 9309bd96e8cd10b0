package run

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"sync"
	"time"

	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/trace"
)

// Local runs guests in this process, each on a goroutine of its own.
type Local struct {
	rt *host.Runtime

	mu     sync.Mutex
	runs   map[*local]struct{}
	closed bool
}

// NewLocal makes a runner of guests in this process.
func NewLocal(rt *host.Runtime) *Local {
	return &Local{rt: rt, runs: map[*local]struct{}{}}
}

// Close stops every run and waits until all of them have ended. The runtime is
// its owner's to close.
func (l *Local) Close() {
	l.mu.Lock()
	l.closed = true
	var runs []*local
	for r := range l.runs {
		runs = append(runs, r)
	}
	l.mu.Unlock()
	for _, r := range runs {
		r.guest.Stop(host.ReasonKilled)
		<-r.done
	}
}

// Start is Runner.
func (l *Local) Start(ctx context.Context, spec Spec) (Run, error) {
	mod, err := l.rt.Load(ctx, spec.Name, spec.Wasm)
	if err != nil {
		return nil, err
	}
	defer mod.Close()
	r := &local{
		id:   newID(),
		name: spec.Name,
		rec:  trace.NewRecorder(trace.Options{MaxBytes: spec.TraceBytes}),
		out:  newOutput(),
		done: make(chan struct{}),
	}
	r.control.init(spec.Paused)
	r.guest, err = mod.Spawn(r.config(spec))
	if err != nil {
		return nil, err
	}
	if !l.add(r) {
		r.guest.Close()
		return nil, host.ErrClosed
	}
	r.control.guest = r.guest
	go func() {
		defer l.remove(r)
		r.live()
	}()
	return r, nil
}

func (l *Local) add(r *local) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.closed {
		l.runs[r] = struct{}{}
	}
	return !l.closed
}

func (l *Local) remove(r *local) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.runs, r)
}

// newID is 128 random bits: whoever knows it may watch and stop the run.
func newID() string {
	var b [16]byte
	rand.Read(b[:]) // does not fail
	return hex.EncodeToString(b[:])
}

// local is a run in this process.
type local struct {
	id, name string
	rec      *trace.Recorder
	out      *Output
	guest    *host.Guest
	control  control
	done     chan struct{}
}

func (r *local) config(spec Spec) host.Config {
	limits := spec.Limits
	if spec.Timeout > 0 {
		limits.WallTime = spec.Timeout
	}
	return host.Config{
		Name: spec.Name, Args: spec.Args, Env: spec.Env,
		Stdin: spec.Stdin, Stdout: spec.Stdout, Stderr: spec.Stderr,
		Output: r.out.write,
		Dirs:   spec.Dirs, Listen: spec.Listen, Connect: spec.Connect, DNS: spec.DNS,
		Limits: limits, Call: spec.Call, Seed: spec.Seed,
		Loop: loop.Options{
			Order: spec.Order, Virtual: spec.Virtual, PoolSize: spec.PoolSize,
			Trace: r.rec, Gate: &r.control,
		},
	}
}

func (r *local) live() {
	r.control.running()
	exit := r.guest.Run()
	r.rec.Publish()
	r.control.ended(exit)
	close(r.done)
}

// ID is Run.
func (r *local) ID() string { return r.id }

// Name is Run.
func (r *local) Name() string { return r.name }

// Trace is Run.
func (r *local) Trace() *trace.Recorder { return r.rec }

// Output is Run.
func (r *local) Output() *Output { return r.out }

// Done is Run.
func (r *local) Done() <-chan struct{} { return r.done }

// Watch is Run.
func (r *local) Watch() (<-chan struct{}, func()) { return r.control.watches.add() }

// Control is Run.
func (r *local) Control(c Command) error { return r.control.command(c) }

// Snapshot is Run.
func (r *local) Snapshot(ctx context.Context) (loop.Snapshot, error) { return r.control.snapshot(ctx) }

// State is Run.
func (r *local) State() State {
	s := r.control.state()
	if s.Exit == nil {
		s.Denied = r.guest.Denials()
	} else {
		s.Denied = s.Exit.Denied
	}
	return s
}

// watches are channels that are told of changes.
type watches struct {
	mu sync.Mutex
	m  map[chan struct{}]struct{}
}

func (w *watches) add() (<-chan struct{}, func()) {
	c := make(chan struct{}, 1)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.m == nil {
		w.m = map[chan struct{}]struct{}{}
	}
	w.m[c] = struct{}{}
	return c, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.m, c)
	}
}

func (w *watches) notify() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for c := range w.m {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

// since is the time that has passed, and whether it still does.
type since struct{ begin, end time.Time }

func (s since) ns() int64 {
	if s.end.IsZero() {
		return int64(time.Since(s.begin))
	}
	return int64(s.end.Sub(s.begin))
}
