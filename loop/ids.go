package loop

import "fmt"

// ID names a handle or request of a loop: a slot and the generation of its use.
// It is never 0, fits 31 bits, and is not used again before its slot was reused
// 128 times.
type ID uint32

const (
	slotBits   = 24
	slotMask   = 1<<slotBits - 1
	genMask    = 1<<(31-slotBits) - 1
	minFree    = 64 // so many freed slots rest before one is used again
	maxObjects = slotMask
)

// Slot is the slot, from 1: a small number for people.
func (id ID) Slot() int { return int(id & slotMask) }

// Generation counts the uses of the slot, from 0.
func (id ID) Generation() int { return int(id >> slotBits & genMask) }

// String is "#7", or "#7.2" for the slot's third use.
func (id ID) String() string {
	if g := id.Generation(); g > 0 {
		return fmt.Sprintf("#%d.%d", id.Slot(), g)
	}
	return fmt.Sprintf("#%d", id.Slot())
}

type slot struct {
	id ID
	w  *watcher // whom the kernel's events reach; nil: none
}

// slots gives out ids. Freed slots queue up, oldest first.
type slots struct {
	all  []slot
	free []uint32 // a ring of len(free), count used, from first
	head int
	used int
}

func (s *slots) alloc() ID {
	if s.used > minFree {
		i := s.free[s.head]
		s.head = (s.head + 1) % len(s.free)
		s.used--
		return s.all[i].id
	}
	if len(s.all) == 0 {
		s.all = append(s.all, slot{}) // slot 0 is nobody's
	}
	if len(s.all) > maxObjects {
		panic(fmt.Sprintf("loop: more than %d handles and requests at once", maxObjects))
	}
	id := ID(len(s.all))
	s.all = append(s.all, slot{id: id})
	return id
}

func (s *slots) release(id ID) {
	sl := &s.all[id.Slot()]
	if sl.id != id {
		panic("loop: " + id.String() + " was released twice")
	}
	sl.w = nil
	sl.id = ID(id.Slot()) | ID((id.Generation()+1)&genMask)<<slotBits
	if s.used == len(s.free) {
		s.growFree()
	}
	s.free[(s.head+s.used)%len(s.free)] = uint32(id.Slot())
	s.used++
}

func (s *slots) growFree() {
	bigger := make([]uint32, max(2*minFree, 2*len(s.free)))
	for i := range s.used {
		bigger[i] = s.free[(s.head+i)%len(s.free)]
	}
	s.free, s.head = bigger, 0
}

// lookup finds the watcher of a token; nil when its slot has a new owner.
func (s *slots) lookup(id ID) *watcher {
	if i := id.Slot(); i < len(s.all) && s.all[i].id == id {
		return s.all[i].w
	}
	return nil
}
