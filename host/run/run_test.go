package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/internal/leak"
	"github.com/loopground/loopground/internal/wasmtest"
	"github.com/loopground/loopground/loop/trace"
)

// newRunner makes a runner that must leave nothing behind.
func newRunner(t *testing.T) *Local {
	t.Helper()
	leak.Check(t)
	rt, err := host.New(host.Options{})
	if err != nil {
		t.Fatal(err)
	}
	l := NewLocal(rt)
	t.Cleanup(func() {
		l.Close()
		if err := rt.Close(); err != nil {
			t.Error(err)
		}
		if left := rt.Leaked(); len(left) > 0 {
			t.Error(left)
		}
	})
	return l
}

// ticking is a guest with a repeating timer, and a check handle beside it.
func ticking(ms int64) []byte {
	m := wasmtest.New()
	timerInit, timerStart := m.UV("timer_init"), m.UV("timer_start")
	checkInit, checkStart := m.UV("check_init"), m.UV("check_start")
	m.Memory(1, 1)
	m.Export("uv_dispatch", m.Func("iiII", "I", wasmtest.I64(0)))
	m.Export("_initialize", m.Func("", "",
		wasmtest.I32(0), wasmtest.I64(1), wasmtest.Call(timerInit), wasmtest.I64(ms), wasmtest.I64(ms), wasmtest.Call(timerStart), wasmtest.Drop,
		wasmtest.I32(0), wasmtest.I64(2), wasmtest.Call(checkInit), wasmtest.Call(checkStart), wasmtest.Drop))
	return m.Bytes()
}

func hello(text string) []byte {
	m := wasmtest.New()
	fdWrite := m.Import("wasi_snapshot_preview1", "fd_write", "iiii", "i")
	m.Memory(1, 1)
	m.ExportMemory("memory")
	m.Data(0, []byte{16, 0, 0, 0, byte(len(text)), 0, 0, 0})
	m.Data(16, []byte(text))
	m.Export("_start", m.Func("", "", wasmtest.I32(1), wasmtest.I32(0), wasmtest.I32(1), wasmtest.I32(8),
		wasmtest.Call(fdWrite), wasmtest.Drop))
	return m.Bytes()
}

