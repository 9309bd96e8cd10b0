package uv

// Idle calls back once in every iteration, in the idle phase. While it is active poll does not wait, so the loop spins.
type Idle struct {
	handle
	cb func()
}

// NewIdle makes a handle that is not running. libuv: uv_idle_init.
func NewIdle() *Idle {
	h := &Idle{}
	h.open(h, TypeIdle, wireIdleInit)
	return h
}

// Start calls cb in every iteration from the next idle phase on. The handle
// that was started last is called first. Errors: EINVAL when cb is nil or the
// handle is closing. libuv: uv_idle_start.
func (h *Idle) Start(cb func()) error {
	if err := h.startable(cb != nil); err != nil {
		return err
	}
	h.cb = cb
	return failed(wireIdleStart(h.id))
}

// Stop ends it: cb is not called any more. libuv: uv_idle_stop.
func (h *Idle) Stop() error {
	if err := h.usable(); err != nil {
		return err
	}
	return failed(wireIdleStop(h.id))
}

func (h *Idle) call(kind callback, _ uint32, _ int64) {
	if kind == callbackClose {
		h.closed()
		return
	}
	h.cb()
}
