// Package samples runs every sample as a user would and holds it to its order.
package samples

import (
	"strings"

	"github.com/loopground/loopground/host/run"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
	"github.com/loopground/loopground/samples"
)

// project gives what an order speaks of: lines of output, callbacks and waits,
// in the order in which they are in the trace, up to the guest's end. What the
// host closes after that is called back too, but not into the guest.
func project(r *trace.Recorder, out *run.Output) []samples.Event {
	_, recs := r.All()
	p := projector{label: r.Label, out: out}
	for i := range recs {
		if p.ends(&recs[i]) {
			break
		}
		p.record(&recs[i])
	}
	return p.events
}

type projector struct {
	label   func(uint16) string
	out     *run.Output
	inside  bool      // an export of the guest was entered and has not returned
	partial [3]string // by stream: a line that has not ended
	events  []samples.Event
}

// ends reports whether the guest ended with this record: a command when _start
// has returned, a reactor when the run that the host began is over.
func (p *projector) ends(r *trace.Record) bool {
	switch r.Kind {
	case trace.GuestBegin:
		p.inside = true
	case trace.GuestEnd:
		p.inside = false
		return p.label(r.Label) == "_start"
	case trace.RunEnd:
		return !p.inside
	}
	return false
}

func (p *projector) record(r *trace.Record) {
	switch {
	case r.Kind == trace.CallbackBegin:
		p.add(r.Phase, r.Type.String())
	case r.Kind == trace.PollBegin && r.Value > 0 && trace.Why(r.Lane) == trace.WhyTimer:
		p.add(r.Phase, samples.WaitTimer)
	case r.Kind == trace.PollBegin && r.Value == trace.Forever:
		p.add(r.Phase, samples.WaitForever)
	case r.Kind == trace.Output:
		p.lines(r)
	}
}

func (p *projector) add(phase uv.Phase, callback string) {
	p.events = append(p.events, samples.Event{Phase: phase.String(), Callback: callback})
}

// lines adds the lines that end with this write.
func (p *projector) lines(r *trace.Record) {
	stream := r.Lane
	for _, c := range p.out.Read(r.Value, int(r.Status)) {
		p.partial[stream] += string(c.Data)
	}
	for {
		line, rest, ended := strings.Cut(p.partial[stream], "\n")
		if !ended {
			return
		}
		p.partial[stream] = rest
		p.events = append(p.events, samples.Event{Phase: r.Phase.String(), Line: line})
	}
}
