package loop

// recoverRounds runs when a callback has panicked, as a host does to end its
// guest, and Run is being left through it. What the running phase had moved
// aside goes back to where the next run finds it, so that no callback that is
// owed is lost. The one that panicked counts as called.
func (l *Loop) recoverRounds() {
	l.midway = false
	if l.callingReq != 0 {
		l.slots.release(l.callingReq)
		l.callingReq = 0
	}
	l.idle.restore()
	l.prepare.restore()
	l.check.restore()
	l.restoreTimers()
	l.restorePending()
	l.restoreClosing()
	l.restoreDone()
	l.handles.each(func(h *handle) {
		if r, ok := h.self.(interface{ restore() }); ok && !h.closing {
			r.restore()
		}
	})
	l.wakeUp.Store(true) // the pool's results and sends that were not reached
}

// restore moves back what the round had not reached.
func (p *phaseList) restore() {
	for n := p.round.popFront(); n != nil; n = p.round.popFront() {
		p.pushBack(n)
	}
}

// restoreTimers puts due timers that have not fired back into the heap.
func (l *Loop) restoreTimers() {
	for _, t := range l.ready {
		if t == nil {
			continue
		}
		t.ready = 0
		t.active = true
		if t.ref {
			l.active++
		}
		l.timers.push(t)
	}
	clear(l.ready)
	l.ready = l.ready[:0]
}

func (l *Loop) restoreDone() {
	l.doneMu.Lock()
	defer l.doneMu.Unlock()
	var left []*work
	for _, w := range l.doneRound {
		if w != nil {
			left = append(left, w)
		}
	}
	clear(l.doneRound)
	l.doneRound = l.doneRound[:0]
	l.done = append(left, l.done...)
}

// restore feeds a stream whose requests have ended, or can only be ended by
// trying, and nothing else would come back to it. One that was told an error
// reads no more.
func (s *Stream) restore() {
	if s.reading && s.watcher.want&evIn == 0 {
		s.ReadStop()
	}
	stuck := s.writes.head != nil && s.connecting == nil && s.watcher.want&evOut == 0
	drained := s.shutting != nil && s.writes.head == nil && s.connecting == nil
	if s.written.head != nil || stuck || drained {
		s.watcher.feed()
	}
}

// restore has an edge-triggered watch report once more what may have been in
// the batch that was left.
func (p *Poll) restore() { p.rearm() }

func (l *Loop) restorePending() {
	for _, w := range l.pendingRound {
		if w != nil {
			w.fed = -1
			w.feed()
		}
	}
	clear(l.pendingRound)
	l.pendingRound = l.pendingRound[:0]
}

func (l *Loop) restoreClosing() {
	if h := l.closingRound; h != nil && h.closed { // its callback has panicked
		l.closingRound, h.nextClosing = h.nextClosing, nil
		l.slots.release(h.id)
	}
	end := &l.closing
	for *end != nil {
		end = &(*end).nextClosing
	}
	*end, l.closingRound = l.closingRound, nil
}
