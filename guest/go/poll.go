package uv

// Poll watches a file descriptor of the guest's, such as 0, standard input.
type Poll struct {
	handle
	cb func(events PollEvents, err error)
}

// NewPoll makes a watcher of fd that is not running. Errors: EBADF, EPERM for
// a descriptor that cannot be watched (a regular file), EEXIST when another
// watches it. libuv: uv_poll_init.
func NewPoll(fd int) (*Poll, error) {
	p := &Poll{}
	p.open(p, TypePoll, func(loop uint32, cookie uint64) int32 {
		return wirePollInit(loop, int32(fd), cookie)
	})
	return p, p.err
}

// Start calls cb in the poll phase while one of the events holds: a cb that
// does not read what is readable is called again. It may be called without
// cause. Errors: EINVAL when cb is nil or the handle is closing.
// libuv: uv_poll_start.
func (p *Poll) Start(events PollEvents, cb func(events PollEvents, err error)) error {
	if err := p.startable(cb != nil); err != nil {
		return err
	}
	p.cb = cb
	return failed(wirePollStart(p.id, uint32(events)))
}

// Stop ends it: cb is not called any more. libuv: uv_poll_stop.
func (p *Poll) Stop() error {
	if err := p.usable(); err != nil {
		return err
	}
	return failed(wirePollStop(p.id))
}

func (p *Poll) call(kind callback, _ uint32, status int64) {
	if kind == callbackClose {
		p.closed()
		return
	}
	if err := failed(status); err != nil {
		p.cb(0, err)
		return
	}
	p.cb(PollEvents(status), nil)
}
