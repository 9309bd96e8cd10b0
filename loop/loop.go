package loop

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// Order says where in an iteration timers run.
type Order uint8

// The orders. They differ in nothing else.
const (
	// OrderCurrent is libuv 1.45 and later: timers run after closing, and once
	// before the first iteration of a default run.
	OrderCurrent Order = iota
	// Order144 is libuv 1.44 and earlier: timers run first in each iteration.
	Order144
)

// Options of a Loop. The zero value is ready to use.
type Options struct {
	// Order of the timer phase.
	Order Order
	// Virtual makes the loop's clock virtual: it stands still while callbacks
	// run, and jumps to the next timer when no request is at the pool and no
	// watcher is ready. Programs with timers only are then exactly repeatable.
	Virtual bool
	// Pool does the blocking work. nil: the loop makes one of its own at the
	// first request that needs it, and ends it in Close.
	Pool *Pool
	// PoolSize is the number of workers of the loop's own pool, 1 to 1024.
	// 0 is 4.
	PoolSize int
	// Trace records every step. nil records nothing and costs one branch.
	Trace *trace.Recorder
	// TraceLoop is the number of this loop in the trace.
	TraceLoop uint16
	// Gate is asked before each phase and callback; see Gate.
	Gate Gate
	// Beside is a loop that the new one is a sibling of: they share one goroutine,
	// the ids of handles and requests, the clock and the pool. One may run inside
	// a callback of the other. It is closed after its siblings. Virtual, Pool and
	// PoolSize are those of Beside. nil: the loop is on its own.
	Beside *Loop

	kernel func() (kernel, error) // tests: the fake
}

// Loop is one event loop. Everything but Interrupt and Async.Send belongs to
// one goroutine, the one that calls Run. libuv: uv_loop_t.
type Loop struct {
	kernel kernel
	clock  *clock // shared with siblings
	order  Order

	time      uint64 // cached, ms
	iteration uint32
	phase     uv.Phase
	stopped   bool
	running   bool
	midway    bool // Run has not come to its end: a callback that panics leaves it so
	closed    bool

	slots      *slots         // shared with siblings
	handles    queue[*handle] // every open handle, in the order of their making
	active     int            // handles that are active and ref'd, and held
	held       int            // what Hold was told
	activeReqs int

	timers   timerHeap
	ready    []*Timer // due timers of the running timer phase
	timerSeq uint64

	idle, prepare, check phaseList
	pending              []*watcher
	fed                  int        // watchers in pending; the others are gaps
	pendingRound         []*watcher // what is left of the running round
	closing              *handle    // last closed first
	closingRound         *handle
	callingReq           ID // the request whose callback runs

	registrations []*watcher
	watchers      int        // registered with an interest
	fds           []*watcher // those by descriptor
	events        []event
	calledBack    bool    // the last poll may have called somebody back
	batch         []event // what is left of events, while they are handled

	asyncs      []*Async // in the order of their making; nil where one was closed
	asyncHoles  int
	wakeUp      atomic.Bool // an async was sent or work is done, since last looked
	sleeping    atomic.Bool // in, or about to enter, a wait that may block
	interrupted atomic.Bool
	embedded    atomic.Bool // somebody waits for the kernel's descriptor

	pool      *Pool
	beside    *Loop // whose pool it uses; nil: its own
	ownPool   bool
	poolSize  int
	atPool    int  // requests at the pool
	yields    bool // the next wait lets the pool run first
	share     poolShare
	doneMu    sync.Mutex
	done      []*work
	doneRound []*work

	signals *signals // nil until a signal handle is started
	inotify *inotify // nil until an fs_event handle is started

	wakeMu sync.Mutex
	gone   bool // the kernel is closed; guarded by wakeMu
	emfile int  // a descriptor kept in reserve for accept; -1: none

	scope   scope
	metrics metrics
}

// New makes a loop. Errors: those of the kernel's poller, ENOSYS where this
// system has none, EINVAL for a PoolSize out of range. libuv: uv_loop_init.
func New(o Options) (*Loop, error) {
	if o.PoolSize < 0 || o.PoolSize > maxPoolSize || o.Order > Order144 {
		return nil, uv.EINVAL
	}
	open := o.kernel
	if open == nil {
		open = newKernel
	}
	k, err := open()
	if err != nil {
		return nil, err
	}
	l := &Loop{
		kernel:   k,
		order:    o.Order,
		pool:     o.Pool,
		beside:   o.Beside,
		poolSize: o.PoolSize,
		emfile:   -1,
	}
	l.join(o)
	l.handles.init()
	l.idle.init(uv.IdlePhase)
	l.prepare.init(uv.PreparePhase)
	l.check.init(uv.CheckPhase)
	l.scope.init(l, o)
	return l, nil
}

