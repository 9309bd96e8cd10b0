package uv

// Async calls back in the poll phase after it was sent to.
type Async struct {
	handle
	cb func()
}

// NewAsync makes a handle that is active from now on and calls cb in the poll
// phase, once for any number of sends before it. cb may be nil: a send then
// only wakes the loop. Errors: EMFILE at the limit of handles.
// libuv: uv_async_init.
func NewAsync(cb func()) (*Async, error) {
	a := &Async{cb: cb}
	a.open(a, TypeAsync, wireAsyncInit)
	return a, a.err
}

// Send has the callback run. libuv: uv_async_send.
func (a *Async) Send() error {
	if err := a.usable(); err != nil {
		return err
	}
	return failed(wireAsyncSend(a.id))
}

func (a *Async) call(kind callback, _ uint32, _ int64) {
	switch {
	case kind == callbackClose:
		a.closed()
	case a.cb != nil:
		a.cb()
	}
}
