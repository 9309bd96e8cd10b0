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

	Fd         int    `json:"fd"`                   // what poll watches for it; -1: nothing
	Events     string `json:"events,omitempty"`     // for what
	QueueBytes int    `json:"queueBytes,omitempty"` // still to be written or sent
	Signum     int    `json:"signum,omitempty"`     // a signal handle's
}

// TimerState is one active timer. Children of index i are 2i+1 and 2i+2.
type TimerState struct {
	ID       uint32 `json:"id"`
	DueMs    uint64 `json:"dueMs"`
	RepeatMs uint64 `json:"repeatMs"`
}

// PoolState is the loop's thread pool, and what of the loop's is there.
type PoolState struct {
	Size    int        `json:"size"`    // workers
	Started int        `json:"started"` // those that exist
	Queued  int        `json:"queued"`
	Slow    int        `json:"slow"` // of the queued, those of slow I/O
	Running int        `json:"running"`
	Jobs    []JobState `json:"jobs"` // by worker those that run, and then the first that wait
}

// JobState is a request at the pool.
type JobState struct {
	ID     uint32 `json:"id"`
	Type   string `json:"type"`
	Class  string `json:"class"`  // cpu, fast or slow
	Worker int    `json:"worker"` // from 1; 0: it waits
}

// maxJobs is how many waiting jobs a snapshot lists.
const maxJobs = 100

// Snapshot describes the loop as it is now. It belongs to the loop's goroutine,
// where a gate may call it too.
func (l *Loop) Snapshot() Snapshot {
	s := Snapshot{
		NowMs: l.time, Iteration: l.iteration, Phase: l.phase.String(), Alive: l.Alive(),
		Handles: []HandleState{}, Timers: make([]TimerState, len(l.timers)),
		Requests: l.activeReqs, Pending: l.fed, Watchers: l.watchers,
	}
	l.handles.each(func(h *handle) { s.Handles = append(s.Handles, h.state()) })
	for i, e := range l.timers {
		s.Timers[i] = TimerState{uint32(e.t.id), e.due, e.t.repeat}
	}
	for h := l.closing; h != nil; h = h.nextClosing {
		s.Closing++
	}
	s.Pool.Jobs = []JobState{}
	if l.pool != nil {
		l.pool.describe(l, &s.Pool)
	}
	return s
}

func (h *handle) state() HandleState {
	s := HandleState{
		ID: uint32(h.id), Type: h.typ.String(), Label: h.loop.label(h.label),
		Active: h.active, Ref: h.ref, Closing: h.closing, Fd: -1,
	}
	if w := h.loop.slots.lookup(h.id); w != nil {
		s.Fd, s.Events = w.fd, pollEvents(w.want).String()
	}
	switch t := h.self.(type) {
	case interface{ WriteQueueSize() int }:
		s.QueueBytes = t.WriteQueueSize()
	case *UDP:
		s.QueueBytes = t.SendQueueSize()
	case *Signal:
		s.Signum = t.signum
	}
	return s
}

func (l *Loop) label(i uint16) string {
	if !l.scope.on {
		return ""
	}
	return l.scope.rec.Label(i)
}

func (p *Pool) describe(l *Loop, s *PoolState) {
	p.mu.Lock()
	defer p.mu.Unlock()
	share := &l.share
	s.Size, s.Started = p.size, p.started
	s.Slow, s.Queued = share.slow.n, share.queue.n+share.slow.n
	if share.marked {
		s.Queued--
	}
	for i, w := range p.running {
		if w != nil && w.loop == l {
			s.Running++
			s.Jobs = append(s.Jobs, w.describe(i+1))
		}
	}
	for _, first := range []*work{share.queue.head, share.slow.head} {
		for w := first; w != nil && len(s.Jobs) < s.Running+maxJobs; w = w.next {
			if w != &share.marker {
				s.Jobs = append(s.Jobs, w.describe(0))
			}
		}
	}
}

func (w *work) describe(worker int) JobState {
	r := w.job.req()
	return JobState{uint32(r.id), r.typ.String(), w.kind.String(), worker}
}
