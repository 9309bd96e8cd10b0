package loop

import "github.com/loopground/loopground/loop/uv"

// Run runs the loop in a mode and reports whether it is still alive: for the
// default mode only after Stop. It answers EBUSY when called from a callback,
// EINVAL for a mode that is none or a closed loop.
//
// A callback may end the run by a panic, which Run lets through: the loop can be
// run again then, and what was still to be called in that phase is.
//
// One iteration is pending, idle, prepare, poll, check, closing, timers; with
// Order144 timers come first. libuv: uv_run.
func (l *Loop) Run(mode uv.RunMode) (alive bool, err error) {
	if l.running {
		return l.Alive(), uv.EBUSY.Err()
	}
	if l.closed || mode > uv.RunNoWait {
		return false, uv.EINVAL.Err()
	}
	l.enterRun(mode)
	defer l.leaveRun()

	alive = l.Alive()
	if !alive {
		l.UpdateTime()
	}
	if mode == uv.RunDefault && alive && !l.stopped && l.order == OrderCurrent {
		l.UpdateTime()
		l.runTimers()
	}
	for alive && !l.stopped {
		l.iteration++
		if l.order == Order144 {
			l.UpdateTime()
			l.runTimers()
		}
		canSleep := len(l.pending) == 0 && l.idle.empty()
		l.runPending()
		l.runList(&l.idle)
		l.runList(&l.prepare)
		l.poll(mode, canSleep)
		sameTime := l.undisturbed()
		for again := 0; again < maxPendingRuns && len(l.pending) > 0; again++ {
			l.runPending()
		}
		l.runList(&l.check)
		l.runClosing()
		if l.order == OrderCurrent || mode == uv.RunOnce {
			if !sameTime {
				l.UpdateTime()
			}
			l.runTimers()
		}
		alive = l.Alive()
		if mode != uv.RunDefault {
			break
		}
	}
	l.midway = false
	return alive, nil
}

// maxPendingRuns is how often pending callbacks run again after poll, so that
// writes which complete at once need not wait for the next iteration.
const maxPendingRuns = 8

func (l *Loop) enterRun(mode uv.RunMode) {
	l.running, l.midway = true, true
	l.scope.runBegin(mode)
}

func (l *Loop) leaveRun() {
	stopped := l.stopped
	l.stopped = false
	l.running = false
	l.phase = uv.Outside
	if l.midway {
		l.recoverRounds()
	}
	l.scope.runEnd(l.Alive(), stopped)
}

// runPending calls back the watchers that were fed in user space: writes that
// completed at once and errors that were put off. The queue is moved aside
// first, so what they feed waits for the next round.
func (l *Loop) runPending() {
	if len(l.pending) == 0 {
		return
	}
	l.pendingRound, l.pending, l.fed = l.pending, l.pendingRound[:0], 0
	l.beginPhase(uv.Pending)
	for i, w := range l.pendingRound {
		if w == nil {
			continue // closed by a callback of this round
		}
		l.pendingRound[i] = nil
		w.fed = -1
		w.cause = 0 // no event brought it
		w.io.onIO(evOut)
	}
	l.pendingRound = l.pendingRound[:0]
	l.endPhase()
}

// runClosing calls the close callbacks, last closed first. Handles closed by
// them wait for the next iteration.
func (l *Loop) runClosing() {
	if l.closing == nil {
		return
	}
	l.closingRound, l.closing = l.closing, nil
	l.beginPhase(uv.Closing)
	for l.closingRound != nil {
		h := l.closingRound
		if h.lingers() {
			l.closingRound = h.nextClosing
			h.nextClosing, l.closing = l.closing, h
			continue
		}
		l.finishClose(h)
		l.closingRound, h.nextClosing = h.nextClosing, nil
	}
	l.endPhase()
}
