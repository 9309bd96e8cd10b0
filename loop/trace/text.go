package trace

import (
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/loopground/loopground/loop/uv"
)

// maxDepth bounds how deep the text is indented; real traces stay far below.
const maxDepth = 32

type text struct {
	w      io.Writer
	buf    []byte
	opened bool
	begins []Record // of the open phases and callbacks
	poll   uint64   // when the last poll began
	names  names
}

// NewText writes a line a record, made to be read: sequence number, time in
// microseconds, iteration, phase, what happened, and the record that caused
// it. What happened in a phase or callback is indented. #7 is the handle or request in slot 7, #7.2 the third one in that slot;
// <- @12 points to the line that begins with @12.
func NewText(w io.Writer) Exporter { return &text{w: w} }

// flushAt is how many bytes an exporter collects at most before it writes.
const flushAt = 64 << 10

func (x *text) Records(first uint64, recs []Record, label func(uint16) string) error {
	x.header()
	for i := range recs {
		x.line(first+uint64(i), &recs[i], label)
		if len(x.buf) >= flushAt {
			if err := x.flush(); err != nil {
				return err
			}
		}
	}
	return x.flush()
}

func (x *text) Gap(from, to uint64) error {
	x.header()
	x.begins = x.begins[:0]
	x.buf = append(x.buf, "-------- "...)
	x.buf = appendCount(x.buf, to-from, "record")
	x.buf = append(x.buf, " lost, from @"...)
	x.buf = strconv.AppendUint(x.buf, from, 10)
	x.buf = append(x.buf, " on\n"...)
	return x.flush()
}

func (x *text) Close() error {
	x.header()
	return x.flush()
}

func (x *text) header() {
	if !x.opened {
		x.opened = true
		x.buf = append(x.buf, "    @seq      time µs  iter phase    what\n"...)
	}
}

func (x *text) flush() error {
	_, err := x.w.Write(x.buf)
	x.buf = x.buf[:0]
	return err
}

func (x *text) line(seq uint64, r *Record, label func(uint16) string) {
	b := x.columns(seq, r)
	ended := r.Kind == PhaseEnd || r.Kind == CallbackEnd
	var began Record
	if ended {
		began = x.pop(r)
	}
	if r.Kind == RunEnd {
		x.cut(r.Loop)
	}
	for range len(x.begins) {
		b = append(b, "  "...)
	}
	if r.Loop != 0 {
		b = strconv.AppendUint(append(b, "loop "...), uint64(r.Loop), 10)
		b = append(b, ": "...)
	}
	if r.Kind == CallbackEnd {
		b = append(appendThing(b, &began, label(x.names.label(&began))), " returned"...)
	} else {
		b = appendWhat(b, r, label(x.names.label(r)))
	}
	switch {
	case ended:
		b = appendDuration(append(b, " after "...), r.T-min(r.T, began.T))
		b = appendFuel(b, r)
	case r.Kind == PollEnd && r.T >= x.poll:
		b = appendDuration(append(b, " after "...), r.T-x.poll)
	case r.Kind == PollBegin:
		x.poll = r.T
	case r.Kind == PhaseBegin || r.Kind == CallbackBegin:
		x.push(r)
	}
	if r.Cause != 0 && uint64(r.Cause) <= seq && r.Kind != CallbackEnd {
		b = append(b, "  <- @"...)
		b = strconv.AppendUint(b, seq-uint64(r.Cause), 10)
	}
	x.buf = append(b, '\n')
}

// columns writes what every line begins with.
func (x *text) columns(seq uint64, r *Record) []byte {
	var tmp [32]byte
	b := appendRight(x.buf, strconv.AppendUint(append(tmp[:0], '@'), seq, 10), 8)
	b = appendRight(append(b, ' '), appendMicros(tmp[:0], r.T), 12)
	b = appendRight(append(b, ' '), strconv.AppendUint(tmp[:0], uint64(r.Iter), 10), 5)
	return appendLeft(append(b, ' '), r.Phase.String(), 9)
}

func (x *text) push(r *Record) {
	if len(x.begins) < maxDepth {
		x.begins = append(x.begins, *r)
	}
}

