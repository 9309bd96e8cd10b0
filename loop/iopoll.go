package loop

import (
	"math"
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
	if l.watchers == 0 && ms == 0 && !l.wakeUp.Load() && !l.interrupted.Load() {
		l.pollNothing(why)
	} else {
		l.pollKernel(ms, why)
	}
	l.endPhase()
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
	left := ms
	for polls, first := 1, true; ; first = false {
		n, ended := l.waitTraced(left, why)
		handled, signals := l.handleEvents(n), false
		if ended == trace.EndedWake || l.wakeUp.Load() {
			signals = l.handleWakes()
			handled++
		}
		l.metrics.handled(handled, first)
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

// waitTraced waits once, with the records of its begin and end. It returns how
// many events lie in l.events.
func (l *Loop) waitTraced(ms int, why trace.Why) (n int, ended trace.Ended) {
	if l.scope.gate != nil && ms != 0 {
		ms = l.askGate(ms)
	}
	if l.scope.on {
		l.scope.pollBegin(ms, why)
	}
	n, ended = l.wait(ms)
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
	if l.interrupted.Swap(false) && l.scope.gate != nil {
		l.scope.edge(Edge{Kind: EdgeInterrupt, Phase: uv.PollPhase})
	}
	return n, ended
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

// wait asks the kernel, or moves the virtual clock.
func (l *Loop) wait(ms int) (n int, ended trace.Ended) {
	if l.clock.virtual && ms > 0 && l.atPool == 0 {
		if n, ended = l.waitKernel(0); n > 0 || ended == trace.EndedWake || l.interrupted.Load() {
			return n, ended
		}
		l.clock.advance(ms)
		l.metrics.passed(ms)
		return 0, trace.EndedTimeout
	}
	if l.clock.virtual && ms > 0 {
		ms = -1 // the pool ends the wait; the clock stands still meanwhile
	}
	return l.waitKernel(ms)
}

func (l *Loop) waitKernel(ms int) (n int, ended trace.Ended) {
	if ms != 0 {
		l.sleeping.Store(true)
		if l.wakeUp.Load() || l.interrupted.Load() {
			ms = 0
		}
	}
	n, woken, err := l.metrics.wait(l, ms)
	l.sleeping.Store(false)
	if err != nil {
		panic(err) // the poller's own descriptor is broken: nothing can go on
	}
	switch {
	case n > 0:
		l.metrics.outside++
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
// reports whether there were signals: the loop does not poll again then.
func (l *Loop) handleWakes() (signals bool) {
	l.wakeUp.Store(false)
	l.metrics.outside++
	l.runDone()
	for i := range len(l.asyncs) { // those that callbacks make wait
		if a := l.asyncs[i]; a != nil && a.sent.Swap(false) {
			l.runAsync(a)
		}
	}
	return l.runSignals()
}
