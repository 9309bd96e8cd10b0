package host

import (
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tetratelabs/wazero/api"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// Guest is one running instance of a module: one guest, one goroutine, the one
// that calls Run, with one loop and those that the guest makes beside it. Stop,
// Interrupt and Denials may be called from any.
type Guest struct {
	rt     *Runtime
	mod    *Module
	cfg    Config
	limits Limits
	shape  Shape

	ctx     callContext
	loop    *loop.Loop // the first
	loops   loops
	mem     *memory
	inst    api.Module
	entries [maxDepth]entry
	depth   int
	fuel    tank
	enters  uint64 // calls into the guest so far

	end      *Exit        // how it ended; its goroutine's own
	located  bool         // its message says where
	draining bool         // it has ended and what it left is being closed
	late     atomic.Bool  // draining has taken drainTime
	began    atomic.Int32 // who came first: ranGuest, closedGuest
	done     chan struct{}

	stop     atomic.Pointer[stopNote]
	stopped  chan struct{}
	deadline *time.Timer

	handles   map[loop.ID]*handle
	sockets   int
	requests  int // writes, connects and shutdowns under way
	listed    int // buffers in the lists of requests
	freeWrite []*writeReq
	freeSend  []*udpSend

	files  fileTable
	atPool int
	pooled map[loop.ID]pooled
	freeFS []*fsReq

	mounts          []*mount
	cwd             string
	listen, connect []grant
	stdin           stdin
	aside           aside
	inputs, outputs line       // requests on the standard streams
	pouring         sync.Mutex // held by who writes output
	life            life
	rand            io.Reader
	sleeper         *loop.Timer
	written         atomic.Uint64 // bytes of output
	memBytes, open  atomic.Int64  // of linear memory; handles

	mu     sync.Mutex
	denied []denial
}

// stopNote is why somebody stopped the guest.
type stopNote struct {
	reason  Reason
	message string
	try     string
}

// Stop ends the guest, from any goroutine: while it waits in poll or in a sleep
// at once, while it computes at the end of its slice of fuel, which is a
// fraction of a millisecond. Only the first reason counts.
func (g *Guest) Stop(reason Reason) {
	g.stopWith(stopNote{reason: reason, message: stopMessage(reason)})
}

func stopMessage(r Reason) string {
	switch r {
	case ReasonStopped:
		return "stopped"
	case ReasonKilled:
		return "killed: the host is closing"
	}
	return string(r)
}

func (g *Guest) stopWith(n stopNote) {
	if g.stop.CompareAndSwap(nil, &n) {
		close(g.stopped)
		g.Interrupt()
	}
}

// Stopped is closed when somebody has asked the guest to end; a gate that
// blocks must then let go.
func (g *Guest) Stopped() <-chan struct{} { return g.stopped }

// Loop is the guest's first loop. It belongs to the guest's goroutine.
func (g *Guest) Loop() *loop.Loop { return g.loop }

// Done is closed when Run has freed everything.
func (g *Guest) Done() <-chan struct{} { return g.done }

// Run runs the guest on the calling goroutine until it has ended, however it
// ends, and frees everything it had: handles, requests, descriptors, memory.
// It may be called once.
func (g *Guest) Run() Exit {
	if !g.began.CompareAndSwap(0, ranGuest) {
		return g.notRun()
	}
	g.armDeadline()
	began := time.Now()
	g.protect(g.live)
	g.finish(ReasonExited, 0, "", "")
	g.protect(g.drain)
	g.end.Waited = g.loops.waited || g.anyLoop(func(l *loop.Loop) bool { return l.Iteration() > 0 })
	g.end.Repeatable = g.loop.Virtual() && !g.loops.outside && !g.anyLoop(func(l *loop.Loop) bool { return !l.Deterministic() })
	if g.anyLoop((*loop.Loop).Alive) || g.aside.late != nil {
		g.handOver()
	} else {
		g.free()
	}
	close(g.done)
	exit := *g.end
	exit.Fuel = g.fuel.used
	exit.Denied = g.Denials()
	if !exit.Waited && exit.Reason == ReasonExited && g.cfg.Call == "" {
		exit.Message = "finished in " + took(time.Since(began)) + "; it never waited, so the loop had nothing to show"
		exit.Try = "A timer, a socket or a file makes it wait: see playground samples"
	}
	return exit
}

const (
	ranGuest = iota + 1
	closedGuest
)

// notRun is the end of a guest that does not run, or not again.
func (g *Guest) notRun() Exit {
	if g.began.Load() != closedGuest {
		return Exit{Code: CodeError, Reason: ReasonError, Message: "a guest runs once"}
	}
	<-g.done
	return *g.end
}

// Close frees a guest that is not going to be run. After Run it does nothing.
func (g *Guest) Close() {
	if g.began.CompareAndSwap(0, closedGuest) {
		g.checkStop()
		g.finish(ReasonKilled, CodeKilled, "closed before it ran", "")
		g.free()
		close(g.done)
	}
}

func took(d time.Duration) string {
	if d < time.Millisecond {
		return "under 1 ms"
	}
	return d.Round(time.Millisecond).String()
}

func (g *Guest) armDeadline() {
	if after := g.limits.WallTime; after < noWallTime {
		g.deadline = time.AfterFunc(after, func() {
			g.stopWith(stopNote{ReasonDeadline, "stopped after " + after.String() + ", the limit of --timeout",
				"More: --timeout " + (2 * after).String()})
		})
	}
}

// protect runs one of the host's own steps. A panic there is a fault of the
// host's; it ends this guest and nothing else.
func (g *Guest) protect(step func()) {
	defer func() {
		if r := recover(); r != nil {
			g.internal(r)
		}
	}()
	step()
}

// live is the guest's life: instantiate, start, and for a reactor run the loop.
func (g *Guest) live() {
	if g.checkStop(); g.end != nil || !g.instantiate() {
		return
	}
	switch {
	case g.cfg.Call != "":
		g.callExport()
	case g.shape == Command:
		g.start("_start")
	default:
		g.start("_initialize")
		g.start("uv_start")
		g.runLoop()
	}
}

// start calls an export without arguments, if there is one.
func (g *Guest) start(name string) {
	if g.end != nil {
		return
	}
	if f := g.inst.ExportedFunction(name); f != nil {
		g.outside(name, func() { g.enter(f, nil) })
	}
}

// outside records an entry into the guest that no callback of the loop is.
func (g *Guest) outside(name string, call func()) {
	g.emit(trace.Record{Kind: trace.GuestBegin, Label: g.loop.Intern(name)})
	call()
	status := int32(0)
	if g.end != nil {
		status = int32(g.end.Code)
	}
	g.emit(trace.Record{Kind: trace.GuestEnd, Status: status, Value: g.fuel.last, Label: g.loop.Intern(name)})
}

func (g *Guest) runLoop() {
	if g.end == nil {
		_, err := g.runOn(g.loop, uv.RunDefault)
		if err != nil && g.end == nil {
			g.internal(err)
		}
	}
}

// drainTime is how long a guest that has ended waits for workers that are on its
// requests. What takes longer hangs, in the kernel.
const drainTime = 30 * time.Millisecond

// drain closes what the guest left open and waits for its requests. Callbacks
// no longer reach it: enter refuses.
func (g *Guest) drain() {
	g.draining = true
	patience := time.After(drainTime)
	late := time.AfterFunc(drainTime, func() {
		g.late.Store(true)
		g.Interrupt()
	})
	defer late.Stop()
	for _, h := range g.handles {
		if !h.base.Closing() {
			_ = h.close()
		}
	}
	if g.sleeper != nil && !g.sleeper.Closing() {
		_ = g.sleeper.Close(nil)
	}
	g.life.end()
	for _, r := range g.pooled {
		_ = r.cancel() // EBUSY: a worker has it, and we wait
	}
	g.eachLoop(func(l *loop.Loop) {
		l.Hold(0)
		for l.Alive() && !g.hangs() {
			if _, err := g.runOn(l, uv.RunDefault); err != nil {
				g.internal(err)
				return
			}
		}
	})
	g.aside.settle(patience)
}

// hangs reports whether only what the kernel does not let go of is left.
func (g *Guest) hangs() bool { return g.late.Load() && g.atPool > 0 }

// handOver leaves the loops of a guest that has ended to a goroutine, which waits
// for the workers that are still on its requests. Until then the runtime lists
// it as leaked, and its memory and descriptors stay.
func (g *Guest) handOver() {
	g.eachLoop((*loop.Loop).Detach)
	hanging := g.atPool
	if g.aside.late != nil {
		hanging++
	}
	g.rt.note(g, fmt.Sprintf("%s: %d requests that hang in the kernel, and its memory", g.cfg.Name, hanging))
	g.freeInstance()
	go func() {
		defer g.rt.forget(g)
		g.protect(func() {
			g.eachLoop(func(l *loop.Loop) {
				for l.Alive() {
					if _, err := l.Run(uv.RunDefault); err != nil {
						panic(err)
					}
				}
			})
			g.aside.settle(nil)
		})
		g.freeLoop()
	}()
}

// free gives back everything.
func (g *Guest) free() {
	g.freeInstance()
	g.freeLoop()
}

// freeInstance gives back everything that no request can be on.
func (g *Guest) freeInstance() {
	g.fuel.show()
	if g.deadline != nil {
		g.deadline.Stop()
	}
	if g.inst != nil {
		_ = g.inst.Close(context.Background()) // drops the engine's share of the memory
	}
	if g.mem != nil {
		g.mem.Free() // where instantiation failed, wazero does not
	}
	g.aside.close(g)
	g.mod.release()
	g.rt.remove(g)
}

// freeLoop gives back the loops, which have nothing to do any more, and what
// their requests worked on.
func (g *Guest) freeLoop() {
	g.files.closeAll()
	g.eachLoop(func(l *loop.Loop) {
		if err := l.Close(); err != nil {
			g.rt.note(l, g.cfg.Name+": its loop: "+err.Error())
		}
	})
	if g.mem != nil && g.mem.refs.Load() > 1 {
		g.rt.note(g.mem, g.cfg.Name+": its memory, a worker is still on it")
	}
	g.mem.release()
	for _, m := range g.mounts {
		m.close()
	}
}

// gate lets Stop reach a loop that waits, and then asks the guest's own gate.
type gate struct {
	g    *Guest
	next loop.Gate
}

// Pass is loop.Gate.
func (t *gate) Pass(l *loop.Loop, e loop.Edge) {
	g := t.g
	if g.draining {
		if g.hangs() {
			l.Stop()
		}
		return
	}
	if t.next != nil && g.stop.Load() == nil && g.end == nil {
		t.next.Pass(l, e)
	}
	if g.checkStop(); g.end != nil {
		l.Stop()
	}
}
