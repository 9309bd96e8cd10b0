package loop

import (
	"sync"

	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// The sizes of a pool.
const (
	defaultPoolSize = 4
	maxPoolSize     = 1024
)

// workKind is the class of a piece of work. libuv: uv__work_kind.
type workKind uint8

// The classes; their numbers are the lanes of ReqSubmit.
const (
	workCPU    workKind = 1
	workFastIO workKind = 2
	workSlowIO workKind = 3 // holds at most half of the workers
)

func (k workKind) String() string { return [...]string{"", "cpu", "fast", "slow"}[k] }

type workState uint8

const (
	workQueued workState = iota + 1
	workRunning
	workDone
	workCancelled
	workHanded // to the loop, which is to do it
	workTurned // the loop has done it
)

// work is one job of a request for the pool. libuv: uv__work.
type work struct {
	job        job
	loop       *Loop
	kind       workKind
	state      workState // guarded by Pool.mu until it is in Loop.done
	worker     uint8
	begin, end int64     // ns on the loop's clock; -1: the clock is virtual
	elsewhere  bool      // neither queued at the pool nor done by it
	turn       *workTurn // nil: a worker does it
	prev, next *work
}

// job is what a request has done: execute on a worker, complete on the loop.
type job interface {
	execute()
	complete(status uv.Errno) // 0, or ECANCELED without execute
	outcome() int32           // of execute, for the trace: an errno or a count
	req() *request
}

// Pool is a thread pool. Its workers start with the first work. Any number of
// loops may share one, and get turns: one job of each loop that has some. It
// belongs to whoever made it. libuv: threadpool.c.
type Pool struct {
	mu       sync.Mutex
	nonEmpty sync.Cond
	size     int
	started  int
	idle     int
	turns    queue[*poolShare] // shares with work that may run, next first
	blocked  queue[*poolShare] // shares with slow I/O only, which may not run yet
	queued   int               // works and markers of turns
	slowRuns int
	closed   bool
	running  []*work // by worker
	wg       sync.WaitGroup
}

// NewPool makes a pool of size workers: 4 when size is 0, at most 1024.
func NewPool(size int) *Pool {
	if size <= 0 {
		size = defaultPoolSize
	}
	p := &Pool{size: min(size, maxPoolSize)}
	p.running = make([]*work, p.size)
	p.nonEmpty.L = &p.mu
	p.turns.init()
	p.blocked.init()
	return p
}

// Size is the number of workers.
func (p *Pool) Size() int { return p.size }

// Close waits for running work and ends the workers. What has not started ends
// with ECANCELED, and so does what is submitted later.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	for _, shares := range []*queue[*poolShare]{&p.turns, &p.blocked} {
		for n := shares.popFront(); n != nil; n = shares.popFront() {
			n.item.cancelAll()
		}
	}
	p.queued = 0
	p.nonEmpty.Broadcast()
	p.mu.Unlock()
	p.wg.Wait()
}

func (p *Pool) submit(w *work) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		w.state = workCancelled
		w.deliver()
		return
	}
	w.state = workQueued
	if p.enqueue(&w.loop.share, w); p.queued > p.idle && p.started < p.size {
		p.wg.Add(1)
		go p.worker(p.started)
		p.started++
		return
	}
	p.nonEmpty.Signal()
}

// half is how many workers slow I/O may hold, rounded up, so that a file never
// waits behind name look-ups only.
func (p *Pool) half() int { return (p.size + 1) / 2 }

// cancel takes queued work out. libuv: uv__work_cancel.
func (p *Pool) cancel(w *work) uv.Errno {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch w.state {
	case workQueued:
	case workCancelled:
		return 0
	default:
		return uv.EBUSY
	}
	s := &w.loop.share
	if w.kind != workSlowIO {
		p.dequeue(s, w)
	} else if s.slow.remove(w); s.slow.n == 0 {
		s.marked = false
		p.dequeue(s, &s.marker)
		p.unblock() // its turn, if it had got one, is another's
	}
	w.state = workCancelled
	w.deliver()
	return 0
}

