package host

import (
	"encoding/binary"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// maxLoops bounds the loops of a guest that are open at once. Each has two
// descriptors of the process.
const maxLoops = 16

// loops are a guest's: the first is there from the start, the others are made by
// loop_init. They share the guest's one goroutine, ids, clock and pool, so that
// one may run inside a callback of another.
type loops struct {
	all     []*loop.Loop // by their number on the wire; nil: closed. Changed under Guest.mu
	at      *loop.Loop   // the innermost that runs, or the first
	made    uint16
	numbers [maxLoops]uint16 // in the trace, of each of all beside the guest's own
	waited  bool             // one that was closed has run
	outside bool             // something from outside has reached one that was closed
}

// loopAt finds a loop by its number; nil when there is none.
func (g *Guest) loopAt(n uint32) *loop.Loop {
	if uint64(n) < uint64(len(g.loops.all)) {
		return g.loops.all[n]
	}
	return nil
}

// eachLoop visits the guest's loops, the last one first.
func (g *Guest) eachLoop(f func(*loop.Loop)) {
	for i := len(g.loops.all) - 1; i >= 0; i-- {
		if l := g.loops.all[i]; l != nil {
			f(l)
		}
	}
}

func (g *Guest) anyLoop(is func(*loop.Loop) bool) (any bool) {
	g.eachLoop(func(l *loop.Loop) { any = any || is(l) })
	return any
}

// setLoop puts a loop at a number, where Interrupt finds it.
func (g *Guest) setLoop(n int, l *loop.Loop) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if n == len(g.loops.all) {
		g.loops.all = append(g.loops.all, nil)
	}
	g.loops.all[n] = l
}

// Interrupt wakes the guest where it waits and has the gate asked, from any
// goroutine.
func (g *Guest) Interrupt() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.eachLoop((*loop.Loop).Interrupt)
}

// runOn runs a loop, maybe inside a callback of another one.
func (g *Guest) runOn(l *loop.Loop, mode uv.RunMode) (alive bool, err error) {
	outer := g.loops.at
	g.loops.at = l
	defer func() {
		if g.loops.at = outer; outer != l {
			outer.UpdateTimeStamp()
		}
	}()
	return l.Run(mode)
}

// number gives loop n a number in the trace that no other has had, or, after
// 65,535 of them, that none which is open has.
func (l *loops) number(n int) uint16 {
	for taken := true; taken; {
		l.made++
		taken = l.made == 0
		for i, other := range l.all {
			taken = taken || other != nil && l.numbers[i] == l.made
		}
	}
	l.numbers[n] = l.made
	return l.made
}

// siblingOptions are those of further loop n.
func (g *Guest) siblingOptions(n int) loop.Options {
	o := g.cfg.Loop
	return loop.Options{
		Order: o.Order, Trace: o.Trace, TraceLoop: o.TraceLoop + g.loops.number(n),
		Gate: &gate{g: g, next: o.Gate}, Beside: g.loop,
	}
}

func (g *Guest) uvLoopInit() int32 {
	n := 0
	for n < len(g.loops.all) && g.loops.all[n] != nil {
		n++
	}
	if n == maxLoops {
		return g.overLimit(uv.EMFILE, "loops", maxLoops)
	}
	l, err := loop.New(g.siblingOptions(n))
	if err != nil {
		return errno(err)
	}
	g.setLoop(n, l)
	g.releaseWorkers()
	return int32(n)
}

// uvLoopClose frees a loop on which nothing of the guest's is open. The first
// one can be used again.
func (g *Guest) uvLoopClose(n uint32) int32 {
	l := g.loopAt(n)
	if l == nil {
		return badArgument
	}
	if l.Phase() != uv.Outside || l.Requests() > 0 || g.handlesOf(l) > 0 {
		return int32(uv.EBUSY)
	}
	if n == 0 {
		return 0
	}
	if err := l.Close(); err != nil {
		return errno(err)
	}
	g.loops.waited = g.loops.waited || l.Iteration() > 0
	g.loops.outside = g.loops.outside || !l.Deterministic()
	g.setLoop(int(n), nil)
	return 0
}

func (g *Guest) handlesOf(l *loop.Loop) (n int) {
	for _, h := range g.handles {
		if h.base.Loop() == l {
			n++
		}
	}
	return n
}

// uvLoopHold takes no more than handles could be: what is counted must not
// overflow.
func (g *Guest) uvLoopHold(n, count uint32) int32 {
	l := g.loopAt(n)
	if l == nil {
		return badArgument
	}
	l.Hold(int(min(count, 1<<31-1)))
	return 0
}

func (g *Guest) uvLoopConfigure(n, option uint32, value int32) int32 {
	l := g.loopAt(n)
	switch {
	case l == nil:
		return badArgument
	case option > uint32(loop.UseIoUringSQPoll):
		return int32(uv.ENOSYS)
	}
	return errno(l.Configure(loop.LoopOption(option), int(value)))
}

func (g *Guest) uvIdleTime(n uint32) int64 {
	l := g.loopAt(n)
	if l == nil {
		return int64(uv.EINVAL)
	}
	return int64(l.IdleTime())
}

func (g *Guest) uvMetricsInfo(n, ptr uint32) int32 {
	l := g.loopAt(n)
	if l == nil {
		return badArgument
	}
	m := l.Metrics()
	var b [sizeMetrics]byte
	binary.LittleEndian.PutUint64(b[offMetricsLoopCount:], m.LoopCount)
	binary.LittleEndian.PutUint64(b[offMetricsEvents:], m.Events)
	binary.LittleEndian.PutUint64(b[offMetricsEventsWaiting:], m.EventsWaiting)
	if !g.mem.write(ptr, b[:]) {
		return badPointer
	}
	return 0
}
