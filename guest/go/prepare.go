package uv

// Prepare calls back once in every iteration, right before poll waits.
type Prepare struct {
	handle
	cb func()
}

// NewPrepare makes a handle that is not running. libuv: uv_prepare_init.
func NewPrepare() *Prepare {
	h := &Prepare{}
	h.open(h, TypePrepare, wirePrepareInit)
	return h
}

// Start calls cb in every iteration from the next prepare phase on. The handle
// that was started last is called first. Errors: EINVAL when cb is nil or the
// handle is closing. libuv: uv_prepare_start.
func (h *Prepare) Start(cb func()) error {
	if err := h.startable(cb != nil); err != nil {
		return err
	}
	h.cb = cb
	return failed(wirePrepareStart(h.id))
}

// Stop ends it: cb is not called any more. libuv: uv_prepare_stop.
func (h *Prepare) Stop() error {
	if err := h.usable(); err != nil {
		return err
	}
	return failed(wirePrepareStop(h.id))
}

func (h *Prepare) call(kind callback, _ uint32, _ int64) {
	if kind == callbackClose {
		h.closed()
		return
	}
	h.cb()
}
