package trace

import (
	"io"

	"github.com/loopground/loopground/loop/uv"
)

// chrome writes JSON trace events while it reads records: phases, runs and
// guest entries as pairs of B and E, since they contain others; callbacks,
// polls and pool work as X, at their end.
type chrome struct {
	chromeWriter
	names  names
	label  func(uint16) string
	open   []chromeSlice // callbacks and polls
	work   map[key]chromeSlice
	last   uint64
	points flowPoints
	polls  map[uint16]flowPoint // the last poll of each loop
}

// chromeSlice is something that has begun.
type chromeSlice struct {
	Record
	seq uint64
}

// NewChrome writes the Chrome JSON trace format, as an array, which readers
// accept without its end too. A loop is a process; its threads are the phases
// in their order, and the workers of the pool. Callbacks, polls and pool work
// are slices with their arguments, arrows go from cause to effect.
func NewChrome(w io.Writer) Exporter {
	return &chrome{
		chromeWriter: chromeWriter{w: w},
		work:         map[key]chromeSlice{},
		polls:        map[uint16]flowPoint{},
	}
}

func (x *chrome) Records(first uint64, recs []Record, label func(uint16) string) error {
	x.label = label
	for i := range recs {
		x.record(first+uint64(i), &recs[i])
		if len(x.buf) >= flushAt {
			if err := x.flush(); err != nil {
				return err
			}
		}
	}
	return x.flush()
}

// Gap ends what is open, since its end may be lost, and marks the place.
func (x *chrome) Gap(from, to uint64) error {
	x.endAll()
	x.points.reset()
	r := Record{T: x.last, Kind: Dropped, Value: to - from}
	x.process(0)
	x.begin('i', x.last, place{pid(0), phaseThread(uv.Outside)}, appendWhat(nil, &r, ""), "gap")
	x.buf = append(x.buf, `,"s":"g"`...)
	x.endEvent()
	return x.flush()
}

func (x *chrome) Close() error {
	x.endAll()
	x.endArray()
	return x.flush()
}

// endAll draws what has no end up to the last time seen.
func (x *chrome) endAll() {
	for i := len(x.open) - 1; i >= 0; i-- {
		o := x.open[i]
		x.slice(&o, max(x.last, o.T), nil, true)
	}
	x.open = x.open[:0]
	clear(x.work)
	x.closeThreads(x.last)
}

func (x *chrome) record(seq uint64, r *Record) {
	x.process(r.Loop)
	if r.Kind != ReqStart && r.Kind != ReqDone {
		x.last = max(x.last, r.T)
	}
	x.points.add(seq, x.point(seq, r))
	switch r.Kind {
	case RunBegin, PhaseBegin, GuestBegin:
		x.enter(r)
	case RunEnd:
		x.cut(r)
		x.leave(r)
	case PhaseEnd, GuestEnd:
		x.leave(r)
	case CallbackBegin, PollBegin:
		o := chromeSlice{*r, seq}
		o.Label = x.names.label(r)
		x.open = append(x.open, o)
	case CallbackEnd, PollEnd:
		x.ended(r)
	case ReqStart:
		o := chromeSlice{*r, seq}
		o.Label = x.names.label(r)
		x.work[keyOf(r)] = o
	case ReqDone:
		x.worked(r)
	default:
		x.instant(seq, r)
	}
}

// enter and leave write runs, guest entries and phases, which contain others.
func (x *chrome) enter(r *Record) {
	at := recordPlace(r)
	x.begin('B', r.T, at, x.name(r), "loop")
	x.args()
	x.arg("iteration", uint64(r.Iter))
	x.endArgs()
	x.endEvent()
	x.depth[at]++
}

func (x *chrome) leave(r *Record) {
	at := recordPlace(r)
	if x.depth[at] == 0 {
		return // begun in a gap
	}
	x.depth[at]--
	x.begin('E', r.T, at, nil, "")
	if r.Kind == GuestEnd && r.Value > 0 {
		x.args()
		x.arg("fuel", r.Value)
		x.endArgs()
	}
	x.endEvent()
}

