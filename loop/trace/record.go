package trace

import "github.com/loopground/loopground/loop/uv"

// Record is one event. Its 40 bytes hold no pointer and lie the same way in
// memory, in files and on the websocket, little-endian. Where it stands in the
// trace is its sequence number, counted from 0.
type Record struct {
	T      uint64   // ns since the run began, by the loop's clock
	ID     uint32   // handle or request: slot and generation; 0: none
	Cause  uint32   // how many records back its cause stands; 0: none or too far
	Iter   uint32   // loop iteration, from 1; 0: before the first
	Status int32    // 0, a negative errno, or a count: see the kind
	Value  uint64   // see the kind
	Label  uint16   // an interned string; 0: none
	Loop   uint16   // which loop of the run, from 0
	Kind   Kind     // what happened
	Phase  uv.Phase // the phase in which it happened
	Type   Type     // what ID is
	Lane   uint8    // see the kind
}

// RecordSize is the size of a record in bytes, everywhere.
const RecordSize = 40

// Forever is the Value of a PollBegin without a timeout.
const Forever = ^uint64(0)

// Type is the type of a handle (libuv's number) or of a request (libuv's
// number plus 32). 0 is neither.
type Type uint8

const reqBase = 32

// HandleType is the Type of a handle.
func HandleType(t uv.HandleType) Type { return Type(t) }

// ReqType is the Type of a request.
func ReqType(t uv.ReqType) Type { return Type(t) + reqBase }

// Req is the request type, and whether the Type is one of a request.
func (t Type) Req() (uv.ReqType, bool) { return uv.ReqType(t - reqBase), t >= reqBase }

// String is libuv's name of the handle or request type; "" for 0.
func (t Type) String() string {
	if t == 0 {
		return ""
	}
	if r, ok := t.Req(); ok {
		return r.String()
	}
	return uv.HandleType(t).String()
}

// Kind says what happened. The comment of each tells what Status, Value and
// Lane hold where they are used; Label names the thing where it has a name.
type Kind uint8

// The kinds. Numbers are frozen: new kinds are only added.
const (
	// None is no record.
	None Kind = iota
	// RunBegin: the loop was entered. Lane: run mode.
	RunBegin
	// RunEnd: the loop was left. Status: 1 if it is still alive. Lane: 1 if Stop ended it.
	RunEnd
	// PhaseBegin: the phase has callbacks to run. An empty phase writes nothing.
	PhaseBegin
	// PhaseEnd: its last callback has returned.
	PhaseEnd
	// PollBegin: the loop asks the kernel. Value: timeout in ns or Forever.
	// Lane: why that timeout (a Why). ID: the timer it waits for. Status: registered watchers.
	PollBegin
	// PollEnd: the kernel answered. Lane: what ended it (an Ended). Status: events.
	PollEnd
	// CallbackBegin: a callback is called. Status: what it is told. Value: for a timer
	// how late it is, in ns; for a read, a write or a fs request the bytes.
	CallbackBegin
	// CallbackEnd: it returned. Value: fuel used, where the guest is metered.
	CallbackEnd
	// HandleInit: a handle was made.
	HandleInit
	// HandleStart: it became active. Value: for a timer when it is due, ns on the loop's clock.
	HandleStart
	// HandleStop: it became inactive.
	HandleStop
	// HandleRef and HandleUnref: it counts, or not, for keeping the loop alive.
	HandleRef
	HandleUnref
	// HandleClose: it is closing. Its close callback ends it.
	HandleClose
	// ReqSubmit: a request was made. Lane: 1 CPU, 2 fast I/O, 3 slow I/O at the pool; 0: not
	// at the pool. Value: bytes. Label: the operation of a fs request.
	ReqSubmit
	// ReqStart: a worker took it. Lane: the worker, from 1 (255: 255 or higher).
	ReqStart
	// ReqDone: it ended. Lane: the worker, 0: the loop. Status: result or errno.
	ReqDone
	// ReqCancel: Cancel was called. Status: 0, or EBUSY where it was too late.
	ReqCancel
	// Register: a registration was sent to the kernel. Lane: 1 add, 2 modify, 3 remove.
	// Value: the events asked for, as uv.PollEvents. Status: errno.
	Register
	// Event: the kernel reported a watcher. Value: the events, as uv.PollEvents; for a
	// signal handle the signal's number.
	Event
	// Output: the guest wrote to a stream. Lane: 1 stdout, 2 stderr. Status: bytes.
	// Value: where they begin in the run's output.
	Output
	// Denied: a capability was missing. Status: the errno given. Label: what was refused.
	Denied
	// Limit: a limit was hit. Status: the errno given. Value: the limit. Label: its name.
	Limit
	// Dropped: records were lost before this one. Value: how many.
	Dropped
	// Tick and Microtask: a script's nextTick callback or promise job ran. Value: ns it took.
	Tick
	Microtask
	// GuestBegin: the guest was entered outside of a callback. Label: the function.
	GuestBegin
	// GuestEnd: it returned. Status: its exit status, or an errno. Value: fuel used.
	GuestEnd
	// Hold: the loop is kept alive as by so many active handles. Value: how many.
	Hold
)

var kindNames = [...]string{
	"none", "run_begin", "run_end", "phase_begin", "phase_end", "poll_begin", "poll_end",
	"callback_begin", "callback_end", "handle_init", "handle_start", "handle_stop", "handle_ref",
	"handle_unref", "handle_close", "req_submit", "req_start", "req_done", "req_cancel", "register",
	"event", "output", "denied", "limit", "dropped", "tick", "microtask", "guest_begin", "guest_end", "hold",
}

// String is the kind's name in lower case.
func (k Kind) String() string { return nameOf(kindNames[:], int(k)) }

// Kinds lists the names of all kinds in the order of their number.
func Kinds() []string { return kindNames[:] }

// Why says what a poll's timeout was derived from (Lane of PollBegin).
type Why uint8

// The reasons. All but WhyTimer and WhyForever mean a timeout of 0.
const (
	WhyNone    Why = iota
	WhyStop        // Stop was called
	WhyNoWait      // the run mode never blocks
	WhyIdle        // idle handles are active
	WhyPending     // callbacks are pending
	WhyClosing     // handles are closing
	WhyNothing     // nothing keeps the loop alive
	WhyTimer       // the next timer is due then
	WhyForever     // nothing but an event can end it
)

var whyNames = [...]string{"none", "stop", "nowait", "idle", "pending", "closing", "nothing", "timer", "forever"}

// String is the reason's name in lower case.
func (w Why) String() string { return nameOf(whyNames[:], int(w)) }

// Whys lists the names of all reasons in the order of their number.
func Whys() []string { return whyNames[:] }

// Ended says what ended a poll (Lane of PollEnd).
type Ended uint8

// The ends of a poll.
const (
	EndedNone        Ended = iota
	EndedEvents            // watchers are ready
	EndedTimeout           // the timeout passed, or was 0
	EndedWake              // an async send or the pool woke the loop
	EndedInterrupted       // a signal, or Interrupt
)

var endedNames = [...]string{"none", "events", "timeout", "wake", "interrupted"}

// String is the end's name in lower case.
func (e Ended) String() string { return nameOf(endedNames[:], int(e)) }

// Endeds lists the names of all ends in the order of their number.
func Endeds() []string { return endedNames[:] }

func nameOf(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return "unknown"
}
