package trace

import (
	"fmt"

	"github.com/loopground/loopground/loop/uv"
)

// CheckOptions say what Check may expect. The zero value expects every record
// of a whole run, in libuv's current order, with nothing left open but handles
// and requests.
type CheckOptions struct {
	// First is the sequence number of the first record. Above 0 older records
	// are missing, and what happened in them is not held against the rest.
	First uint64
	// Order144: the loops ran with the timer phase of libuv 1.44 and earlier.
	Order144 bool
	// Partial: the run was cut. Phases, callbacks and polls may be open at the
	// end, and a RunEnd may end those that are open, as when a guest exits in a
	// callback.
	Partial bool
	// Closed: at the end every handle is closed and every request called back.
	Closed bool
}

// Rule is a law of the loop that a trace can break.
type Rule string

// The rules.
const (
	// RuleRecord: kind, phase, type and id are ones that exist and fit.
	RuleRecord Rule = "record"
	// RuleNesting: what begins ends, innermost first; callbacks run in phases,
	// phases and polls in runs; one callback of a loop at a time.
	RuleNesting Rule = "nesting"
	// RulePhaseOrder: an iteration goes through its phases in their order.
	RulePhaseOrder Rule = "phase-order"
	// RuleEmptyPhase: a phase is written only when it has a callback.
	RuleEmptyPhase Rule = "empty-phase"
	// RuleIteration: iterations count up, and change between phases only.
	RuleIteration Rule = "iteration"
	// RuleTime: a loop's time never goes back; a worker ends after it began.
	RuleTime Rule = "time"
	// RuleCause: a cause is an earlier record, of the same thing where it says so.
	RuleCause Rule = "cause"
	// RulePollBlock: poll waits only if libuv would: not in mode nowait, nor
	// while idle handles are active, handles are closing, or nothing is alive.
	RulePollBlock Rule = "poll-block"
	// RulePollReason: the reason of the timeout is true, it names the next
	// timer, and the end fits the begin.
	RulePollReason Rule = "poll-reason"
	// RuleHandle: a handle is made before it is used, once, started and stopped.
	RuleHandle Rule = "handle"
	// RuleAfterClose: nothing but the close callback follows a close.
	RuleAfterClose Rule = "after-close"
	// RuleClose: a close callback follows each close, once, in the next closing
	// phase, last closed first.
	RuleClose Rule = "close"
	// RuleInactive: a callback is that of an active handle; a timer without
	// repeat fires once.
	RuleInactive Rule = "inactive"
	// RuleWrongPhase: a callback runs in the phase of its type.
	RuleWrongPhase Rule = "wrong-phase"
	// RuleWatcherOrder: idle, prepare and check handles run once a phase, last
	// started first, and not in the phase that started them; signal handles run last
	// in poll.
	RuleWatcherOrder Rule = "watcher-order"
	// RuleTimerEarly: no timer fires before it is due.
	RuleTimerEarly Rule = "timer-early"
	// RuleTimerOrder: timers fire in the order of due time, then of starting;
	// one that is started in the timers phase waits for the next.
	RuleTimerOrder Rule = "timer-order"
	// RuleRequest: a request is submitted, taken by one worker, done and called
	// back, in this order, with the status it was done with.
	RuleRequest Rule = "request"
	// RuleTwice: a request is done once and called back once.
	RuleTwice Rule = "twice"
	// RuleCancel: a request that was cancelled never runs and is told ECANCELED.
	RuleCancel Rule = "cancel"
	// RuleAlive: a run that says nothing is left has nothing left.
	RuleAlive Rule = "alive"
	// RuleOpen: at the end nothing is open that should be closed.
	RuleOpen Rule = "open"
	// RuleOutput: the guest's output goes on where it ended.
	RuleOutput Rule = "output"
)

// Problem is a broken rule: the record at which it shows, and what is wrong.
type Problem struct {
	Seq  uint64
	Rule Rule
	Text string
}

// String is "@12 timer-early: timer #7 fires 3 ms before it is due".
func (p Problem) String() string { return fmt.Sprintf("@%d %s: %s", p.Seq, p.Rule, p.Text) }

// maxProblems is how many problems are told; one fault can break every record
// after it.
const maxProblems = 100

// msNs is the resolution of a loop's clock, in ns.
const msNs = 1_000_000

// Check tells where the records break a rule of the loop, at most 100 times.
// It knows handles and requests by their life:
//
//   - a handle: HandleInit, then HandleStart and HandleStop any number of times,
//     HandleClose, and in a closing phase its close callback, which every
//     closed handle has. Starting an active handle again is allowed. Async
//     handles are active from the start.
//   - a timer that fires is inactive when its callback begins, without a
//     HandleStop, unless a HandleStart in the timers phase before the callback
//     armed it again (a repeating timer).
//   - a request: ReqSubmit; at the pool ReqStart and ReqDone of one worker,
//     written when the loop collects them, with the worker's own times (work that
//     the loop does in a worker's place has a callback between the two); else, or
//     when it was cancelled, ReqDone of no worker; then one callback. Its id may be
//     submitted again from the begin of its callback on.
//
// Each loop of a run has its own handles, requests, iterations and time. A
// Dropped record, or First above 0, means that things unknown may turn up.
func Check(recs []Record, o CheckOptions) []Problem {
	c := checker{o: o, recs: recs, loops: map[uint16]*loopState{}, lost: o.First > 0}
	for i := range recs {
		c.step(o.First+uint64(i), &recs[i])
		if len(c.problems) >= maxProblems {
			return c.problems
		}
	}
	c.finish(o.First + uint64(len(recs)))
	return c.problems
}

