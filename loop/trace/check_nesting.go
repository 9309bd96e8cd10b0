package trace

import "github.com/loopground/loopground/loop/uv"

// bracket is something that has begun and not ended.
type bracket struct {
	Record
	seq   uint64
	calls int // a phase: callbacks so far
	// a phase: what its last callback was sorted by
	sorted       bool
	major, minor uint64
}

func (b *bracket) what() string {
	switch b.Kind {
	case CallbackBegin:
		return "the callback of " + thing(&b.Record)
	case PhaseBegin:
		return "the phase " + b.Phase.String()
	case PollBegin:
		return "poll"
	case GuestBegin:
		return "the guest's entry"
	}
	return "the run"
}

// depth orders what may contain what.
func depth(k Kind) int {
	switch k {
	case PhaseBegin:
		return 1
	case PollBegin, CallbackBegin:
		return 2
	}
	return 0
}

func (c *checker) top() *bracket {
	if len(c.open) == 0 {
		return nil
	}
	return &c.open[len(c.open)-1]
}

// phase is the open phase that contains a callback of the loop; nil if none.
func (c *checker) phase(r *Record) *bracket {
	if t := c.top(); t != nil && t.Kind == PhaseBegin && t.Loop == r.Loop {
		return t
	}
	return nil
}

// inCallback says whether a callback of the loop runs.
func (c *checker) inCallback(loop uint16) bool {
	for i := len(c.open) - 1; i >= 0; i-- {
		if c.open[i].Kind == CallbackBegin && c.open[i].Loop == loop {
			return true
		}
	}
	return false
}

// begin checks a begin, and what it begins.
func (c *checker) begin(l *loopState, seq uint64, r *Record) {
	if d := depth(r.Kind); d > 0 {
		c.unwind(seq, r, d)
	}
	c.parent(l, seq, r)
	switch r.Kind {
	case RunBegin:
		l.running, l.mode, l.rank = true, uv.RunMode(r.Lane), 0
	case PhaseBegin:
		c.enter(l, seq, r)
	case PollBegin:
		c.pollBegin(l, seq, r)
	case CallbackBegin:
		c.callback(l, seq, r)
	}
	c.open = append(c.open, bracket{Record: *r, seq: seq})
}

// unwind ends what should have ended before something of that depth begins.
func (c *checker) unwind(seq uint64, r *Record, depthOf int) {
	for t := c.top(); t != nil && t.Loop == r.Loop && depth(t.Kind) >= depthOf; t = c.top() {
		c.problem(seq, RuleNesting, "%s begins before %s, begun at @%d, has ended", (&bracket{Record: *r}).what(), t.what(), t.seq)
		c.open = c.open[:len(c.open)-1]
	}
}

// parent checks that a begin stands where it may.
func (c *checker) parent(l *loopState, seq uint64, r *Record) {
	t := c.top()
	ok := true
	switch r.Kind {
	case RunBegin:
		ok = !l.running
	case PhaseBegin:
		ok = t != nil && t.Kind == RunBegin && t.Loop == r.Loop
	case PollBegin:
		ok = t != nil && t.Loop == r.Loop && (t.Kind == RunBegin || t.Kind == PhaseBegin && t.Phase == uv.PollPhase)
	case CallbackBegin:
		ok = t != nil && t.Kind == PhaseBegin && t.Loop == r.Loop && t.Phase == r.Phase
	}
	if ok || c.lost && (t == nil || t.Loop != r.Loop) {
		return
	}
	where := "outside of everything"
	if t != nil {
		where = "in " + t.what()
	}
	c.problem(seq, RuleNesting, "%s of phase %s begins %s", (&bracket{Record: *r}).what(), r.Phase, where)
}

// end finds what ends, and checks that nothing is left open in it.
func (c *checker) end(l *loopState, seq uint64, r *Record) {
	i := len(c.open) - 1
	for ; i >= 0; i-- {
		if b := &c.open[i]; b.Kind+1 == r.Kind && b.Loop == r.Loop {
			break
		}
	}
	if r.Kind == RunEnd {
		c.runEnd(l, seq, r)
	}
	if i < 0 {
		if !c.lost {
			c.problem(seq, RuleNesting, "%s without a begin", r.Kind)
		}
		return
	}
	b := c.open[i]
	for _, inner := range c.open[i+1:] {
		if !c.o.Partial || r.Kind != RunEnd {
			c.problem(seq, RuleNesting, "%s ends before %s, begun at @%d", b.what(), inner.what(), inner.seq)
		}
		c.abandon(&inner)
	}
	c.open = c.open[:i]
	c.ended(l, seq, r, &b)
}

// abandon notes the end of something that was cut.
func (c *checker) abandon(b *bracket) {
	if b.Kind == RunBegin {
		c.loop(b.Loop).running = false
	}
}

// ended checks an end against its begin.
func (c *checker) ended(l *loopState, seq uint64, r *Record, b *bracket) {
	if r.Kind != RunEnd && r.Kind != GuestEnd && r.Iter > b.Iter {
		c.problem(seq, RuleIteration, "%s began in iteration %d and ends in %d", b.what(), b.Iter, r.Iter)
	}
	switch r.Kind {
	case CallbackEnd:
		if r.ID != 0 && r.ID != b.ID {
			c.problem(seq, RuleNesting, "a callback of %s ends, but %s runs", thing(r), b.what())
		}
	case PhaseEnd:
		if r.Phase != b.Phase {
			c.problem(seq, RuleNesting, "phase %s ends, but %s runs", r.Phase, b.Phase)
		}
		if b.calls == 0 {
			c.problem(seq, RuleEmptyPhase, "phase %s has no callback", b.Phase)
		}
		if b.Phase == uv.Closing {
			c.closingDone(l, seq, b)
		}
	case PollEnd:
		c.pollEnd(l, seq, r)
	}
}

// The ranks of an iteration's steps. Pending callbacks run before poll and
// again after it. Timers run last, or first with Order144, and there last too
// in mode once.
const (
	rankFirstTimers = iota + 1
	rankPending
	rankIdle
	rankPrepare
	rankPoll
	rankPollPhase
	rankPendingAgain
	rankCheck
	rankClosing
	rankTimers
)

func (c *checker) rank(l *loopState, p uv.Phase) int {
	switch p {
	case uv.Timers:
		if c.o.Order144 && (l.mode != uv.RunOnce || l.rank < rankPoll) {
			return rankFirstTimers
		}
		return rankTimers
	case uv.Pending:
		if l.rank >= rankPoll {
			return rankPendingAgain
		}
		return rankPending
	case uv.IdlePhase:
		return rankIdle
	case uv.PreparePhase:
		return rankPrepare
	case uv.PollPhase:
		return rankPollPhase
	case uv.CheckPhase:
		return rankCheck
	case uv.Closing:
		return rankClosing
	}
	return 0
}

// enter checks that the iteration may come to this phase now.
func (c *checker) enter(l *loopState, seq uint64, r *Record) {
	rank := c.rank(l, r.Phase)
	again := rank == l.rank && rank == rankPendingAgain
	if rank <= l.rank && !again {
		c.problem(seq, RulePhaseOrder, "phase %s comes too late, or twice, in iteration %d", r.Phase, r.Iter)
		return
	}
	l.rank = rank
	if r.Iter == 0 && r.Phase != uv.Timers && !c.lost {
		c.problem(seq, RuleIteration, "phase %s before the first iteration", r.Phase)
	}
}