// join takes what siblings have together, or makes it.
func (l *Loop) join(o Options) {
	if o.Beside != nil {
		l.slots, l.clock = o.Beside.slots, o.Beside.clock
		l.UpdateTime()
		return
	}
	l.slots, l.clock = &slots{}, &clock{}
	l.clock.start(o.Virtual)
}

// Close frees the loop. It answers EBUSY while any handle or request is open.
// libuv: uv_loop_close.
func (l *Loop) Close() error {
	if l.running || !l.handles.empty() || l.activeReqs > 0 {
		return uv.EBUSY.Err()
	}
	if l.closed {
		return uv.EINVAL.Err()
	}
	l.closed = true
	if l.ownPool {
		l.pool.Close()
	}
	l.inotify.close()
	if l.emfile >= 0 {
		closeFd(l.emfile)
	}
	l.wakeMu.Lock()
	defer l.wakeMu.Unlock()
	l.gone = true
	return l.kernel.Close()
}

// Stop makes Run return at the next iteration's edge; if poll has not begun, it
// does not block. Called before Run, Run returns at once. libuv: uv_stop.
func (l *Loop) Stop() { l.stopped = true }

// Alive reports whether ref'd active handles, requests, pending callbacks or
// closing handles exist, or Hold keeps it so. libuv: uv_loop_alive.
func (l *Loop) Alive() bool {
	return l.active > 0 || l.activeReqs > 0 || len(l.pending) > 0 || l.closing != nil
}

// Hold keeps the loop alive as n active handles would, until it is called again:
// for users that count handles of their own. It takes the place of what was held
// before.
func (l *Loop) Hold(n int) {
	if n == l.held {
		return
	}
	l.active += n - l.held
	l.held = n
	if l.scope.on {
		l.scope.write(&trace.Record{Kind: trace.Hold, Value: uint64(n)}, l.scope.current)
	}
}

// Requests is how many requests are active: submitted and not called back.
func (l *Loop) Requests() int { return l.activeReqs }

// Now is the cached time in ms since the loop was made. libuv: uv_now.
func (l *Loop) Now() uint64 { return l.time }

// UpdateTime reads the clock into the cached time. libuv: uv_update_time.
func (l *Loop) UpdateTime() {
	ns := l.clock.now()
	l.scope.t = uint64(ns)
	l.time = uint64(ns) / uint64(time.Millisecond)
}

// Time reads the loop's clock: ns since the loop was made. libuv: uv_hrtime.
func (l *Loop) Time() uint64 { return uint64(l.clock.now()) }

// BackendFd is the kernel's descriptor that becomes readable when the loop has
// something to do; -1 where there is none. From the first call on that includes
// what other goroutines send while the loop does not run. libuv: uv_backend_fd.
func (l *Loop) BackendFd() int {
	l.embedded.Store(true)
	return l.kernel.Fd()
}

// BackendTimeout is how long poll would block now, in ms; -1 without limit.
// libuv: uv_backend_timeout.
func (l *Loop) BackendTimeout() int {
	if l.hasUnsent() {
		return 0
	}
	ms, _ := l.pollTimeout(uv.RunDefault, true)
	if ms < 0 && len(l.timers) > 0 {
		return maxWait // a timer so far off that poll need not think of it
	}
	return ms
}

// Iteration is the number of the current iteration, from 1; 0 before the first.
func (l *Loop) Iteration() uint32 { return l.iteration }

// Phase is the running phase; uv.Outside when the loop does not run.
func (l *Loop) Phase() uv.Phase { return l.phase }

// Virtual reports whether the clock is virtual.
func (l *Loop) Virtual() bool { return l.clock.virtual }

// Deterministic reports whether nothing from outside (a socket, a file, another
// goroutine) has reached the loop so far: with a virtual clock such a run is
// exactly repeatable.
func (l *Loop) Deterministic() bool { return !l.metrics.outside.Load() }

// Walk calls f for every handle that was open when it was called, in the order
// of their making. libuv: uv_walk.
func (l *Loop) Walk(f func(Handle)) {
	var all []Handle
	l.handles.each(func(h *handle) { all = append(all, h.self) })
	for _, h := range all {
		if !h.base().closed {
			f(h)
		}
	}
}

// Interrupt wakes a poll that blocks and has the gate asked, from any
// goroutine. It runs no callback and does not end the poll.
func (l *Loop) Interrupt() {
	l.interrupted.Store(true)
	l.wake()
}

// wake ends a wait that may block. The flags are set before it is called, and
// the loop looks at them after it says that it sleeps, so none is lost. The lock
// keeps a late one from writing to a descriptor that Close has given up.
func (l *Loop) wake() {
	sleeps := l.sleeping.Load() && l.sleeping.CompareAndSwap(true, false)
	if !sleeps && !l.embedded.Load() {
		return
	}
	l.wakeMu.Lock()
	defer l.wakeMu.Unlock()
	if !l.gone {
		l.kernel.Wake()
	}
}
