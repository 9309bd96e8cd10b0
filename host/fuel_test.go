//go:build unix

package host

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/internal/wasmtest"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// spinForever is a loop without end or calls.
var spinForever = wasmtest.Cat(wasmtest.Loop, wasmtest.Br(0), wasmtest.End)

// bomb adds functions of which each calls the one before twice, so that the
// last one returns after the end of the world, and gives that one.
func bomb(m *wasmtest.Module) uint32 {
	f := m.Func("", "")
	for range 60 {
		f = m.Func("", "", wasmtest.Call(f), wasmtest.Call(f))
	}
	return f
}

// computing are guests that would compute for ever, each in another state.
func computing() map[string]*wasmtest.Module {
	all := map[string]*wasmtest.Module{}
	guest := func(name string, make func(m *wasmtest.Module)) {
		m := wasmtest.New()
		make(m)
		all[name] = m
	}
	guest("spins in _start", func(m *wasmtest.Module) { m.Export("_start", m.Func("", "", spinForever)) })
	guest("spins in the start function", func(m *wasmtest.Module) {
		m.Start(m.Func("", "", spinForever))
		m.Export("_start", m.Func("", ""))
	})
	guest("calls without loops", func(m *wasmtest.Module) { m.Export("_start", bomb(m)) })
	guest("spins in a callback", func(m *wasmtest.Module) {
		initTimer, start := m.UV("timer_init"), m.UV("timer_start")
		m.Export(abi.ExportDispatch, m.Func("iiII", "I", spinForever, wasmtest.I64(0)))
		m.Export("_initialize", m.Func("", "", wasmtest.I32(0), wasmtest.I64(5), wasmtest.Call(initTimer),
			wasmtest.I64(0), wasmtest.I64(0), wasmtest.Call(start), wasmtest.Drop))
	})
	guest("spins in a callback of a command", func(m *wasmtest.Module) {
		initTimer, start, run := m.UV("timer_init"), m.UV("timer_start"), m.UV("run")
		m.Export(abi.ExportDispatch, m.Func("iiII", "I", spinForever, wasmtest.I64(0)))
		m.Export("_start", m.Func("", "", wasmtest.I32(0), wasmtest.I64(5), wasmtest.Call(initTimer),
			wasmtest.I64(0), wasmtest.I64(0), wasmtest.Call(start), wasmtest.Drop,
			wasmtest.I32(0), wasmtest.I32(0), wasmtest.Call(run), wasmtest.Drop))
	})
	guest("fills memory", func(m *wasmtest.Module) {
		m.Memory(1000, 1000)
		m.Export("_start", m.Func("", "", wasmtest.Loop, wasmtest.I32(0), wasmtest.I32(7), wasmtest.I32(1000*pageSize),
			wasmtest.Code{0xfc, 0x0b, 0x00}, wasmtest.Br(0), wasmtest.End))
	})
	return all
}

// Ten times the goal of 50 ms.
const endsWithin = 500 * time.Millisecond

func TestStopEndsAGuestThatComputes(t *testing.T) {
	for name, m := range computing() {
		t.Run(name, func(t *testing.T) {
			rec := trace.NewRecorder(trace.Options{})
			cfg := Config{Loop: loop.Options{Trace: rec}}
			g := spawn(t, newRuntime(t, Options{}), m.Bytes(), cfg)
			ended := startedRun(g)
			waitComputing(t, g)
			began := time.Now()
			g.Stop(ReasonStopped)
			exit := <-ended
			if took := time.Since(began); took > endsWithin {
				t.Errorf("took %v", took)
			}
			if exit.Reason != ReasonStopped || exit.Code != CodeKilled || !strings.HasPrefix(exit.Message, "stopped, in ") {
				t.Errorf("%+v", exit)
			}
			checkTrace(t, rec, cfg)
		})
	}
}

// waitComputing waits until a guest has used some slices.
func waitComputing(t *testing.T, g *Guest) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); g.Usage().Fuel < 3*slice; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it does not compute")
		}
	}
}

