package trace

import "github.com/loopground/loopground/loop/uv"

// place is a track of the picture.
type place struct{ pid, tid uint32 }

// flowPoint is where an arrow that leaves a record begins.
type flowPoint struct {
	place
	t  uint64
	ok bool // there is a slice
}

// flowPoints remembers where the arrows of the last records begin, a ring by
// sequence number. Arrows from further back are not drawn.
type flowPoints struct {
	ring []flowPoint
	from uint64 // the oldest record known
	next uint64
}

const maxFlowPoints = 1 << 16

func (f *flowPoints) reset() { f.ring, f.from, f.next = f.ring[:0], 0, 0 }

func (f *flowPoints) add(seq uint64, p flowPoint) {
	if seq != f.next || len(f.ring) == 0 {
		f.ring, f.from = f.ring[:0], seq
	}
	f.next = seq + 1
	if len(f.ring) < maxFlowPoints {
		f.ring = append(f.ring, p)
		return
	}
	f.ring[(seq-f.from)%maxFlowPoints] = p
}

func (f *flowPoints) at(seq uint64) (flowPoint, bool) {
	if seq < f.from || seq >= f.next || f.next-seq > uint64(len(f.ring)) {
		return flowPoint{}, false
	}
	return f.ring[(seq-f.from)%maxFlowPoints], true
}

// The tracks. Number 0 means something special to some readers, so counting
// begins at 1.
func pid(loop uint16) uint32 { return uint32(loop) + 1 }

func phaseThread(p uv.Phase) uint32 { return uint32(p) + 1 }

const workerThreads = 100 // the first worker is 101

func recordPlace(r *Record) place {
	if r.Kind == RunBegin || r.Kind == RunEnd || r.Kind == GuestBegin || r.Kind == GuestEnd {
		return place{pid(r.Loop), phaseThread(uv.Outside)}
	}
	return place{pid(r.Loop), phaseThread(r.Phase)}
}

func workerPlace(r *Record) place { return place{pid(r.Loop), workerThreads + uint32(r.Lane)} }

// here is the slice around a record that takes no time itself: the innermost
// callback of its loop, or its phase, or what is open outside of phases.
func (x *chrome) here(r *Record) flowPoint {
	for i := len(x.open) - 1; i >= 0; i-- {
		if o := &x.open[i]; o.Loop == r.Loop && o.Kind == CallbackBegin {
			return flowPoint{recordPlace(&o.Record), r.T, true}
		}
	}
	at := recordPlace(r)
	return flowPoint{at, r.T, r.Phase != uv.Outside || x.depth[at] > 0}
}

// point is where an arrow that leaves the record begins.
func (x *chrome) point(seq uint64, r *Record) flowPoint {
	switch r.Kind {
	case PollBegin:
		p := flowPoint{recordPlace(r), r.T, true}
		x.polls[r.Loop] = p
		return p
	case PollEnd, Event:
		if p, ok := x.polls[r.Loop]; ok {
			return p
		}
	case ReqStart:
		return flowPoint{workerPlace(r), r.T, true}
	case ReqDone:
		if o, ok := x.work[keyOf(r)]; ok {
			return flowPoint{workerPlace(&o.Record), o.T, true}
		}
		if p, ok := x.points.at(seq - uint64(r.Cause)); ok && r.Cause != 0 {
			return p // done by the loop: the arrow goes on from what led to it
		}
	case CallbackBegin:
		return flowPoint{recordPlace(r), r.T, true}
	}
	return x.here(r)
}

// flow writes the arrow from the cause of a slice to the slice.
func (x *chrome) flow(seq uint64, r *Record, at place) {
	if r.Cause == 0 || uint64(r.Cause) > seq {
		return
	}
	from, ok := x.points.at(seq - uint64(r.Cause))
	if !ok || !from.ok || from.place == at && from.t == r.T {
		return
	}
	x.begin('s', from.t, from.place, []byte("cause"), "cause")
	x.field("id", seq)
	x.endEvent()
	x.begin('f', r.T, at, []byte("cause"), "cause")
	x.field("id", seq)
	x.buf = append(x.buf, `,"bp":"e"`...)
	x.endEvent()
}
