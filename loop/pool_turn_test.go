//go:build unix

package loop

import (
	"fmt"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/loopground/loopground/loop/uv"
)

// Work that the loop does keeps its worker: with one worker nothing else of the
// pool's is done before it, and everything comes in the order of queueing.
func TestTurnsAreTakenOnTheLoopInOrder(t *testing.T) {
	for _, hold := range []bool{true, false} {
		for _, workers := range []int{1, 4} {
			t.Run(fmt.Sprint(hold, workers), func(t *testing.T) {
				l := newLoop(t, Options{PoolSize: workers})
				var s steps
				var want []string
				var reqs [6]WorkReq
				inside := false // on the loop's goroutine alone: the race detector sees others
				for i := range reqs {
					must(t, l.QueueTurn(&reqs[i], hold, func() {
						inside = !inside
						equal(t, l.Phase(), uv.PollPhase)
						s.note(fmt.Sprint("work ", i))()
						errIs(t, l.Cancel(&reqs[i]), uv.EBUSY)
						inside = !inside
					}, func(st uv.Errno) {
						must(t, st.Err())
						s.note(fmt.Sprint("after ", i))()
					}))
					want = append(want, fmt.Sprint("work ", i), fmt.Sprint("after ", i))
				}
				errIs(t, l.QueueTurn(&reqs[0], hold, func() {}, nil), uv.EBUSY)
				errIs(t, l.QueueTurn(&WorkReq{}, hold, nil, nil), uv.EINVAL)
				run(t, l)
				for _, kind := range []string{"work", "after"} {
					last := -1
					for _, step := range s.got {
						var i int
						if n, _ := fmt.Sscanf(step, kind+" %d", &i); n == 1 {
							if i != last+1 {
								t.Errorf("%s comes after %s %d", step, kind, last)
							}
							last = i
						}
					}
				}
				s.wantSet(t, want...)
			})
		}
	}
}

// The slot is held while the loop works: a job behind it has to wait for it.
func TestATurnHoldsItsWorker(t *testing.T) {
	l := newLoop(t, Options{PoolSize: 1})
	var work, behind WorkReq
	started := false
	must(t, l.QueueTurn(&work, true, func() {
		for range 100 {
			if s := l.Snapshot().Pool; s.Running != 1 || s.Queued != 1 {
				t.Fatalf("%+v", s)
			}
		}
		started = true
	}, nil))
	must(t, l.QueueWork(&behind, func() {
		if !started {
			t.Error("it did not wait")
		}
	}, nil))
	run(t, l)
}

// A worker that is let go does other things although the loop does not run.
func TestAWorkerIsReleasedFromATurn(t *testing.T) {
	p := sharedPool(t, 1)
	l, other := newLoop(t, Options{Pool: p}), newLoop(t, Options{Pool: p})
	var taken, queued, behind WorkReq
	var s steps
	must(t, l.QueueTurn(&taken, true, s.note("taken"), nil))
	for l.Snapshot().Pool.Running == 0 {
		runtime.Gosched()
	}
	must(t, l.QueueTurn(&queued, true, s.note("queued"), nil))
	must(t, other.QueueWork(&behind, s.note("behind"), nil))
	for _, r := range []*WorkReq{&taken, &queued} {
		r.Release()
		r.Release()
	}
	run(t, other)
	run(t, l)
	s.want(t, "behind", "taken", "queued")
}

func TestATurnThatWaitsIsCancelled(t *testing.T) {
	l := newLoop(t, Options{PoolSize: 1})
	h := hold(l, workCPU)
	var r WorkReq
	status := uv.Errno(0)
	must(t, l.QueueTurn(&r, true, func() { t.Error("it was cancelled") }, func(st uv.Errno) { status = st }))
	<-h.started
	must(t, l.Cancel(&r))
	close(h.letGo)
	run(t, l)
	equal(t, status, uv.ECANCELED)
}

// A turn that panics lets its worker go and is called back.
func TestAWorkerIsFreeWhenItsTurnPanics(t *testing.T) {
	l := newLoop(t, Options{PoolSize: 1})
	l.scope.on, l.scope.watched = false, false // a panic leaves the trace in the midst of a callback
	var r, next WorkReq
	var s steps
	must(t, l.QueueTurn(&r, true, func() { panic("work") }, func(uv.Errno) { s.note("after")() }))
	runUntilPanic(t, l)
	must(t, l.QueueTurn(&next, true, s.note("next"), nil))
	run(t, l)
	s.wantSet(t, "after", "next")
}

// Requests that somebody else does call back in poll, and cannot be cancelled.
func TestARequestThatIsDoneElsewhere(t *testing.T) {
	l := newLoop(t, Options{})
	var r FSReq
	got := int64(0)
	must(t, l.FSBegin(&r, uv.FsRead, "stdin", 10, func() {
		equal(t, l.Phase(), uv.PollPhase)
		if got += r.Result; got < 14 {
			must(t, l.FSBegin(&r, uv.FsRead, "stdin", 10, func() { got += r.Result }))
			r.Finish(int64(uv.EIO))
		}
	}))
	errIs(t, l.FSBegin(&r, uv.FsRead, "stdin", 10, nil), uv.EBUSY)
	errIs(t, l.Cancel(&r), uv.EBUSY)
	go r.Finish(10)
	run(t, l)
	equal(t, got, 10+int64(uv.EIO))
}

func TestCopyfileIsBounded(t *testing.T) {
	l := newLoop(t, Options{})
	from := tempFile(t, "0123456789").Name()
	to := filepath.Join(t.TempDir(), "b")
	r := FSReq{MaxCopy: 9}
	errIs(t, l.FSCopyfile(&r, nil, from, to, 0, nil), uv.EFBIG)
	errIs(t, l.FSStat(&r, nil, to, nil), uv.ENOENT)
	r.MaxCopy = 10
	must(t, l.FSCopyfile(&r, nil, from, to, 0, nil))
}
