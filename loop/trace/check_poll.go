package trace

import (
	"maps"
	"slices"

	"github.com/loopground/loopground/loop/uv"
)

// pollBegin checks that poll may come now, may wait, and says truly why.
func (c *checker) pollBegin(l *loopState, seq uint64, r *Record) {
	first := l.rank < rankPoll
	if l.rank > rankPollPhase || l.rank == rankPollPhase && c.phase(r) == nil {
		c.problem(seq, RulePhaseOrder, "poll comes too late, or twice, in iteration %d", r.Iter)
	}
	if r.Iter == 0 && !c.lost {
		c.problem(seq, RuleIteration, "poll before the first iteration")
	}
	l.rank = max(l.rank, rankPoll)
	l.pollT, l.pollNs = r.T, r.Value
	if r.Value > 0 {
		c.mayBlock(l, seq)
	}
	why := Why(r.Lane)
	switch {
	case why == WhyNone || why > WhyForever:
		c.problem(seq, RulePollReason, "poll does not say why it has its timeout")
	case why == WhyTimer:
		c.nextTimer(l, seq, r)
	case why == WhyForever:
		c.forever(l, seq, r)
	case r.Value != 0:
		c.problem(seq, RulePollReason, "poll waits, although %s", why.words())
	case first: // later polls of a phase keep the reason of the first
		c.noWait(l, seq, why)
	}
}

// mayBlock checks everything that keeps poll from waiting.
func (c *checker) mayBlock(l *loopState, seq uint64) {
	prompt := 0
	for _, h := range l.closing {
		if !late(h.typ) {
			prompt++
		}
	}
	switch {
	case l.running && l.mode == uv.RunNoWait:
		c.problem(seq, RulePollBlock, "poll waits in run mode nowait")
	case l.idle > 0:
		c.problem(seq, RulePollBlock, "poll waits while %d idle handles are active", l.idle)
	case prompt > 0:
		c.problem(seq, RulePollBlock, "poll waits while %d handles are closing", prompt)
	case l.alive <= 0 && l.pending <= 0 && !c.lost:
		c.problem(seq, RulePollBlock, "poll waits, but nothing keeps the loop alive")
	}
}

func (c *checker) nextTimer(l *loopState, seq uint64, r *Record) {
	next := l.nextTimer()
	if c.lost || r.ID != 0 && l.handles[r.ID] == nil { // a timer of the loop's own
		return
	}
	if next == nil {
		c.problem(seq, RulePollReason, "poll waits for timer %s, but no timer is active", appendID(nil, r.ID))
	} else if r.ID != 0 && r.ID != next.id {
		c.problem(seq, RulePollReason, "poll waits for timer %s, but %s is due before it", appendID(nil, r.ID), next.what())
	}
}

func (c *checker) forever(l *loopState, seq uint64, r *Record) {
	if r.Value != Forever && r.Value != 0 {
		c.problem(seq, RulePollReason, "poll says that it waits for ever, but waits %d ns", r.Value)
	}
	if next := l.nextTimer(); next != nil && r.Value != 0 && !c.lost {
		c.problem(seq, RulePollReason, "poll would wait for ever, but %s is due", next.what())
	}
}

// noWait checks the reason of a poll that does not wait.
func (c *checker) noWait(l *loopState, seq uint64, why Why) {
	if c.lost {
		return
	}
	untrue := false
	switch why {
	case WhyNoWait:
		untrue = l.running && l.mode != uv.RunNoWait
	case WhyIdle:
		untrue = l.idle == 0
	case WhyClosing:
		untrue = len(l.closing) == 0
	case WhyNothing:
		untrue = l.alive > 0 || l.pending > 0
	}
	if untrue {
		c.problem(seq, RulePollReason, "poll does not wait and says: %s, which is not so", why.words())
	}
}

// pollEnd checks that the end of a poll fits its begin.
func (c *checker) pollEnd(l *loopState, seq uint64, r *Record) {
	e := Ended(r.Lane)
	switch {
	case e == EndedNone || e > EndedInterrupted:
		c.problem(seq, RulePollReason, "poll does not say what ended it")
	case e != EndedTimeout:
	case l.pollNs == Forever:
		c.problem(seq, RulePollReason, "poll without a timeout ends by a timeout")
	case r.T-min(r.T, l.pollT)+msNs < l.pollNs:
		c.problem(seq, RulePollReason, "poll ends by its timeout %d ns before that", l.pollNs-(r.T-l.pollT))
	}
}

// runEnd checks what a run leaves behind.
func (c *checker) runEnd(l *loopState, seq uint64, r *Record) {
	l.running = false
	if r.Status != 0 {
		return
	}
	for _, id := range slices.Sorted(maps.Keys(l.closing)) {
		h := l.closing[id]
		c.problem(seq, RuleClose, "the run ends, and %s, closed at @%d, got no close callback", h.what(), h.closed)
		h.life = isClosed
	}
	clear(l.closing)
	if (l.alive > 0 || l.pending > 0) && !c.lost {
		c.problem(seq, RuleAlive, "the run says that nothing is left, but %d active handles and %d requests are", l.alive, l.pending)
	}
}
