package trace_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

func TestCheckFindsNothingInAGoodTrace(t *testing.T) {
	for _, order144 := range []bool{false, true} {
		p := sample(order144).trace()
		got := p.Check(CheckOptions{Order144: order144, Closed: true})
		if len(got) > 0 {
			t.Errorf("order 1.44 %v: %v", order144, got)
		}
	}
}

// faults are planted into the good trace one at a time; the first problem that
// Check tells has the rule.
var faults = []struct {
	name  string
	rule  Rule
	plant func(p *tape)
}{
	{"lost close callback", RuleClose, func(p *tape) { p.drop(CallbackBegin, server, 2) }},
	{"lost close callbacks and their phase", RuleClose, func(p *tape) {
		p.remove(p.find(PhaseBegin, 0, p.count(PhaseBegin)), p.find(PhaseEnd, 0, p.count(PhaseEnd))+1)
	}},
	{"close callback twice", RuleClose, func(p *tape) { p.repeat(CallbackBegin, server, 2) }},
	{"close callback without close", RuleClose, func(p *tape) { p.drop1(HandleClose, zero, 1) }},
	{"closed twice", RuleClose, func(p *tape) { p.repeat1(HandleClose, zero, 1) }},
	{"close callbacks first closed first", RuleClose, func(p *tape) {
		a, b := p.find(CallbackBegin, zero, 2), p.find(CallbackBegin, once, 2)
		p.swap(a, a+2, b, b+2)
	}},
	{"callback after close", RuleAfterClose, func(p *tape) {
		p.move(p.find(HandleClose, wake, 1), p.find(CallbackBegin, conn, 1))
	}},
	{"start after close", RuleAfterClose, func(p *tape) {
		at := p.find(HandleClose, once, 1)
		r := p.recs[at]
		r.Kind = HandleStart
		p.insert(at+1, r)
	}},
	{"used after its close callback", RuleAfterClose, func(p *tape) {
		at := p.find(CallbackBegin, spin, 3) + 1
		r := p.recs[at]
		r.Kind, r.ID, r.Type = HandleRef, spin, HandleType(uv.Idle)
		p.insert(at+2, r)
	}},
	{"handle never made", RuleHandle, func(p *tape) { p.drop1(HandleInit, conn, 1) }},
	{"id of an open handle given out again", RuleHandle, func(p *tape) { p.repeat1(HandleInit, conn, 1) }},
	{"stopped twice", RuleHandle, func(p *tape) { p.repeat1(HandleStop, spin, 1) }},
	{"another type", RuleRecord, func(p *tape) { p.at(CallbackBegin, conn, 1).Type = HandleType(uv.NamedPipe) }},
	{"unknown kind", RuleRecord, func(p *tape) { p.at(Event, conn, 1).Kind = 200 }},
	{"stopped handle called", RuleInactive, func(p *tape) {
		p.move(p.find(HandleStop, spin, 1), p.find(CallbackEnd, 0, 1)+1)
	}},
	{"one-shot timer fires twice", RuleInactive, func(p *tape) { p.repeat(CallbackBegin, zero, 1) }},
	{"timer early", RuleTimerEarly, func(p *tape) { p.at(HandleStart, once, 1).Value = 13 * ms }},
	{"timers out of order of starting", RuleTimerOrder, func(p *tape) {
		a, b := p.find(HandleInit, tick, 1), p.find(HandleInit, once, 1)
		p.swap(a, a+2, b, b+2)
		p.at(PollBegin, tick, 1).ID = once
		p.at(PollBegin, tick, 1).ID = once
	}},
	{"timers out of order of due time", RuleTimerOrder, func(p *tape) {
		p.at(HandleStart, once, 1).Value = 9 * ms
		p.at(PollBegin, tick, 1).ID = once
		p.at(PollBegin, tick, 1).ID = once
	}},
	{"timer fires in the phase that started it", RuleTimerOrder, func(p *tape) {
		at := p.find(CallbackBegin, tick, 1) + 1
		r := *p.at(HandleStart, once, 1)
		r.T, r.Iter, r.Phase = p.recs[at].T, p.recs[at].Iter, p.recs[at].Phase
		p.insert(at, r)
	}},
	{"prepare handles first started first", RuleWatcherOrder, func(p *tape) {
		a, b := p.find(CallbackBegin, preB, 1), p.find(CallbackBegin, preA, 1)
		p.swap(a, a+2, b, b+2)
	}},
	{"check handle twice in a phase", RuleWatcherOrder, func(p *tape) { p.repeat(CallbackBegin, checker, 1) }},
	{"callback in another phase", RuleWrongPhase, func(p *tape) {
		at := p.find(PhaseBegin, 0, 5) // pending
		for i := at; p.recs[i].Kind != PhaseEnd; i++ {
			p.recs[i].ID, p.recs[i].Type = 0, 0
		}
		p.recs[at+1].ID, p.recs[at+1].Type = checker, HandleType(uv.Check)
	}},
	{"double completion", RuleTwice, func(p *tape) { p.repeat1(ReqDone, readReq, 1) }},
	{"called back twice", RuleTwice, func(p *tape) { p.repeat(CallbackBegin, readReq, 1) }},
	{"completion without submit", RuleRequest, func(p *tape) { p.drop1(ReqSubmit, readReq, 1) }},
	{"called back before it is done", RuleRequest, func(p *tape) { p.drop1(ReqDone, write1, 1) }},
	{"taken by two workers", RuleTwice, func(p *tape) { p.repeat1(ReqStart, readReq, 1) }},
	{"taken by no worker", RuleRecord, func(p *tape) { p.at(ReqStart, readReq, 1).Lane = 0 }},
	{"output to no stream", RuleRecord, func(p *tape) { p.at(Output, 0, 1).Lane = 3 }},
	{"done by another worker", RuleRequest, func(p *tape) { p.at(ReqDone, readReq, 1).Lane = 2 }},
	{"done, but no worker took it", RuleRequest, func(p *tape) { p.drop1(ReqStart, readReq, 1) }},
	{"told another status", RuleRequest, func(p *tape) { p.at(CallbackBegin, connect, 1).Status = int32(uv.ECONNREFUSED) }},
	{"cancelled request runs", RuleCancel, func(p *tape) {
		r := *p.at(ReqDone, cancelled, 1)
		r.Kind, r.Lane = ReqStart, 2
		p.insert(p.find(ReqDone, cancelled, 1), r)
	}},
	{"cancelled request is told success", RuleCancel, func(p *tape) { p.at(CallbackBegin, cancelled, 1).Status = 0 }},
	{"cancelled after it ran", RuleCancel, func(p *tape) {
		r := *p.at(ReqDone, readReq, 1)
		r.Kind, r.T, r.Lane, r.Status = ReqCancel, p.at(CallbackBegin, readReq, 1).T, 0, 0
		p.insert(p.find(CallbackBegin, readReq, 1), r)
	}},
	{"wrong phase order", RulePhaseOrder, func(p *tape) {
		a, b := p.find(PhaseBegin, 0, 2), p.find(PhaseBegin, 0, 3) // idle, prepare
		p.swap(a, b, b, p.find(PollBegin, 0, 1))
	}},
	{"poll after check", RulePhaseOrder, func(p *tape) {
		a, b := p.find(PollBegin, 0, 1), p.find(PhaseBegin, 0, 6) // check
		p.swap(a, b, b, p.find(PhaseEnd, 0, 6)+1)
	}},
	{"nested callback not ended", RuleNesting, func(p *tape) { p.drop1(CallbackEnd, 0, 3) }},
	{"callback ended twice", RuleNesting, func(p *tape) { p.repeat1(CallbackEnd, 0, 3) }},
	{"phase not ended", RuleNesting, func(p *tape) { p.drop1(PhaseEnd, 0, 3) }},
	{"poll not ended", RuleNesting, func(p *tape) { p.drop1(PollEnd, 0, 1) }},
	{"callback outside of a phase", RuleNesting, func(p *tape) { p.drop1(PhaseBegin, 0, 2) }},
	{"run entered again", RuleNesting, func(p *tape) { p.repeat1(RunBegin, 0, 1) }},
	{"run not ended", RuleNesting, func(p *tape) { p.drop1(RunEnd, 0, 1) }},
	{"phase without a callback", RuleEmptyPhase, func(p *tape) { p.drop(CallbackBegin, write1, 1) }},
	{"time going backwards", RuleTime, func(p *tape) { p.at(CallbackEnd, 0, 4).T -= 2001 }},
	{"worker ends before it begins", RuleTime, func(p *tape) { p.at(ReqDone, readReq, 1).T = 4000 }},
	{"iteration backwards", RuleIteration, func(p *tape) { p.at(Event, conn, 1).Iter = 1 }},
	{"iteration changes in a callback", RuleIteration, func(p *tape) {
		for i := p.find(CallbackEnd, 0, 3); i < len(p.recs); i++ {
			p.recs[i].Iter += 7
		}
	}},
	{"cause in the future", RuleCause, func(p *tape) { p.causes[p.find(CallbackBegin, connect, 1)] = uint64(len(p.recs)) }},
	{"cause is of another request", RuleCause, func(p *tape) {
		p.causes[p.find(CallbackBegin, readReq, 1)] = uint64(p.find(ReqSubmit, cancelled, 1)) + 1
	}},
	{"cause is the start of another handle", RuleCause, func(p *tape) {
		p.causes[p.find(CallbackBegin, once, 1)] = uint64(p.find(HandleStart, tick, 1)) + 1
	}},
	{"poll waits while idle is active", RulePollBlock, func(p *tape) { p.drop1(HandleStop, spin, 1) }},
	{"poll waits while handles close", RulePollBlock, func(p *tape) {
		r := p.at(PollBegin, 0, 4)
		r.Value, r.Lane = Forever, uint8(WhyForever)
	}},
	{"poll waits in mode nowait", RulePollBlock, func(p *tape) { p.at(RunBegin, 0, 1).Lane = uint8(uv.RunNoWait); p.at(PollBegin, 0, 1).Value = 1 }},
	{"poll gives no reason", RulePollReason, func(p *tape) { p.at(PollBegin, 0, 2).Lane = 0 }},
	{"poll gives a false reason", RulePollReason, func(p *tape) { p.at(PollBegin, 0, 1).Lane = uint8(WhyClosing) }},
	{"poll waits for a later timer", RulePollReason, func(p *tape) { p.at(PollBegin, 0, 2).ID = once }},
	{"poll waits for ever although a timer is due", RulePollReason, func(p *tape) {
		r := p.at(PollBegin, 0, 2)
		r.Value, r.Lane, r.ID, r.Type = Forever, uint8(WhyForever), 0, 0
	}},
	{"poll does not say what ended it", RulePollReason, func(p *tape) { p.at(PollEnd, 0, 2).Lane = 0 }},
	{"poll ends by its timeout too soon", RulePollReason, func(p *tape) { p.at(PollEnd, 0, 2).Lane = uint8(EndedTimeout) }},
	{"run says that nothing is left", RuleAlive, func(p *tape) {
		p.drop(CallbackBegin, write2, 1)
	}},
	{"handle left open", RuleOpen, func(p *tape) {
		r := *p.at(RunEnd, 0, 1)
		r.Kind, r.ID, r.Type = HandleInit, 99, HandleType(uv.Idle)
		p.insert(p.find(RunEnd, 0, 1)+1, r)
	}},
	{"output written over", RuleOutput, func(p *tape) { p.at(Output, 0, 2).Value = 2 }},
}

