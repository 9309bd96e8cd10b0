//go:build unix

package host

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/internal/wasmtest"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// Rule 1: run inside a callback of the same loop is EBUSY
// (TestCommandRunsItsLoopItself), and no loop is but those that were made.
func TestLoopsThatAreNotAreRefused(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() {
		for _, f := range abi.Funcs {
			if len(f.Params) == 0 || f.Params[0].Name != "loop" {
				continue
			}
			for _, index := range []uint64{1, 1 << 31, 0xffffffff} {
				args := make([]uint64, len(f.Params))
				args[0] = index
				p.refuses(uv.EINVAL, f.Name, args...)
			}
		}
		p.refuses(uv.EINVAL, "run", 0, 3)
		p.refuses(uv.EINVAL, "run", 0, 256)
	}
	p.mustExit(Config{})
}

// Rule 2: each depth has a function value of its own, so that a guest that is
// entered while it is entered keeps its outer frames.
func TestEnteringAtEveryDepth(t *testing.T) {
	p := newPuppet(t, "_initialize")
	deepest := 0
	p.start = func() { p.must("timer_start", p.must("timer_init", 0, 1), 0, 0) }
	p.on = func(_ abi.Callback, id loop.ID, cookie uint64, status int64) uint64 {
		depth := p.g.depth
		deepest = max(deepest, depth)
		if depth < maxDepth {
			if got := p.g.dispatch(abi.CallbackTimer, id, cookie*10, status+1); got != cookie*10+uint64(status)+1 {
				t.Errorf("at depth %d the guest answered %d", depth, got)
			}
		}
		return cookie + uint64(status)
	}
	p.mustExit(Config{})
	if deepest != maxDepth {
		t.Errorf("the deepest call was at %d, want %d", deepest, maxDepth)
	}
}

func TestDepthIsBounded(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() { p.must("timer_start", p.must("timer_init", 0, 1), 0, 0) }
	after := false
	p.on = func(_ abi.Callback, id loop.ID, cookie uint64, status int64) uint64 {
		p.g.dispatch(abi.CallbackTimer, id, cookie, status)
		p.call("now", 0) // does not return: the guest has ended
		after = true
		return 0
	}
	exit := p.run(Config{})
	if exit.Reason != ReasonLimit || exit.Code != 137 || !strings.Contains(exit.Message, "callback depth of 8") || after {
		t.Errorf("%+v, after %v", exit, after)
	}
}

// Rule 3: memory is unmapped with its last share, not when wazero frees it.
func TestMemoryOutlivesTheEnginesShare(t *testing.T) {
	m, err := newMemory(4 * pageSize)
	if err != nil {
		t.Fatal(err)
	}
	gone := false
	m.gone = func() { gone = true }
	m.Reallocate(pageSize)
	m.retain() // a worker reads
	buf, _ := m.slice(100, 50)
	m.Free()
	m.Free() // wazero, and then the host for a failed start: drops one share
	m.release()
	copy(buf, "still mapped")
	if gone {
		t.Fatal("unmapped with a request in flight")
	}
	m.release()
	if !gone || m.full != nil {
		t.Error("not unmapped with the last share")
	}
}

func TestMemoryNeverMoves(t *testing.T) {
	m, err := newMemory(4 * pageSize)
	if err != nil {
		t.Fatal(err)
	}
	defer m.release()
	defer m.Free()
	first := m.Reallocate(pageSize)
	first[0] = 7
	grown := m.Reallocate(4 * pageSize)
	if &first[0] != &grown[0] || len(grown) != 4*pageSize {
		t.Error("growing moved the memory")
	}
	if m.Reallocate(5*pageSize) != nil {
		t.Error("grew over the maximum")
	}
}

