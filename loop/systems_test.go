//go:build unix

package loop

import (
	"fmt"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

// One test for each system that has none of its own elsewhere; docs/systems.md
// has the table of all.

// libuv's queue.h: nodes lie in what they list, a node leaves wherever it stands,
// and a whole queue moves in one step, so that a walk ends.
func TestCircularQueueIsMovedAsideBeforeItIsWalked(t *testing.T) {
	var q, round queue[string]
	q.init()
	nodes := [4]node[string]{{item: "a"}, {item: "b"}, {item: "c"}, {item: "d"}}
	for i := range nodes[:3] {
		q.pushBack(&nodes[i])
	}
	q.pushFront(&nodes[3])
	nodes[1].remove()
	q.moveTo(&round)
	if !q.empty() {
		t.Error("the queue still has what was moved")
	}
	var got []string
	for n := round.popFront(); n != nil; n = round.popFront() {
		got = append(got, n.item)
		q.pushBack(n) // would be walked for ever
	}
	equal(t, got, []string{"d", "a", "c"})
	q.pushBack(&nodes[1])
	got = nil
	q.each(func(s string) { got = append(got, s) })
	equal(t, got, []string{"d", "a", "c", "b"})
	q.moveTo(&round)
	q.moveTo(&round) // an empty one
	if !round.empty() || q.popFront() != nil {
		t.Error("there is something in an empty queue")
	}
}

// fedProbe is a watcher's handler that does what a test says.
type fedProbe struct{ do func() }

func (p *fedProbe) onIO(ioEvents)   { p.do() }
func (p *fedProbe) onFail(uv.Errno) {}

// What is fed in user space runs in the pending phase, before idle; what that
// feeds waits for the next round, which comes after poll, eight times at most.
func TestPendingQueueRunsFirstAndAgainAfterPoll(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	var s steps
	h, idle, check := watch(l, 5), l.NewIdle(), l.NewCheck()
	rounds := 0
	probe := &fedProbe{}
	w := &watcher{}
	w.init(&h.handle, probe, 5)
	probe.do = func() {
		rounds++
		s.note(fmt.Sprint("pending ", rounds))()
		if rounds < 12 {
			w.feed()
			w.feed() // once is enough
		}
	}
	w.feed()
	must(t, idle.Start(s.note("idle")))
	must(t, check.Start(func() {
		s.note("check")()
		if rounds == 12 {
			must(t, idle.Stop())
			must(t, check.Stop())
		}
	}))
	run(t, l)
	s.want(t, "pending 1", "idle", "pending 2", "pending 3", "pending 4", "pending 5", "pending 6", "pending 7",
		"pending 8", "pending 9", "check", "pending 10", "idle", "pending 11", "pending 12", "check")
}

// A worker without work waits on the condition variable and takes the next job:
// no other worker is started for it.
func TestIdleWorkerIsWokenByTheConditionVariable(t *testing.T) {
	l := newLoop(t, Options{})
	submit(l, workCPU, func() {}, nil)
	run(t, l)
	for l.pool.idleWorkers() == 0 { // it delivers before it waits
		l.UpdateTime()
	}
	submit(l, workCPU, func() {}, nil)
	run(t, l)
	equal(t, l.Snapshot().Pool.Started, 1)
}

func (p *Pool) idleWorkers() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.idle
}

// A handle is there until it is closed and calls back any number of times; a
// request is there from its call to its one callback, and then is free again.
func TestHandleLivesUntilItIsClosedAndARequestUntilItsCallback(t *testing.T) {
	l := newLoop(t, Options{})
	calls := 0
	tm := l.NewTimer()
	must(t, tm.Start(func() {
		if calls++; calls == 3 {
			must(t, tm.Stop())
		}
	}, 0, ms))
	var r FSReq
	looks := 0
	var again func()
	again = func() {
		if looks++; looks < 3 {
			must(t, l.FSStat(&r, nil, ".", again))
		}
	}
	must(t, l.FSStat(&r, nil, ".", again))
	errIs(t, l.Close(), uv.EBUSY) // both
	run(t, l)
	equal(t, []int{calls, looks, l.Snapshot().Requests, len(l.Snapshot().Handles)}, []int{3, 3, 0, 1})
	errIs(t, l.Close(), uv.EBUSY) // the handle, though it is at rest
	must(t, tm.Close(nil))
	run(t, l)
	must(t, l.Close())
}

