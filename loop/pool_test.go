//go:build unix

package loop

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/loopground/loopground/internal/leak"
	"github.com/loopground/loopground/loop/uv"
)

// testJob is pool work of a test's own.
type testJob struct {
	request
	work work
	do   func()
	cb   func(status uv.Errno)
}

func (j *testJob) pooled() *work  { return &j.work }
func (j *testJob) execute()       { j.do() }
func (j *testJob) outcome() int32 { return 0 }

func (j *testJob) complete(status uv.Errno) {
	if status != 0 {
		j.finished(int32(status), 0)
	}
	id := j.beginCall(int32(status), 0)
	j.cb(status)
	j.loop.endCall(id)
}

func submit(l *Loop, kind workKind, do func(), cb func(status uv.Errno)) *testJob {
	j := &testJob{do: do, cb: cb}
	if j.cb == nil {
		j.cb = func(uv.Errno) {}
	}
	j.submit(l, uv.Work, uint8(kind), 0, 0)
	j.work.start(l, kind, j)
	return j
}

// held is work that runs until it is let go.
type held struct {
	started chan struct{}
	letGo   chan struct{}
}

func hold(l *Loop, kind workKind) *held {
	h := &held{make(chan struct{}), make(chan struct{})}
	submit(l, kind, func() { close(h.started); <-h.letGo }, nil)
	return h
}

func TestPoolStartsWithTheFirstWork(t *testing.T) {
	l := newLoop(t, Options{PoolSize: 3})
	equal(t, l.Snapshot().Pool, PoolState{Jobs: []JobState{}})
	h := hold(l, workCPU)
	<-h.started
	submit(l, workCPU, func() {}, nil)
	equal(t, l.Snapshot().Pool.Size, 3)
	equal(t, l.Snapshot().Pool.Started, 2)
	close(h.letGo)
	run(t, l)
}

func TestPoolHasFourWorkersUnlessTold(t *testing.T) {
	for size, want := range map[int]int{-1: 4, 0: 4, 1: 1, 5000: 1024} {
		if got := NewPool(size).Size(); got != want {
			t.Errorf("NewPool(%d) has %d workers, want %d", size, got, want)
		}
	}
}

func TestPoolOfOneWorkerRunsFirstInFirstOut(t *testing.T) {
	l := newLoop(t, Options{PoolSize: 1})
	var mu sync.Mutex
	var ran, called []int
	for i := range 20 {
		submit(l, workKind(1+i%2), func() { mu.Lock(); ran = append(ran, i); mu.Unlock() },
			func(uv.Errno) { called = append(called, i) })
	}
	run(t, l)
	for i := range 20 {
		if ran[i] != i || called[i] != i {
			t.Fatalf("ran %v, called back %v", ran, called)
		}
	}
}

func TestSlowWorkHoldsHalfOfTheWorkersRoundedUp(t *testing.T) {
	for size, most := range map[int]int{1: 1, 2: 1, 3: 2, 4: 2, 5: 3} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			l := newLoop(t, Options{PoolSize: size})
			var slow []*held
			for range size + 2 {
				slow = append(slow, hold(l, workSlowIO))
			}
			for i := range most {
				<-slow[i].started
			}
			if size > 1 { // a fast job is never stuck behind them
				fast := hold(l, workFastIO)
				<-fast.started
				got := l.Snapshot().Pool
				equal(t, []int{got.Queued, got.Slow, got.Running}, []int{size + 2 - most, size + 2 - most, most + 1})
				close(fast.letGo)
			}
			for _, h := range slow {
				close(h.letGo)
			}
			run(t, l)
		})
	}
}