func TestCheckFindsPlantedFaults(t *testing.T) {
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			p := sample(false)
			f.plant(p)
			got := Check(p.records(), CheckOptions{Closed: true})
			if len(got) == 0 || got[0].Rule != f.rule {
				t.Errorf("first problem has not rule %q: %v", f.rule, got)
			}
			if len(got) > 10 {
				t.Errorf("one fault gives %d problems: %v", len(got), got)
			}
		})
	}
}

func TestCheckKnowsTheOrderOfTimers(t *testing.T) {
	for _, order144 := range []bool{false, true} {
		got := Check(sample(order144).records(), CheckOptions{Order144: !order144, Closed: true})
		if !slices.ContainsFunc(got, func(p Problem) bool { return p.Rule == RulePhaseOrder }) {
			t.Errorf("a trace of order 1.44 %v passes as the other: %v", order144, got)
		}
	}
}

// A poll handle, or one of UDP, that is stopped is not called, but an error ends
// its watch before it is told.
func TestCheckOfAStoppedPollHandle(t *testing.T) {
	for _, typ := range []uv.HandleType{uv.Poll, uv.UDP} {
		t.Run(typ.String(), func(t *testing.T) { checkStopped(t, typ) })
	}
}

func checkStopped(t *testing.T, typ uv.HandleType) {
	run := func(status int32) []Problem {
		p := newTape()
		p.start(1, typ, 1, "fd")
		p.put(Record{Kind: RunBegin}, 0)
		p.iter = 1
		p.poll(WhyForever, Forever, 0, 10, EndedEvents, 1)
		p.in(uv.PollPhase, func() {
			p.handle(HandleStop, 1, typ, 0, "")
			p.call(Record{ID: 1, Type: HandleType(typ), Status: status}, nil)
		})
		p.phase = uv.Outside
		p.put(Record{Kind: RunEnd}, 0)
		return Check(p.records(), CheckOptions{})
	}
	if got := run(0); len(got) != 1 || got[0].Rule != RuleInactive {
		t.Errorf("stopped, then called: %v", got)
	}
	if got := run(int32(uv.EBADF)); len(got) != 0 {
		t.Errorf("ended by an error: %v", got)
	}
}

