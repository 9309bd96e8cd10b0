package loop

// timerEntry keeps the key beside the timer, so that comparing touches no
// other memory.
type timerEntry struct {
	due, seq uint64
	t        *Timer
}

func (a *timerEntry) less(b *timerEntry) bool {
	return a.due < b.due || a.due == b.due && a.seq < b.seq
}

// timerHeap is a binary min-heap by due time, then by the order of starting.
// libuv: heap-inl.h.
type timerHeap []timerEntry

func (h *timerHeap) push(t *Timer) {
	*h = append(*h, timerEntry{t.due, t.seq, t})
	h.up(len(*h) - 1)
}

// remove takes out the entry at index i.
func (h *timerHeap) remove(i int) {
	s := *h
	last := len(s) - 1
	s[i].t.at = -1
	if i != last {
		s[i] = s[last]
		s[i].t.at = i
	}
	s[last] = timerEntry{}
	*h = s[:last]
	if i != last && !h.down(i) {
		h.up(i)
	}
}

func (h timerHeap) up(i int) {
	e := h[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !e.less(&h[parent]) {
			break
		}
		h[i] = h[parent]
		h[i].t.at = i
		i = parent
	}
	h[i] = e
	e.t.at = i
}

// down reports whether the entry moved.
func (h timerHeap) down(i int) bool {
	e, from := h[i], i
	for {
		child := 2*i + 1
		if child >= len(h) {
			break
		}
		if right := child + 1; right < len(h) && h[right].less(&h[child]) {
			child = right
		}
		if !h[child].less(&e) {
			break
		}
		h[i] = h[child]
		h[i].t.at = i
		i = child
	}
	h[i] = e
	e.t.at = i
	return i != from
}
