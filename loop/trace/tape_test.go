package trace_test

import (
	"slices"

	. "github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

const ms = 1_000_000

// tape writes a trace by hand, in the way a loop does. Causes are sequence
// numbers plus 1 while it is edited, so that records can be put in and taken
// out; records makes them distances.
type tape struct {
	recs   []Record
	causes []uint64
	labels []string
	t      uint64
	iter   uint32
	phase  uv.Phase
	cb     uint64            // the running callback, plus 1
	armed  map[uint32]uint64 // what led to the callbacks of an id, plus 1
	open   bool              // PhaseBegin was written
	loop   uint16
}

func newTape() *tape { return &tape{labels: []string{""}, armed: map[uint32]uint64{}} }

func (p *tape) label(s string) uint16 {
	if i := slices.Index(p.labels, s); i >= 0 {
		return uint16(i)
	}
	p.labels = append(p.labels, s)
	return uint16(len(p.labels) - 1)
}

func (p *tape) labelOf(i uint16) string {
	if int(i) >= len(p.labels) {
		return ""
	}
	return p.labels[i]
}

// put appends a record and gives its sequence number plus 1.
func (p *tape) put(r Record, cause uint64) uint64 {
	if r.T == 0 {
		r.T = p.t
	}
	r.Iter, r.Phase, r.Loop = p.iter, p.phase, p.loop
	p.recs = append(p.recs, r)
	p.causes = append(p.causes, cause)
	return uint64(len(p.recs))
}

func (p *tape) handle(k Kind, id uint32, typ uv.HandleType, value uint64, label string) {
	seq := p.put(Record{Kind: k, ID: id, Type: HandleType(typ), Value: value, Label: p.label(label)}, p.cb)
	if k == HandleStart || k == HandleClose {
		p.armed[id] = seq
	}
}

func (p *tape) start(id uint32, typ uv.HandleType, due uint64, label string) {
	p.handle(HandleInit, id, typ, 0, label)
	p.handle(HandleStart, id, typ, due, "")
}

func (p *tape) submit(id uint32, typ uv.ReqType, lane uint8, bytes uint64, label string) {
	p.armed[id] = p.put(Record{Kind: ReqSubmit, ID: id, Type: ReqType(typ), Lane: lane, Value: bytes, Label: p.label(label)}, p.cb)
}

func (p *tape) req(k Kind, id uint32, typ uv.ReqType, r Record) {
	r.Kind, r.ID, r.Type = k, id, ReqType(typ)
	p.armed[id] = p.put(r, p.armed[id])
}

// call writes one callback; do writes what happens in it.
func (p *tape) call(r Record, do func()) { p.callFor(r, p.armed[r.ID], do) }

func (p *tape) callFor(r Record, cause uint64, do func()) {
	if !p.open {
		p.open = true
		p.put(Record{Kind: PhaseBegin}, 0)
	}
	r.Kind = CallbackBegin
	p.cb = p.put(r, cause)
	if do != nil {
		do()
	}
	p.t += 2000
	begin := p.cb
	p.cb = 0
	p.put(Record{Kind: CallbackEnd}, begin)
}

func (p *tape) in(phase uv.Phase, do func()) {
	p.phase = phase
	do()
	if p.open {
		p.open = false
		p.put(Record{Kind: PhaseEnd}, 0)
	}
}

func (p *tape) poll(why Why, value uint64, timer uint32, took uint64, end Ended, events int32) {
	p.phase = uv.PollPhase
	r := Record{Kind: PollBegin, Lane: uint8(why), Value: value, Status: 2}
	if timer != 0 {
		r.ID, r.Type = timer, HandleType(uv.Timer)
	}
	p.put(r, 0)
	p.t += took
	p.put(Record{Kind: PollEnd, Lane: uint8(end), Status: events}, 0)
}

// records makes the trace.
func (p *tape) records() []Record {
	out := slices.Clone(p.recs)
	for i := range out {
		if c := p.causes[i]; c != 0 {
			out[i].Cause = uint32(uint64(i) - (c - 1))
		}
	}
	return out
}

func (p *tape) trace() *Trace { return &Trace{Records: p.records(), Labels: p.labels} }

// remove takes records out, and what they caused loses its cause.
func (p *tape) remove(from, to int) {
	p.recs = slices.Delete(p.recs, from, to)
	p.causes = slices.Delete(p.causes, from, to)
	for i, c := range p.causes {
		switch {
		case c > uint64(to):
			p.causes[i] = c - uint64(to-from)
		case c > uint64(from):
			p.causes[i] = 0
		}
	}
}

// insert puts copies of records in at i; they have no cause.
func (p *tape) insert(i int, recs ...Record) {
	p.recs = slices.Insert(p.recs, i, recs...)
	p.causes = slices.Insert(p.causes, i, make([]uint64, len(recs))...)
	for j, c := range p.causes {
		if c > uint64(i) {
			p.causes[j] = c + uint64(len(recs))
		}
	}
}

// find is the index of the n-th record, from 1, that is of a kind and about an
// id (0: any).
func (p *tape) find(k Kind, id uint32, n int) int {
	for i := range p.recs {
		if p.recs[i].Kind == k && (id == 0 || p.recs[i].ID == id) {
			if n--; n == 0 {
				return i
			}
		}
	}
	panic("no such record")
}

// swap exchanges two stretches of records, each given by its ends.
func (p *tape) swap(a, b, c, d int) {
	swapOf := func(n int) []int {
		var order []int
		for i := range n {
			switch {
			case i == a:
				for j := c; j < d; j++ {
					order = append(order, j)
				}
				for j := b; j < c; j++ {
					order = append(order, j)
				}
				for j := a; j < b; j++ {
					order = append(order, j)
				}
			case i < a || i >= d:
				order = append(order, i)
			}
		}
		return order
	}(len(p.recs))
	recs, causes := slices.Clone(p.recs), slices.Clone(p.causes)
	at := make([]uint64, len(p.recs))
	for to, from := range swapOf {
		at[from] = uint64(to)
		t := p.recs[to].T
		p.recs[to] = recs[from]
		p.recs[to].T = t // time goes on as it did
		p.causes[to] = causes[from]
	}
	for i, c := range p.causes {
		if c != 0 {
			p.causes[i] = at[c-1] + 1
		}
	}
}

// The ids of the sample's handles and requests.
const (
	tick = iota + 1
	once
	zero
	spin
	preA
	preB
	checker
	wake
	server
	client
	connect
	readReq
	cancelled
	conn
	write1
	write2
)

// sample is a whole run in which everything happens: timers, idle, prepare,
// check, async, a server and its client, file requests of which one is
// cancelled, and the close of all.
func sample(order144 bool) *tape {
	p := newTape()
	p.put(Record{Kind: GuestBegin, Label: p.label("_start")}, 0)
	p.start(tick, uv.Timer, 10*ms, "tick")
	p.start(once, uv.Timer, 10*ms, "once")
	p.start(zero, uv.Timer, 0, "zero")
	p.start(spin, uv.Idle, 0, "spin")
	p.start(preA, uv.Prepare, 0, "pre-a")
	p.start(preB, uv.Prepare, 0, "pre-b")
	p.start(checker, uv.Check, 0, "check")
	p.start(wake, uv.Async, 0, "wake")
	p.start(server, uv.TCP, 0, "server")
	p.handle(HandleInit, client, uv.TCP, 0, "client")
	p.submit(connect, uv.Connect, 0, 0, "to server")
	p.submit(readReq, uv.Fs, 2, 4096, "read")
	p.submit(cancelled, uv.Fs, 2, 0, "stat /demo")
	p.handle(HandleUnref, wake, uv.Async, 0, "")
	p.put(Record{Kind: RunBegin}, 0)
	if order144 {
		p.iter = 1
	}
	p.in(uv.Timers, func() {
		p.call(Record{ID: zero, Type: HandleType(uv.Timer)}, func() {
			p.put(Record{Kind: ReqCancel, ID: cancelled, Type: ReqType(uv.Fs)}, p.cb)
		})
	})
	p.iter = 1
	p.first()
	p.iter = 2
	p.second()
	p.third(order144)
	p.iter = 4
	p.fourth()
	p.phase = uv.Outside
	p.put(Record{Kind: RunEnd}, 0)
	p.put(Record{Kind: GuestEnd}, 0)
	return p
}

func (p *tape) prepares() {
	p.in(uv.PreparePhase, func() {
		p.call(Record{ID: preB, Type: HandleType(uv.Prepare)}, nil)
		p.call(Record{ID: preA, Type: HandleType(uv.Prepare)}, nil)
	})
}

// first: the client connects and writes, the server accepts.
func (p *tape) first() {
	p.in(uv.IdlePhase, func() { p.call(Record{ID: spin, Type: HandleType(uv.Idle)}, nil) })
	p.prepares()
	p.poll(WhyIdle, 0, 0, 3000, EndedEvents, 2)
	p.in(uv.PollPhase, func() {
		ev := p.put(Record{Kind: Event, ID: server, Type: HandleType(uv.TCP), Value: uint64(uv.Readable)}, p.armed[server])
		p.callFor(Record{ID: server, Type: HandleType(uv.TCP)}, ev, func() {
			p.start(conn, uv.TCP, 0, "conn")
		})
		ev = p.put(Record{Kind: Event, ID: client, Type: HandleType(uv.TCP), Value: uint64(uv.Writable)}, p.armed[client])
		p.armed[connect] = p.put(Record{Kind: ReqDone, ID: connect, Type: ReqType(uv.Connect)}, ev)
		p.call(Record{ID: connect, Type: ReqType(uv.Connect)}, func() {
			p.submit(write1, uv.Write, 0, 5, "greeting")
			p.req(ReqDone, write1, uv.Write, Record{})
		})
	})
	p.in(uv.Pending, func() { p.call(Record{ID: write1, Type: ReqType(uv.Write), Value: 5}, nil) })
	p.in(uv.CheckPhase, func() { p.call(Record{ID: checker, Type: HandleType(uv.Check)}, nil) })
}

// second: the pool's work arrives, and the handles of the phases are closed.
func (p *tape) second() {
	p.in(uv.IdlePhase, func() {
		p.call(Record{ID: spin, Type: HandleType(uv.Idle)}, func() { p.handle(HandleStop, spin, uv.Idle, 0, "") })
	})
	p.prepares()
	p.poll(WhyTimer, 9*ms, tick, 2*ms, EndedWake, 1)
	p.in(uv.PollPhase, func() {
		ev := p.put(Record{Kind: Event, ID: conn, Type: HandleType(uv.TCP), Value: uint64(uv.Readable)}, p.armed[conn])
		p.callFor(Record{ID: conn, Type: HandleType(uv.TCP), Value: 5}, ev, nil)
		p.req(ReqStart, readReq, uv.Fs, Record{T: 5000, Lane: 1})
		p.req(ReqDone, readReq, uv.Fs, Record{T: 1 * ms, Lane: 1, Status: 13})
		p.call(Record{ID: readReq, Type: ReqType(uv.Fs), Status: 13, Value: 13}, func() {
			p.put(Record{Kind: Output, Lane: 1, Status: 3}, p.cb)
			p.put(Record{Kind: Output, Lane: 1, Status: 4, Value: 3}, p.cb)
		})
		p.req(ReqDone, cancelled, uv.Fs, Record{Status: int32(uv.ECANCELED)})
		p.call(Record{ID: cancelled, Type: ReqType(uv.Fs), Status: int32(uv.ECANCELED)}, nil)
		p.call(Record{ID: wake, Type: HandleType(uv.Async)}, nil)
	})
	p.in(uv.CheckPhase, func() {
		p.call(Record{ID: checker, Type: HandleType(uv.Check)}, func() {
			p.handle(HandleClose, spin, uv.Idle, 0, "")
			p.handle(HandleClose, preA, uv.Prepare, 0, "")
			p.handle(HandleClose, preB, uv.Prepare, 0, "")
			p.handle(HandleClose, checker, uv.Check, 0, "")
		})
	})
	p.in(uv.Closing, func() {
		for _, h := range []struct {
			id  uint32
			typ uv.HandleType
		}{{checker, uv.Check}, {preB, uv.Prepare}, {preA, uv.Prepare}, {spin, uv.Idle}} {
			p.call(Record{ID: h.id, Type: HandleType(h.typ)}, nil)
		}
	})
}

// third: the timers fire, and close everything that is left.
func (p *tape) third(order144 bool) {
	p.iter = 3
	p.poll(WhyTimer, 8*ms, tick, 10*ms-p.t+80_000, EndedTimeout, 0)
	if order144 {
		p.iter = 4
	}
	p.in(uv.Timers, func() {
		began := p.armed[tick]
		p.handle(HandleStart, tick, uv.Timer, 20*ms, "")
		p.callFor(Record{ID: tick, Type: HandleType(uv.Timer), Value: 80_000}, began, nil)
		p.call(Record{ID: once, Type: HandleType(uv.Timer), Value: 82_000}, func() {
			p.submit(write2, uv.Write, 0, 7, "last words")
			p.handle(HandleClose, tick, uv.Timer, 0, "")
			p.handle(HandleClose, once, uv.Timer, 0, "")
			p.handle(HandleClose, zero, uv.Timer, 0, "")
			p.handle(HandleClose, wake, uv.Async, 0, "")
			p.handle(HandleClose, server, uv.TCP, 0, "")
			p.handle(HandleClose, conn, uv.TCP, 0, "")
			p.handle(HandleClose, client, uv.TCP, 0, "")
		})
	})
}

// fourth: the close callbacks, last closed first.
func (p *tape) fourth() {
	p.poll(WhyClosing, 0, 0, 1000, EndedTimeout, 0)
	p.in(uv.Closing, func() {
		p.req(ReqDone, write2, uv.Write, Record{Status: int32(uv.ECANCELED)})
		p.call(Record{ID: write2, Type: ReqType(uv.Write), Status: int32(uv.ECANCELED)}, nil)
		for _, id := range []uint32{client, conn, server} {
			p.call(Record{ID: id, Type: HandleType(uv.TCP)}, nil)
		}
		p.call(Record{ID: wake, Type: HandleType(uv.Async)}, nil)
		for _, id := range []uint32{zero, once, tick} {
			p.call(Record{ID: id, Type: HandleType(uv.Timer)}, nil)
		}
	})
}
