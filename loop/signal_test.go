//go:build unix

package loop

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

const (
	sigUsr1 = int(unix.SIGUSR1)
	sigUsr2 = int(unix.SIGUSR2)
)

// kill sends this process a signal.
func kill(t testing.TB, signum int) {
	t.Helper()
	must(t, syscall.Kill(os.Getpid(), syscall.Signal(signum)))
}

func TestSignalsReachEveryHandleThatWatchesThem(t *testing.T) {
	l := newLoop(t, Options{})
	var s steps
	a, b, other := l.NewSignal(), l.NewSignal(), l.NewSignal()
	must(t, a.Start(func(n int) { s.note(fmt.Sprint("a ", n == sigUsr1))(); must(t, a.Close(nil)) }, sigUsr1))
	must(t, b.Start(func(n int) {
		s.note(fmt.Sprint("b ", n == sigUsr1))()
		must(t, b.Close(nil))
		kill(t, sigUsr2)
	}, sigUsr1))
	must(t, other.Start(func(int) { s.note("other")(); must(t, other.Close(nil)) }, sigUsr2))
	after(t, l, 0, func() { kill(t, sigUsr1) })
	run(t, l)
	s.want(t, "a true", "b true", "other")
	if l.Deterministic() {
		t.Error("a signal came from outside")
	}
}

func TestLoopsShareASignal(t *testing.T) {
	a, b := newLoop(t, Options{}), newLoop(t, Options{})
	var s steps
	onA, onB := a.NewSignal(), b.NewSignal()
	must(t, onA.Start(func(int) { s.note("a")(); must(t, onA.Close(nil)) }, sigUsr1))
	must(t, onB.Start(func(int) { s.note("b")(); must(t, onB.Stop()) }, sigUsr1))
	kill(t, sigUsr1)
	run(t, a)
	run(t, b)
	must(t, onB.Start(func(int) { s.note("b again")(); must(t, onB.Stop()) }, sigUsr1))
	kill(t, sigUsr1) // one loop has given it up, the other has it still
	run(t, b)
	s.want(t, "a", "b", "b again")
}

// caught makes signals arrive without the system, at once and in this order.
func caught(l *Loop, signums ...int) {
	for _, n := range signums {
		l.signals.catch(n)
	}
}

func TestSignalsAreDeliveredLastInABatch(t *testing.T) {
	l, k := newVirtual(t, Options{PoolSize: 1})
	var s steps
	sig, async, p := l.NewSignal(), l.NewAsync(s.note("async")), watch(l, 5)
	must(t, sig.Start(func(int) { s.note("signal")() }, sigUsr1))
	must(t, p.Start(uv.Readable, func(uv.Errno, uv.PollEvents) { s.note("poll")(); must(t, p.Stop()) }))
	k.set(5, evIn)
	done := make(chan struct{})
	submit(l, workCPU, func() {}, func(uv.Errno) { s.note("pool")() })
	go func() { l.pool.Close(); close(done) }()
	<-done // the result is there
	caught(l, sigUsr1)
	async.Send()
	must(t, l.NewCheck().Start(s.note("check")))
	turn(t, l)
	s.want(t, "poll", "pool", "async", "signal", "check")
}

func TestOneShotSignalResetsAndPersistentOnesComeFirst(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	var s steps
	one, all := l.NewSignal(), l.NewSignal()
	must(t, one.StartOneShot(func(int) {
		s.note("one")()
		if !one.Active() {
			t.Error("stopped before its callback has returned")
		}
	}, sigUsr1))
	must(t, all.Start(func(int) { s.note("all")() }, sigUsr1))
	caught(l, sigUsr1, sigUsr1)
	turn(t, l)
	s.want(t, "all", "one", "all")
	equal(t, []any{one.Active(), one.Signum(), all.Active(), all.Signum()}, []any{false, 0, true, sigUsr1})
	must(t, one.Start(func(int) { s.note("two")() }, sigUsr1)) // no one-shot any more
	caught(l, sigUsr1, sigUsr1)
	turn(t, l)
	s.want(t, "all", "one", "all", "all", "two", "all", "two")
}

// The second Ctrl-C of a program that asked for one must end it, even while the
// first waits for a callback that does not return.
func TestOneShotSignalHasItsDefaultBackAtOnce(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	s := l.NewSignal()
	must(t, s.StartOneShot(func(int) {}, sigUsr1))
	w := l.signals.watched[sigUsr1]
	equal(t, w.reset, false)
	caught(l, sigUsr1)
	equal(t, w.reset, true)
	more := l.NewSignal()
	must(t, more.Start(func(int) {}, sigUsr1))
	equal(t, w.reset, false)
	caught(l, sigUsr1)
	equal(t, w.reset, false)
}

func TestSignalStartChecksItsArguments(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	s := l.NewSignal()
	none := func(int) {}
	for _, n := range []int{-1, 0, 1000, int(unix.SIGKILL), int(unix.SIGSTOP)} {
		errIs(t, s.Start(none, n), uv.EINVAL)
		errIs(t, s.StartOneShot(none, n), uv.EINVAL)
	}
	errIs(t, s.Start(nil, sigUsr1), uv.EINVAL)
	must(t, s.Stop())
	must(t, s.Start(none, sigUsr1))
	errIs(t, s.Start(none, 0), uv.EINVAL)
	equal(t, s.Signum(), sigUsr1)
	errIs(t, s.Start(none, 1000), uv.EINVAL) // but the old one has ended
	equal(t, []any{s.Signum(), s.Active()}, []any{0, false})
	must(t, s.Close(nil))
	errIs(t, s.Start(none, sigUsr1), uv.EINVAL)
	errIs(t, s.Close(nil), uv.EINVAL)
}

