package loop

import (
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// phaseHandle is what idle, prepare and check handles share: they run once per
// iteration in their phase while active.
type phaseHandle struct {
	handle
	list *phaseList
	cb   func()
	link node[*phaseHandle]
}

// phaseList holds the active handles of one phase, last started first.
type phaseList struct {
	queue[*phaseHandle]
	round queue[*phaseHandle] // what is left of the running round
	phase uv.Phase
}

func (p *phaseList) init(phase uv.Phase) {
	p.queue.init()
	p.round.init()
	p.phase = phase
}

func (h *phaseHandle) setUp(l *Loop, self Handle, typ uv.HandleType, list *phaseList) {
	h.init(l, self, typ)
	h.list = list
	h.link.item = h
}

// Start has cb called once per iteration. Starting an active handle does
// nothing. EINVAL: closing, or no callback and not active.
// libuv: uv_idle_start, uv_prepare_start, uv_check_start.
func (h *phaseHandle) Start(cb func()) error {
	if h.active {
		return nil
	}
	if h.closing || cb == nil {
		return uv.EINVAL.Err()
	}
	h.cb = cb
	h.list.pushFront(&h.link)
	h.start(0)
	return nil
}

// Stop ends the calls, those of the running phase too.
// libuv: uv_idle_stop, uv_prepare_stop, uv_check_stop.
func (h *phaseHandle) Stop() error {
	if h.active {
		h.link.remove()
		h.stop()
	}
	return nil
}

// Close is Handle.Close.
func (h *phaseHandle) Close(cb func()) error {
	if h.closing {
		return uv.EINVAL.Err()
	}
	h.link.remove()
	h.beginClose(cb)
	return nil
}

// runList calls every handle of the phase once. The list is moved aside first:
// a handle started meanwhile waits for the next iteration.
func (l *Loop) runList(p *phaseList) {
	if p.empty() {
		return
	}
	p.moveTo(&p.round)
	l.beginPhase(p.phase)
	for n := p.round.popFront(); n != nil; n = p.round.popFront() {
		p.pushBack(n)
		h := n.item
		l.beginCallback(h.id, trace.HandleType(h.typ), 0, 0, h.armed)
		h.cb()
		l.endCallback()
	}
	l.endPhase()
}

// Idle runs in every iteration before prepare, and keeps poll from blocking.
// libuv: uv_idle_t.
type Idle struct{ phaseHandle }

// NewIdle makes an idle handle. libuv: uv_idle_init.
func (l *Loop) NewIdle() *Idle {
	h := &Idle{}
	h.setUp(l, h, uv.Idle, &l.idle)
	return h
}

// Prepare runs in every iteration right before poll. libuv: uv_prepare_t.
type Prepare struct{ phaseHandle }

// NewPrepare makes a prepare handle. libuv: uv_prepare_init.
func (l *Loop) NewPrepare() *Prepare {
	h := &Prepare{}
	h.setUp(l, h, uv.Prepare, &l.prepare)
	return h
}

// Check runs in every iteration right after poll. libuv: uv_check_t.
type Check struct{ phaseHandle }

// NewCheck makes a check handle. libuv: uv_check_init.
func (l *Loop) NewCheck() *Check {
	h := &Check{}
	h.setUp(l, h, uv.Check, &l.check)
	return h
}
