//go:build unix

package loop

import (
	"testing"
)

func TestIDsNameOneThingEach(t *testing.T) {
	var s slots
	seen := map[ID]bool{}
	var live []ID
	for i := range 9_000 {
		id := s.alloc()
		if id == 0 || id>>31 != 0 || seen[id] {
			t.Fatalf("%v is not new", id)
		}
		seen[id] = true
		if live = append(live, id); len(live) > 10 {
			s.release(live[0])
			live = live[1:]
		}
		if i > minFree+10 && id.Slot() > minFree+12 {
			t.Fatalf("%v: freed slots are not used again", id)
		}
	}
}

func TestSlotRestsBeforeItIsUsedAgain(t *testing.T) {
	var s slots
	id := s.alloc()
	s.release(id)
	for range minFree {
		next := s.alloc()
		if next.Slot() == id.Slot() {
			t.Fatalf("%v follows %v at once", next, id)
		}
		s.release(next)
	}
}

func TestIDsReadWell(t *testing.T) {
	for id, want := range map[ID]string{7: "#7", 7 | 2<<slotBits: "#7.2"} {
		if id.String() != want {
			t.Errorf("got %s, want %s", id, want)
		}
	}
}

func TestReleasingTwiceIsAnError(t *testing.T) {
	var s slots
	id := s.alloc()
	s.release(id)
	defer func() {
		if recover() == nil {
			t.Error("the second release went unnoticed")
		}
	}()
	s.release(id)
}

func TestEventsFindTheWatcherOfTheirTokenOnly(t *testing.T) {
	var s slots
	id := s.alloc()
	w := &watcher{}
	s.all[id.Slot()].w = w
	if s.lookup(id) != w {
		t.Error("the watcher is not found")
	}
	s.release(id)
	if s.lookup(id) != nil || s.lookup(id+5) != nil {
		t.Error("a token that is gone finds a watcher")
	}
}
