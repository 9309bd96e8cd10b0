package loop

import (
	"math"
	"time"

	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// Timer calls back after a time, once or again and again. Times have a
// resolution of 1 ms, are rounded up to it, and count from the loop's cached
// time. libuv: uv_timer_t.
type Timer struct {
	handle
	cb     func()
	due    uint64 // ms
	repeat uint64 // ms
	seq    uint64 // order of starting
	at     int    // index in the heap; -1: not there
	ready  int    // index in Loop.ready plus 1; 0: not there
}

// NewTimer makes a timer. libuv: uv_timer_init.
func (l *Loop) NewTimer() *Timer {
	t := &Timer{at: -1}
	t.init(l, t, uv.Timer)
	return t
}

// Start has cb called in the timers phase after timeout, and then every repeat
// (0: never again). A timeout of 0 is due in the next iteration. Starting an
// active timer replaces what it was set to. EINVAL: closing, or no callback.
// libuv: uv_timer_start.
func (t *Timer) Start(cb func(), timeout, repeat time.Duration) error {
	return t.StartMs(cb, milliseconds(timeout), milliseconds(repeat))
}

// StartMs is Start with times in ms, as libuv has them.
func (t *Timer) StartMs(cb func(), timeout, repeat uint64) error {
	if t.closing || cb == nil {
		return uv.EINVAL.Err()
	}
	t.disarm()
	t.cb = cb
	t.repeat = repeat
	t.arm(timeout)
	return nil
}

func (t *Timer) arm(timeout uint64) {
	l := t.loop
	t.due = l.time + timeout
	if t.due < timeout {
		t.due = math.MaxUint64
	}
	t.seq = l.timerSeq
	l.timerSeq++
	l.timers.push(t)
	t.start(nanoseconds(t.due))
}

// disarm takes the timer from the heap, or from the due ones that wait for
// their callback, and reports whether it was in either.
func (t *Timer) disarm() bool {
	switch {
	case t.at >= 0:
		t.loop.timers.remove(t.at)
		t.rest()
	case t.ready > 0:
		t.loop.ready[t.ready-1] = nil
		t.ready = 0
	default:
		return false
	}
	return true
}

// Stop ends the timer; its callback does not run. libuv: uv_timer_stop.
func (t *Timer) Stop() error {
	if t.disarm() && t.loop.scope.on {
		t.loop.scope.handle(trace.HandleStop, &t.handle, 0)
	}
	return nil
}

// Again restarts a repeating timer with its repeat; without a repeat it does
// nothing. EINVAL: it was never started. libuv: uv_timer_again.
func (t *Timer) Again() error {
	if t.cb == nil {
		return uv.EINVAL.Err()
	}
	if t.repeat != 0 && !t.closing {
		t.disarm()
		t.arm(t.repeat)
	}
	return nil
}

// SetRepeat sets the repeat; it takes effect at the next firing.
// libuv: uv_timer_set_repeat.
func (t *Timer) SetRepeat(repeat time.Duration) { t.repeat = milliseconds(repeat) }

// Repeat is the repeat; 0 for none. libuv: uv_timer_get_repeat.
func (t *Timer) Repeat() time.Duration { return fromMilliseconds(t.repeat) }

// DueIn is how long it is, by the cached time, until the timer is due that it
// was last started for; 0 from then on. libuv: uv_timer_get_due_in.
func (t *Timer) DueIn() time.Duration {
	if t.loop.time >= t.due {
		return 0
	}
	return fromMilliseconds(t.due - t.loop.time)
}

// Close is Handle.Close.
func (t *Timer) Close(cb func()) error {
	if t.closing {
		return uv.EINVAL.Err()
	}
	t.disarm()
	t.beginClose(cb)
	return nil
}

// runTimers calls back the timers that are due. Which ones is settled before
// the first callback, so a timer started with 0 ms by one of them waits for the
// next iteration.
func (l *Loop) runTimers() {
	if len(l.timers) == 0 || l.timers[0].due > l.time {
		return
	}
	for len(l.timers) > 0 && l.timers[0].due <= l.time {
		t := l.timers[0].t
		l.timers.remove(0)
		t.rest()
		l.ready = append(l.ready, t)
		t.ready = len(l.ready)
	}
	l.beginPhase(uv.Timers)
	for i := 0; i < len(l.ready); i++ {
		if t := l.ready[i]; t != nil {
			l.fire(t)
		}
	}
	clear(l.ready)
	l.ready = l.ready[:0]
	l.endPhase()
}

func (l *Loop) fire(t *Timer) {
	l.ready[t.ready-1] = nil
	t.ready = 0
	armed, due := t.armed, t.due
	if t.repeat != 0 {
		t.arm(t.repeat) // before the callback, from now: no catching up
	}
	if l.scope.watched {
		var late uint64
		if ns := nanoseconds(due); l.scope.t > ns {
			late = l.scope.t - ns
		}
		l.beginCallback(t.id, trace.HandleType(uv.Timer), 0, late, armed)
	}
	t.cb()
	l.endCallback()
}

func milliseconds(d time.Duration) uint64 {
	if d <= 0 {
		return 0
	}
	return (uint64(d) + uint64(time.Millisecond) - 1) / uint64(time.Millisecond)
}

func fromMilliseconds(ms uint64) time.Duration {
	return time.Duration(min(ms, math.MaxInt64/uint64(time.Millisecond))) * time.Millisecond
}

func nanoseconds(ms uint64) uint64 {
	if ms > math.MaxUint64/uint64(time.Millisecond) {
		return math.MaxUint64
	}
	return ms * uint64(time.Millisecond)
}