// A read in flight when the guest ends is waited for, then everything goes.
func TestEndWithReadsInFlight(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/a", strings.Repeat("x", 30000))
	p := newPuppet(t, "_initialize")
	p.start = func() { p.open("/d/a", 0) }
	p.on = func(kind abi.Callback, _ loop.ID, _ uint64, fd int64) uint64 {
		for i := range uint32(20) {
			ptr, n := p.bufs(atStat, 30000)
			p.must("fs_read", 0, uint64(fd), ptr, n, uint64(i), 2)
		}
		p.export("trap")
		return 0
	}
	exit := p.run(Config{Dirs: []Dir{{Host: dir, Guest: "/d"}}})
	if exit.Reason != ReasonTrap {
		t.Errorf("%+v", exit)
	}
}

// Rule 3: the host drops its share itself when a start function traps.
func TestTrapInTheStartFunction(t *testing.T) {
	m := wasmtest.New()
	m.Memory(1, 1)
	f := m.Func("", "", wasmtest.Unreachable)
	m.Name(f, "begin")
	m.Start(f)
	m.Export("_start", m.Func("", ""))
	exit, _ := runModule(t, m, Config{})
	if exit.Code != 134 || !strings.HasPrefix(exit.Message, "trap: unreachable in begin") {
		t.Errorf("%+v", exit)
	}
}

// runModule runs a module and checks its trace.
func runModule(t testing.TB, m *wasmtest.Module, cfg Config) (Exit, *Guest) {
	t.Helper()
	g := spawn(t, newRuntime(t, Options{}), m.Bytes(), cfg)
	exit := g.Run()
	if cfg.Loop.Trace != nil {
		checkTrace(t, cfg.Loop.Trace, cfg)
	}
	if g.mem != nil && g.mem.full != nil {
		t.Error("the memory is still mapped")
	}
	return exit, g
}

