package trace

import "strconv"

// An id is a slot in its loop's table, in 24 bits, and above it, in 7 bits, how
// often the slot was used before.
const (
	slotBits = 24
	genMask  = 1<<7 - 1
)

// Slot is the slot of an id: the number people see as #7.
func Slot(id uint32) uint32 { return id & (1<<slotBits - 1) }

// Generation counts the uses of the id's slot, from 0; it wraps around at 128.
func Generation(id uint32) uint32 { return id >> slotBits & genMask }

// appendID writes an id as people see it: #7, or #7.2 in the third use of its
// slot.
func appendID(b []byte, id uint32) []byte {
	b = strconv.AppendUint(append(b, '#'), uint64(Slot(id)), 10)
	if g := Generation(id); g != 0 {
		b = strconv.AppendUint(append(b, '.'), uint64(g), 10)
	}
	return b
}

// key is a handle or request of one loop of the run.
type key uint64

func keyOf(r *Record) key { return key(r.Loop)<<32 | key(r.ID) }

// names knows the labels of handles and requests, since not every record about
// a thing repeats its label. The zero value is ready.
type names struct{ of map[key]uint16 }

// label is the number of the record's own label, or of the label that the
// thing it is about had last.
func (n *names) label(r *Record) uint16 {
	if r.ID == 0 || !aboutThing(r.Kind) {
		return r.Label
	}
	if r.Label != 0 {
		if n.of == nil {
			n.of = map[key]uint16{}
		}
		n.of[keyOf(r)] = r.Label
		return r.Label
	}
	if len(n.of) == 0 {
		return 0
	}
	if r.Kind == HandleInit || r.Kind == ReqSubmit {
		delete(n.of, keyOf(r)) // the slot's last owner had it
	}
	return n.of[keyOf(r)]
}

// aboutThing says whether the label of such a record names the handle or
// request of its ID.
func aboutThing(k Kind) bool { return k >= PollBegin && k <= Event }
