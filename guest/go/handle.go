package uv

// Handle is what all handles have in common.
type Handle interface {
	// Type tells what it is. libuv: uv_handle_get_type.
	Type() HandleType
	// Active reports whether it waits for something. libuv: uv_is_active.
	Active() bool
	// Closing reports whether Close was called. libuv: uv_is_closing.
	Closing() bool
	// HasRef reports whether it keeps the loop alive while active. libuv: uv_has_ref.
	HasRef() bool
	// Ref lets it keep the loop alive, which is how it begins. libuv: uv_ref.
	Ref()
	// Unref lets Run return although it is active. libuv: uv_unref.
	Unref()
	// Close ends it; cb, which may be nil, runs in the closing phase, after the
	// callbacks of its requests (ECANCELED). Errors: EINVAL when it is closing
	// already. libuv: uv_close.
	Close(cb func()) error
}

// String is libuv's name of the type. libuv: uv_handle_type_name.
func (t HandleType) String() string {
	if int(t) < len(handleTypeNames) {
		return handleTypeNames[t]
	}
	return "unknown"
}

// handle is embedded in every handle.
type handle struct {
	id         uint32 // 0: it could not be made, or is closed
	kind       HandleType
	closing    bool
	cookie     uint64
	err        error // why it could not be made
	onClose    func()
	self       Handle
	prev, next *handle
}

// handles is the list for Walk.
var handles struct{ first, last *handle }

// open makes the handle at the host, and keeps the error for its first use.
func (h *handle) open(self interface {
	Handle
	target
}, kind HandleType, create func(loop uint32, cookie uint64) int32) {
	h.self, h.kind = self, kind
	h.cookie = targets.add(self)
	r := create(theLoop, h.cookie)
	if h.err = failed(r); h.err != nil {
		targets.remove(h.cookie)
		return
	}
	h.id = uint32(r)
	h.prev = handles.last
	if h.prev == nil {
		handles.first = h
	} else {
		h.prev.next = h
	}
	handles.last = h
}

// closed ends the handle; the host's close callback has come.
func (h *handle) closed() {
	if h.prev == nil {
		handles.first = h.next
	} else {
		h.prev.next = h.next
	}
	if h.next == nil {
		handles.last = h.prev
	} else {
		h.next.prev = h.prev
	}
	h.prev, h.next = nil, nil
	targets.remove(h.cookie)
	h.id, h.err = 0, EINVAL
	if cb := h.onClose; cb != nil {
		h.onClose = nil
		cb()
	}
}

// usable is the error of every use of a handle that could not be made or is
// closing.
func (h *handle) usable() error {
	if h.closing {
		return EINVAL
	}
	return h.err
}

// startable is the error of a start with unfit arguments, or of a handle that
// cannot start.
func (h *handle) startable(fit bool) error {
	if !fit {
		return EINVAL
	}
	return h.usable()
}

func (h *handle) Type() HandleType { return h.kind }
func (h *handle) Active() bool     { return h.id != 0 && wireIsActive(h.id) > 0 }
func (h *handle) Closing() bool    { return h.closing }
func (h *handle) HasRef() bool     { return h.id != 0 && wireHasRef(h.id) > 0 }

func (h *handle) Ref() {
	if h.id != 0 {
		wireRef(h.id)
	}
}

func (h *handle) Unref() {
	if h.id != 0 {
		wireUnref(h.id)
	}
}

func (h *handle) Close(cb func()) error {
	if err := h.usable(); err != nil {
		return err
	}
	if err := failed(wireClose(h.id)); err != nil {
		return err
	}
	h.closing, h.onClose = true, cb
	return nil
}
