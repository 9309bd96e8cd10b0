//go:build unix

package loop

import (
	"testing"
	"time"

	"github.com/loopground/loopground/loop/uv"
)

func TestMetricsCountPollsAndEvents(t *testing.T) {
	l, k := newVirtual(t, Options{})
	p, late := watch(l, 5), watch(l, 6)
	k.set(5, evIn)
	k.set(6, evIn)
	must(t, p.Start(uv.Readable, func(uv.Errno, uv.PollEvents) { must(t, late.Stop()) }))
	must(t, late.Start(uv.Readable, func(uv.Errno, uv.PollEvents) { t.Error("called") }))
	l.NewAsync(nil).Send()
	for range 3 {
		turn(t, l)
	}
	equal(t, l.Metrics(), Metrics{LoopCount: 3, Events: 4}) // three of p, one wake-up
}

// A file request after the other: each iteration has exactly one event.
func TestMetricsCountOneEventForEachResultOfThePool(t *testing.T) {
	l := newLoop(t, Options{})
	var r FSReq
	n := uint64(0)
	var next func()
	next = func() {
		n++
		if got := l.Metrics(); got.LoopCount != n || got.Events != n-1 { // counted after its callbacks
			t.Errorf("in callback %d: %+v", n, got)
		}
		if n < 5 {
			must(t, l.FSStat(&r, nil, ".", next))
		}
	}
	must(t, l.FSStat(&r, nil, ".", next))
	run(t, l)
	equal(t, l.Metrics(), Metrics{LoopCount: 5, Events: 5})
}

func TestMetricsCountResultsThatWaitTogether(t *testing.T) {
	p := sharedPool(t, 2)
	l := newLoop(t, Options{Pool: p})
	for range 3 {
		submit(l, workCPU, func() {}, nil)
	}
	p.Close()
	_, err := l.Run(uv.RunNoWait)
	must(t, err)
	equal(t, l.Metrics(), Metrics{LoopCount: 1, Events: 3, EventsWaiting: 2})
}

func TestEventsThatWaitedAreCountedBesideIdleTime(t *testing.T) {
	l := newLoop(t, Options{})
	must(t, l.Configure(MetricsIdleTime))
	r, w := pipe(t)
	p, err := l.NewPoll(r)
	must(t, err)
	got := 0
	must(t, p.Start(uv.Readable, func(uv.Errno, uv.PollEvents) {
		if got++; got == 2 {
			must(t, p.Close(nil))
			return
		}
		readByte(t, r)
	}))
	writeByte(t, w) // there before poll is entered
	once(t, l)
	equal(t, l.Metrics(), Metrics{LoopCount: 1, Events: 1, EventsWaiting: 1})
	go func() { // comes while it waits
		for l.IdleTime() < uint64(ms) {
			time.Sleep(time.Millisecond)
		}
		writeByte(t, w)
	}()
	once(t, l)
	equal(t, l.Metrics(), Metrics{LoopCount: 2, Events: 2, EventsWaiting: 1})
}

func readByte(t testing.TB, fd int) {
	t.Helper()
	if n, err := readFile(fd, [][]byte{make([]byte, 1)}, -1); n != 1 || err != 0 {
		t.Errorf("read %d bytes: %v", n, err)
	}
}

func writeByte(t testing.TB, fd int) {
	t.Helper()
	if n, err := writeFile(fd, [][]byte{{'x'}}, -1); n != 1 || err != 0 {
		t.Errorf("wrote %d bytes: %v", n, err)
	}
}

func TestIdleTimeIsMeasuredOnceItIsAskedFor(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	after(t, l, 5*ms, func() {})
	run(t, l)
	equal(t, l.IdleTime(), 0)
	must(t, l.Configure(MetricsIdleTime))
	after(t, l, 5*ms, func() {})
	run(t, l)
	equal(t, l.IdleTime(), 5*uint64(ms))
}

func TestIdleTimeIsWithoutCallbacksAndIncludesTheRunningWait(t *testing.T) {
	l := newLoop(t, Options{})
	must(t, l.Configure(MetricsIdleTime))
	after(t, l, 0, func() {
		for begin := l.Time(); l.Time() < begin+5*uint64(ms); { // busy
		}
	})
	run(t, l)
	if idle := l.IdleTime(); idle >= 5*uint64(ms) {
		t.Errorf("%d ns idle: the callback's 5 ms are in it", idle)
	}
	a := l.NewAsync(nil)
	before := l.IdleTime()
	go func() {
		for l.IdleTime() == before { // it grows while the loop waits
			time.Sleep(time.Millisecond)
		}
		a.Send()
	}()
	once(t, l)
	if l.IdleTime() <= before {
		t.Error("the wait is not counted")
	}
}

func TestConfigureRefusesWhatItDoesNotKnow(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	must(t, l.Configure(BlockSignal, sigProf))
	errIs(t, l.Configure(BlockSignal, sigUsr1), uv.EINVAL)
	errIs(t, l.Configure(BlockSignal), uv.EINVAL)
	errIs(t, l.Configure(UseIoUringSQPoll), uv.ENOSYS)
	errIs(t, l.Configure(99), uv.ENOSYS)
}