func TestADeadlineEndsAGuestThatComputes(t *testing.T) {
	for name, m := range computing() {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			rec := trace.NewRecorder(trace.Options{})
			exit, _ := runModule(t, m, Config{Limits: Limits{WallTime: 20 * time.Millisecond}, Loop: loop.Options{Trace: rec}})
			if took := time.Since(began); took > endsWithin {
				t.Errorf("took %v", took)
			}
			if exit.Reason != ReasonDeadline || exit.Code != CodeDeadline {
				t.Errorf("%+v", exit)
			}
			_, recs := rec.All()
			if at := find(recs, trace.Limit); at == nil || rec.Label(at.Label) != "wall time in ms" || at.Value != 20 {
				t.Errorf("the trace says %+v", at)
			}
		})
	}
}

func TestClosingTheRuntimeEndsAGuestThatComputes(t *testing.T) {
	m := wasmtest.New()
	m.Export("_start", m.Func("", "", spinForever))
	rt := newRuntime(t, Options{})
	g := spawn(t, rt, m.Bytes(), Config{})
	ended := startedRun(g)
	waitComputing(t, g)
	if err := rt.Close(); err != nil {
		t.Error(err)
	}
	if exit := <-ended; exit.Reason != ReasonKilled {
		t.Errorf("%+v", exit)
	}
}

func TestFuelLimitsEndAGuest(t *testing.T) {
	for _, c := range []struct {
		name   string
		limits Limits
		label  string
		want   string
		try    string
	}{
		{"in all", Limits{Fuel: 1_000_000}, "fuel", "stopped after 1000000 units of fuel, the limit of --fuel, in function 0", "More: --fuel 2000000"},
		{"less than a slice", Limits{Fuel: 10}, "fuel", "stopped after 10 units of fuel, the limit of --fuel, in function 0", "More: --fuel 20"},
		{"one callback", Limits{CallbackFuel: 500_000}, "callback fuel",
			"stopped after 500000 units of fuel in one callback, the limit of --callback-fuel, in function 0",
			"Let it give way with a timer, or allow more: --callback-fuel 1000000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := wasmtest.New()
			m.Export("_start", m.Func("", "", spinForever))
			rec := trace.NewRecorder(trace.Options{})
			exit, g := runModule(t, m, Config{Limits: c.limits, Loop: loop.Options{Trace: rec}})
			limit := uint64(max(c.limits.Fuel, c.limits.CallbackFuel))
			if exit.Fuel < limit || exit.Fuel > limit+1000 {
				t.Errorf("it used %d", exit.Fuel)
			}
			want := Exit{Code: 137, Reason: ReasonLimit, Message: c.want, Try: c.try, Fuel: exit.Fuel}
			if diff := cmp.Diff(want, exit); diff != "" {
				t.Error(diff)
			}
			if got := g.Usage().Fuel; got != exit.Fuel {
				t.Errorf("usage tells %d, the exit %d", got, exit.Fuel)
			}
			_, recs := rec.All()
			at := find(recs, trace.Limit)
			if at == nil || rec.Label(at.Label) != c.label || at.Value != limit {
				t.Errorf("the trace says %+v", at)
			}
			if end := find(recs, trace.GuestEnd); end == nil || end.Value != exit.Fuel || end.Status != 137 {
				t.Errorf("the trace says %+v", end)
			}
		})
	}
}

func find(recs []trace.Record, kind trace.Kind) *trace.Record {
	for i := range recs {
		if recs[i].Kind == kind {
			return &recs[i]
		}
	}
	return nil
}

