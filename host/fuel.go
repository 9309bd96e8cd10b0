package host

import (
	"context"
	"errors"
	"runtime"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/loopground/loopground/host/meter"
	"github.com/loopground/loopground/loop/uv"
)

// Every module is rewritten when it is loaded (package meter), so that what its
// guests compute is counted in a global of theirs. This file is the other side:
// it fills that global, is called when it is empty, and keeps the accounts.

// slice is the most fuel a guest gets at a time. At its end the guest yields to
// the scheduler, and is ended if it is to end.
const slice = 100_000

// turnEvery is after how many slices a guest gives way to the network too. It is
// about a millisecond.
const turnEvery = 5

// The functions that a rewritten module imports. No module may import them by
// itself: to recognise they do not exist.
const (
	meterModule   = "loopground"
	meterRefill   = "refill"
	meterOverflow = "stack_overflow"
)

// tank is a guest's fuel. A turn is one entry into the guest, without those
// that happen inside it, and in a command what lies between two waits.
type tank struct {
	counter api.MutableGlobal // nil until the guest is instantiated
	granted int64             // what the counter was last set to
	used    uint64            // since the guest began, up to the last look at the counter
	turn    uint64            // used when the turn began, and what was used inside it by others
	last    uint64            // what the turn that ended last has used
	told    uint64            // what shown was last set to
	shown   atomic.Uint64     // used, for other goroutines
	refills uint64            // since the guest began
	pace    pace
}

// instantiateMeter makes the module of the two functions.
func instantiateMeter(ctx context.Context, rt wazero.Runtime) error {
	i64 := []api.ValueType{api.ValueTypeI64}
	_, err := rt.NewHostModuleBuilder(meterModule).
		NewFunctionBuilder().WithGoFunction(api.GoFunc(refill), i64, i64).WithName(meterRefill).Export(meterRefill).
		NewFunctionBuilder().WithGoFunction(api.GoFunc(stackOverflow), nil, nil).WithName(meterOverflow).Export(meterOverflow).
		Instantiate(ctx)
	return err
}

// refill is called with a counter below zero, and answers its new value.
func refill(ctx context.Context, stack []uint64) {
	g := ctx.(*callContext).g
	t := &g.fuel
	t.count(int64(stack[0]))
	if t.refills++; t.refills%turnEvery == 0 {
		g.rt.net.give()
	} else {
		runtime.Gosched()
	}
	g.keepPace()
	g.checkFuel()
	if g.end != nil || g.stop.Load() != nil {
		g.leaveTraced()
	}
	t.granted = g.grant()
	stack[0] = uint64(t.granted)
}

// stackOverflow is called before a call for which no stack is left.
func stackOverflow(ctx context.Context, _ []uint64) {
	g := ctx.(*callContext).g
	limit := g.limits.Stack
	g.endLimit(uv.ENOMEM, "stack", limit,
		"stopped at "+bytesText(limit)+" of stack, the limit of --max-stack", "Does it recurse without end? More: --max-stack "+sizeFlag(2*limit))
	g.leaveTraced()
}

// count takes into account what was used since the counter was set.
func (t *tank) count(left int64) {
	t.used += uint64(t.granted - left)
	t.granted = left
	if t.used-t.told >= showEvery {
		t.show()
	}
}

// showEvery is how much fuel a guest uses before others see it: telling them
// costs as much as a short callback.
const showEvery = 10_000

func (t *tank) show() {
	t.told = t.used
	t.shown.Store(t.used)
}

// look counts what the guest has used so far.
func (t *tank) look() {
	if t.counter != nil {
		t.count(int64(t.counter.Get()))
	}
}

// attach finds the globals of a new instance. What its start function has used
// stands in the first.
func (g *Guest) attach() {
	g.fuel.counter, _ = g.inst.ExportedGlobal(meter.FuelGlobal).(api.MutableGlobal)
	if stack, ok := g.inst.ExportedGlobal(meter.DepthGlobal).(api.MutableGlobal); ok {
		stack.Set(uint64(g.limits.Stack))
	}
}

// beginTurn gives the guest fuel for an entry. The turn that it interrupts, if
// there is one, goes on with endTurn.
func (g *Guest) beginTurn() (outer uint64) {
	t := &g.fuel
	if g.depth > 0 {
		t.look()
	}
	outer, t.turn = t.turn, t.used
	g.keepPace()
	if next := g.grant(); t.granted > next || t.granted < slice/2 {
		t.set(next)
	}
	return outer
}

// endTurn counts what the turn has used, which the outer one is not charged for.
func (g *Guest) endTurn(outer uint64) {
	t := &g.fuel
	t.look()
	t.last = t.used - t.turn
	t.turn = outer + (t.used - t.turn)
	g.loops.at.Charge(t.last)
	if g.depth > 0 {
		t.set(g.grant())
	}
}