// cut ends the callbacks, polls and phases of a run that was left through them,
// as when the guest exits in a callback.
func (x *chrome) cut(r *Record) {
	for i := len(x.open) - 1; i >= 0; i-- {
		if o := x.open[i]; o.Loop == r.Loop {
			x.slice(&o, max(r.T, o.T), nil, true)
			x.open = append(x.open[:i], x.open[i+1:]...)
		}
	}
	for p := uv.Timers; p <= uv.Closing; p++ {
		x.endThread(place{pid(r.Loop), phaseThread(p)}, r.T)
	}
}

// ended writes the callback or poll that r ends.
func (x *chrome) ended(r *Record) {
	for i := len(x.open) - 1; i >= 0; i-- {
		if o := x.open[i]; o.Loop == r.Loop && o.Kind+1 == r.Kind {
			x.open = x.open[:i]
			x.slice(&o, max(r.T, o.T), r, false)
			return
		}
	}
}

// slice writes a callback or poll as X, then the arrow that ends in it.
func (x *chrome) slice(o *chromeSlice, end uint64, r *Record, cut bool) {
	at := recordPlace(&o.Record)
	category := "callback"
	if o.Kind == PollBegin {
		category = "poll"
	}
	x.begin('X', o.T, at, x.name(&o.Record), category)
	x.micros("dur", end-o.T)
	x.args()
	x.arg("seq", o.seq)
	x.arg("iteration", uint64(o.Iter))
	if o.Kind == PollBegin {
		x.pollArgs(&o.Record, r)
	} else {
		x.callbackArgs(&o.Record, r)
	}
	if cut {
		x.argString("unfinished", "its end is not in the trace")
	}
	x.endArgs()
	x.endEvent()
	switch uv.HandleType(o.Type) {
	case uv.Idle, uv.Prepare, uv.Check: // one start leads to callbacks without end
	default:
		x.flow(o.seq, &o.Record, at)
	}
}

func (x *chrome) pollArgs(o, r *Record) {
	x.argString("why", Why(o.Lane).String())
	if o.Value == Forever {
		x.argString("timeout", "forever")
	} else {
		x.arg("timeout_ns", o.Value)
	}
	if o.ID != 0 {
		x.argString("timer", string(appendID(nil, o.ID)))
	}
	x.arg("watchers", uint64(max(o.Status, 0)))
	if r != nil {
		x.argString("ended", Ended(r.Lane).String())
		x.arg("events", uint64(max(r.Status, 0)))
	}
}

func (x *chrome) callbackArgs(o, r *Record) {
	x.argString("id", string(appendID(nil, o.ID)))
	switch {
	case o.Type == HandleType(uv.Timer):
		x.arg("late_ns", o.Value)
	case countsBytes(o.Type):
		x.arg("bytes", o.Value)
	}
	if o.Status != 0 {
		x.argString("status", string(appendStatus(nil, o.Status)))
	}
	if r != nil && r.Value != 0 {
		x.arg("fuel", r.Value)
	}
}

// worked writes what a worker did.
func (x *chrome) worked(r *Record) {
	o, ok := x.work[keyOf(r)]
	if !ok {
		return
	}
	delete(x.work, keyOf(r))
	x.worker(o.Loop, o.Lane)
	at := workerPlace(&o.Record)
	x.begin('X', o.T, at, x.name(&o.Record), "pool")
	x.micros("dur", max(r.T, o.T)-o.T)
	x.args()
	x.arg("seq", o.seq)
	x.argString("status", string(appendStatus(nil, r.Status)))
	x.endArgs()
	x.endEvent()
	x.flow(o.seq, &o.Record, at)
}

// instant writes everything that takes no time.
func (x *chrome) instant(seq uint64, r *Record) {
	named := *r
	named.Label = x.names.label(r)
	x.begin('i', r.T, x.here(r).place, appendWhat(nil, &named, x.label(named.Label)), r.Kind.String())
	x.buf = append(x.buf, `,"s":"t"`...)
	x.args()
	x.arg("seq", seq)
	x.endArgs()
	x.endEvent()
}

// name is what is written on a slice.
func (x *chrome) name(r *Record) []byte {
	switch r.Kind {
	case RunBegin:
		return []byte("run")
	case PhaseBegin:
		return []byte(r.Phase.String())
	case PollBegin:
		return []byte("poll")
	case GuestBegin:
		return appendLabel([]byte("guest"), x.label(r.Label))
	}
	b := appendThing(nil, r, x.label(r.Label))
	if r.Kind == CallbackBegin && isClose(r) {
		b = append(b, " close"...)
	}
	return b
}