// counts makes a guest whose timer's callback computes for turns and starts it
// again, times times.
func counts(entry string, turns, times int32) *wasmtest.Module {
	m := wasmtest.New()
	initTimer, start, closeHandle, run := m.UV("timer_init"), m.UV("timer_start"), m.UV("close"), m.UV("run")
	m.Memory(1, 1)
	const id, n = 0, 4
	at := func(p int32) wasmtest.Code { return wasmtest.Cat(wasmtest.I32(p), wasmtest.Load) }
	m.Export(abi.ExportDispatch, m.FuncLocals("iiII", "I", "i",
		wasmtest.Get(0), wasmtest.I32(int32(abi.CallbackTimer)), wasmtest.Eq, wasmtest.If,
		wasmtest.I32(turns), wasmtest.Set(4),
		wasmtest.Loop, wasmtest.Get(4), wasmtest.I32(1), wasmtest.Sub, wasmtest.Set(4), wasmtest.Get(4), wasmtest.BrIf(0), wasmtest.End,
		wasmtest.I32(n), at(n), wasmtest.I32(1), wasmtest.Add, wasmtest.Store,
		at(n), wasmtest.I32(times), wasmtest.LtU, wasmtest.If,
		at(id), wasmtest.I64(0), wasmtest.I64(0), wasmtest.Call(start), wasmtest.Drop,
		wasmtest.Else, at(id), wasmtest.Call(closeHandle), wasmtest.Drop, wasmtest.End,
		wasmtest.End, wasmtest.I64(0)))
	body := wasmtest.Cat(wasmtest.I32(id), wasmtest.I32(0), wasmtest.I64(5), wasmtest.Call(initTimer), wasmtest.Store,
		at(id), wasmtest.I64(0), wasmtest.I64(0), wasmtest.Call(start), wasmtest.Drop)
	if entry == "_start" {
		body = wasmtest.Cat(body, wasmtest.I32(0), wasmtest.I32(0), wasmtest.Call(run), wasmtest.Drop)
	}
	m.Export(entry, m.Func("", "", body))
	return m
}

// The same guest with the same input uses the same fuel, whatever the limits
// are, and the trace has it callback by callback.
func TestFuelIsDeterministicAndInTheTrace(t *testing.T) {
	m := counts("_initialize", 100_000, 10)
	var first []uint64
	for _, limits := range []Limits{{}, {Fuel: Unlimited, CallbackFuel: Unlimited}, {CallbackFuel: 1_777_777}, {FuelPerSecond: 1e11}} {
		rec := trace.NewRecorder(trace.Options{})
		exit, _ := runModule(t, m, Config{Limits: limits, Loop: loop.Options{Trace: rec, Virtual: true}})
		if exit.Reason != ReasonExited {
			t.Fatalf("%+v", exit)
		}
		_, recs := rec.All()
		var fuel []uint64
		total := uint64(0)
		for _, r := range recs {
			if r.Kind == trace.CallbackEnd || r.Kind == trace.GuestEnd {
				fuel = append(fuel, r.Value)
				total += r.Value
			}
		}
		if total != exit.Fuel {
			t.Errorf("the trace has %d, the exit %d", total, exit.Fuel)
		}
		if len(fuel) < 12 || fuel[1] < 100_000 || fuel[1] != fuel[2] {
			t.Errorf("fuel by callback: %v", fuel)
		}
		if first == nil {
			first = fuel
		} else if diff := cmp.Diff(first, fuel); diff != "" {
			t.Errorf("with %+v: %s", limits, diff)
		}
	}
}

// A turn is one callback: a command that runs its loop for ever is not ended
// for the sum of them.
func TestEachCallbackHasItsOwnFuel(t *testing.T) {
	for _, entry := range []string{"_initialize", "_start"} {
		exit, _ := runModule(t, counts(entry, 100_000, 10), Config{Limits: Limits{CallbackFuel: 1_000_000}, Loop: loop.Options{Virtual: true}})
		if exit.Reason != ReasonExited || exit.Fuel < 3_000_000 {
			t.Errorf("%s: %+v", entry, exit)
		}
	}
}

// Rule 2: what a nested entry uses is its own, and the outer one goes on with
// what it had.
func TestNestedEntriesDoNotShareATurn(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() { p.must("timer_start", p.must("timer_init", 0, 1), 0, 0) }
	var outer [2]uint64
	spent := func() uint64 { p.g.fuel.look(); return p.g.fuel.used - p.g.fuel.turn }
	p.on = func(_ abi.Callback, id loop.ID, cookie uint64, status int64) uint64 {
		if p.g.depth == 1 {
			outer[0] = spent()
			p.g.dispatch(abi.CallbackTimer, id, cookie, status)
			outer[1] = spent()
		}
		return 0
	}
	p.mustExit(Config{})
	if outer[0] == 0 || outer[0] != outer[1] {
		t.Errorf("the outer entry had used %d, and then %d", outer[0], outer[1])
	}
}

