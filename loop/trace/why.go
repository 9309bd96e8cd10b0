package trace

import (
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/loopground/loopground/loop/uv"
)

// Why is the chain of causes of a record, by sequence numbers: the record
// itself, what caused it, what caused that, and so on to the one that has no
// cause or whose cause is no longer in the trace. It is nil for a record that
// the trace does not have.
func (t *Trace) Why(seq uint64) (chain []uint64) {
	for r := t.At(seq); r != nil; r = t.At(seq) {
		chain = append(chain, seq)
		if r.Cause == 0 || uint64(r.Cause) > seq {
			break
		}
		seq -= uint64(r.Cause)
	}
	return chain
}

// Sentence says in an English sentence what a record tells, for people who read
// or listen to a trace instead of looking at it. label gives the strings of the
// labels.
func Sentence(r *Record, label func(uint16) string) string {
	name := label(r.Label)
	var b []byte
	switch r.Kind {
	case RunBegin:
		b = append(append(b, "the loop begins to run, in mode "...), uv.RunMode(r.Lane).String()...)
	case RunEnd:
		b = appendRunEnd(append(b, "the "...), r)
	case PhaseBegin, PhaseEnd:
		b = appendWhat(append(b, "the "...), r, name)
		b = strconv.AppendUint(append(b, ", in iteration "...), uint64(r.Iter), 10)
	case PollBegin:
		b = sayPoll(b, r, name)
	case PollEnd:
		b = sayPollEnd(b, r)
	case CallbackBegin:
		b = sayCallback(b, r, name)
	case HandleInit, HandleStart, HandleStop, HandleRef, HandleUnref, HandleClose:
		b = sayHandle(b, r, name)
	case ReqSubmit, ReqStart, ReqDone, ReqCancel:
		b = sayRequest(b, r, name)
	default:
		b = appendWhat(b, r, name)
	}
	return capitalised(b)
}

// Sentence says in an English sentence what the record at seq tells, with the
// name its handle or request got in an earlier record; "" for a record that the
// trace does not have.
func (t *Trace) Sentence(seq uint64) string {
	r := t.At(seq)
	if r == nil {
		return ""
	}
	named := *r
	if r.ID != 0 && aboutThing(r.Kind) {
		named.Label = t.labelOf(seq)
	}
	if r.Kind == CallbackEnd {
		return t.returned(seq, r)
	}
	return Sentence(&named, t.Label)
}

// labelOf looks back for the label of what a record is about.
func (t *Trace) labelOf(seq uint64) uint16 {
	r := t.At(seq)
	for at := r; at != nil; at = t.At(seq) {
		if keyOf(at) == keyOf(r) && aboutThing(at.Kind) {
			if at.Label != 0 {
				return at.Label
			}
			if at.Kind == HandleInit || at.Kind == ReqSubmit {
				return 0
			}
		}
		seq-- // At answers nil before the first record, also when this wraps
	}
	return 0
}

// returned says which callback returned: a CallbackEnd only points to it.
func (t *Trace) returned(seq uint64, r *Record) string {
	began := t.At(seq - uint64(r.Cause))
	if r.Cause == 0 || began == nil || began.Kind != CallbackBegin {
		return Sentence(r, t.Label)
	}
	b := sayThing([]byte("the callback of "), began, t.Label(t.labelOf(seq-uint64(r.Cause))))
	b = appendDuration(append(b, " returned after "...), r.T-min(r.T, began.T))
	return capitalised(appendFuel(b, r))
}

func capitalised(b []byte) string {
	first, size := utf8.DecodeRune(b)
	return string(unicode.ToUpper(first)) + string(b[size:]) + "."
}

// sayThing is appendThing in words for sentences.
func sayThing(b []byte, r *Record, name string) []byte {
	req, ok := r.Type.Req()
	word := r.Type.String()
	if ok {
		word = nameOf(reqWords[:], int(req))
	} else if own := handleWords[uv.HandleType(r.Type)]; own != "" {
		word = own
	}
	return appendLabel(appendID(append(append(b, word...), ' '), r.ID), name)
}

// handleWords name the handles whose type's name would not do in a sentence.
var handleWords = [256]string{uv.TCP: "TCP", uv.UDP: "UDP", uv.TTY: "TTY", uv.FsEvent: "file watcher", uv.FsPoll: "file poller"}

// reqWords name requests in sentences, by their type.
var reqWords = [...]string{
	uv.UnknownReq: "request", uv.GenericReq: "request", uv.Connect: "connect request", uv.Write: "write request",
	uv.Shutdown: "shutdown request", uv.UDPSend: "UDP send request", uv.Fs: "file request", uv.Work: "work request",
	uv.GetAddrInfo: "name look-up", uv.GetNameInfo: "reverse look-up", uv.Random: "random request",
}

var handleSentences = [...]string{
	HandleInit: " is made", HandleStart: " is started", HandleStop: " is stopped",
	HandleRef: " keeps the loop alive again", HandleUnref: " no longer keeps the loop alive",
	HandleClose: " is closed; its close callback runs in the closing phase",
}