// newTurn begins one in the midst of an entry, after the guest has waited.
func (g *Guest) newTurn() {
	t := &g.fuel
	t.look()
	t.turn = t.used
	t.set(g.grant())
}

// spend charges for bytes that a call of WASI moves, as the meter does for those
// that the guest moves itself.
func (g *Guest) spend(bytes int) {
	t, units := &g.fuel, uint64(bytes)/8
	if t.counter == nil {
		t.used += units // in the start function: the next refill sees it
		return
	}
	t.counter.Set(t.counter.Get() - units)
}

// set gives a guest that waits n units. Before there is an instance the start
// function goes on with what it has.
func (t *tank) set(n int64) {
	if t.counter != nil {
		t.granted = n
		t.counter.Set(uint64(n))
	}
}

// grant is how much the guest may use before it is looked at again.
func (g *Guest) grant() int64 {
	return max(min(slice, g.limits.burst(), g.limits.Fuel-int64(g.fuel.used), g.limits.CallbackFuel-int64(g.fuel.used-g.fuel.turn)), 0)
}

// checkFuel ends a guest that has used what it may.
func (g *Guest) checkFuel() {
	t := &g.fuel
	if limit := g.limits.Fuel; t.used >= uint64(limit) {
		g.endLimit(uv.ECANCELED, "fuel", limit, "stopped after "+units(limit)+" of fuel, the limit of --fuel", "More: --fuel "+strconv.FormatInt(2*limit, 10))
	}
	if limit := g.limits.CallbackFuel; t.used-t.turn >= uint64(limit) {
		g.endLimit(uv.ECANCELED, "callback fuel", limit, "stopped after "+units(limit)+" of fuel in one callback, the limit of --callback-fuel",
			"Let it give way with a timer, or allow more: --callback-fuel "+strconv.FormatInt(2*limit, 10))
	}
}

func units(n int64) string { return strconv.FormatInt(n, 10) + " units" }

// endLimit ends the guest at one of its limits.
func (g *Guest) endLimit(err uv.Errno, name string, limit int64, message, try string) {
	if g.end == nil {
		g.overLimit(err, name, limit)
		g.finish(ReasonLimit, CodeKilled, message, try)
	}
}

// errEnded unwinds a guest that was ended while it computed: unlike an exit, it
// comes up with the guest's stack.
var errEnded = errors.New("the guest was ended")

// leaveTraced is leave, and tells where the guest was.
func (g *Guest) leaveTraced() {
	g.checkStop()
	panic(errEnded)
}

// pace slows a guest to its fuel per second: what it has over it, it sleeps off.
type pace struct {
	at     time.Time // when credit was right
	credit float64   // fuel it may use at once
	used   uint64    // fuel used then
	timer  *time.Timer
}

// burst is how much fuel a guest with a rate that was idle has: that of a tenth
// of a second.
func (l *Limits) burst() int64 { return max(l.FuelPerSecond/10, 1) }

// keepPace sleeps until the guest is within its rate, or is to end.
func (g *Guest) keepPace() {
	if g.limits.FuelPerSecond >= unlimited {
		return
	}
	rate, most := float64(g.limits.FuelPerSecond), float64(g.limits.burst())
	p, now := &g.fuel.pace, time.Now()
	if p.at.IsZero() {
		p.credit = most
	} else {
		p.credit = min(most, p.credit+now.Sub(p.at).Seconds()*rate)
	}
	p.credit -= float64(g.fuel.used - p.used)
	p.at, p.used = now, g.fuel.used
	if p.credit < 0 {
		g.nap(time.Duration(min(-p.credit/rate*float64(time.Second), float64(longestNap))))
	}
}

// longestNap keeps a time within what there is of it.
const longestNap = 24 * time.Hour

// nap sleeps; a stop ends it.
func (g *Guest) nap(d time.Duration) {
	if g.fuel.pace.timer == nil {
		g.fuel.pace.timer = time.NewTimer(d)
	} else {
		g.fuel.pace.timer.Reset(d)
	}
	select {
	case <-g.fuel.pace.timer.C:
	case <-g.stopped:
		g.fuel.pace.timer.Stop()
	}
}

// Usage is what a guest has used, as of its last callback or, while it
// computes, its last slice.
type Usage struct {
	Fuel    uint64 `json:"fuel"`    // units; while the guest runs, up to 10,000 behind
	Memory  int64  `json:"memory"`  // bytes of linear memory
	Handles int64  `json:"handles"` // open ones
	Output  uint64 `json:"output"`  // bytes written to standard output and error
}

// Usage tells what the guest has used so far. Any goroutine may call it, and
// also after the guest has ended.
func (g *Guest) Usage() Usage {
	return Usage{Fuel: g.fuel.shown.Load(), Memory: g.memBytes.Load(), Handles: g.open.Load(), Output: g.written.Load()}
}