func TestARateSlowsAGuestAndDoesNotEndIt(t *testing.T) {
	m := counts("_initialize", 1_000_000, 2) // 6 million units or so
	began := time.Now()
	exit, _ := runModule(t, m, Config{Limits: Limits{FuelPerSecond: 50_000_000}})
	least := time.Duration(float64(exit.Fuel)/50e6*float64(time.Second)) - 110*time.Millisecond
	if exit.Reason != ReasonExited || time.Since(began) < least {
		t.Errorf("%+v after %v, want at least %v", exit, time.Since(began), least)
	}
	g := spawn(t, newRuntime(t, Options{}), m.Bytes(), Config{Limits: Limits{FuelPerSecond: 1000}})
	time.AfterFunc(20*time.Millisecond, func() { g.Stop(ReasonStopped) })
	began = time.Now()
	if exit := g.Run(); exit.Reason != ReasonStopped || time.Since(began) > endsWithin {
		t.Errorf("%+v after %v", exit, time.Since(began))
	}
}

// A rate below a slice a second: what was slept off is not slept off again.
func TestALowRateIsKept(t *testing.T) {
	began := time.Now()
	exit, _ := runModule(t, counts("_initialize", 1_000, 2), Config{Limits: Limits{FuelPerSecond: 20_000}})
	took, want := time.Since(began), time.Duration(float64(exit.Fuel)/20e3*float64(time.Second))
	if exit.Reason != ReasonExited || took < want-110*time.Millisecond || took > 10*want {
		t.Errorf("%+v after %v, not %v", exit, took, want)
	}
}

// A guest that lets WASI work for it pays for that.
func TestWhatWASIMovesIsCharged(t *testing.T) {
	for name, c := range map[string]struct {
		params string
		args   wasmtest.Code
	}{
		"random_get":  {"ii", wasmtest.Cat(wasmtest.I32(0), wasmtest.I32(1<<20))},
		"fd_write":    {"iiii", wasmtest.Cat(wasmtest.I32(1), wasmtest.I32(0), wasmtest.I32(1), wasmtest.I32(8))},
		"fd_read":     {"iiii", wasmtest.Cat(wasmtest.I32(0), wasmtest.I32(64), wasmtest.I32(60_000), wasmtest.I32(8))},
		"poll_oneoff": {"iiii", wasmtest.Cat(wasmtest.I32(64), wasmtest.I32(64), wasmtest.I32(10_000), wasmtest.I32(8))},
	} {
		m := wasmtest.New()
		f := m.Import("wasi_snapshot_preview1", name, c.params, "i")
		m.Memory(32, 32)
		m.Data(0, []byte{0, 0, 0, 0, 0, 0, 16}) // a buffer of 1 MiB
		m.Export("_start", m.Func("", "", wasmtest.Loop, c.args, wasmtest.Call(f), wasmtest.Drop, wasmtest.Br(0), wasmtest.End))
		calls := 0
		exit, _ := runModule(t, m, Config{Limits: Limits{Fuel: 1_000_000}, Output: func(int, []byte) uint64 { calls++; return 0 }})
		if exit.Reason != ReasonLimit || calls > 20 {
			t.Errorf("%s: %+v after %d calls", name, exit, calls)
		}
	}
}

// The start function pays for what it computes between waits.
func TestWaitingInTheStartFunctionIsNoFuel(t *testing.T) {
	m := wasmtest.New()
	poll := m.Import("wasi_snapshot_preview1", "poll_oneoff", "iiii", "i")
	m.Memory(1, 1)
	m.Data(0, append(make([]byte, 16), 1)) // the monotonic clock, now
	m.Start(m.FuncLocals("", "", "i", wasmtest.Loop,
		wasmtest.I32(10_000), wasmtest.Set(0),
		wasmtest.Loop, wasmtest.Get(0), wasmtest.I32(1), wasmtest.Sub, wasmtest.Set(0), wasmtest.Get(0), wasmtest.BrIf(0), wasmtest.End,
		wasmtest.I32(0), wasmtest.I32(64), wasmtest.I32(1), wasmtest.I32(128), wasmtest.Call(poll), wasmtest.Drop,
		wasmtest.Br(0), wasmtest.End))
	m.Export("_start", m.Func("", ""))
	exit, _ := runModule(t, m, Config{Limits: Limits{Fuel: 10_000_000, WallTime: 10 * time.Second}})
	if exit.Reason != ReasonLimit || exit.Fuel < 10_000_000 {
		t.Errorf("%+v", exit)
	}
}