// checker follows a trace.
type checker struct {
	o        CheckOptions
	recs     []Record
	problems []Problem
	open     []bracket // what has begun and not ended, outermost first
	loops    map[uint16]*loopState
	lost     bool // records are missing before: unknown things are no problem
	output   uint64
}

// loopState is what is known of one loop.
type loopState struct {
	t       uint64
	iter    uint32
	rank    int // how far the iteration has come
	running bool
	mode    uv.RunMode
	pollT   uint64 // the running poll
	pollNs  uint64

	handles map[uint32]*handleState
	reqs    map[uint32]*reqState
	timers  dueHeap
	alive   int // active, ref'd handles, and what is held
	held    int
	idle    int // active idle handles
	closing map[uint32]*handleState
	pending int // requests to be called back
}

func (c *checker) loop(n uint16) *loopState {
	l := c.loops[n]
	if l == nil {
		l = &loopState{handles: map[uint32]*handleState{}, reqs: map[uint32]*reqState{}, closing: map[uint32]*handleState{}}
		c.loops[n] = l
	}
	return l
}

func (c *checker) problem(seq uint64, rule Rule, format string, args ...any) {
	c.problems = append(c.problems, Problem{seq, rule, fmt.Sprintf(format, args...)})
}

// thing names what a record is about, for problems.
func thing(r *Record) string { return string(appendThing(nil, r, "")) }

func (c *checker) step(seq uint64, r *Record) {
	if r.Kind == Dropped {
		c.forget()
		return
	}
	if r.Kind == None || int(r.Kind) >= len(kindNames) || r.Phase > uv.Closing {
		c.problem(seq, RuleRecord, "kind %d in phase %d is none", r.Kind, r.Phase)
		return
	}
	l := c.loop(r.Loop)
	c.cause(seq, r)
	c.clock(l, seq, r)
	switch r.Kind {
	case RunBegin, PhaseBegin, PollBegin, CallbackBegin, GuestBegin:
		c.begin(l, seq, r)
	case RunEnd, PhaseEnd, PollEnd, CallbackEnd, GuestEnd:
		c.end(l, seq, r)
	case HandleInit, HandleStart, HandleStop, HandleRef, HandleUnref, HandleClose:
		c.handle(l, seq, r)
	case ReqSubmit, ReqStart, ReqDone, ReqCancel:
		c.request(l, seq, r)
	case Output:
		c.written(seq, r)
	case Hold:
		l.alive += int(r.Value) - l.held
		l.held = int(r.Value)
	}
}

// forget drops what was known: records are missing.
func (c *checker) forget() {
	c.open = c.open[:0]
	clear(c.loops)
	c.lost = true
	c.output = 0
}

// cause checks where the record says it comes from.
func (c *checker) cause(seq uint64, r *Record) {
	if uint64(r.Cause) > seq {
		c.problem(seq, RuleCause, "the cause of %s would be %d records before the first", r.Kind, uint64(r.Cause)-seq)
		return
	}
	if r.Cause == 0 || uint64(r.Cause) > seq-c.o.First {
		return
	}
	from := &c.recs[seq-uint64(r.Cause)-c.o.First]
	same := from.ID == r.ID && from.Loop == r.Loop
	_, req := r.Type.Req()
	switch from.Kind {
	case HandleStart, HandleClose:
		if r.Kind == CallbackBegin && !req && !same {
			c.problem(seq, RuleCause, "%s is called because %s was started or closed", thing(r), thing(from))
		}
	case ReqSubmit, ReqStart, ReqDone:
		if (r.Kind == ReqStart || r.Kind == CallbackBegin && req) && !same {
			c.problem(seq, RuleCause, "%s comes from another request, %s", thing(r), thing(from))
		}
	}
}

// clock checks time and iteration.
func (c *checker) clock(l *loopState, seq uint64, r *Record) {
	if r.Kind != ReqStart && r.Kind != ReqDone { // a worker's times are its own
		if r.T < l.t {
			c.problem(seq, RuleTime, "%s is %d ns before the record that comes before it", r.Kind, l.t-r.T)
		}
		l.t = r.T
	}
	if r.Iter < l.iter {
		c.problem(seq, RuleIteration, "%s is in iteration %d, after one of iteration %d", r.Kind, r.Iter, l.iter)
	}
	if r.Iter != l.iter {
		l.iter, l.rank = r.Iter, 0
	}
}

func (c *checker) written(seq uint64, r *Record) {
	switch {
	case r.Status < 0 || r.Lane < 1 || r.Lane > 2:
		c.problem(seq, RuleRecord, "%d bytes were written to stream %d", r.Status, r.Lane)
		return
	case r.Value < c.output:
		c.problem(seq, RuleOutput, "output at byte %d, after output up to byte %d", r.Value, c.output)
	}
	c.output = r.Value + uint64(r.Status)
}

// finish checks what is left when the records end.
func (c *checker) finish(end uint64) {
	if !c.o.Partial {
		for i := range c.open {
			c.problem(c.open[i].seq, RuleNesting, "%s did not end", c.open[i].what())
		}
	}
	if c.o.Closed {
		c.leftOpen(end)
	}
}
