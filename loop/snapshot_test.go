//go:build unix

package loop

import (
	"encoding/json"
	"testing"

	"github.com/loopground/loopground/loop/uv"
)

func TestSnapshotDescribesTheLoop(t *testing.T) {
	l, k := newVirtual(t, Options{PoolSize: 1})
	late, soon := l.NewTimer(), l.NewTimer()
	must(t, late.Start(func() {}, 9*ms, 4*ms))
	must(t, soon.Start(func() {}, 5*ms, 0))
	soon.Unref()
	l.SetLabel(soon, "soon")
	closing := l.NewCheck()
	p := watch(l, 5)
	must(t, p.Start(uv.Readable, func(uv.Errno, uv.PollEvents) {}))
	k.set(5, evIn)
	var got Snapshot
	must(t, l.NewIdle().Start(func() {
		must(t, closing.Close(nil))
		got = l.Snapshot()
	}))
	turn(t, l)
	equal(t, got, Snapshot{
		NowMs: 0, Iteration: 1, Phase: "idle", Alive: true,
		Handles: []HandleState{
			{ID: 1, Type: "timer", Active: true, Ref: true},
			{ID: 2, Type: "timer", Label: "soon", Active: true},
			{ID: 3, Type: "check", Ref: true, Closing: true},
			{ID: 4, Type: "poll", Active: true, Ref: true},
			{ID: 5, Type: "idle", Active: true, Ref: true},
		},
		Timers:   []TimerState{{ID: 2, DueMs: 5}, {ID: 1, DueMs: 9, RepeatMs: 4}},
		Closing:  1,
		Watchers: 1,
	})
}

func TestSnapshotOfAnEmptyLoopHasListsInJSON(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	b, err := json.Marshal(l.Snapshot())
	must(t, err)
	equal(t, string(b), `{"nowMs":0,"iteration":0,"phase":"outside","alive":false,"handles":[],"timers":[],`+
		`"requests":0,"pending":0,"closing":0,"watchers":0,"pool":{"size":0,"started":0,"queued":0,"slow":0,"running":0}}`)
}

func TestSnapshotCountsRequests(t *testing.T) {
	l := newLoop(t, Options{PoolSize: 1})
	h := hold(l, workCPU)
	<-h.started
	for range 2 {
		submit(l, workFastIO, func() {}, nil)
	}
	submit(l, workSlowIO, func() {}, nil)
	s := l.Snapshot()
	equal(t, s.Requests, 4)
	equal(t, s.Pool, PoolState{Size: 1, Started: 1, Queued: 3, Slow: 1, Running: 1})
	close(h.letGo)
	run(t, l)
	equal(t, l.Snapshot().Requests, 0)
}

func TestMetricsCountPollsAndEvents(t *testing.T) {
	l, k := newVirtual(t, Options{})
	p := watch(l, 5)
	k.set(5, evIn)
	must(t, p.Start(uv.Readable, func(uv.Errno, uv.PollEvents) {}))
	for range 3 {
		turn(t, l)
	}
	equal(t, l.Metrics(), Metrics{LoopCount: 3, Events: 3})
}