func TestRecursionEndsAtTheStackLimit(t *testing.T) {
	shapes := map[string]func(m *wasmtest.Module) uint32{
		"direct": func(m *wasmtest.Module) uint32 { return m.Func("", "", wasmtest.Call(0)) },
		"mutual": func(m *wasmtest.Module) uint32 {
			m.Func("", "", wasmtest.Call(1))
			return m.Func("", "", wasmtest.Call(0))
		},
		"not in the tail": func(m *wasmtest.Module) uint32 {
			return m.Func("", "i", wasmtest.Call(0), wasmtest.Call(0), wasmtest.Add)
		},
	}
	for name, shape := range shapes {
		for _, stack := range []int64{64 << 10, 0, 16 << 20} {
			t.Run(fmt.Sprintf("%s %d", name, stack), func(t *testing.T) {
				m := wasmtest.New()
				f := shape(m)
				m.Name(f, "deep")
				m.Export("go", f)
				began := time.Now()
				exit, _ := runModule(t, m, Config{Call: "go", Limits: Limits{Stack: stack}})
				if stack == 0 {
					stack = DefaultLimits().Stack
				}
				want := "stopped at " + bytesText(stack) + " of stack, the limit of --max-stack, in "
				if exit.Code != 137 || exit.Reason != ReasonLimit || !strings.HasPrefix(exit.Message, want) {
					t.Errorf("%+v", exit)
				}
				if took := time.Since(began); took > endsWithin {
					t.Errorf("took %v", took)
				}
			})
		}
	}
}

func TestUsageTellsWhatAGuestHas(t *testing.T) {
	p := newPuppet(t, "_initialize")
	var seen Usage
	p.start = func() {
		p.must("timer_start", p.must("timer_init", 0, 1), 0, 0)
		p.must("idle_init", 0, 1)
		if was := p.export("grow", 2); was != 1 {
			t.Errorf("grew from %d pages", was)
		}
		done := make(chan struct{})
		go func() { seen = p.g.Usage(); close(done) }()
		<-done
	}
	p.mustExit(Config{})
	if want := (Usage{Memory: 3 * pageSize, Handles: 2, Fuel: seen.Fuel}); seen != want {
		t.Errorf("got %+v, want %+v", seen, want)
	}
	after := p.g.Usage()
	if after.Handles != 0 || after.Fuel == 0 || after.Fuel != p.g.fuel.used {
		t.Errorf("after the end: %+v", after)
	}
	if exit, g := runModule(t, writer(), Config{}); exit.Code != 0 || g.Usage().Output != 64 {
		t.Errorf("%+v, %+v", exit, g.Usage())
	}
}

