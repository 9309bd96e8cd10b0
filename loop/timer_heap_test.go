//go:build unix

package loop

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The heap gives the timers in the order of a stable sort, whatever is taken
// from its middle.
func TestTimerHeapGivesTimersInOrder(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var h timerHeap
		var all []*Timer
		for i := range rnd.IntN(200) {
			tm := &Timer{due: rnd.Uint64N(20), seq: uint64(i), at: -1}
			all = append(all, tm)
			h.push(tm)
			if rnd.IntN(3) == 0 { // take one from anywhere
				out := all[rnd.IntN(len(all))]
				h.remove(out.at)
				all = slices.DeleteFunc(all, func(o *Timer) bool { return o == out })
				if out.at != -1 {
					t.Fatal("a removed timer believes that it is in the heap")
				}
			}
		}
		slices.SortStableFunc(all, func(a, b *Timer) int { return int(a.due) - int(b.due) })
		for i, want := range all {
			if h[0].t != want || h[0].t.at != 0 {
				t.Fatalf("timer %d of %d is out of order", i, len(all))
			}
			h.remove(0)
		}
		if len(h) != 0 {
			t.Fatalf("%d timers left over", len(h))
		}
	}
}
