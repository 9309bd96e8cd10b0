package uv

import (
	"runtime"
	"time"
)

// The guest's own loop, the first and so far the only one.
const theLoop = 0

const (
	runDefault = iota
	runOnce
	runNoWait
)

// Run runs the loop until nothing keeps it alive (active handles that are
// ref'd, requests in flight, handles that are closing) or Stop is called. A
// command calls it, usually as the last line of main; for a reactor the host
// does. Errors: EBUSY inside a callback.
// libuv: uv_run(UV_RUN_DEFAULT).
func Run() error {
	_, err := run(runDefault)
	return err
}

// RunOnce runs one iteration, which waits for something to happen if nothing
// has, and reports whether the loop is still alive.
// libuv: uv_run(UV_RUN_ONCE).
func RunOnce() (alive bool, err error) { return run(runOnce) }

// RunNoWait runs one iteration that never waits, and reports whether the loop
// is still alive.
// libuv: uv_run(UV_RUN_NOWAIT).
func RunNoWait() (alive bool, err error) { return run(runNoWait) }

func run(mode uint32) (alive bool, err error) {
	if runtime.NumGoroutine() > 1 {
		runtime.Gosched() // those started so far begin before the loop waits
	}
	r := wireRun(theLoop, mode)
	return r > 0, failed(r)
}

// Stop makes Run return before its next iteration, without waiting in poll.
// libuv: uv_stop.
func Stop() { wireStop(theLoop) }

// Alive reports whether anything keeps the loop alive. libuv: uv_loop_alive.
func Alive() bool { return wireAlive(theLoop) > 0 }

// Now is the loop's cached time, from an arbitrary start and in whole
// milliseconds. It changes when an iteration begins and after poll, not while
// a callback runs. libuv: uv_now.
func Now() time.Duration { return time.Duration(wireNow(theLoop)) * time.Millisecond }

// UpdateTime reads the clock into the loop's cached time, after a callback
// that took long. libuv: uv_update_time.
func UpdateTime() { wireUpdateTime(theLoop) }

// Hrtime is the clock from an arbitrary start. libuv: uv_hrtime.
func Hrtime() time.Duration { return time.Duration(wireHrtime()) }

// BackendTimeout is how long poll would wait now; -1 for as long as it takes.
// libuv: uv_backend_timeout.
func BackendTimeout() time.Duration {
	ms := wireBackendTimeout(theLoop)
	if ms < 0 {
		return -1
	}
	return time.Duration(ms) * time.Millisecond
}

// Walk calls f for every handle that has not been closed, in the order they
// were made. Handles made meanwhile are not visited. libuv: uv_walk.
func Walk(f func(Handle)) {
	last := handles.last
	for h := handles.first; h != nil; {
		next := h.next // f may close h, and a close callback unlinks it only later
		f(h.self)
		if h == last {
			return
		}
		h = next
	}
}

// millis rounds up, so that no timer is early.
func millis(d time.Duration) uint64 {
	if d <= 0 {
		return 0
	}
	return uint64((d-1)/time.Millisecond) + 1
}
