package loop

import (
	"math"
	"runtime"
	"time"

	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// maxPolls bounds how often one poll phase asks again because the kernel
// filled the whole buffer.
const maxPolls = 48

const (
	maxDue  = math.MaxInt64 / uint64(time.Millisecond) // what the clock can tell, ms
	maxWait = 1<<31 - 1                                // what the kernel can wait, ms
)

// pollTimeout is how long poll may block (ms, -1: no limit) and why.
func (l *Loop) pollTimeout(mode uv.RunMode, canSleep bool) (ms int, why trace.Why) {
	switch {
	case l.stopped:
		return 0, trace.WhyStop
	case mode == uv.RunNoWait:
		return 0, trace.WhyNoWait
	case l.active == 0 && l.activeReqs == 0:
		if l.closing != nil {
			return 0, trace.WhyClosing
		}
		return 0, trace.WhyNothing
	case !l.idle.empty():
		return 0, trace.WhyIdle
	case len(l.pending) > 0 || mode == uv.RunOnce && !canSleep:
		return 0, trace.WhyPending
	case l.closing != nil:
		return 0, trace.WhyClosing
	case len(l.timers) == 0:
		return -1, trace.WhyForever
	}
	due := l.timers[0].due
	switch {
	case due <= l.time:
		return 0, trace.WhyTimer
	case due > maxDue:
		return -1, trace.WhyTimer // in 292 years: never
	}
	return int(min(due-l.time, maxWait)), trace.WhyTimer
}

// poll is the poll phase: registrations go to the kernel, the loop waits, and
// the callbacks of what is ready run.
func (l *Loop) poll(mode uv.RunMode, canSleep bool) {
	l.phase = uv.PollPhase
	l.syncRegistrations()
	ms, why := l.pollTimeout(mode, canSleep)
	if ms > 0 {
		ms = l.untilDue()
	}
	l.metrics.LoopCount++
	l.calledBack = l.scope.gate != nil // which may have paused the loop
	if l.watchers == 0 && ms == 0 && !l.wakeUp.Load() && !l.interrupted.Load() {
		l.pollNothing(why)
	} else {
		l.pollKernel(ms, why)
	}
	l.endPhase()
}

// undisturbed reports whether nobody has had the time since poll read the clock,
// nor will have before the timers: they need no other reading then.
func (l *Loop) undisturbed() bool {
	return !l.calledBack && len(l.pending) == 0 && l.check.empty() && l.closing == nil
}

// pollNothing is a poll that cannot have anything to bring: no watcher, no
// time to wait. The kernel is not asked.
func (l *Loop) pollNothing(why trace.Why) {
	l.UpdateTime()
	if l.scope.on {
		l.scope.pollBegin(0, why)
		l.scope.pollEnd(trace.EndedTimeout, 0)
	}
}

func (l *Loop) pollKernel(ms int, why trace.Why) {
	l.growEvents()
	left := ms
	for polls, first := 1, true; ; first = false {
		if l.scope.watched {
			left = l.waitBegin(left, why)
		}
		n, ended := l.wait(left)
		ended = l.waitEnd(n, left, ended)
		handled, signals := 0, false
		if n > 0 {
			handled = l.handleEvents(n)
		}
		if ended == trace.EndedWake || l.wakeUp.Load() {
			var any bool
			if any, signals = l.handleWakes(); any {
				handled++
			}
		}
		l.metrics.handled(handled, first)
		l.calledBack = l.calledBack || handled > 0
		switch {
		case signals:
			return
		case n == len(l.events) && polls < maxPolls:
			polls++
			left = 0
			continue
		case handled > 0 || ended == trace.EndedTimeout || left == 0 || l.stopped || polls == maxPolls:
			return
		case n > 0:
			polls++ // nobody's: a descriptor that lives on after its watcher
		}
		// Woken for nothing the loop's user would see: wait for what is left.
		if ms > 0 {
			left = l.untilDue()
		}
	}
}

// growEvents makes room for an event of every watcher, up to maxEvents, so that
// a loop with few of them takes little memory and one wait still brings all.
func (l *Loop) growEvents() {
	need := min(l.watchers+2, maxEvents) // the kernel's own, and one to spare
	if len(l.events) >= need {
		return
	}
	size := minEvents
	for size < need {
		size *= 2
	}
	l.events = make([]event, size)
}

// waitBegin is the gate and the record before a wait. It returns how long may
// be waited then.
func (l *Loop) waitBegin(ms int, why trace.Why) int {
	if l.scope.gate != nil && ms != 0 {
		ms = l.askGate(ms)
	}
	if l.scope.on {
		l.scope.pollBegin(ms, why)
	}
	return ms
}

// waitEnd is the time, the record and the gate after a wait that brought n
// events. It returns what ended it.
func (l *Loop) waitEnd(n, ms int, ended trace.Ended) trace.Ended {
	l.UpdateTime()
	if ended == trace.EndedNone {
		ended = trace.EndedInterrupted // a signal came, as is normal
		if ms > 0 && l.timers[0].due <= l.time {
			ended = trace.EndedTimeout
		}
	}
	if l.scope.on {
		l.scope.pollEnd(ended, n)
	}
	if l.interrupted.Load() && l.interrupted.Swap(false) && l.scope.gate != nil {
		l.scope.edge(Edge{Kind: EdgeInterrupt, Phase: uv.PollPhase})
	}
	return ended
}

// untilDue is how long poll may wait for the next timer (ms), by the clock: the
// cached time is from before this iteration's callbacks, and what they took
// must not come on top. A repeat of 50 ms whose callback takes 17 so fires 33 ms
// after it, as libuv's documentation has it.
func (l *Loop) untilDue() int {
	due, now := nanoseconds(l.timers[0].due), uint64(l.clock.now())
	if due <= now {
		return 0
	}
	return int(min((due-now+uint64(time.Millisecond)-1)/uint64(time.Millisecond), maxWait))
}

// askGate asks the gate before a wait. What time it took is taken off.
func (l *Loop) askGate(ms int) int {
	l.scope.edge(Edge{Kind: EdgePoll, Phase: uv.PollPhase})
	switch {
	case l.stopped:
		return 0
	case ms > 0:
		return l.untilDue()
	}
	return ms
}

// wait waits once. What it brought lies in l.events. It and what it calls are
// few and flat: after a system call each return of a deep stack is one that the
// CPU did not foresee, at 10 ns and more.
func (l *Loop) wait(ms int) (n int, ended trace.Ended) {
	if l.clock.virtual && ms > 0 {
		return l.waitVirtual(ms)
	}
	blocks := ms != 0
	if blocks {
		l.letPoolRun()
		l.sleeping.Store(true)
		if l.wakeUp.Load() || l.interrupted.Load() {
			ms = 0
		}
	}
	var woken bool
	var err error
	if l.metrics.atOnce = ms == 0; ms == 0 || !l.metrics.on {
		n, woken, err = l.kernel.Wait(l.events, ms)
	} else {
		n, woken, err = l.metrics.wait(l, ms)
	}
	if blocks {
		l.sleeping.Store(false)
	}
	if err != nil {
		panic(err) // the poller's own descriptor is broken: nothing can go on
	}
	switch {
	case n > 0:
		l.metrics.touched()
		return n, trace.EndedEvents
	case l.wakeUp.Load():
		return 0, trace.EndedWake
	case woken || l.interrupted.Load():
		return 0, trace.EndedInterrupted
	case ms == 0:
		return 0, trace.EndedTimeout
	}
	return 0, trace.EndedNone
}

// letPoolRun lets the workers have this processor before the loop would sleep in
// the kernel: what they read from the page cache is often there when it returns,
// which spares the wake-up, by far the greatest part of what a file request
// costs. It is done for as long as it helps: again after work was submitted, or
// after it brought results the last time.
func (l *Loop) letPoolRun() {
	if l.yields {
		runtime.Gosched()
		l.yields = l.wakeUp.Load() && l.atPool > 0
	}
}

// waitVirtual moves the virtual clock, unless something comes from outside.
func (l *Loop) waitVirtual(ms int) (n int, ended trace.Ended) {
	if l.atPool > 0 {
		return l.wait(-1) // the pool ends it; the clock stands still meanwhile
	}
	if n, ended = l.wait(0); n > 0 || ended == trace.EndedWake || l.interrupted.Load() {
		return n, ended
	}
	l.clock.advance(ms)
	l.metrics.passed(ms)
	return 0, trace.EndedTimeout
}

// handleEvents calls the handlers of n events and returns how many there were.
// A watcher found by its token is alive now, whatever earlier callbacks of this
// batch closed.
func (l *Loop) handleEvents(n int) (handled int) {
	l.batch = l.events[:n]
	for len(l.batch) > 0 {
		e := l.batch[0]
		l.batch = l.batch[1:]
		w := l.slots.lookup(e.token)
		if w == nil {
			continue // closed or started again since; its descriptor may have a new owner
		}
		if l.scope.on {
			l.scope.event(w, e.ev)
		}
		if w.handle(e.ev) {
			handled++
		}
	}
	return handled
}

// invalidate drops the events of a watcher that are still in the batch, and
// reports whether there were any. libuv: uv__platform_invalidate_fd.
func (l *Loop) invalidate(id ID) (any bool) {
	for i := range l.batch {
		if l.batch[i].token == id {
			l.batch[i].token = 0 // nobody's
			any = true
		}
	}
	return any
}

// handleWakes runs what other goroutines brought: the pool's results, then the
// async handles that were sent, in the order of their making, then signals. It
// reports whether there was anything, for a wake-up may come late, after the one
// before it has brought everything; and whether there were signals: the loop does
// not poll again then.
func (l *Loop) handleWakes() (any, signals bool) {
	l.wakeUp.Store(false)
	l.metrics.touched()
	any = l.runDone()
	for i := range len(l.asyncs) { // those that callbacks make wait
		if a := l.asyncs[i]; a != nil && a.sent.Swap(false) {
			any = true
			l.runAsync(a)
		}
	}
	signals = l.runSignals()
	return any || signals, signals
}