func spawn(t testing.TB, rt *Runtime, wasm []byte, cfg Config) *Guest {
	t.Helper()
	mod, err := rt.Load(context.Background(), "guest.wasm", wasm)
	if err != nil {
		t.Fatal(err)
	}
	defer mod.Close()
	g, err := mod.Spawn(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Rule 4: once a guest has ended nothing enters it again, and every host
// function on its stack ends with that end.
func TestNothingEntersAnEndedGuest(t *testing.T) {
	for _, end := range []struct {
		name string
		end  func(p *puppet)
		want Exit
	}{
		{"trap", func(p *puppet) { p.export("trap") }, Exit{Code: 134, Reason: ReasonTrap}},
		{"stop", func(p *puppet) { p.g.Stop(ReasonStopped); p.call("now", 0) }, Exit{Code: 137, Reason: ReasonStopped}},
		{"panic", func(p *puppet) { panic("a fault of the host") }, Exit{Code: 1, Reason: ReasonError}},
	} {
		t.Run(end.name, func(t *testing.T) {
			p := newPuppet(t, "_start")
			var got []string
			p.start = func() {
				for range 3 {
					p.must("timer_start", p.must("timer_init", 0, 1), 0, 0)
				}
				p.call("run", 0, 0)
				got = append(got, "run returned")
			}
			p.on = func(kind abi.Callback, _ loop.ID, _ uint64, _ int64) uint64 {
				got = append(got, abi.CallbackNames[kind])
				end.end(p)
				got = append(got, "end returned")
				return 0
			}
			exit := p.run(Config{})
			if strings.Join(got, ",") != "timer" {
				t.Errorf("after the end: %q", got)
			}
			if exit.Code != end.want.Code || exit.Reason != end.want.Reason {
				t.Errorf("%+v", exit)
			}
		})
	}
}

func TestProcExitInACallback(t *testing.T) {
	m := wasmtest.New()
	exit := m.Import("wasi_snapshot_preview1", "proc_exit", "i", "")
	run, initTimer, start := m.UV("run"), m.UV("timer_init"), m.UV("timer_start")
	m.Memory(1, 1)
	m.Export("uv_dispatch", m.Func("iiII", "I", wasmtest.I32(42), wasmtest.Call(exit), wasmtest.I64(0)))
	m.Export("_start", m.Func("", "",
		wasmtest.I32(0), wasmtest.I64(5), wasmtest.Call(initTimer), wasmtest.I64(1), wasmtest.I64(0), wasmtest.Call(start), wasmtest.Drop,
		wasmtest.I32(0), wasmtest.I32(0), wasmtest.Call(run), wasmtest.Drop, wasmtest.Unreachable))
	rec := trace.NewRecorder(trace.Options{})
	got, _ := runModule(t, m, Config{Loop: loop.Options{Trace: rec}})
	if got.Code != 42 || got.Reason != ReasonExited || !got.Waited {
		t.Errorf("%+v", got)
	}
	_, recs := rec.All()
	last := recs[len(recs)-1]
	for _, r := range recs {
		if r.Kind == trace.GuestEnd {
			last = r
		}
	}
	if last.Kind != trace.GuestEnd || last.Status != 42 {
		t.Errorf("the trace says %+v", last)
	}
}

func TestTrapsNameTheirFunctions(t *testing.T) {
	for _, c := range []struct {
		name string
		body []wasmtest.Code
		want string
	}{
		{"outside memory", []wasmtest.Code{wasmtest.U32(0xfffffff0), wasmtest.Load, wasmtest.Drop}, "trap: read or write outside memory in inner, called from middle, called from uv_dispatch (iteration 1, timers)"},
		{"unreachable", []wasmtest.Code{wasmtest.Unreachable}, "trap: unreachable in inner, called from middle, called from uv_dispatch (iteration 1, timers)"},
		{"division", []wasmtest.Code{wasmtest.I32(1), wasmtest.I32(0), wasmtest.DivS, wasmtest.Drop}, "trap: integer divide by zero in inner, called from middle"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := wasmtest.New()
			initTimer, start := m.UV("timer_init"), m.UV("timer_start")
			m.Memory(1, 1)
			inner := m.Func("", "", c.body...)
			middle := m.Func("", "", wasmtest.Call(inner))
			dispatch := m.Func("iiII", "I", wasmtest.Call(middle), wasmtest.I64(0))
			m.Name(inner, "inner")
			m.Name(middle, "middle")
			m.Name(dispatch, "uv_dispatch")
			m.Export("uv_dispatch", dispatch)
			m.Export("_initialize", m.Func("", "", wasmtest.I32(0), wasmtest.I64(5), wasmtest.Call(initTimer),
				wasmtest.I64(1), wasmtest.I64(0), wasmtest.Call(start), wasmtest.Drop))
			exit, _ := runModule(t, m, Config{Loop: loop.Options{Virtual: true}})
			if exit.Code != 134 || exit.Reason != ReasonTrap || !strings.HasPrefix(exit.Message, c.want) {
				t.Errorf("%+v\nwant %s", exit, c.want)
			}
		})
	}
}

// Stop from another goroutine ends a guest that waits, at once.
func TestStopEndsAWait(t *testing.T) {
	for _, entry := range []string{"_initialize", "_start"} {
		t.Run(entry, func(t *testing.T) {
			p := newPuppet(t, entry)
			p.start = func() {
				p.must("timer_start", p.must("timer_init", 0, 1), 3600_000, 0)
				go p.g.Stop(ReasonStopped)
				if entry == "_start" {
					p.call("run", 0, 0)
					t.Error("run returned")
				}
			}
			p.on = func(abi.Callback, loop.ID, uint64, int64) uint64 { t.Error("called back"); return 0 }
			began := time.Now()
			exit := p.run(Config{})
			if exit.Reason != ReasonStopped || exit.Code != 137 || exit.Message != "stopped" {
				t.Errorf("%+v", exit)
			}
			if took := time.Since(began); took > 500*time.Millisecond { // ten times the goal
				t.Errorf("took %v", took)
			}
		})
	}
}

func TestDeadline(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() { p.must("timer_start", p.must("timer_init", 0, 1), 3600_000, 0) }
	exit := p.run(Config{Limits: Limits{WallTime: 10 * time.Millisecond}})
	want := Exit{Code: 124, Reason: ReasonDeadline, Message: "stopped after 10ms, the limit of --timeout", Try: "More: --timeout 20ms", Waited: true}
	if exit.Code != want.Code || exit.Reason != want.Reason || exit.Message != want.Message || exit.Try != want.Try {
		t.Errorf("%+v", exit)
	}
}

// A guest that calls the host in a loop is stopped by its next call.
func TestStopEndsAGuestThatPollsTheClock(t *testing.T) {
	m := wasmtest.New()
	now := m.UV("hrtime")
	m.Export("_start", m.Func("", "", wasmtest.Loop, wasmtest.Call(now), wasmtest.Drop, wasmtest.Br(0), wasmtest.End))
	rt := newRuntime(t, Options{})
	g := spawn(t, rt, m.Bytes(), Config{})
	go g.Stop(ReasonStopped)
	if exit := g.Run(); exit.Reason != ReasonStopped {
		t.Errorf("%+v", exit)
	}
}

func TestARuntimeStopsItsGuests(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() {
		p.must("timer_start", p.must("timer_init", 0, 1), 3600_000, 0)
		go func() { _ = p.rt.Close() }()
	}
	if exit := p.run(Config{}); exit.Reason != ReasonKilled || exit.Code != 137 {
		t.Errorf("%+v", exit)
	}
	if _, err := p.rt.Load(context.Background(), "x", puppetModule("_start")); !errors.Is(err, ErrClosed) {
		t.Errorf("a closed runtime loads: %v", err)
	}
}

func TestAGuestThatIsNotRunIsClosed(t *testing.T) {
	m := wasmtest.New()
	m.Export("_start", m.Func("", ""))
	rt := newRuntime(t, Options{})
	g := spawn(t, rt, m.Bytes(), Config{Dirs: []Dir{{Host: t.TempDir(), Guest: "/d"}}})
	g.Close()
	g.Close()
	<-g.Done()
	if exit := g.Run(); exit.Reason != ReasonKilled || exit.Message != "closed before it ran" {
		t.Errorf("ran after Close: %+v", exit)
	}
}

func TestAGuestThatWasClosedSaysSo(t *testing.T) {
	m := wasmtest.New()
	m.Export("_start", m.Func("", ""))
	g := spawn(t, newRuntime(t, Options{}), m.Bytes(), Config{})
	g.Stop(ReasonKilled)
	g.Close()
	if exit := g.Run(); exit.Reason != ReasonKilled || exit.Code != CodeKilled {
		t.Errorf("%+v", exit)
	}
}

func TestEverythingIsClosedWhateverIsLeftOpen(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/a", "a")
	p := newPuppet(t, "_initialize")
	opened := 0
	p.start = func() {
		for _, init := range []string{"timer_init", "idle_init", "prepare_init", "check_init", "async_init", "tcp_init"} {
			p.must(init, 0, 1)
		}
		p.listen(p.must("tcp_init", 0, 1), "127.0.0.1:0")
		p.must("idle_start", p.must("idle_init", 0, 1))
		for range 5 {
			p.open("/d/a", 0)
		}
	}
	p.on = func(kind abi.Callback, _ loop.ID, _ uint64, _ int64) uint64 {
		if kind == abi.CallbackFs {
			if opened++; opened == 3 {
				p.g.Stop(ReasonStopped)
			}
		}
		return 0
	}
	if exit := p.run(Config{Dirs: []Dir{{Host: dir, Guest: "/d"}}, Listen: rules(t, "loopback")}); exit.Reason != ReasonStopped {
		t.Errorf("%+v", exit)
	}
}