// pop takes out what r ends: the innermost open phase or callback of its loop.
// Without one, which happens after a gap, r began itself.
func (x *text) pop(r *Record) Record {
	for i := len(x.begins) - 1; i >= 0; i-- {
		if o := x.begins[i]; o.Loop == r.Loop && o.Kind+1 == r.Kind {
			x.begins = x.begins[:i]
			return o
		}
	}
	return *r
}

// cut takes out what a run leaves open, as when the guest exits in a callback.
func (x *text) cut(loop uint16) {
	for i := range x.begins {
		if x.begins[i].Loop == loop {
			x.begins = x.begins[:i]
			return
		}
	}
}

func appendFuel(b []byte, r *Record) []byte {
	if r.Value == 0 || r.Kind != CallbackEnd && r.Kind != GuestEnd {
		return b
	}
	b = strconv.AppendUint(append(b, ", "...), r.Value, 10)
	return append(b, " fuel"...)
}

func appendRight(b, s []byte, width int) []byte {
	for n := utf8.RuneCount(s); n < width; n++ {
		b = append(b, ' ')
	}
	return append(b, s...)
}

func appendLeft(b []byte, s string, width int) []byte {
	b = append(b, s...)
	for n := len(s); n < width; n++ {
		b = append(b, ' ')
	}
	return b
}

// appendWhat says in a few words what a record tells.
func appendWhat(b []byte, r *Record, label string) []byte {
	switch r.Kind {
	case RunBegin:
		b = append(b, "run begins, mode "...)
		return append(b, uv.RunMode(r.Lane).String()...)
	case RunEnd:
		return appendRunEnd(b, r)
	case PhaseBegin:
		return append(append(b, r.Phase.String()...), " phase begins"...)
	case PhaseEnd:
		return append(append(b, r.Phase.String()...), " phase ends"...)
	case PollBegin:
		return appendPollBegin(b, r, label)
	case PollEnd:
		return appendPollEnd(b, r)
	case CallbackBegin:
		return appendCallback(b, r, label)
	case CallbackEnd:
		return append(b, "callback returned"...)
	case HandleInit, HandleStart, HandleStop, HandleRef, HandleUnref, HandleClose:
		return appendHandle(b, r, label)
	case ReqSubmit, ReqStart, ReqDone, ReqCancel:
		return appendRequest(b, r, label)
	}
	return appendOther(b, r, label)
}

func appendRunEnd(b []byte, r *Record) []byte {
	b = append(b, "run ends"...)
	if r.Lane == 1 {
		b = append(b, ", stopped"...)
	}
	if r.Status != 0 {
		return append(b, ", still alive"...)
	}
	return append(b, ", nothing is left to do"...)
}

func appendPollBegin(b []byte, r *Record, label string) []byte {
	switch why := Why(r.Lane); why {
	case WhyForever:
		b = append(b, "polls until something happens"...)
	case WhyTimer:
		b = appendDuration(append(b, "polls for up to "...), r.Value)
		b = appendLabel(appendID(append(b, ", until timer "...), r.ID), label)
	default:
		b = append(b, "polls without waiting: "...)
		b = append(b, why.words()...)
	}
	b = append(b, "; "...)
	return appendCount(b, uint64(max(r.Status, 0)), "watcher")
}

func appendPollEnd(b []byte, r *Record) []byte {
	b = append(b, "poll returns: "...)
	if e := Ended(r.Lane); e != EndedEvents {
		b = append(b, e.words()...)
		if r.Status <= 0 {
			return b
		}
		b = append(b, ", "...)
	}
	return appendCount(b, uint64(max(r.Status, 0)), "event")
}

func appendCallback(b []byte, r *Record, label string) []byte {
	b = appendThing(b, r, label)
	if isClose(r) {
		return append(b, " close callback"...)
	}
	b = append(b, " called"...)
	switch {
	case r.Status < 0:
		b = appendErrno(append(b, ": "...), r.Status)
	case r.Type == HandleType(uv.Timer):
		b = append(appendDuration(append(b, ", "...), r.Value), " late"...)
	case r.Type == HandleType(uv.Signal):
		b = strconv.AppendUint(append(b, ": signal "...), r.Value, 10)
	case r.Type == HandleType(uv.Poll):
		b = append(append(b, ": "...), uv.PollEvents(r.Value).String()...)
	case r.Type == HandleType(uv.FsEvent):
		b = append(append(b, ": "...), uv.FsEvents(r.Value).String()...)
	case countsBytes(r.Type) && r.Value > 0:
		b = appendCount(append(b, ": "...), r.Value, "byte")
	case r.Status > 0:
		b = strconv.AppendInt(append(b, ": "...), int64(r.Status), 10)
	}
	return b
}

