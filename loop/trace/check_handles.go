package trace

import (
	"cmp"
	"container/heap"
	"maps"
	"slices"

	"github.com/loopground/loopground/loop/uv"
)

type life uint8

const (
	isOpen life = iota
	isClosing
	isClosed
)

// handleState is what is known of a handle.
type handleState struct {
	typ       Type
	id        uint32
	life      life
	active    bool
	unref     bool
	unknown   bool   // met after records were lost: it may be active
	due       uint64 // ns, a timer's
	start     uint64 // sequence of the last start
	called    uint64 // sequence of the last phase that called it, plus 1
	closed    uint64 // sequence of its close
	rearmed   bool   // a repeating timer that is about to be called
	lastDue   uint64 // what it was armed to before that
	lastStart uint64
}

// handle checks a step of a handle's life.
func (c *checker) handle(l *loopState, seq uint64, r *Record) {
	if r.Kind == HandleInit {
		c.handleInit(l, seq, r)
		return
	}
	h := c.known(l, seq, r)
	if h == nil || !c.notClosed(seq, r, h) {
		return
	}
	switch r.Kind {
	case HandleStart:
		c.handleStart(l, seq, r, h)
	case HandleStop:
		if !h.active && !h.unknown && h.life == isOpen {
			c.problem(seq, RuleHandle, "%s is stopped and was not active", thing(r))
		}
		h.unknown = false
		l.activate(h, false)
	case HandleRef, HandleUnref:
		active := h.active
		l.activate(h, false)
		h.unref = r.Kind == HandleUnref
		l.activate(h, active)
	case HandleClose:
		l.activate(h, false)
		h.life, h.closed = isClosing, seq
		l.closing[h.id] = h
	}
}

func (c *checker) handleInit(l *loopState, seq uint64, r *Record) {
	if _, req := r.Type.Req(); req || r.Type == 0 || r.ID == 0 {
		c.problem(seq, RuleRecord, "a handle of type %d with id %d is made", r.Type, r.ID)
		return
	}
	if h := l.handles[r.ID]; h != nil && h.life != isClosed {
		c.problem(seq, RuleHandle, "%s is made, but its id belongs to a handle that is not closed", thing(r))
		l.activate(h, false)
	}
	h := &handleState{typ: r.Type, id: r.ID}
	l.handles[r.ID] = h
	l.activate(h, r.Type == HandleType(uv.Async))
}

// known finds the handle of a record; nil when there is none.
func (c *checker) known(l *loopState, seq uint64, r *Record) *handleState {
	h := l.handles[r.ID]
	switch {
	case h == nil && c.lost:
		h = &handleState{typ: r.Type, id: r.ID, unknown: true}
		l.handles[r.ID] = h
	case h == nil:
		c.problem(seq, RuleHandle, "%s of %s, which was never made", r.Kind, thing(r))
	case h.typ != r.Type:
		c.problem(seq, RuleRecord, "%s of %s, which was made as %s", r.Kind, thing(r), h.typ)
	}
	return h
}

// notClosed checks that a step of a handle's life comes before its close. A
// stop, ref or unref may follow until the close callback.
func (c *checker) notClosed(seq uint64, r *Record, h *handleState) bool {
	switch {
	case h.life == isOpen:
		return true
	case r.Kind == HandleClose:
		c.problem(seq, RuleClose, "%s is closed a second time", thing(r))
		return false
	case h.life == isClosed || r.Kind == HandleStart:
		c.problem(seq, RuleAfterClose, "%s of %s, which was closed at @%d", r.Kind, thing(r), h.closed)
		return false
	}
	return true
}

func (c *checker) handleStart(l *loopState, seq uint64, r *Record, h *handleState) {
	if r.Type != HandleType(uv.Timer) {
		if !h.active {
			h.start = seq
		}
		h.unknown = false
		l.activate(h, true)
		return
	}
	h.rearmed = r.Phase == uv.Timers && !c.inCallback(r.Loop) && (h.active || h.unknown)
	if h.rearmed {
		h.lastDue, h.lastStart = h.due, h.start
	} else {
		h.unknown = false
	}
	l.activate(h, true)
	h.due, h.start = r.Value, seq
	heap.Push(&l.timers, dueTimer{h.due, h.start, h})
}

