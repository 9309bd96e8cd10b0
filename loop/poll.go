package loop

import (
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// Poll watches a descriptor of somebody else's for readiness. It neither reads
// nor closes it. libuv: uv_poll_t.
type Poll struct {
	handle
	watcher watcher
	cb      func(status uv.Errno, events uv.PollEvents)
	edge    bool
}

// NewPoll makes a poll handle for a descriptor and sets it non-blocking. One
// loop watches a descriptor at most once. Errors: EBADF, EPERM for a file that
// cannot be polled, EEXIST when it is watched already, by any handle.
// libuv: uv_poll_init, uv_poll_init_socket.
func (l *Loop) NewPoll(fd int) (*Poll, error) {
	if err := l.canWatch(fd); err != nil {
		return nil, err
	}
	p := &Poll{}
	p.init(l, p, uv.Poll)
	p.watcher.init(&p.handle, p, fd)
	return p, nil
}

// canWatch asks the kernel by registering the descriptor for a moment.
func (l *Loop) canWatch(fd int) error {
	switch {
	case fd < 0:
		return uv.EBADF.Err()
	case l.watches(fd):
		return uv.EEXIST.Err()
	}
	err := l.kernel.Add(fd, 0, 0)
	switch {
	case err == nil:
		err = l.kernel.Remove(fd)
	case Errno(err) == uv.EEXIST:
		err = nil // it was not told yet that a handle has stopped
	}
	if err != nil {
		return Errno(err).Err()
	}
	return Errno(setNonblock(fd)).Err()
}

// SetEdgeTriggered makes the next Start report each change of readiness once,
// instead of calling again for as long as it lasts. Where the kernel cannot
// (poll(2)) it stays level-triggered.
func (p *Poll) SetEdgeTriggered(on bool) { p.edge = on }

// Start has cb called in the poll phase when one of the events holds; spurious
// calls are allowed. Starting again replaces events and callback, and an event
// of the poll that runs is not told any more; no events stop it. EINVAL: closing, no callback, or an unknown event. EEXIST: another handle
// watches the descriptor. libuv: uv_poll_start.
func (p *Poll) Start(events uv.PollEvents, cb func(status uv.Errno, events uv.PollEvents)) error {
	const all = uv.Readable | uv.Writable | uv.Disconnect | uv.Prioritized
	if p.closing || cb == nil || events&^all != 0 {
		return uv.EINVAL.Err()
	}
	if events == 0 {
		return p.Stop()
	}
	if o := p.loop.watcherOf(p.watcher.fd); o != nil && o != &p.watcher {
		return uv.EEXIST.Err()
	}
	want := ioInterest(events)
	if p.edge {
		want |= evEdge
	}
	p.cb = cb
	p.start(uint64(events))
	p.watcher.start(want)
	p.watcher.stop(p.watcher.want &^ want)
	p.watcher.cause = p.armed
	if p.loop.invalidate(p.id) {
		p.rearm()
	}
	return nil
}

// rearm has an edge-triggered watch report once more what may have been in the
// batch.
func (p *Poll) rearm() {
	if p.watcher.want&evEdge != 0 && p.watcher.known {
		p.watcher.sent = 0
		p.watcher.enqueue()
	}
}

// Fd is the descriptor; EBADF after Close. libuv: uv_fileno.
func (p *Poll) Fd() (int, error) {
	if p.closing {
		return -1, uv.EBADF.Err()
	}
	return p.watcher.fd, nil
}

// Stop ends the calls, those of this poll too. libuv: uv_poll_stop.
func (p *Poll) Stop() error {
	p.watcher.stop(p.watcher.want)
	p.stop()
	return nil
}

// Close is Handle.Close. The descriptor stays open.
func (p *Poll) Close(cb func()) error {
	if p.closing {
		return uv.EINVAL.Err()
	}
	p.watcher.close()
	p.beginClose(cb)
	return nil
}

func (p *Poll) onIO(ev ioEvents) {
	if ev&evErr != 0 && ev&evPri == 0 {
		p.onFail(uv.EBADF) // as libuv has it
		return
	}
	p.call(0, pollEvents(ev&^(evErr|evHup)))
}

// onFail ends the watch and tells why.
func (p *Poll) onFail(err uv.Errno) {
	_ = p.Stop()
	p.call(err, 0)
}

func (p *Poll) call(status uv.Errno, got uv.PollEvents) {
	p.loop.beginCallback(p.id, trace.HandleType(uv.Poll), int32(status), uint64(got), p.watcher.cause)
	p.cb(status, got)
	p.loop.endCallback()
}

func ioInterest(e uv.PollEvents) (ev ioEvents) {
	for i, bit := range [...]ioEvents{evIn, evOut, evRdhup, evPri} {
		if e&(1<<i) != 0 {
			ev |= bit
		}
	}
	return ev
}