func (p *Pool) worker(n int) {
	defer p.wg.Done()
	p.mu.Lock()
	defer p.mu.Unlock()
	for w := p.take(); w != nil; w = p.take() {
		w.state = workRunning
		w.worker = uint8(min(n+1, 255))
		p.running[n] = w
		if w.turn != nil {
			p.handOver(n, w)
			continue
		}
		p.mu.Unlock()
		w.begin = w.loop.clock.stamp()
		w.job.execute()
		w.end = w.loop.clock.stamp()
		p.mu.Lock()
		p.running[n] = nil
		w.state = workDone
		if w.kind == workSlowIO {
			p.slowRuns--
			p.unblock()
		}
		p.mu.Unlock()
		w.deliver() // from here on the request may be used again
		p.mu.Lock()
	}
}

// deliver hands the work back to its loop.
func (w *work) deliver() {
	l := w.loop
	l.doneMu.Lock()
	l.done = append(l.done, w)
	l.doneMu.Unlock()
	l.wakeUp.Store(true)
	l.wake()
}

// start submits a job to the loop's pool.
func (w *work) start(l *Loop, kind workKind, j job) { w.queue(l, kind, j, nil) }

func (w *work) queue(l *Loop, kind workKind, j job, t *workTurn) {
	*w = work{job: j, loop: l, kind: kind, turn: t}
	l.needPool()
	l.atPool++
	l.yields = true
	l.pool.submit(w)
}

// needPool makes the loop's own pool, or takes its sibling's.
func (l *Loop) needPool() {
	switch {
	case l.pool != nil:
	case l.beside != nil:
		l.beside.needPool()
		l.pool = l.beside.pool
	default:
		l.pool, l.ownPool = NewPool(l.poolSize), true
	}
}

// runDone calls back what the pool has done, in the order of its ending, and
// reports whether there was any.
func (l *Loop) runDone() (any bool) {
	l.doneMu.Lock()
	l.doneRound, l.done = l.done, l.doneRound[:0]
	l.doneMu.Unlock()
	any = len(l.doneRound) > 0
	l.metrics.completed(len(l.doneRound))
	for i, w := range l.doneRound {
		l.doneRound[i] = nil
		if w.state == workHanded {
			l.takeTurn(w)
			continue
		}
		l.atPool--
		w.job.complete(l.told(w))
	}
	l.doneRound = l.doneRound[:0]
	return any
}

// told records how the work went, and answers ECANCELED for what nobody has
// done.
func (l *Loop) told(w *work) uv.Errno {
	switch {
	case w.state == workCancelled:
		return uv.ECANCELED
	case w.elsewhere:
		w.job.req().finished(w.job.outcome(), 0)
	case w.state == workDone && l.scope.on:
		l.scope.worked(trace.ReqStart, w, w.begin)
		l.scope.worked(trace.ReqDone, w, w.end)
	}
	return 0
}

// worked writes when a worker took the work or when it ended, which only the
// loop may do, and only now.
func (s *scope) worked(kind trace.Kind, w *work, at int64) {
	r := w.job.req()
	rec := trace.Record{T: s.t, Kind: kind, ID: uint32(r.id), Type: trace.ReqType(r.typ),
		Lane: w.worker, Label: r.label, Iter: s.l.iteration, Loop: s.number, Phase: s.l.phase}
	if at >= 0 {
		rec.T = uint64(at)
	}
	if kind == trace.ReqDone {
		rec.Status = w.job.outcome()
	}
	r.cause = s.append(&rec, r.cause) + 1
}

// Cancel ends a request that still waits for a worker; its callback runs later
// with ECANCELED. One that was cancelled already stays so. Errors: EBUSY it runs
// or is done, EINVAL a request that never waits for the pool, was not submitted,
// or is another loop's. libuv: uv_cancel.
func (l *Loop) Cancel(r Request) error {
	c, ok := r.(interface{ pooled() *work })
	switch {
	case !ok || r.req().loop != l:
		return uv.EINVAL.Err()
	case !r.req().active:
		return uv.EBUSY.Err()
	}
	err := uv.EBUSY
	if w := c.pooled(); !w.elsewhere {
		err = l.pool.cancel(w)
	}
	if l.scope.on {
		rec := trace.Record{Kind: trace.ReqCancel, ID: uint32(r.ID()), Type: trace.ReqType(r.Type()), Status: int32(err)}
		l.scope.write(&rec, l.scope.current)
	}
	return err.Err()
}