// activate changes whether a handle is active, and the counts.
func (l *loopState) activate(h *handleState, active bool) {
	if h.active == active {
		return
	}
	h.active = active
	d := 1
	if !active {
		d = -1
		h.rearmed = false
	}
	if !h.unref {
		l.alive += d
	}
	if h.typ == HandleType(uv.Idle) {
		l.idle += d
	}
}

// legalPhases says where the callbacks of each handle type run, closing aside.
var legalPhases = map[uv.HandleType][]uv.Phase{
	uv.Timer:     {uv.Timers},
	uv.Idle:      {uv.IdlePhase},
	uv.Prepare:   {uv.PreparePhase},
	uv.Check:     {uv.CheckPhase},
	uv.Async:     {uv.PollPhase},
	uv.Signal:    {uv.PollPhase},
	uv.FsEvent:   {uv.PollPhase, uv.Pending},
	uv.FsPoll:    {uv.PollPhase},
	uv.Process:   {uv.PollPhase},
	uv.Poll:      {uv.PollPhase, uv.Pending},
	uv.TCP:       {uv.PollPhase, uv.Pending},
	uv.NamedPipe: {uv.PollPhase, uv.Pending},
	uv.TTY:       {uv.PollPhase, uv.Pending},
	uv.UDP:       {uv.PollPhase, uv.Pending},
}

// callback checks a callback against the life of its handle or request.
func (c *checker) callback(l *loopState, seq uint64, r *Record) {
	ph := c.phase(r)
	if ph != nil {
		ph.calls++
		c.signalsLast(seq, r, ph)
	}
	if req, ok := r.Type.Req(); ok {
		c.reqCallback(l, seq, r, req)
		return
	}
	h := c.known(l, seq, r)
	switch {
	case h == nil:
	case r.Phase == uv.Closing:
		c.closeCallback(l, seq, r, h, ph)
	case h.life != isOpen:
		c.problem(seq, RuleAfterClose, "%s is called, but was closed at @%d", thing(r), h.closed)
	case legalPhases[uv.HandleType(r.Type)] != nil && !slices.Contains(legalPhases[uv.HandleType(r.Type)], r.Phase):
		c.problem(seq, RuleWrongPhase, "%s is called in phase %s", thing(r), r.Phase)
	default:
		c.handleCallback(l, seq, r, h, ph)
	}
}

func (c *checker) handleCallback(l *loopState, seq uint64, r *Record, h *handleState, ph *bracket) {
	switch uv.HandleType(r.Type) {
	case uv.Timer:
		c.timerCallback(l, seq, r, h, ph)
	case uv.Idle, uv.Prepare, uv.Check:
		if c.wasActive(seq, r, h) {
			c.watcherOrder(seq, r, h, ph)
		}
	case uv.Async, uv.Signal:
		c.wasActive(seq, r, h)
	case uv.Poll, uv.UDP:
		if r.Status == 0 { // an error ends the watch before it is told
			c.wasActive(seq, r, h)
		}
	}
}

func (c *checker) wasActive(seq uint64, r *Record, h *handleState) bool {
	if !h.active && !h.unknown {
		c.problem(seq, RuleInactive, "%s is called, but is not active", thing(r))
		return false
	}
	return h.active
}

// timerCallback checks a timer against what it was armed to: before it was
// armed again, where it repeats.
func (c *checker) timerCallback(l *loopState, seq uint64, r *Record, h *handleState, ph *bracket) {
	ok := c.wasActive(seq, r, h) && !h.unknown
	due, start := h.due, h.start
	if h.rearmed {
		due, start = h.lastDue, h.lastStart
		h.rearmed = false
	} else {
		l.activate(h, false)
	}
	h.unknown = false
	if !ok {
		return
	}
	if due > r.T && due-r.T >= msNs {
		c.problem(seq, RuleTimerEarly, "%s fires %s before it is due", thing(r), appendDuration(nil, due-r.T))
	}
	if ph == nil {
		return
	}
	if start > ph.seq {
		c.problem(seq, RuleTimerOrder, "%s fires in the phase in which it was started", thing(r))
	} else if ph.sorted && (due < ph.major || due == ph.major && start < ph.minor) {
		c.problem(seq, RuleTimerOrder, "%s is due at %d ns, started at @%d, and fires after one due at %d ns, started at @%d",
			thing(r), due, start, ph.major, ph.minor)
	}
	ph.sorted, ph.major, ph.minor = true, due, start
}

