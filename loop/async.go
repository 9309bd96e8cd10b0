package loop

import (
	"slices"
	"sync/atomic"

	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// Async lets other goroutines have a callback run on the loop. It is active
// from the start. libuv: uv_async_t.
type Async struct {
	handle
	cb   func()
	at   int // index in Loop.asyncs
	sent atomic.Bool
}

// NewAsync makes an async handle. The callback, which may be nil, runs in the
// poll phase after one or more sends. libuv: uv_async_init.
func (l *Loop) NewAsync(cb func()) *Async {
	a := &Async{cb: cb, at: len(l.asyncs)}
	a.init(l, a, uv.Async)
	l.asyncs = append(l.asyncs, a)
	a.start(0)
	return a
}

// Send has the callback run, once for any number of sends before it does. It
// may be called from any goroutine; after Close it does nothing.
// libuv: uv_async_send.
func (a *Async) Send() {
	if a.sent.Swap(true) {
		return
	}
	a.loop.wakeUp.Store(true)
	a.loop.wake()
}

// Close is Handle.Close.
func (a *Async) Close(cb func()) error {
	if a.closing {
		return uv.EINVAL.Err()
	}
	a.sent.Store(true) // a later Send stops there
	a.loop.asyncs[a.at] = nil
	a.loop.asyncHoles++
	a.beginClose(cb)
	return nil
}

// finish closes the gaps in the loop's list, now that no walk is in it.
func (a *Async) finish() {
	l := a.loop
	if l.asyncHoles <= len(l.asyncs)/2 {
		return
	}
	l.asyncs = slices.DeleteFunc(l.asyncs, func(o *Async) bool { return o == nil })
	for i, o := range l.asyncs {
		o.at = i
	}
	l.asyncHoles = 0
}

func (l *Loop) runAsync(a *Async) {
	l.beginCallback(a.id, trace.HandleType(uv.Async), 0, 0, a.armed)
	if a.cb != nil {
		a.cb()
	}
	l.endCallback()
}
