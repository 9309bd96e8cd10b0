package meter

import "sort"

// OffsetMap tells where code of the original module stands in the rewritten
// one, and the reverse. Offsets count from the first byte of the code section's
// contents, as they do in DWARF and in the addresses of engines.
type OffsetMap struct {
	spans  []span
	behind []piece
	body   int // of the function at hand: the first of its spans
	pieces int // the first of its pieces
}

// span is code that stands as it did. What the meter added is a span whose next
// one has the same old offset.
type span struct{ new, old uint32 }

// piece is code that the meter put behind a loop, from new to end. It belongs
// to the loop's head.
type piece struct{ new, end, old uint32 }

// function begins the body that stands at old.
func (o *OffsetMap) function(old int) {
	o.body, o.pieces = len(o.spans), len(o.behind)
	o.spans = append(o.spans, span{0, uint32(old)})
}

// mark adds a span at new, counted from the body at hand, unless it goes on
// from the last one.
func (o *OffsetMap) mark(new, old int) {
	last := o.spans[len(o.spans)-1]
	if uint32(new)-last.new != uint32(old)-last.old {
		o.spans = append(o.spans, span{uint32(new), uint32(old)})
	}
}

// insert adds a span at new for what the meter adds there, before the
// instruction at old.
func (o *OffsetMap) insert(new, old int) {
	o.spans = append(o.spans, span{uint32(new), uint32(old)})
}

// piece adds code behind a loop.
func (o *OffsetMap) piece(new, end, old int) {
	o.behind = append(o.behind, piece{uint32(new), uint32(end), uint32(old)})
}

// place says where the body at hand stands.
func (o *OffsetMap) place(at int) {
	o.move(o.body, o.pieces, at)
	o.body, o.pieces = len(o.spans), len(o.behind)
}

// shift moves all by the size of what stands before the first body.
func (o *OffsetMap) shift(by int) { o.move(0, 0, by) }

func (o *OffsetMap) move(spans, pieces, by int) {
	for i := range o.spans[spans:] {
		o.spans[spans+i].new += uint32(by)
	}
	for i := range o.behind[pieces:] {
		o.behind[pieces+i].new += uint32(by)
		o.behind[pieces+i].end += uint32(by)
	}
}

// pieceAt gives the index of the last piece that begins at an address or before
// it, -1 if there is none.
func (o *OffsetMap) pieceAt(new uint32) int {
	return sort.Search(len(o.behind), func(i int) bool { return o.behind[i].new > new }) - 1
}

// Old gives the original offset of the instruction at a rewritten one. Code
// that the meter added belongs to the instruction that follows it, or to the
// loop that it stands behind. What stands before the first function is 0.
func (o *OffsetMap) Old(new uint32) uint32 {
	if p := o.pieceAt(new); p >= 0 && new < o.behind[p].end {
		return o.behind[p].old
	}
	i := sort.Search(len(o.spans), func(i int) bool { return o.spans[i].new > new }) - 1
	if i < 0 {
		return 0
	}
	old := o.spans[i].old + new - o.spans[i].new
	if i+1 < len(o.spans) {
		old = min(old, o.spans[i+1].old)
	}
	return old
}

// New gives the rewritten offset of the instruction at an original one.
func (o *OffsetMap) New(old uint32) uint32 {
	i := sort.Search(len(o.spans), func(i int) bool { return o.spans[i].old > old }) - 1
	if i < 0 {
		return 0
	}
	new := o.spans[i].new + old - o.spans[i].old
	if i+1 < len(o.spans) {
		new = min(new, o.spans[i+1].new)
	}
	return new
}

// before gives where the code for an original offset begins, with what the
// meter added before the instruction there.
func (o *OffsetMap) before(old uint32) uint32 {
	i := sort.Search(len(o.spans), func(i int) bool { return o.spans[i].old >= old })
	if i < len(o.spans) && (i == 0 || o.spans[i].old == old) {
		return o.spans[i].new
	}
	if i == 0 {
		return 0
	}
	new := o.spans[i-1].new + old - o.spans[i-1].old
	if i < len(o.spans) {
		new = min(new, o.spans[i].new)
	}
	return new
}

// behindFrom gives the pieces behind an original offset.
func (o *OffsetMap) behindFrom(old uint32) []piece {
	return o.behind[o.pieceAt(o.before(old))+1:]
}
