package loop

import (
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// Request is what every request can do. A request lives from the call that
// submits it to the begin of its callback, and then may be used again. Its zero
// value is ready. libuv: uv_req_t.
type Request interface {
	// ID names the request while it is active, in its callback too.
	ID() ID
	// Type is the request's type. libuv: uv_req_get_type.
	Type() uv.ReqType

	req() *request
}

// request is the part all requests share.
type request struct {
	loop   *Loop
	id     ID
	typ    uv.ReqType
	active bool
	cause  uint64 // the last record about it, plus 1
	label  uint16
}

func (r *request) ID() ID           { return r.id }
func (r *request) Type() uv.ReqType { return r.typ }
func (r *request) req() *request    { return r }

// submit makes the request active. lane is the class of pool work, or 0.
func (r *request) submit(l *Loop, typ uv.ReqType, lane uint8, value uint64, label uint16) {
	r.loop, r.typ, r.active, r.label = l, typ, true, label
	r.id = l.slots.alloc()
	l.activeReqs++
	if l.scope.on {
		rec := trace.Record{Kind: trace.ReqSubmit, ID: uint32(r.id), Type: trace.ReqType(typ), Lane: lane, Value: value, Label: label}
		r.cause = l.scope.write(&rec, l.scope.current) + 1
	}
}

// finished records the end of the request's work. cause is the event that
// ended it, plus 1; 0: what was last known of the request.
func (r *request) finished(status int32, cause uint64) {
	if !r.loop.scope.on {
		return
	}
	if cause == 0 {
		cause = r.cause
	}
	rec := trace.Record{Kind: trace.ReqDone, ID: uint32(r.id), Type: trace.ReqType(r.typ), Status: status, Label: r.label}
	r.cause = r.loop.scope.write(&rec, cause) + 1
}

// beginCall makes the request inactive, so that its callback may submit it
// again, and begins the callback. endCall takes the id it returns.
func (r *request) beginCall(status int32, value uint64) ID {
	r.active = false
	r.loop.activeReqs--
	r.loop.callingReq = r.id
	r.loop.beginCallback(r.id, trace.ReqType(r.typ), status, value, r.cause)
	return r.id
}

// end is finished and the callback in one.
func (r *request) end(status uv.Errno, cause uint64, cb func(status uv.Errno)) {
	l := r.loop // the callback may submit the request elsewhere
	r.finished(int32(status), cause)
	id := r.beginCall(int32(status), 0)
	if cb != nil {
		cb(status)
	}
	l.endCall(id)
}

func (l *Loop) endCall(id ID) {
	l.endCallback()
	l.callingReq = 0
	l.slots.release(id)
}
