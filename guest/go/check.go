package uv

// Check calls back once in every iteration, right after poll.
type Check struct {
	handle
	cb func()
}

// NewCheck makes a handle that is not running. libuv: uv_check_init.
func NewCheck() *Check {
	h := &Check{}
	h.open(h, TypeCheck, wireCheckInit)
	return h
}

// Start calls cb in every iteration from the next check phase on. The handle
// that was started last is called first. Errors: EINVAL when cb is nil or the
// handle is closing. libuv: uv_check_start.
func (h *Check) Start(cb func()) error {
	if err := h.startable(cb != nil); err != nil {
		return err
	}
	h.cb = cb
	return failed(wireCheckStart(h.id))
}

// Stop ends it: cb is not called any more. libuv: uv_check_stop.
func (h *Check) Stop() error {
	if err := h.usable(); err != nil {
		return err
	}
	return failed(wireCheckStop(h.id))
}

func (h *Check) call(kind callback, _ uint32, _ int64) {
	if kind == callbackClose {
		h.closed()
		return
	}
	h.cb()
}
