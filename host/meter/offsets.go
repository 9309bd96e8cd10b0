package meter

import "sort"

// OffsetMap tells where code of the original module stands in the rewritten
// one, and the reverse. Offsets count from the first byte of the code section's
// contents, as they do in DWARF and in the addresses of engines.
type OffsetMap struct {
	spans []span
	body  int // of the function at hand: the first of its spans
}

// span is code that stands as it did. What the meter added is a span whose next
// one has the same old offset.
type span struct{ new, old uint32 }

// function begins the body that stands at old.
func (o *OffsetMap) function(old int) {
	o.body = len(o.spans)
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

// place says where the body at hand stands.
func (o *OffsetMap) place(at int) {
	for i := o.body; i < len(o.spans); i++ {
		o.spans[i].new += uint32(at)
	}
	o.body = len(o.spans)
}

// shift moves all by the size of what stands before the first body.
func (o *OffsetMap) shift(by int) {
	for i := range o.spans {
		o.spans[i].new += uint32(by)
	}
}

// Old gives the original offset of the instruction at a rewritten one. Code
// that the meter added belongs to the instruction that follows it. What stands
// before the first function is 0.
func (o *OffsetMap) Old(new uint32) uint32 {
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