func TestCancel(t *testing.T) {
	l := newLoop(t, Options{PoolSize: 1})
	var s steps
	h := hold(l, workCPU)
	<-h.started
	note := func(what string) func(uv.Errno) { return func(st uv.Errno) { s.note(what + " " + st.Name())() } }
	never := func() { t.Error("cancelled work ran") }
	slow := submit(l, workSlowIO, never, note("slow"))
	var stat FSReq
	must(t, l.FSStat(&stat, nil, ".", func() { s.note("stat " + stat.Err().Name())() }))
	last := submit(l, workCPU, func() {}, note("last"))
	must(t, l.Cancel(&stat))
	must(t, l.Cancel(&stat)) // it is already
	must(t, l.Cancel(slow))
	if len(s.got) != 0 {
		t.Error("called back before Cancel returned")
	}
	errIs(t, l.Cancel(&FSReq{}), uv.EINVAL)
	errIs(t, l.Cancel(&WriteReq{}), uv.EINVAL)
	errIs(t, newLoop(t, Options{}).Cancel(last), uv.EINVAL)
	close(h.letGo)
	run(t, l)
	s.want(t, "stat ECANCELED", "slow ECANCELED", "last OK")
	errIs(t, l.Cancel(last), uv.EBUSY)
	errIs(t, l.Cancel(&stat), uv.EBUSY)
}

func TestRunningWorkCannotBeCancelled(t *testing.T) {
	l := newLoop(t, Options{})
	started, letGo := make(chan struct{}), make(chan struct{})
	var got uv.Errno = -1
	j := submit(l, workCPU, func() { close(started); <-letGo }, func(st uv.Errno) { got = st })
	<-started
	errIs(t, l.Cancel(j), uv.EBUSY)
	close(letGo)
	run(t, l)
	errIs(t, got, 0)
}

// sharedPool is closed, after the loops that use it, when the test ends.
func sharedPool(t testing.TB, size int) *Pool {
	t.Helper()
	leak.Check(t)
	p := NewPool(size)
	t.Cleanup(p.Close)
	return p
}

func TestLoopsShareAPool(t *testing.T) {
	p := sharedPool(t, 2)
	var wg sync.WaitGroup
	for range 4 {
		l := newLoop(t, Options{Pool: p})
		calls := 0
		for range 50 {
			submit(l, workCPU, func() {}, func(st uv.Errno) {
				if must(t, st.Err()); calls < 100 {
					calls++
					submit(l, workSlowIO, func() {}, func(uv.Errno) { calls++ })
				}
			})
		}
		wg.Go(func() {
			if _, err := l.Run(uv.RunDefault); err != nil || calls < 100 {
				t.Errorf("%v after %d calls", err, calls)
			}
		})
	}
	wg.Wait()
}

// order notes which jobs ran, in the order of their running.
type order struct {
	mu  sync.Mutex
	ran []string
}

func (o *order) job(l *Loop, kind workKind, name string) {
	submit(l, kind, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.ran = append(o.ran, name)
	}, nil)
}

// A loop that floods the pool holds another up by one job, not by all of its own.
func TestLoopsThatShareAPoolTakeTurns(t *testing.T) {
	for _, kind := range []workKind{workCPU, workFastIO, workSlowIO} {
		p := sharedPool(t, 1)
		flood, few, late := newLoop(t, Options{Pool: p}), newLoop(t, Options{Pool: p}), newLoop(t, Options{Pool: p})
		var o order
		h := hold(flood, kind)
		<-h.started
		for i := range 5 {
			o.job(flood, kind, fmt.Sprint("flood ", i))
		}
		o.job(few, kind, "few 0")
		o.job(few, kind, "few 1")
		o.job(late, kind, "late")
		o.job(few, kind, "few 2") // queuing more does not lose its turn
		close(h.letGo)
		for _, l := range []*Loop{flood, few, late} {
			run(t, l)
		}
		equal(t, o.ran, []string{
			"flood 0", "few 0", "late", "flood 1", "few 1", "flood 2", "few 2", "flood 3", "flood 4"})
	}
}

// libuv's order in one queue: slow work takes its place where the first of it
// was queued, and goes to the end with what is left of it.
func TestSlowWorkTakesItsTurnAmongTheOther(t *testing.T) {
	l := newLoop(t, Options{PoolSize: 1})
	var o order
	h := hold(l, workCPU)
	<-h.started
	o.job(l, workFastIO, "fast 0")
	o.job(l, workSlowIO, "slow 0")
	o.job(l, workSlowIO, "slow 1")
	o.job(l, workCPU, "cpu 0")
	o.job(l, workFastIO, "fast 1")
	o.job(l, workSlowIO, "slow 2")
	close(h.letGo)
	run(t, l)
	equal(t, o.ran, []string{"fast 0", "slow 0", "cpu 0", "fast 1", "slow 1", "slow 2"})
}