var handleVerbs = [...]string{
	HandleInit: " made", HandleStart: " started", HandleStop: " stopped",
	HandleRef: " ref'd", HandleUnref: " unref'd", HandleClose: " closing",
}

func appendHandle(b []byte, r *Record, label string) []byte {
	b = append(appendThing(b, r, label), handleVerbs[r.Kind]...)
	if r.Kind == HandleStart && r.Type == HandleType(uv.Timer) {
		b = append(appendMicros(append(b, ", due at "...), r.Value), " µs"...)
	}
	return b
}

func appendRequest(b []byte, r *Record, label string) []byte {
	b = appendThing(b, r, label)
	switch r.Kind {
	case ReqSubmit:
		b = append(b, " submitted"...)
		if r.Value > 0 {
			b = appendCount(append(b, ", "...), r.Value, "byte")
		}
		if r.Lane > 0 {
			b = append(b, ", to the pool ("...)
			b = append(append(b, nameOf(poolLanes[:], int(r.Lane))...), ')')
		}
	case ReqStart:
		b = appendWorker(append(b, " taken"...), r.Lane)
	case ReqDone:
		b = appendWorker(append(b, " done"...), r.Lane)
		b = appendStatus(append(b, ": "...), r.Status)
	case ReqCancel:
		if r.Status == 0 {
			return append(b, " cancelled"...)
		}
		b = appendErrno(append(b, " not cancelled: "...), r.Status)
	}
	return b
}

func appendWorker(b []byte, lane uint8) []byte {
	if lane == 0 {
		return b
	}
	return strconv.AppendUint(append(b, " by worker "...), uint64(lane), 10)
}

// appendStatus writes an error by its name and a count as a number.
func appendStatus(b []byte, status int32) []byte {
	if status < 0 {
		return appendErrno(b, status)
	}
	return strconv.AppendInt(b, int64(status), 10)
}

func appendEvent(b []byte, r *Record) []byte {
	if r.Type == HandleType(uv.Signal) {
		return strconv.AppendUint(append(b, " catches signal "...), r.Value, 10)
	}
	return append(append(b, " is "...), uv.PollEvents(r.Value).String()...)
}

func appendOther(b []byte, r *Record, label string) []byte {
	switch r.Kind {
	case Register:
		b = append(appendThing(b, r, label), " watch "...)
		b = append(b, nameOf(registerVerbs[:], int(r.Lane))...)
		if ev := uv.PollEvents(r.Value); ev != 0 {
			b = append(append(b, ": "...), ev.String()...)
		}
		if r.Status < 0 {
			b = appendErrno(append(b, ": "...), r.Status)
		}
	case Event:
		b = appendEvent(appendThing(b, r, label), r)
	case Output:
		b = append(appendCount(b, uint64(max(r.Status, 0)), "byte"), " to "...)
		b = append(b, nameOf(streams[:], int(r.Lane))...)
	case Denied:
		b = appendPlain(append(b, "denied: "...), label)
		b = appendErrno(append(b, ": "...), r.Status)
	case Limit:
		b = append(appendPlain(append(b, "limit "...), label), " of "...)
		b = strconv.AppendUint(b, r.Value, 10)
		b = appendErrno(append(b, " was hit: "...), r.Status)
	case Dropped:
		b = append(appendCount(b, r.Value, "record"), " lost before this one"...)
	case Tick:
		b = appendDuration(append(appendLabel(append(b, "nextTick callback"...), label), " ran for "...), r.Value)
	case Microtask:
		b = appendDuration(append(appendLabel(append(b, "promise job"...), label), " ran for "...), r.Value)
	case GuestBegin:
		b = appendLabel(append(b, "guest is entered:"...), label)
	case GuestEnd:
		b = appendStatus(append(appendLabel(append(b, "guest returned"...), label), ": "...), r.Status)
		b = appendFuel(b, r)
	case Hold:
		b = appendCount(append(b, "the loop is held alive as by "...), r.Value, "handle")
	default:
		b = append(b, r.Kind.String()...)
	}
	return b
}
