package loop

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/loopground/loopground/loop/uv"
)

// Metrics are counters of a loop. libuv: uv_metrics_t.
type Metrics struct {
	// LoopCount is the number of polls, one an iteration.
	LoopCount uint64
	// Events is the number of events that poll handled: ready descriptors,
	// wake-ups by other goroutines, and results of the pool.
	Events uint64
	// EventsWaiting is how many of them were there when poll was entered. Without
	// MetricsIdleTime only results of the pool are counted.
	EventsWaiting uint64
}

// Metrics are the loop's counters so far. libuv: uv_metrics_info.
func (l *Loop) Metrics() Metrics { return l.metrics.Metrics }

// IdleTime is how long the loop has waited in poll since Configure was told
// MetricsIdleTime, in ns, the running wait included. Time in callbacks does not
// count. Any goroutine may ask. libuv: uv_metrics_idle_time.
func (l *Loop) IdleTime() uint64 {
	m := &l.metrics
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.waits && !l.clock.virtual {
		return uint64(m.idle + l.clock.now() - m.since)
	}
	return uint64(m.idle)
}

// LoopOption is something that Configure sets. libuv: uv_loop_option.
type LoopOption uint8

// The options, with libuv's numbers.
const (
	BlockSignal      LoopOption = iota // libuv: UV_LOOP_BLOCK_SIGNAL
	MetricsIdleTime                    // libuv: UV_METRICS_IDLE_TIME
	UseIoUringSQPoll                   // libuv: UV_LOOP_USE_IO_URING_SQPOLL
)

// Configure sets an option.
//
// MetricsIdleTime has the loop measure its idle time, and look for events that
// are there already before a poll that may block.
//
// BlockSignal is for SIGPROF alone and changes nothing: Go's runtime owns the
// signal mask, and a wait that a signal interrupts goes on for what is left of
// its time.
//
// Errors: EINVAL for BlockSignal with another signal, ENOSYS for anything else.
// libuv: uv_loop_configure.
func (l *Loop) Configure(o LoopOption, args ...int) error {
	switch {
	case o == MetricsIdleTime:
		l.metrics.on = true
		return nil
	case o != BlockSignal:
		return uv.ENOSYS.Err()
	case len(args) != 1 || args[0] != sigProf:
		return uv.EINVAL.Err()
	}
	return nil
}

// sigProf is SIGPROF, 27 on every Unix system.
const sigProf = 27

// metrics are what the loop counts of itself.
type metrics struct {
	Metrics
	outside atomic.Bool // an event or wake-up came from outside, or a request was done at once
	on      bool        // idle time is asked for
	atOnce  bool        // the last wait did not block

	mu    sync.Mutex // for IdleTime; taken only when on
	idle  int64      // ns
	since int64      // begin of the running wait
	waits bool
}

// touched notes that something came from outside. A request that is done at once
// may say so from another goroutine.
func (m *metrics) touched() {
	if !m.outside.Load() {
		m.outside.Store(true)
	}
}

// wait is kernel.Wait that may block, measured. What is there already is counted
// apart.
func (m *metrics) wait(l *Loop, ms int) (n int, woken bool, err error) {
	if n, woken, err = l.kernel.Wait(l.events, 0); n > 0 || woken || err != nil {
		m.atOnce = true
		return n, woken, err
	}
	m.begin(l.clock.now())
	n, woken, err = l.kernel.Wait(l.events, ms)
	m.end(l.clock.now())
	return n, woken, err
}

func (m *metrics) begin(now int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.waits, m.since = true, now
}

func (m *metrics) end(now int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.waits = false
	m.idle += now - m.since
}

// passed is a wait of virtual time.
func (m *metrics) passed(ms int) {
	if m.on {
		m.begin(0)
		m.end(int64(ms) * int64(time.Millisecond))
	}
}

// handled counts what one wait brought; first: it was the poll phase's first.
func (m *metrics) handled(events int, first bool) {
	m.Events += uint64(events)
	if m.on && first && m.atOnce {
		m.EventsWaiting += uint64(events)
	}
}

// completed counts the pool's results. Their wake-up is counted already.
func (m *metrics) completed(works int) {
	if works < 2 {
		return
	}
	m.Events += uint64(works - 1)
	if m.atOnce {
		m.EventsWaiting += uint64(works - 1)
	}
}
