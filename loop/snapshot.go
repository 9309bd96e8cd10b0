package loop

// Snapshot is the state of a loop at one moment.
type Snapshot struct {
	NowMs     uint64        `json:"nowMs"`
	Iteration uint32        `json:"iteration"`
	Phase     string        `json:"phase"`
	Alive     bool          `json:"alive"`
	Handles   []HandleState `json:"handles"`
	Timers    []TimerState  `json:"timers"` // in the order of the heap's array
	Requests  int           `json:"requests"`
	Pending   int           `json:"pending"`
	Closing   int           `json:"closing"`
	Watchers  int           `json:"watchers"`
	Pool      PoolState     `json:"pool"`
}

// HandleState is one open handle.
type HandleState struct {
	ID      uint32 `json:"id"`
	Type    string `json:"type"`
	Label   string `json:"label,omitempty"`
	Active  bool   `json:"active"`
	Ref     bool   `json:"ref"`
	Closing bool   `json:"closing"`
}

// TimerState is one active timer. Children of index i are 2i+1 and 2i+2.
type TimerState struct {
	ID       uint32 `json:"id"`
	DueMs    uint64 `json:"dueMs"`
	RepeatMs uint64 `json:"repeatMs"`
}

// PoolState is the loop's share of its thread pool.
type PoolState struct {
	Size    int `json:"size"`
	Started int `json:"started"`
	Queued  int `json:"queued"`
	Slow    int `json:"slow"`
	Running int `json:"running"`
}

// Snapshot describes the loop as it is now. It belongs to the loop's goroutine,
// where a gate may call it too.
func (l *Loop) Snapshot() Snapshot {
	s := Snapshot{
		NowMs: l.time, Iteration: l.iteration, Phase: l.phase.String(), Alive: l.Alive(),
		Handles: []HandleState{}, Timers: make([]TimerState, len(l.timers)),
		Requests: l.activeReqs, Pending: len(l.pending), Watchers: l.watchers,
	}
	l.handles.each(func(h *handle) {
		s.Handles = append(s.Handles, HandleState{
			ID: uint32(h.id), Type: h.typ.String(), Label: l.label(h.label),
			Active: h.active, Ref: h.ref, Closing: h.closing,
		})
	})
	for i, e := range l.timers {
		s.Timers[i] = TimerState{uint32(e.t.id), e.due, e.t.repeat}
	}
	for h := l.closing; h != nil; h = h.nextClosing {
		s.Closing++
	}
	if l.pool != nil {
		s.Pool = l.pool.state()
	}
	return s
}

func (l *Loop) label(i uint16) string {
	if !l.scope.on {
		return ""
	}
	return l.scope.rec.Label(i)
}

func (p *Pool) state() PoolState {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := PoolState{Size: p.size, Started: p.started, Queued: p.queue.n + p.slow.n, Slow: p.slow.n}
	if p.marked {
		s.Queued--
	}
	for _, w := range p.running {
		if w != nil {
			s.Running++
		}
	}
	return s
}

// Metrics are counters of a loop. libuv: uv_metrics_t.
type Metrics struct {
	// LoopCount is the number of polls, one an iteration.
	LoopCount uint64
	// Events is the number of events the kernel brought.
	Events uint64
}

// Metrics are the loop's counters so far. libuv: uv_metrics_info.
func (l *Loop) Metrics() Metrics {
	return Metrics{LoopCount: l.metrics.loopCount, Events: l.metrics.events}
}