func sayHandle(b []byte, r *Record, name string) []byte {
	b = append(sayThing(b, r, name), handleSentences[r.Kind]...)
	if r.Kind == HandleStart && r.Type == HandleType(uv.Timer) {
		b = appendDuration(append(b, ", due in "...), r.Value-min(r.Value, r.T))
	}
	return b
}

func sayRequest(b []byte, r *Record, name string) []byte {
	switch r.Kind {
	case ReqSubmit:
		b = append(sayThing(b, r, name), " is submitted"...)
		if r.Lane > 0 {
			b = append(b, " to the thread pool, as "...)
			b = append(b, nameOf(poolLanes[:], int(r.Lane))...)
		}
	case ReqStart:
		b = strconv.AppendUint(append(b, "worker "...), uint64(r.Lane), 10)
		b = sayThing(append(b, " begins "...), r, name)
	case ReqDone:
		b = sayDone(b, r, name)
	case ReqCancel:
		b = append(sayThing(b, r, name), " is cancelled before a worker took it"...)
		if r.Status != 0 {
			b = append(sayThing(b[:0], r, name), " is not cancelled: "...)
			b = append(b, uv.Errno(r.Status).Error()...)
		}
	}
	return b
}

func sayPoll(b []byte, r *Record, name string) []byte {
	switch why := Why(r.Lane); {
	case r.Value == 0 && why == WhyTimer:
		b = appendLabel(appendID(append(b, "poll only looks and does not wait: timer "...), r.ID), name)
		return append(b, " is due"...)
	case r.Value == 0:
		b = append(b, "poll only looks and does not wait"...)
		if words := why.words(); words != "" {
			b = append(append(b, ": "...), words...)
		}
		return b
	case why == WhyTimer:
		b = appendDuration(append(b, "asleep in poll: nothing to do for "...), r.Value)
		return appendLabel(appendID(append(b, ", then timer "...), r.ID), name)
	case r.Value != Forever:
		return appendDuration(append(b, "asleep in poll: nothing to do for "...), r.Value)
	}
	b = append(b, "asleep in poll: nothing to do until something happens"...)
	if r.Status > 0 {
		b = appendCount(append(b, "; "...), uint64(r.Status), "watcher")
		return append(b, " would wake it"...)
	}
	return append(b, "; the kernel watches nothing"...)
}

func sayPollEnd(b []byte, r *Record) []byte {
	switch Ended(r.Lane) {
	case EndedEvents:
		b = appendCount(append(b, "poll ends: the kernel reports "...), uint64(max(r.Status, 0)), "event")
	case EndedTimeout:
		b = append(b, "poll ends: its time is up"...)
	case EndedWake:
		b = append(b, "poll ends: another thread woke the loop"...)
	case EndedInterrupted:
		b = append(b, "poll ends: it was interrupted"...)
	default:
		b = append(b, "poll ends"...)
	}
	return b
}

func sayCallback(b []byte, r *Record, name string) []byte {
	if isClose(r) {
		return append(sayThing(append(b, "the close callback of "...), r, name), " runs: it is gone now"...)
	}
	b = sayThing(b, r, name)
	if _, req := r.Type.Req(); req {
		return sayReqCallback(b, r)
	}
	if r.Status < 0 {
		return append(append(b, " is told "...), uv.Errno(r.Status).Error()...)
	}
	switch uv.HandleType(r.Type) {
	case uv.Timer:
		return append(appendDuration(append(b, " fires, "...), r.Value), " late"...)
	case uv.Idle, uv.Prepare, uv.Check:
		b = append(b, " runs, as in every iteration"...)
	case uv.Async:
		b = append(b, " runs: it was sent"...)
	case uv.Poll:
		b = append(append(b, " is "...), uv.PollEvents(r.Value).String()...)
	case uv.FsEvent:
		b = append(append(b, " tells of a "...), uv.FsEvents(r.Value).String()...)
	default:
		b = append(b, " is called"...)
		if countsBytes(r.Type) && r.Value > 0 {
			b = appendCount(append(b, " with "...), r.Value, "byte")
		}
	}
	return b
}

func sayReqCallback(b []byte, r *Record) []byte {
	switch {
	case r.Status == int32(uv.ECANCELED) || r.Status == int32(uv.EAI_CANCELED):
		return append(b, " is called back: it was cancelled"...)
	case r.Status < 0:
		return append(append(b, " is called back: it failed, "...), uv.Errno(r.Status).Error()...)
	}
	b = append(b, " is called back"...)
	if countsBytes(r.Type) && r.Value > 0 {
		return appendCount(append(b, " with "...), r.Value, "byte")
	}
	return b
}

func sayDone(b []byte, r *Record, name string) []byte {
	if r.Lane > 0 {
		b = strconv.AppendUint(append(b, "worker "...), uint64(r.Lane), 10)
		b = sayThing(append(b, " ends "...), r, name)
	} else {
		b = append(sayThing(b, r, name), " is done"...)
	}
	if r.Status < 0 {
		return append(append(b, ": "...), uv.Errno(r.Status).Error()...)
	}
	return b
}
