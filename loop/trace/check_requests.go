package trace

import "github.com/loopground/loopground/loop/uv"

// reqState is what is known of a request.
type reqState struct {
	typ       Type
	lane      uint8 // of the pool; 0: not at the pool
	worker    uint8
	started   bool
	done      bool
	cancelled bool
	turned    bool // its work was called on the loop
	called    bool
	unknown   bool // met after records were lost
	status    int32
	submitT   uint64
	startT    uint64
}

// request checks a step of a request's life.
func (c *checker) request(l *loopState, seq uint64, r *Record) {
	if _, ok := r.Type.Req(); !ok || r.ID == 0 {
		c.problem(seq, RuleRecord, "%s of %s, which is no request", r.Kind, thing(r))
		return
	}
	if r.Kind == ReqSubmit {
		if q := l.reqs[r.ID]; q != nil && !q.called {
			c.problem(seq, RuleRequest, "%s is submitted again before its callback", thing(r))
			l.pending--
		}
		l.reqs[r.ID] = &reqState{typ: r.Type, lane: r.Lane, submitT: r.T}
		l.pending++
		return
	}
	q := c.submitted(l, seq, r)
	if q == nil {
		return
	}
	switch r.Kind {
	case ReqStart:
		c.reqStart(seq, r, q)
	case ReqDone:
		c.reqDone(seq, r, q)
	case ReqCancel:
		if r.Status != 0 {
			return
		}
		if q.done || q.started || q.called {
			c.problem(seq, RuleCancel, "%s is cancelled, but has run", thing(r))
		}
		q.cancelled = true
	}
}

// submitted finds the request of a record; nil when there is none.
func (c *checker) submitted(l *loopState, seq uint64, r *Record) *reqState {
	q := l.reqs[r.ID]
	switch {
	case q == nil && c.lost:
		q = &reqState{typ: r.Type, unknown: true}
		l.reqs[r.ID] = q
		l.pending++
	case q == nil:
		c.problem(seq, RuleRequest, "%s of %s, which was never submitted", r.Kind, thing(r))
	case q.typ != r.Type:
		c.problem(seq, RuleRecord, "%s of %s, which was submitted as %s", r.Kind, thing(r), q.typ)
	}
	return q
}

func (c *checker) reqStart(seq uint64, r *Record, q *reqState) {
	switch {
	case q.cancelled:
		c.problem(seq, RuleCancel, "%s is taken by a worker, but was cancelled", thing(r))
	case q.started || q.done || q.called:
		c.problem(seq, RuleTwice, "%s is taken by a worker, but has run", thing(r))
	case r.Lane == 0:
		c.problem(seq, RuleRecord, "%s is taken by no worker", thing(r))
	case !q.unknown && r.T < q.submitT:
		c.problem(seq, RuleTime, "%s is taken before it was submitted", thing(r))
	}
	q.started, q.worker, q.startT = true, r.Lane, r.T
}

func (c *checker) reqDone(seq uint64, r *Record, q *reqState) {
	switch {
	case q.done || q.called:
		c.problem(seq, RuleTwice, "%s is done a second time", thing(r))
	case q.cancelled && r.Lane != 0:
		c.problem(seq, RuleCancel, "%s is done by a worker, but was cancelled", thing(r))
	case q.unknown:
	case q.started && r.Lane != q.worker:
		c.problem(seq, RuleRequest, "%s is taken by worker %d and done by %d", thing(r), q.worker, r.Lane)
	case q.started && r.T < q.startT:
		c.problem(seq, RuleTime, "%s is done before it was taken", thing(r))
	case !q.started && (r.Lane != 0 || q.lane != 0 && r.Status >= 0):
		c.problem(seq, RuleRequest, "%s is done, but no worker took it", thing(r))
	}
	q.done, q.status = true, r.Status
}

// legalReqPhase says where the callbacks of requests run: those of the streams in
// closing too, when their handle was closed.
func legalReqPhase(t uv.ReqType, p uv.Phase) bool {
	switch t {
	case uv.Connect, uv.Write, uv.Shutdown, uv.UDPSend:
		return p == uv.PollPhase || p == uv.Pending || p == uv.Closing
	}
	return p == uv.PollPhase || p == uv.Pending
}

func (c *checker) reqCallback(l *loopState, seq uint64, r *Record, t uv.ReqType) {
	q := c.submitted(l, seq, r)
	if q == nil {
		return
	}
	if t == uv.Work && q.started && !q.done && !q.turned {
		q.turned = true // the loop does it; the worker is held until then
		if r.Phase != uv.PollPhase {
			c.problem(seq, RuleWrongPhase, "%s is done in phase %s", thing(r), r.Phase)
		}
		return
	}
	switch {
	case q.called:
		c.problem(seq, RuleTwice, "%s is called back a second time", thing(r))
		return
	case !legalReqPhase(t, r.Phase):
		c.problem(seq, RuleWrongPhase, "%s is called back in phase %s", thing(r), r.Phase)
	case q.cancelled && r.Status != int32(uv.ECANCELED) && r.Status != int32(uv.EAI_CANCELED):
		c.problem(seq, RuleCancel, "%s was cancelled, and is told %s", thing(r), appendStatus(nil, r.Status))
	case q.cancelled || q.unknown:
	case !q.done:
		c.problem(seq, RuleRequest, "%s is called back before it is done", thing(r))
	case min(q.status, 0) != min(r.Status, 0):
		c.problem(seq, RuleRequest, "%s was done with %s, and is told %s", thing(r), appendStatus(nil, q.status), appendStatus(nil, r.Status))
	}
	q.called = true
	l.pending--
}
