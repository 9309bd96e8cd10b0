package trace_test

import (
	"testing"

	. "github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// turn is a run of one work request, id 1, that the loop does in place of worker 1.
func turn() *tape {
	p := newTape()
	p.submit(1, uv.Work, 1, 0, "")
	p.put(Record{Kind: RunBegin}, 0)
	p.iter = 1
	p.poll(WhyForever, 0, 0, 6000, EndedWake, 1)
	p.in(uv.PollPhase, func() {
		p.req(ReqStart, 1, uv.Work, Record{T: p.t, Lane: 1})
		p.call(Record{ID: 1, Type: ReqType(uv.Work)}, nil)
		p.req(ReqDone, 1, uv.Work, Record{T: p.t, Lane: 1})
		p.call(Record{ID: 1, Type: ReqType(uv.Work)}, nil)
	})
	p.phase = uv.Outside
	p.put(Record{Kind: RunEnd}, 0)
	return p
}

func TestCheckKnowsWorkThatTheLoopDoes(t *testing.T) {
	if problems := Check(turn().records(), CheckOptions{Closed: true}); len(problems) > 0 {
		t.Errorf("legal: %v", problems)
	}
	for _, c := range []struct {
		name  string
		rule  Rule
		fault func(p *tape)
	}{
		{"done twice", RuleRequest, func(p *tape) { p.repeat(CallbackBegin, 1, 1) }},
		{"done without a worker", RuleRequest, func(p *tape) { p.drop1(ReqStart, 1, 1) }},
		{"called back twice", RuleTwice, func(p *tape) { p.repeat(CallbackBegin, 1, 2) }},
		{"never called back", RuleAlive, func(p *tape) { p.drop(CallbackBegin, 1, 2) }},
		{"the loop does a file request", RuleRequest, func(p *tape) {
			for i := range p.recs {
				if p.recs[i].ID == 1 {
					p.recs[i].Type = ReqType(uv.Fs)
				}
			}
		}},
		{"done in another phase", RuleWrongPhase, func(p *tape) {
			for i := p.find(PhaseBegin, 0, 1); p.recs[i].Kind != PhaseEnd; i++ {
				p.recs[i].Phase = uv.CheckPhase
			}
		}},
	} {
		p := turn()
		c.fault(p)
		found := false
		for _, problem := range Check(p.records(), CheckOptions{Closed: true}) {
			found = found || problem.Rule == c.rule
		}
		if !found {
			t.Errorf("%s: not found by rule %s: %v", c.name, c.rule, Check(p.records(), CheckOptions{Closed: true}))
		}
	}
}
