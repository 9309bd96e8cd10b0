package loop

import "github.com/loopground/loopground/loop/trace"

// workTurn is work that its loop does while a worker is held for it.
type workTurn struct {
	do   func()
	over chan struct{} // closed when it is done; nil: no worker waits for that
	free bool          // it is closed already
}

// Release lets the worker go that is held for the work, or will be.
func (r *WorkReq) Release() {
	if t := r.work.turn; t != nil && t.over != nil && !t.free {
		t.free = true
		close(t.over)
	}
}

// handOver gives work that a worker has taken to its loop, in the order in which
// they were taken, and waits until it is done. The pool is locked; the loop may use
// the request again before this returns.
func (p *Pool) handOver(n int, w *work) {
	over := w.turn.over
	w.state = workHanded
	w.begin = w.loop.clock.stamp()
	w.deliver()
	if over != nil {
		p.mu.Unlock()
		<-over
		p.mu.Lock()
	}
	p.running[n] = nil
}

// takeTurn does the work on the loop. Its completion goes the way of all others,
// also when the work panics.
func (l *Loop) takeTurn(w *work) {
	r, t := w.job.req(), w.turn
	if l.scope.on {
		l.scope.worked(trace.ReqStart, w, w.begin)
	}
	defer func() {
		if l.scope.on {
			l.scope.worked(trace.ReqDone, w, -1)
		}
		w.state = workTurned
		if t.over != nil && !t.free {
			close(t.over)
		}
		w.deliver()
	}()
	l.beginCallback(r.id, trace.ReqType(r.typ), 0, 0, r.cause)
	t.do()
	l.endCallback()
}
