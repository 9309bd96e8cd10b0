package uv

import (
	"runtime"
	"strconv"
	"syscall"
)

// A target is what a cookie stands for: a handle, or a request in flight.
type target interface {
	call(kind callback, id uint32, status int64)
}

// targets maps cookies to targets and so keeps them, and every buffer they
// hold, reachable while the host knows of them. The guest has one thread and
// one loop: there is one table.
var targets table

type table struct {
	used []target // by cookie-1
	free []uint64
}

func (t *table) add(v target) (cookie uint64) {
	if n := len(t.free); n > 0 {
		cookie = t.free[n-1]
		t.free = t.free[:n-1]
		t.used[cookie-1] = v
		return cookie
	}
	t.used = append(t.used, v)
	return uint64(len(t.used))
}

func (t *table) remove(cookie uint64) {
	t.used[cookie-1] = nil
	t.free = append(t.free, cookie)
}

// dispatchTo runs the callback. A panic must not unwind past it: below lies a
// stack of the host's, and a recover below that would go on as if the host had
// returned.
func dispatchTo(kind callback, id uint32, cookie uint64, status int64) {
	returned := false
	defer endIfNot(&returned)
	targets.used[cookie-1].call(kind, id, status)
	if runtime.NumGoroutine() > 1 {
		runtime.Gosched() // what the callback made ready, and sleepers that are due
	}
	returned = true
}

// endIfNot ends the guest if the callback panicked or called runtime.Goexit.
// The stack it prints is still the whole one.
func endIfNot(returned *bool) {
	if *returned {
		return
	}
	if v := recover(); v != nil {
		print("panic: ", panicText(v), "\n\n")
	} else {
		print("panic: runtime.Goexit called in a callback\n\n")
	}
	stack := make([]byte, 64<<10)
	print(string(stack[:runtime.Stack(stack, false)]))
	syscall.Exit(2)
}

// panicText does without package fmt, which would add half a megabyte to every
// guest that has no other use for it.
func panicText(v any) string {
	switch v := v.(type) {
	case error:
		return v.Error()
	case interface{ String() string }:
		return v.String()
	case string:
		return v
	case int:
		return strconv.Itoa(v)
	default:
		return "(a value that is neither an error nor a string)"
	}
}

// request is a request in flight. hold keeps alive what the host reads or
// writes until the callback.
type request struct {
	cookie uint64
	hold   any
	done   func(id uint32, status int64)
}

func (r *request) call(_ callback, id uint32, status int64) {
	targets.remove(r.cookie)
	r.done(id, status)
}

// submit makes a request: start hands the cookie to the host.
func submit(hold any, start func(cookie uint64) int32, done func(id uint32, status int64)) error {
	r := &request{hold: hold, done: done}
	r.cookie = targets.add(r)
	if err := failed(start(r.cookie)); err != nil {
		targets.remove(r.cookie)
		return err
	}
	return nil
}

// finish calls a request's callback with nothing but its error.
func finish(cb func(error)) func(uint32, int64) {
	return func(_ uint32, status int64) {
		if cb != nil {
			cb(failed(status))
		}
	}
}