func TestCheckOfASignalHandle(t *testing.T) {
	run := func(do func(p *tape, signal, async func())) []Problem {
		p := newTape()
		p.start(1, uv.Signal, 10, "")
		p.start(2, uv.Async, 0, "")
		p.put(Record{Kind: RunBegin}, 0)
		p.iter = 1
		p.poll(WhyForever, Forever, 0, 10, EndedWake, 0)
		p.in(uv.PollPhase, func() {
			do(p, func() { p.call(Record{ID: 1, Type: HandleType(uv.Signal), Value: 10}, nil) },
				func() { p.call(Record{ID: 2, Type: HandleType(uv.Async)}, nil) })
		})
		p.phase = uv.Outside
		p.put(Record{Kind: RunEnd, Status: 1}, 0)
		return Check(p.records(), CheckOptions{})
	}
	for _, c := range []struct {
		name string
		rule Rule // "": none
		do   func(p *tape, signal, async func())
	}{
		{"signals last", "", func(_ *tape, signal, async func()) { async(); signal(); signal() }},
		{"an async after it", RuleWatcherOrder, func(_ *tape, signal, async func()) { signal(); async() }},
		{"stopped, then called", RuleInactive, func(p *tape, signal, async func()) {
			async()
			p.handle(HandleStop, 1, uv.Signal, 0, "")
			signal()
		}},
	} {
		got := run(c.do)
		if c.rule == "" && len(got) != 0 || c.rule != "" && (len(got) != 1 || got[0].Rule != c.rule) {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// A run can be cut anywhere, and a trace can begin anywhere: neither is a
// problem for what is there.
func TestCheckOfParts(t *testing.T) {
	for _, order144 := range []bool{false, true} {
		recs := sample(order144).records()
		for i := range recs {
			if got := Check(recs[:i], CheckOptions{Partial: true, Order144: order144}); len(got) > 0 {
				t.Errorf("cut at %d: %v", i, got)
			}
			if got := Check(recs[i:], CheckOptions{First: uint64(i), Order144: order144, Closed: true}); len(got) > 0 {
				t.Errorf("from %d on: %v", i, got)
			}
			lost := slices.Concat(recs[:i], []Record{{Kind: Dropped, Value: 7}}, recs[i:])
			for j := i + 1; j < len(lost); j++ {
				lost[j].Cause = 0
			}
			if got := Check(lost, CheckOptions{Order144: order144, Closed: true}); len(got) > 0 {
				t.Errorf("records dropped before %d: %v", i, got)
			}
		}
	}
}

func TestCheckWithoutPartialWantsTheEnd(t *testing.T) {
	recs := sample(false).records()
	if got := Check(recs[:len(recs)-1], CheckOptions{}); len(got) != 1 || got[0].Rule != RuleNesting {
		t.Errorf("the end of the guest's entry is missing: %v", got)
	}
}

// A guest that exits in a callback leaves callback, phase and poll open.
func TestCheckOfAKilledGuest(t *testing.T) {
	p := sample(false)
	at := p.find(CallbackBegin, readReq, 1) + 1
	p.remove(at, p.find(RunEnd, 0, 1))
	p.recs[at].Status = 1 // still alive
	recs := p.records()
	if got := Check(recs, CheckOptions{Partial: true}); len(got) > 0 {
		t.Error(got)
	}
	if got := Check(recs, CheckOptions{}); len(got) == 0 {
		t.Error("without Partial a run that leaves a callback open passes")
	}
}

// A callback may run another loop, whose ids, times and iterations are its own.
func TestCheckOfNestedLoops(t *testing.T) {
	p := sample(false)
	inner := sample(false)
	for i := range inner.recs {
		inner.recs[i].Loop = 1
	}
	for i := range p.recs {
		if p.recs[i].Kind == Output {
			p.recs[i].Value += 7 // the run has one output, and the inner loop's comes first
		}
	}
	at := p.find(CallbackEnd, 0, 3)
	p.insert(at, inner.recs...)
	for i, c := range inner.causes {
		if c != 0 {
			p.causes[at+i] = c + uint64(at)
		}
	}
	if got := Check(p.records(), CheckOptions{Closed: true}); len(got) > 0 {
		t.Error(got)
	}
	p.drop1(RunEnd, 0, 1)
	if got := Check(p.records(), CheckOptions{}); len(got) == 0 || got[0].Rule != RuleNesting {
		t.Errorf("a nested run that does not end: %v", got)
	}
}

func TestCheckTellsAtMost100Problems(t *testing.T) {
	recs := make([]Record, 1000)
	if got := Check(recs, CheckOptions{}); len(got) != 100 {
		t.Errorf("%d problems", len(got))
	}
}

func TestProblemString(t *testing.T) {
	p := sample(false)
	p.at(HandleStart, once, 1).Value = 13 * ms
	want := fmt.Sprintf("@%d timer-early: timer #2 fires 2.92 ms before it is due", p.find(CallbackBegin, once, 1))
	if diff := cmp.Diff(want, Check(p.records(), CheckOptions{})[0].String()); diff != "" {
		t.Error(diff)
	}
}

// count is how many records are of a kind.
func (p *tape) count(k Kind) (n int) {
	for i := range p.recs {
		if p.recs[i].Kind == k {
			n++
		}
	}
	return n
}

func (p *tape) at(k Kind, id uint32, n int) *Record { return &p.recs[p.find(k, id, n)] }

// drop1 and repeat1 take out, or double, one record.
func (p *tape) drop1(k Kind, id uint32, n int) {
	at := p.find(k, id, n)
	p.remove(at, at+1)
}

func (p *tape) repeat1(k Kind, id uint32, n int) {
	at := p.find(k, id, n)
	p.insert(at+1, p.recs[at])
}

// drop and repeat take out, or double, a callback with all that is in it.
func (p *tape) drop(k Kind, id uint32, n int) { p.remove(p.extent(p.find(k, id, n))) }

func (p *tape) repeat(k Kind, id uint32, n int) {
	from, to := p.extent(p.find(k, id, n))
	begin, end := p.recs[from], p.recs[to-1]
	begin.T = end.T
	p.insert(to, begin, end)
}

func (p *tape) extent(from int) (int, int) {
	to := from
	for p.recs[to].Kind != CallbackEnd {
		to++
	}
	return from, to + 1
}

// move takes the record at from to an earlier place.
func (p *tape) move(from, to int) {
	r := p.recs[from]
	p.remove(from, from+1)
	p.insert(to, r)
	fixUp(p, to)
}

// fixUp gives the record at i time, iteration and phase of the one before.
func fixUp(p *tape, i int) {
	p.recs[i].T, p.recs[i].Iter, p.recs[i].Phase = p.recs[i-1].T, p.recs[i-1].Iter, p.recs[i-1].Phase
}