// Slow work of several loops that wait for each other's places, some of it
// cancelled while it has its turn: none is forgotten.
func TestSlowWorkOfOtherLoopsMovesUp(t *testing.T) {
	p := sharedPool(t, 2)
	var loops []*Loop
	for range 4 {
		loops = append(loops, newLoop(t, Options{Pool: p}))
	}
	slow := hold(loops[0], workSlowIO)
	<-slow.started
	fast := hold(loops[3], workFastIO)
	<-fast.started // both workers are taken
	first := submit(loops[1], workSlowIO, func() { t.Error("cancelled work ran") }, nil)
	ran := make(chan struct{})
	submit(loops[2], workSlowIO, func() { close(ran) }, nil)
	busy := hold(loops[0], workFastIO)
	close(slow.letGo) // gives loop 1 the place, and its worker to this:
	<-busy.started
	must(t, loops[1].Cancel(first))
	close(busy.letGo)
	<-ran
	close(fast.letGo)
	for _, l := range loops {
		run(t, l)
	}
}

func TestPoolOfAThousandWorkersRunsThatMuchAtOnce(t *testing.T) {
	l := newLoop(t, Options{PoolSize: maxPoolSize})
	var all sync.WaitGroup
	all.Add(maxPoolSize)
	for range maxPoolSize {
		submit(l, workCPU, func() { all.Done(); all.Wait() }, nil) // each waits for all
	}
	run(t, l)
	equal(t, l.Metrics().Events, maxPoolSize)
}

func TestClosedPoolCancelsWhatHasNotStarted(t *testing.T) {
	p := sharedPool(t, 1)
	l := newLoop(t, Options{Pool: p})
	var s steps
	note := func(st uv.Errno) { s.note(st.Name())() }
	h := hold(l, workCPU)
	<-h.started
	for range 2 {
		submit(l, workFastIO, func() { t.Error("ran") }, note)
		submit(l, workSlowIO, func() { t.Error("ran") }, note)
	}
	closed := make(chan struct{})
	go func() { p.Close(); close(closed) }()
	run2(t, l, func() bool { return len(s.got) == 4 })
	select {
	case <-closed:
		t.Error("Close did not wait for running work")
	default:
	}
	close(h.letGo)
	<-closed
	submit(l, workCPU, func() { t.Error("ran") }, note)
	run(t, l)
	s.want(t, "ECANCELED", "ECANCELED", "ECANCELED", "ECANCELED", "ECANCELED")
	p.Close()
}

// Random work of all kinds, some of it cancelled, from loops that share a pool:
// each is called back once, and ran unless it was cancelled.
func TestPoolUnderStress(t *testing.T) {
	p := sharedPool(t, 3)
	var wg sync.WaitGroup
	for seed := range uint64(3) {
		l := newLoop(t, Options{Pool: p})
		rnd := rand.New(rand.NewPCG(seed, 7))
		left, open := 400, 0
		var more func()
		more = func() {
			for range 1 + rnd.IntN(4) {
				if left--; left < 0 {
					return
				}
				open++
				ran, cancelled := false, false
				j := submit(l, workKind(1+rnd.IntN(3)), func() { ran = true }, func(st uv.Errno) {
					open--
					if ran == cancelled || (st == uv.ECANCELED) != cancelled {
						t.Errorf("ran %v, cancelled %v, told %v", ran, cancelled, st.Name())
					}
					more()
				})
				if rnd.IntN(3) == 0 {
					cancelled = l.Cancel(j) == nil
				}
			}
		}
		for range 20 {
			more()
		}
		wg.Go(func() {
			if _, err := l.Run(uv.RunDefault); err != nil || open != 0 || left > 0 {
				t.Errorf("%v; %d open, %d left", err, open, left)
			}
		})
	}
	wg.Wait()
}