func TestSignalStartedAgainForTheSameSignalKeepsWhatWasCaught(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	var s steps
	a, moved := l.NewSignal(), l.NewSignal()
	must(t, a.Start(func(int) { t.Error("the old callback") }, sigUsr1))
	must(t, moved.Start(func(int) { t.Error("a signal that is not watched any more") }, sigUsr1))
	caught(l, sigUsr1)
	must(t, a.Start(func(int) { s.note("new")() }, sigUsr1))
	must(t, moved.Start(func(int) { s.note("other")() }, sigUsr2))
	turn(t, l)
	s.want(t, "new")
	caught(l, sigUsr2)
	turn(t, l)
	s.want(t, "new", "other")
}

func TestCloseOfASignalHandleWaitsForWhatWasCaught(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	var s steps
	sig, stopped, idle := l.NewSignal(), l.NewSignal(), l.NewIdle()
	check := l.NewCheck()
	must(t, sig.Start(func(int) { t.Error("called after close") }, sigUsr1))
	must(t, stopped.Start(func(int) { t.Error("called after stop") }, sigUsr1))
	must(t, idle.Start(func() { // after the poll it is too late for this one
		must(t, idle.Close(s.note("idle")))
	}))
	must(t, check.Start(func() {
		if caught(l, sigUsr1); l.Iteration() == 1 {
			must(t, sig.Close(func() { s.note(fmt.Sprint("closed in ", l.Iteration()))() }))
			must(t, stopped.Stop())
			must(t, check.Close(nil))
		}
	}))
	run(t, l)
	s.want(t, "idle", "closed in 2")
}

func TestUnrefdSignalHandleDoesNotKeepTheLoopAlive(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	s := l.NewSignal()
	must(t, s.Start(func(int) {}, sigUsr1))
	if !l.Alive() {
		t.Error("a started signal handle does not keep the loop alive")
	}
	s.Unref()
	run(t, l)
}

func TestSignalsThatNobodyTakesAreBounded(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	s, n := l.NewSignal(), 0
	must(t, s.Start(func(int) { n++ }, sigUsr1))
	for range maxCaught + 10 {
		caught(l, sigUsr1)
	}
	turn(t, l)
	equal(t, n, maxCaught)
}

func TestSignalsAreInTheTrace(t *testing.T) {
	rec := trace.NewRecorder(trace.Options{})
	l, _ := newVirtual(t, Options{Trace: rec})
	s := l.NewSignal()
	must(t, s.StartOneShot(func(int) {}, sigUsr1))
	caught(l, sigUsr1)
	run(t, l)
	_, recs := rec.All()
	at := slices.IndexFunc(recs, func(r trace.Record) bool { return r.Kind == trace.Event })
	if at < 0 || recs[at].Value != uint64(sigUsr1) || recs[at].ID != uint32(s.ID()) {
		t.Fatalf("no event of the signal handle in %v", recs)
	}
	call := recs[at+2]
	if call.Kind != trace.CallbackBegin || call.Cause != 2 || call.Value != uint64(sigUsr1) {
		t.Errorf("%+v does not come from the event", call)
	}
}

// Loops that start and stop watches while signals come: none of them loses one
// it watches for throughout, and nothing is left behind.
func TestSignalsUnderStress(t *testing.T) {
	keep := make(chan os.Signal, 1)
	signal.Notify(keep, unix.SIGUSR1, unix.SIGUSR2) // so that a gap is not the end of the test
	defer signal.Stop(keep)
	var loops sync.WaitGroup
	var senders sync.WaitGroup
	stop := make(chan struct{})
	for seed := range uint64(3) {
		l := newLoop(t, Options{})
		rnd := rand.New(rand.NewPCG(seed, 3))
		always, left := l.NewSignal(), 100
		var handles []*Signal
		turn := func(int) {
			if left--; left == 0 {
				closeAll(l)
			}
			if left <= 0 {
				return
			}
			if len(handles) < 4 {
				handles = append(handles, l.NewSignal())
			}
			s, n := handles[rnd.IntN(len(handles))], []int{sigUsr1, sigUsr2}[rnd.IntN(2)]
			switch rnd.IntN(4) {
			case 0:
				must(t, s.Start(func(int) {}, n))
			case 1:
				must(t, s.StartOneShot(func(int) {}, n))
			case 2:
				must(t, s.Stop())
			case 3:
				must(t, s.Close(nil))
				handles = slices.DeleteFunc(handles, func(o *Signal) bool { return o == s })
			}
		}
		must(t, always.Start(turn, sigUsr1))
		loops.Go(func() {
			if _, err := l.Run(uv.RunDefault); err != nil {
				t.Error(err)
			}
		})
	}
	senders.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				_ = syscall.Kill(os.Getpid(), syscall.Signal([]int{sigUsr1, sigUsr2}[i%2]))
			}
		}
	})
	loops.Wait()
	close(stop)
	senders.Wait()
}