// watcherOrder checks idle, prepare and check handles within their phase.
func (c *checker) watcherOrder(seq uint64, r *Record, h *handleState, ph *bracket) {
	if ph == nil || h.unknown {
		return
	}
	switch {
	case h.called == ph.seq+1:
		c.problem(seq, RuleWatcherOrder, "%s is called twice in one phase", thing(r))
	case h.start > ph.seq:
		c.problem(seq, RuleWatcherOrder, "%s is called in the phase in which it was started", thing(r))
	case ph.sorted && h.start > ph.major:
		c.problem(seq, RuleWatcherOrder, "%s, started at @%d, is called after one started at @%d", thing(r), h.start, ph.major)
	}
	h.called = ph.seq + 1
	ph.sorted, ph.major = true, h.start
}

// signalsLast checks that nothing else is called in a poll phase after a signal.
func (c *checker) signalsLast(seq uint64, r *Record, ph *bracket) {
	switch {
	case r.Phase != uv.PollPhase:
	case r.Type == HandleType(uv.Signal):
		ph.sorted = true
	case ph.sorted:
		c.problem(seq, RuleWatcherOrder, "%s is called after a signal handle", thing(r))
	}
}

// late says whether a handle of this type may be closing for longer than until
// the next closing phase.
func late(t Type) bool { return t == HandleType(uv.FsPoll) || t == HandleType(uv.Signal) }

func (c *checker) closeCallback(l *loopState, seq uint64, r *Record, h *handleState, ph *bracket) {
	switch {
	case h.life == isClosed:
		c.problem(seq, RuleClose, "the close callback of %s runs a second time", thing(r))
	case h.life == isOpen && !h.unknown:
		c.problem(seq, RuleClose, "the close callback of %s runs, but it was not closed", thing(r))
	case h.life != isClosing || ph == nil || late(h.typ):
	case h.closed > ph.seq:
		c.problem(seq, RuleClose, "the close callback of %s runs in the phase in which it was closed", thing(r))
	default:
		if ph.sorted && h.closed > ph.major {
			c.problem(seq, RuleClose, "the close callback of %s, closed at @%d, runs after that of one closed at @%d", thing(r), h.closed, ph.major)
		}
		ph.sorted, ph.major = true, h.closed
	}
	l.activate(h, false)
	h.life = isClosed
	delete(l.closing, h.id)
}

// closingDone checks, at the end of a closing phase, that no handle was
// forgotten.
func (c *checker) closingDone(l *loopState, seq uint64, ph *bracket) {
	for _, id := range slices.Sorted(maps.Keys(l.closing)) {
		if h := l.closing[id]; h.closed < ph.seq && !late(h.typ) {
			c.problem(seq, RuleClose, "%s, closed at @%d, got no close callback", h.what(), h.closed)
			h.life = isClosed
			delete(l.closing, id)
		}
	}
}

func (h *handleState) what() string { return thing(&Record{ID: h.id, Type: h.typ}) }

// leftOpen checks that every handle and request has ended.
func (c *checker) leftOpen(end uint64) {
	for _, n := range slices.Sorted(maps.Keys(c.loops)) {
		l := c.loops[n]
		for _, id := range slices.Sorted(maps.Keys(l.handles)) {
			if h := l.handles[id]; h.life != isClosed {
				c.problem(end, RuleOpen, "%s was not closed", h.what())
			}
		}
		for _, id := range slices.Sorted(maps.Keys(l.reqs)) {
			if q := l.reqs[id]; !q.called {
				c.problem(end, RuleOpen, "%s was not called back", thing(&Record{ID: id, Type: q.typ}))
			}
		}
	}
}

// dueTimer is an entry of dueHeap; it is stale when its timer was stopped or
// started again.
type dueTimer struct {
	due, start uint64
	h          *handleState
}

// dueHeap finds the next timer.
type dueHeap []dueTimer

func (q dueHeap) Len() int      { return len(q) }
func (q dueHeap) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q dueHeap) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[i].due, q[j].due), cmp.Compare(q[i].start, q[j].start)) < 0
}
func (q *dueHeap) Push(x any) { *q = append(*q, x.(dueTimer)) }
func (q *dueHeap) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// nextTimer is the active timer that is due next; nil if there is none.
func (l *loopState) nextTimer() *handleState {
	for len(l.timers) > 0 {
		t := l.timers[0]
		if t.h.active && t.h.start == t.start {
			return t.h
		}
		heap.Pop(&l.timers)
	}
	return nil
}
