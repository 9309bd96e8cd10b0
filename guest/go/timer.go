package uv

import "time"

// Timer calls back once or repeatedly. Its resolution is a millisecond; times
// are rounded up.
type Timer struct {
	handle
	cb func()
}

// NewTimer makes a timer that is not running. libuv: uv_timer_init.
func NewTimer() *Timer {
	t := &Timer{}
	t.open(t, TypeTimer, wireTimerInit)
	return t
}

// AfterFunc makes a timer that calls cb once, in the timers phase, after d has
// passed, and then closes itself unless cb started it anew. Close it to have cb
// never called. Errors: EMFILE at the limit of handles, EINVAL when cb is nil.
func AfterFunc(d time.Duration, cb func()) (*Timer, error) {
	if cb == nil {
		return nil, EINVAL
	}
	t := NewTimer()
	return t, t.Start(d, 0, func() {
		cb()
		if !t.closing && !t.Active() {
			_ = t.Close(nil)
		}
	})
}

// Every makes a timer that calls cb each time d has passed, until it is
// stopped or closed. Errors: EMFILE at the limit of handles, EINVAL for a d
// that is not positive or a cb that is nil.
func Every(d time.Duration, cb func()) (*Timer, error) {
	if d <= 0 || cb == nil {
		return nil, EINVAL
	}
	t := NewTimer()
	return t, t.Start(d, d, cb)
}

// Start calls cb in the timers phase when timeout has passed since Now, and
// then each time repeat has, unless that is 0. A running timer starts anew.
// Errors: EINVAL when cb is nil or the timer is closing. libuv: uv_timer_start.
func (t *Timer) Start(timeout, repeat time.Duration, cb func()) error {
	if err := t.startable(cb != nil); err != nil {
		return err
	}
	t.cb = cb
	return failed(wireTimerStart(t.id, millis(timeout), millis(repeat)))
}

// Stop ends it: cb is not called any more. libuv: uv_timer_stop.
func (t *Timer) Stop() error {
	if err := t.usable(); err != nil {
		return err
	}
	return failed(wireTimerStop(t.id))
}

// Again starts a repeating timer anew, with its repeat as timeout. Errors:
// EINVAL when it was never started. libuv: uv_timer_again.
func (t *Timer) Again() error {
	if err := t.usable(); err != nil {
		return err
	}
	return failed(wireTimerAgain(t.id))
}

// SetRepeat sets what Repeat gives, from the next firing on; 0 ends repeating.
// libuv: uv_timer_set_repeat.
func (t *Timer) SetRepeat(d time.Duration) error {
	if err := t.usable(); err != nil {
		return err
	}
	return failed(wireTimerSetRepeat(t.id, millis(d)))
}

// Repeat is the time between two calls, 0 for one that does not repeat.
// libuv: uv_timer_get_repeat.
func (t *Timer) Repeat() time.Duration { return t.duration(wireTimerGetRepeat) }

// DueIn is how long it is until the next call, by Now. libuv: uv_timer_get_due_in.
func (t *Timer) DueIn() time.Duration { return t.duration(wireTimerGetDueIn) }

func (t *Timer) duration(get func(id uint32) int64) time.Duration {
	if t.id == 0 {
		return 0
	}
	return time.Duration(max(get(t.id), 0)) * time.Millisecond
}

func (t *Timer) call(kind callback, _ uint32, _ int64) {
	if kind == callbackClose {
		t.closed()
		return
	}
	t.cb()
}
