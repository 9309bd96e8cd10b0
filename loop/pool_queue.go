package loop

// poolShare is what one loop has queued at its pool. It is libuv's queue: first
// in, first out, with a marker where the turn of slow I/O is.
type poolShare struct {
	link    node[*poolShare] // in Pool.turns, Pool.blocked or neither
	blocked bool             // which of the two
	queue   workQueue
	slow    workQueue // slow I/O; marker stands for it in queue
	marker  work
	marked  bool
}

// hasOnlySlow reports whether nothing but the marker is queued.
func (s *poolShare) hasOnlySlow() bool { return s.marked && s.queue.n == 1 }

type workQueue struct {
	head, tail *work
	n          int
}

func (q *workQueue) push(w *work) {
	w.prev, w.next = q.tail, nil
	if q.tail == nil {
		q.head = w
	} else {
		q.tail.next = w
	}
	q.tail = w
	q.n++
}

func (q *workQueue) remove(w *work) {
	if w.prev == nil {
		q.head = w.next
	} else {
		w.prev.next = w.next
	}
	if w.next == nil {
		q.tail = w.prev
	} else {
		w.next.prev = w.prev
	}
	w.prev, w.next = nil, nil
	q.n--
}

func (q *workQueue) pop() *work {
	w := q.head
	q.remove(w)
	return w
}

func (s *poolShare) cancelAll() {
	if s.marked {
		s.queue.remove(&s.marker)
		s.marked = false
	}
	for _, q := range []*workQueue{&s.queue, &s.slow} {
		for q.head != nil {
			w := q.pop()
			w.state = workCancelled
			w.deliver()
		}
	}
}

func (p *Pool) enqueue(s *poolShare, w *work) {
	before := s.queue.n
	if w.kind == workSlowIO {
		s.slow.push(w)
		s.mark()
	} else {
		s.queue.push(w)
	}
	switch {
	case s.link.next == nil:
		s.link.item = s
		p.line(s)
	case !s.blocked:
		p.queued += s.queue.n - before // keeps its turn
	case !s.hasOnlySlow():
		s.link.remove()
		p.line(s)
	}
}

// mark puts the marker in the queue, once: whoever takes it does slow work.
func (s *poolShare) mark() {
	if !s.marked {
		s.marked = true
		s.queue.push(&s.marker)
	}
}

// line puts a share that has work at the end of the line.
func (p *Pool) line(s *poolShare) {
	if s.blocked = s.hasOnlySlow() && p.slowRuns >= p.half(); s.blocked {
		p.blocked.pushBack(&s.link)
		return
	}
	p.turns.pushBack(&s.link)
	p.queued += s.queue.n
}

// unblock gives the loop that has waited longest for its slow I/O a turn. It is
// called whenever a place for slow I/O has become free.
func (p *Pool) unblock() {
	if p.slowRuns >= p.half() {
		return
	}
	if n := p.blocked.popFront(); n != nil {
		p.line(n.item)
		p.nonEmpty.Signal()
	}
}

// take waits for work that may run; nil when the pool is closed.
func (p *Pool) take() *work {
	for {
		n := p.turns.popFront()
		if n == nil {
			if p.closed {
				return nil
			}
			p.idle++
			p.nonEmpty.Wait()
			p.idle--
			continue
		}
		s := n.item
		p.queued -= s.queue.n
		w := p.pick(s)
		if s.queue.n > 0 {
			p.line(s)
		}
		if w != nil {
			return w
		}
	}
}

// pick takes the first work of a share that may run; nil when there is slow I/O
// only, and too much of it runs.
func (p *Pool) pick(s *poolShare) *work {
	w := s.queue.pop()
	if w != &s.marker {
		return w
	}
	if p.slowRuns >= p.half() {
		s.queue.push(&s.marker)
		if s.hasOnlySlow() {
			return nil
		}
		return s.queue.pop()
	}
	s.marked = false
	if w = s.slow.pop(); s.slow.n > 0 {
		s.mark()
	}
	p.slowRuns++
	return w
}

func (p *Pool) dequeue(s *poolShare, w *work) {
	s.queue.remove(w)
	if !s.blocked {
		p.queued--
	}
	if s.queue.n == 0 {
		s.link.remove()
	}
}