// The meter's own imports, exports and globals are nobody's business.
func TestTheMeterDoesNotShow(t *testing.T) {
	rt := newRuntime(t, Options{})
	m := wasmtest.New()
	m.Memory(1, 1)
	m.Export("_start", m.Func("", ""))
	mod, err := rt.Load(t.Context(), "x.wasm", m.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	defer mod.Close()
	info := mod.Inspect()
	if len(info.Imports) != 0 || len(info.Exports) != 1 || info.Funcs != 1 {
		t.Errorf("%+v", info)
	}
	var refused *LoadError
	_, err = mod.Spawn(Config{Call: "fuel"})
	if !errors.As(err, &refused) || refused.Where != "it exports _start() -> ()" {
		t.Errorf("%v", err)
	}
	for _, name := range []string{meterRefill, meterOverflow, "other"} {
		_, err := rt.Load(t.Context(), "x.wasm", importing(meterModule, name))
		if !errors.As(err, &refused) || refused.What != "x.wasm imports what does not exist here" {
			t.Errorf("importing %s: %v", name, err)
		}
	}
	clash := built(func(m *wasmtest.Module) { m.Export("__loopground_fuel", m.Func("", "")) })
	if _, err := rt.Load(t.Context(), "x.wasm", clash); !errors.As(err, &refused) {
		t.Errorf("exporting the meter's name: %v", err)
	}
}

// What takes too long to compile is refused before it is compiled.
func TestCompileBombsAreRefused(t *testing.T) {
	rt := newRuntime(t, Options{})
	nested := func(depth int) (body []wasmtest.Code) {
		for range depth {
			body = append(body, wasmtest.Loop)
		}
		for range depth {
			body = append(body, wasmtest.I32(0), wasmtest.BrIf(0), wasmtest.End)
		}
		return body
	}
	for name, c := range map[string]struct {
		body   []wasmtest.Code
		locals int
		want   string
	}{
		"nested":                  {nested(300), 0, "loops inside each other"},
		"locals and loops":        {nested(200), 20_000, "too long to compile"},
		"loops beside each other": {[]wasmtest.Code{wasmtest.Code(strings.Repeat("\x03\x40\x41\x00\x0d\x00\x0b", 20_000))}, 0, "too long to compile"},
	} {
		t.Run(name, func(t *testing.T) {
			m := wasmtest.New()
			f := m.FuncLocals("", "", strings.Repeat("i", c.locals), c.body...)
			m.Name(f, "bomb")
			m.Export("_start", f)
			began := time.Now()
			_, err := rt.Load(t.Context(), "x.wasm", m.Bytes())
			var refused *LoadError
			if !errors.As(err, &refused) || !strings.Contains(refused.What, c.want) ||
				!strings.Contains(refused.Where, "bomb at offset 0x") || refused.Try == "" {
				t.Errorf("%v", err)
			}
			if took := time.Since(began); took > endsWithin {
				t.Errorf("took %v", took)
			}
		})
	}
}

// While two guests spin, the timers of a third are on time, and collections too.
func TestSpinningGuestsDoNotHoldUpOthers(t *testing.T) {
	rt := newRuntime(t, Options{})
	spin := wasmtest.New()
	spin.Export("_start", spin.Func("", "", spinForever))
	var spinning []*Guest
	ended := make(chan Exit, 2)
	for range 2 {
		g := spawn(t, rt, spin.Bytes(), Config{})
		spinning = append(spinning, g)
		go func() { ended <- g.Run() }()
		waitComputing(t, g)
	}
	l, err := loop.New(loop.Options{})
	if err != nil {
		t.Fatal(err)
	}
	late := lateness(t, l)
	const collections = 10
	began := time.Now()
	for range collections {
		runtime.GC()
	}
	if took := time.Since(began) / collections; took > 10*20*time.Millisecond {
		t.Errorf("a collection takes %v while guests spin, the goal is 20 ms", took)
	}
	for _, g := range spinning {
		g.Stop(ReasonStopped)
		<-ended
	}
	const goal = 10 * time.Millisecond
	if late > 10*goal {
		t.Errorf("timers are %v late at the 99th percentile, the goal is %v", late, goal)
	}
}

// lateness runs a timer every 2 ms and gives how late it is at the 99th
// percentile.
func lateness(t *testing.T, l *loop.Loop) time.Duration {
	t.Helper()
	timer := l.NewTimer()
	var all []time.Duration
	due := time.Now()
	var tick func()
	tick = func() {
		all = append(all, time.Since(due))
		if len(all) == 200 {
			_ = timer.Close(nil)
			return
		}
		due = time.Now().Add(2 * time.Millisecond)
		l.UpdateTime()
		_ = timer.Start(tick, 2*time.Millisecond, 0)
	}
	if err := timer.Start(tick, 0, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Run(uv.RunDefault); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return percentile(all, 99)
}

func percentile(d []time.Duration, p int) time.Duration {
	sorted := slices.Sorted(slices.Values(d))
	return sorted[len(sorted)*p/100]
}