func start(t *testing.T, l *Local, spec Spec) Run {
	t.Helper()
	r, err := l.Start(context.Background(), spec)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// until waits for a state.
func until(t *testing.T, r Run, ok func(State) bool) State {
	t.Helper()
	changed, end := r.Watch()
	defer end()
	late := time.After(10 * time.Second)
	for {
		s := r.State()
		if ok(s) {
			return s
		}
		select {
		case <-changed:
		case <-late:
			t.Fatalf("still %+v", s)
		}
	}
}

func paused(s State) bool { return s.Status == Paused }

func check(t *testing.T, r Run) {
	t.Helper()
	_, recs := r.Trace().All()
	for _, p := range trace.Check(recs, trace.CheckOptions{Closed: true}) {
		t.Error(p)
	}
}

func TestARunFromStartToEnd(t *testing.T) {
	l := newRunner(t)
	var out strings.Builder
	r := start(t, l, Spec{Name: "hello.wasm", Wasm: hello("hello\n"), Stdout: &out})
	<-r.Done()
	s := r.State()
	if s.Status != Finished || s.Exit == nil || s.Exit.Code != 0 || s.Exit.Waited || s.Ns <= 0 {
		t.Errorf("%+v", s)
	}
	if diff := cmp.Diff([]Chunk{{0, 1, []byte("hello\n")}}, r.Output().Read(0, 100)); diff != "" {
		t.Error(diff)
	}
	if out.String() != "hello\n" || r.Name() != "hello.wasm" || len(r.ID()) != 32 {
		t.Errorf("%q, %q, %q", out.String(), r.Name(), r.ID())
	}
	check(t, r)
	for _, c := range []Command{Pause, Resume, Stop, StepPhase} {
		if err := r.Control(c); !errors.Is(err, ErrEnded) {
			t.Errorf("%s after the end: %v", c, err)
		}
	}
	if _, err := r.Snapshot(context.Background()); !errors.Is(err, ErrEnded) {
		t.Errorf("snapshot after the end: %v", err)
	}
}

func TestWhatCannotRunDoesNotStart(t *testing.T) {
	l := newRunner(t)
	for _, wasm := range [][]byte{nil, []byte("text"), hello("x")[:40]} {
		var load *host.LoadError
		if _, err := l.Start(context.Background(), Spec{Name: "x.wasm", Wasm: wasm}); !errors.As(err, &load) {
			t.Errorf("%v", err)
		}
	}
	if _, err := l.Start(context.Background(), Spec{Name: "x", Wasm: hello("x"), Dirs: []host.Dir{{Host: "/does/not/exist"}}}); err == nil {
		t.Error("a directory that does not exist was granted")
	}
}

func TestPauseStepResumeStop(t *testing.T) {
	l := newRunner(t)
	r := start(t, l, Spec{Name: "tick", Wasm: ticking(1), Paused: true})
	s := until(t, r, paused)
	want := &PausedAt{Kind: "poll", Phase: "poll", Iteration: 1}
	if s.PausedAt.Kind == "phase" { // the timer was due at once
		want = &PausedAt{Kind: "phase", Phase: "timers", Iteration: 0}
	}
	if diff := cmp.Diff(want, s.PausedAt); diff != "" {
		t.Error(diff)
	}
	head := r.Trace().Head()
	time.Sleep(20 * time.Millisecond) // a paused run does nothing, however long
	if r.Trace().Head() != head {
		t.Error("it went on while paused")
	}
	step := func(c Command, ok func(PausedAt) bool) {
		t.Helper()
		before := *r.State().PausedAt
		if err := r.Control(c); err != nil {
			t.Fatal(err)
		}
		got := until(t, r, func(s State) bool { return paused(s) && *s.PausedAt != before })
		if !ok(*got.PausedAt) {
			t.Errorf("%s from %+v stopped at %+v", c, before, *got.PausedAt)
		}
	}
	step(StepCallback, func(p PausedAt) bool { return p.Kind == "callback" && p.ID != 0 && p.Type != "" })
	step(StepCallback, func(p PausedAt) bool { return p.Kind == "callback" })
	step(StepPhase, func(p PausedAt) bool { return p.Kind == "phase" || p.Kind == "poll" })
	at := r.State().PausedAt.Iteration
	step(StepIteration, func(p PausedAt) bool { return p.Iteration == at+1 })
	if err := r.Control(Resume); err != nil {
		t.Fatal(err)
	}
	until(t, r, func(s State) bool { return s.Status == Running })
	for late := time.Now().Add(10 * time.Second); r.State().Iterations < at+5; time.Sleep(time.Millisecond) {
		if time.Now().After(late) {
			t.Fatalf("it does not go on: %+v", r.State())
		}
	}
	if err := r.Control(StepPhase); !errors.Is(err, ErrNotPaused) {
		t.Errorf("a step while running: %v", err)
	}
	if err := r.Control("dance"); !errors.Is(err, ErrCommand) {
		t.Errorf("dance: %v", err)
	}
	if err := r.Control(Stop); err != nil {
		t.Fatal(err)
	}
	<-r.Done()
	if s := r.State(); s.Status != Stopped || s.Exit.Reason != host.ReasonStopped || s.PausedAt != nil {
		t.Errorf("%+v", s)
	}
	check(t, r)
}

func TestPauseWhileItWaits(t *testing.T) {
	l := newRunner(t)
	r := start(t, l, Spec{Name: "slow", Wasm: ticking(3600_000)})
	until(t, r, func(s State) bool { return s.Status == Running })
	if err := r.Control(Pause); err != nil {
		t.Fatal(err)
	}
	s := until(t, r, paused)
	if s.PausedAt.Phase != "poll" {
		t.Errorf("%+v", s.PausedAt)
	}
	snap, err := r.Snapshot(t.Context())
	if err != nil || len(snap.Handles) != 2 || len(snap.Timers) != 1 {
		t.Errorf("%+v, %v", snap, err)
	}
	// A paused run can be stopped.
	if err := r.Control(Stop); err != nil {
		t.Fatal(err)
	}
	<-r.Done()
	check(t, r)
}

func TestSnapshotWhileItWaits(t *testing.T) {
	l := newRunner(t)
	r := start(t, l, Spec{Name: "slow", Wasm: ticking(3600_000)})
	snap, err := r.Snapshot(t.Context())
	if err != nil || len(snap.Handles) != 2 || !snap.Alive {
		t.Errorf("%+v, %v", snap, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Snapshot(ctx); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestTimeoutEndsAPausedRunToo(t *testing.T) {
	l := newRunner(t)
	r := start(t, l, Spec{Name: "slow", Wasm: ticking(3600_000), Paused: true, Timeout: 20 * time.Millisecond})
	<-r.Done()
	if s := r.State(); s.Status != Stopped || s.Exit.Code != 124 || s.Exit.Reason != host.ReasonDeadline {
		t.Errorf("%+v", s)
	}
}

func TestStopEndsARunThatComputes(t *testing.T) {
	m := wasmtest.New()
	f := m.Func("", "", wasmtest.Loop, wasmtest.Br(0), wasmtest.End)
	m.Name(f, "spin")
	m.Export("_start", f)
	r := start(t, newRunner(t), Spec{Name: "spin.wasm", Wasm: m.Bytes()})
	if err := r.Control(Stop); err != nil {
		t.Error(err)
	}
	<-r.Done()
	if s := r.State(); s.Status != Stopped || s.Exit.Code != host.CodeKilled {
		t.Errorf("%+v", s)
	}
}

func TestClosingTheRunnerEndsEverything(t *testing.T) {
	l := newRunner(t)
	var runs []Run
	for i := range 20 {
		runs = append(runs, start(t, l, Spec{Name: fmt.Sprint(i), Wasm: ticking(int64(i % 3)), Paused: i%4 == 0}))
	}
	l.Close()
	for _, r := range runs {
		if s := r.State(); s.Exit == nil || s.Exit.Reason != host.ReasonKilled {
			t.Errorf("%s: %+v", r.Name(), s)
		}
		check(t, r)
	}
	if _, err := l.Start(t.Context(), Spec{Name: "late", Wasm: ticking(1)}); !errors.Is(err, host.ErrClosed) {
		t.Errorf("%v", err)
	}
}

func TestStateInJSON(t *testing.T) {
	s := State{Status: Paused, PausedAt: &PausedAt{Kind: "callback", Phase: "timers", ID: 3, Type: "timer", Iteration: 7},
		Exit: &host.Exit{Code: 134, Reason: host.ReasonTrap, Message: "m", Try: "t", Waited: true}, Iterations: 7, Ns: 5}
	got, err := json.Marshal(s)
	want := `{"status":"paused","paused_at":{"kind":"callback","phase":"timers","id":3,"type":"timer","iteration":7},` +
		`"exit":{"code":134,"reason":"trap","message":"m","try":"t","waited":true},"iterations":7,"ns":5}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
}

func TestOutput(t *testing.T) {
	o := newOutput()
	changed, end := o.Watch()
	defer end()
	for i, w := range []struct {
		stream int
		text   string
	}{{1, "ab"}, {1, "cd"}, {2, "err"}, {1, "ef"}} {
		if at := o.write(w.stream, []byte(w.text)); i == 2 && at != 4 {
			t.Errorf("the third begins at %d", at)
		}
	}
	<-changed
	for _, c := range []struct {
		from uint64
		max  int
		want string
	}{
		{0, 100, "0:1:abcd 4:2:err 7:1:ef"}, {0, 5, "0:1:abcd 4:2:e"}, {2, 1, "2:1:c"}, {4, 3, "4:2:err"},
		{8, 9, "8:1:f"}, {9, 9, ""}, {100, 9, ""}, {0, 0, ""},
	} {
		var got []string
		for _, k := range o.Read(c.from, c.max) {
			got = append(got, fmt.Sprintf("%d:%d:%s", k.Offset, k.Stream, k.Data))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("Read(%d, %d): %q, want %q", c.from, c.max, got, c.want)
		}
	}
}

// A flood is counted and its start kept.
func TestOutputIsBounded(t *testing.T) {
	o := newOutput()
	block := make([]byte, 1<<20)
	for range 8 {
		o.write(1, block)
	}
	for range 100000 {
		o.write(2, block[:1])
	}
	if o.Len() != 8<<20+100000 || o.Kept() > MaxOutput || o.Kept() < MaxOutput-pieceCost {
		t.Errorf("%d written, %d kept", o.Len(), o.Kept())
	}
	o = newOutput()
	for i := range 1_000_000 {
		o.write(1+i%2, block[:1])
	}
	if n := len(o.pieces); n*pieceCost > MaxOutput {
		t.Errorf("%d pieces are kept", n)
	}
}