// A timer is due in 5 ms and again after that: nowait looks and leaves, once
// waits for something to happen, default goes on to the end.
func TestThreeRunModes(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	var s steps
	tm, check := l.NewTimer(), l.NewCheck()
	check.Unref()
	must(t, check.Start(s.note("check")))
	must(t, tm.Start(func() {
		s.note(fmt.Sprint("timer at ", l.Now()))()
		if l.Now() == 15 {
			must(t, tm.Stop())
		}
	}, 5*ms, 5*ms))
	for _, mode := range []uv.RunMode{uv.RunNoWait, uv.RunOnce, uv.RunDefault} {
		s.note(mode.String())()
		alive, err := l.Run(mode)
		must(t, err)
		equal(t, alive, mode != uv.RunDefault)
	}
	s.want(t, "nowait", "check", "once", "check", "timer at 5",
		"default", "check", "timer at 10", "check", "timer at 15")
}

func TestClocksAreTheLoops(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	from, err := l.ClockGettime(Realtime)
	must(t, err)
	after(t, l, 1500*ms, func() {})
	run(t, l)
	now, err := l.ClockGettime(Monotonic)
	must(t, err)
	equal(t, now, Timespec{1, 500e6})
	to, err := l.ClockGettime(Realtime)
	must(t, err)
	equal(t, to.Time().Sub(from.Time()), 1500*ms)
	_, err = l.ClockGettime(2)
	errIs(t, err, uv.EINVAL)
}

// A loop inside another: who waits for the backend's descriptor, up to the
// backend's timeout, and then runs the loop without waiting, misses nothing.
func TestLoopIsEmbeddedByItsBackendDescriptor(t *testing.T) {
	l := newLoop(t, Options{PoolSize: 1})
	fd := l.BackendFd()
	if fd < 0 { // poll(2) has none
		equal(t, fd, -1)
		return
	}
	var s steps
	r, w := pipe(t)
	p, err := l.NewPoll(r)
	must(t, err)
	must(t, p.Start(uv.Readable, func(uv.Errno, uv.PollEvents) { s.note("poll")(); must(t, p.Close(nil)) }))
	a := l.NewAsync(nil)
	a.cb = func() { s.note("async")(); must(t, a.Close(nil)) }
	step := func() {
		ready := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		for {
			if _, err := unix.Poll(ready, l.BackendTimeout()); err != unix.EINTR {
				must(t, err)
				break
			}
		}
		_, err := l.Run(uv.RunNoWait)
		must(t, err)
	}
	step() // sends the registrations
	writeByte(t, w)
	step()
	go a.Send()
	step()
	submit(l, workCPU, func() {}, func(uv.Errno) { s.note("pool")() })
	step()
	after(t, l, ms, s.note("timer"))
	for l.Alive() {
		step()
	}
	s.want(t, "poll", "async", "pool", "timer")
}

// A watcher that stops before the kernel has heard of it, and one that is closed
// before its pending callback, leave no reason for poll not to wait.
func TestWhatIsTakenBackKeepsPollFromNothing(t *testing.T) {
	l := newLoop(t, Options{})
	after(t, l, 1000*1000*ms, func() {})
	waits := func() bool { return l.BackendTimeout() > 0 }
	r, _ := pipe(t)
	p, err := l.NewPoll(r)
	must(t, err)
	must(t, p.Start(uv.Readable, func(uv.Errno, uv.PollEvents) {}))
	equal(t, waits(), false)
	must(t, p.Stop())
	equal(t, waits(), true)
	a, b := pipePair(t, l)
	for _, s := range []*Pipe{a, b} {
		must(t, s.Shutdown(&ShutdownReq{}, nil))
	}
	equal(t, []int{l.Snapshot().Pending, len(l.pending)}, []int{2, 2})
	must(t, a.Close(nil))
	equal(t, []int{l.Snapshot().Pending, len(l.pending)}, []int{1, 2})
	must(t, b.Close(nil))
	equal(t, []int{l.Snapshot().Pending, len(l.pending)}, []int{0, 0})
}
