package loop

import (
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// Handle is what every handle can do. A handle is initialised, active, closing
// or closed, and ref'd or not. Its methods belong to the loop's goroutine.
// libuv: uv_handle_t.
type Handle interface {
	// ID names the handle within its loop.
	ID() ID
	// Type is the handle's type. libuv: uv_handle_get_type.
	Type() uv.HandleType
	// Loop is the loop it was made on. libuv: uv_handle_get_loop.
	Loop() *Loop
	// Active reports whether it was started and not stopped. libuv: uv_is_active.
	Active() bool
	// Closing reports whether it is closing or closed. libuv: uv_is_closing.
	Closing() bool
	// HasRef reports whether it keeps the loop alive while active. libuv: uv_has_ref.
	HasRef() bool
	// Ref lets it keep the loop alive, as it does from the start. libuv: uv_ref.
	Ref()
	// Unref lets the loop end although it is active. libuv: uv_unref.
	Unref()
	// Close stops it and frees what it holds. The callback, which may be nil,
	// runs in the closing phase, after its requests have ended with ECANCELED.
	// EINVAL when it is closing already. libuv: uv_close.
	Close(cb func()) error

	base() *handle
}

// handle is the part all handles share.
type handle struct {
	loop    *Loop
	self    Handle
	id      ID
	typ     uv.HandleType
	active  bool
	ref     bool
	closing bool
	closed  bool
	label   uint16

	armed       uint64 // sequence of the record that started it, plus 1
	closeCb     func()
	nextClosing *handle
	all         node[*handle]
}

func (h *handle) init(l *Loop, self Handle, typ uv.HandleType) {
	h.loop, h.self, h.typ, h.ref = l, self, typ, true
	h.id = l.slots.alloc()
	h.all.item = h
	l.handles.pushBack(&h.all)
	if l.scope.on {
		l.scope.handle(trace.HandleInit, h, 0)
	}
}

func (h *handle) base() *handle       { return h }
func (h *handle) ID() ID              { return h.id }
func (h *handle) Type() uv.HandleType { return h.typ }
func (h *handle) Loop() *Loop         { return h.loop }
func (h *handle) Active() bool        { return h.active }
func (h *handle) Closing() bool       { return h.closing }
func (h *handle) HasRef() bool        { return h.ref }

func (h *handle) Ref()   { h.setRef(true, trace.HandleRef) }
func (h *handle) Unref() { h.setRef(false, trace.HandleUnref) }

// setRef does not count for a handle that closes: that one keeps the loop alive
// in any case. The trace has seen its last state.
func (h *handle) setRef(ref bool, kind trace.Kind) {
	if h.ref == ref {
		return
	}
	h.ref = ref
	switch {
	case h.active && ref:
		h.loop.active++
	case h.active:
		h.loop.active--
	}
	if h.loop.scope.on && !h.closing {
		h.loop.scope.handle(kind, h, 0)
	}
}

// start marks the handle active. value goes into the record.
func (h *handle) start(value uint64) {
	if !h.active {
		h.active = true
		if h.ref {
			h.loop.active++
		}
	}
	if h.loop.scope.on {
		h.armed = h.loop.scope.handle(trace.HandleStart, h, value) + 1
	}
}

// rest marks the handle inactive without a record.
func (h *handle) rest() {
	if !h.active {
		return
	}
	h.active = false
	if h.ref {
		h.loop.active--
	}
}

// stop marks the handle inactive.
func (h *handle) stop() {
	if !h.active {
		return
	}
	h.rest()
	if h.loop.scope.on {
		h.loop.scope.handle(trace.HandleStop, h, 0)
	}
}

// beginClose marks the handle closing and queues its close callback.
func (h *handle) beginClose(cb func()) {
	h.rest()
	h.closing = true
	h.closeCb = cb
	h.nextClosing = h.loop.closing
	h.loop.closing = h
	if h.loop.scope.on {
		h.armed = h.loop.scope.handle(trace.HandleClose, h, 0) + 1
	}
}

// finisher is a handle with requests to end before its close callback.
type finisher interface{ finish() }

// lingers reports whether the close callback has to wait for another iteration.
func (h *handle) lingers() bool {
	return h.typ == uv.Signal && h.self.(*Signal).undispatched()
}

func (l *Loop) finishClose(h *handle) {
	if f, ok := h.self.(finisher); ok {
		f.finish()
	}
	h.closed = true
	h.ref = false // as libuv has it in the close callback
	h.all.remove()
	cb := h.closeCb
	h.closeCb = nil
	l.beginCallback(h.id, trace.HandleType(h.typ), 0, 0, h.armed)
	if cb != nil {
		cb()
	}
	l.endCallback()
	l.slots.release(h.id)
}

// SetLabel names a handle in the trace, such as a server by its address.
func (l *Loop) SetLabel(h Handle, label string) {
	h.base().label = l.Intern(label)
}
