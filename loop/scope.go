package loop

import (
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// scope is what watches the loop: the recorder and the gate. Sequence numbers
// are kept plus 1, so that 0 is none.
type scope struct {
	l       *Loop
	rec     *trace.Recorder
	gate    Gate
	on      bool // there is a recorder
	watched bool // there is a recorder or a gate
	open    bool // PhaseBegin was written
	number  uint16
	t       uint64 // last reading of the clock
	current uint64 // the callback that runs
	used    uint64 // what it was charged
	last    uint64 // the last record
}

func (s *scope) init(l *Loop, o Options) {
	s.l, s.rec, s.gate, s.number = l, o.Trace, o.Gate, o.TraceLoop
	s.on = s.rec != nil
	s.watched = s.on || s.gate != nil
}

// write appends a record; cause is a sequence plus 1.
func (s *scope) write(r *trace.Record, cause uint64) uint64 {
	r.T = s.t
	r.Iter = s.l.iteration
	r.Loop = s.number
	r.Phase = s.l.phase
	return s.append(r, cause)
}

func (s *scope) append(r *trace.Record, cause uint64) uint64 {
	if seq := s.rec.Written(); cause > 0 && seq-(cause-1) <= 1<<32-1 {
		r.Cause = uint32(seq - (cause - 1))
	}
	seq := s.rec.Append(r)
	s.last = seq + 1
	return seq
}

func (s *scope) edge(e Edge) {
	if s.on {
		s.rec.Publish()
	}
	s.gate.Pass(s.l, e)
	if s.on {
		s.l.UpdateTimeStamp()
	}
}

// UpdateTimeStamp reads the clock for the trace only: the cached time of the
// loop stays.
func (l *Loop) UpdateTimeStamp() { l.scope.t = uint64(l.clock.now()) }

func (l *Loop) beginPhase(p uv.Phase) { l.phase = p }

func (l *Loop) endPhase() {
	if l.scope.open {
		l.scope.open = false
		l.scope.write(&trace.Record{Kind: trace.PhaseEnd}, 0)
		l.scope.rec.Publish()
	}
}

// beginCallback is called right before a callback; armed is the record that
// led to it, plus 1. Every one is followed by endCallback.
func (l *Loop) beginCallback(id ID, typ trace.Type, status int32, value uint64, armed uint64) {
	if l.scope.watched {
		l.scope.beginCallback(id, typ, status, value, armed)
	}
}

func (s *scope) beginCallback(id ID, typ trace.Type, status int32, value uint64, armed uint64) {
	first := !s.open
	if s.gate != nil {
		s.pass(first, id, typ)
	}
	if !s.on {
		return
	}
	if first {
		s.open = true
		s.write(&trace.Record{Kind: trace.PhaseBegin}, 0)
	}
	r := trace.Record{Kind: trace.CallbackBegin, ID: uint32(id), Type: typ, Status: status, Value: value}
	s.current, s.used = s.write(&r, armed)+1, 0
	if first {
		s.rec.Publish()
	}
}

func (s *scope) pass(first bool, id ID, typ trace.Type) {
	if first {
		s.edge(Edge{Kind: EdgePhase, Phase: s.l.phase})
	}
	s.edge(Edge{Kind: EdgeCallback, Phase: s.l.phase, ID: id, Type: typ})
}

func (l *Loop) endCallback() {
	if l.scope.watched {
		l.scope.endCallback()
	}
}

func (s *scope) endCallback() {
	if !s.on {
		return
	}
	s.l.UpdateTimeStamp()
	r := trace.Record{Kind: trace.CallbackEnd, Value: s.used}
	s.write(&r, s.current)
	s.current = 0
}

func (s *scope) handle(kind trace.Kind, h *handle, value uint64) uint64 {
	r := trace.Record{Kind: kind, ID: uint32(h.id), Type: trace.HandleType(h.typ), Value: value, Label: h.label}
	return s.write(&r, s.current)
}

func (s *scope) runBegin(mode uv.RunMode) {
	s.t = uint64(s.l.clock.now())
	if s.on {
		s.write(&trace.Record{Kind: trace.RunBegin, Lane: uint8(mode)}, s.current)
		s.rec.Publish()
	}
}

func (s *scope) runEnd(alive, stopped bool) {
	s.open, s.current = false, 0
	s.t = uint64(s.l.clock.now())
	if s.on {
		r := trace.Record{Kind: trace.RunEnd}
		if alive {
			r.Status = 1
		}
		if stopped {
			r.Lane = 1
		}
		s.write(&r, 0)
		s.rec.Publish()
	}
}

func (s *scope) pollBegin(ms int, why trace.Why) {
	r := trace.Record{Kind: trace.PollBegin, Lane: uint8(why), Status: int32(s.l.watchers), Value: trace.Forever}
	if ms >= 0 {
		r.Value = nanoseconds(uint64(ms))
	}
	if why == trace.WhyTimer && len(s.l.timers) > 0 {
		t := s.l.timers[0].t
		r.ID, r.Type = uint32(t.id), trace.HandleType(uv.Timer)
	}
	s.write(&r, 0)
	if ms != 0 {
		s.rec.Publish()
	}
}

func (s *scope) pollEnd(ended trace.Ended, n int) {
	s.write(&trace.Record{Kind: trace.PollEnd, Lane: uint8(ended), Status: int32(n)}, 0)
}

func (s *scope) event(w *watcher, ev ioEvents) {
	r := trace.Record{Kind: trace.Event, ID: uint32(w.h.id), Type: trace.HandleType(w.h.typ),
		Value: uint64(pollEvents(ev)), Label: w.h.label}
	w.cause = s.write(&r, w.h.armed) + 1
}

// signal records that a signal reached a handle.
func (s *scope) signal(h *Signal) uint64 {
	if !s.on {
		return 0
	}
	r := trace.Record{Kind: trace.Event, ID: uint32(h.id), Type: trace.HandleType(uv.Signal),
		Value: uint64(h.signum), Label: h.label}
	return s.write(&r, h.armed) + 1
}

func (s *scope) register(w *watcher, op uint8, err error) {
	if !s.on {
		return
	}
	r := trace.Record{Kind: trace.Register, ID: uint32(w.h.id), Type: trace.HandleType(w.h.typ), Lane: op,
		Value: uint64(pollEvents(w.want)), Status: int32(Errno(err))}
	s.write(&r, w.h.armed)
}

// Emit appends a record of the loop's user, on the loop's goroutine: time,
// iteration, phase and loop are filled in, and the cause is the running
// callback. It returns the record's sequence; without a recorder 0.
func (l *Loop) Emit(r trace.Record) uint64 {
	if !l.scope.on {
		return 0
	}
	return l.scope.write(&r, l.scope.current)
}

// Detach ends the recording and takes the gate away: what the loop does from
// then on is nobody's to see. Another goroutine may run it then, in the place of
// the one that called Detach.
func (l *Loop) Detach() {
	l.scope.rec, l.scope.gate = nil, nil
	l.scope.on, l.scope.watched, l.scope.open = false, false, false
}

// Charge adds to what the running callback has used, in the units of the loop's
// user: the record of its end carries the sum.
func (l *Loop) Charge(n uint64) { l.scope.used += n }

// Publish lets readers see what was recorded so far. The loop does so at the
// edges of phases; a long callback may do it more often.
func (l *Loop) Publish() {
	if l.scope.on {
		l.scope.rec.Publish()
	}
}

// Intern gives a label its number; 0 without a recorder.
func (l *Loop) Intern(label string) uint16 {
	if !l.scope.on {
		return 0
	}
	return l.scope.rec.Intern(label)
}

// pollEvents are libuv's bits of the conditions; errors make both ready.
func pollEvents(ev ioEvents) (p uv.PollEvents) {
	if ev&(evIn|evErr|evHup) != 0 {
		p |= uv.Readable
	}
	if ev&(evOut|evErr) != 0 {
		p |= uv.Writable
	}
	if ev&(evRdhup|evHup) != 0 {
		p |= uv.Disconnect
	}
	if ev&evPri != 0 {
		p |= uv.Prioritized
	}
	return p
}
