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
			{ID: 1, Type: "timer", Active: true, Ref: true, Fd: -1},
			{ID: 2, Type: "timer", Label: "soon", Active: true, Fd: -1},
			{ID: 3, Type: "check", Ref: true, Closing: true, Fd: -1},
			{ID: 4, Type: "poll", Active: true, Ref: true, Fd: 5, Events: "readable"},
			{ID: 5, Type: "idle", Active: true, Ref: true, Fd: -1},
		},
		Timers:   []TimerState{{ID: 2, DueMs: 5}, {ID: 1, DueMs: 9, RepeatMs: 4}},
		Closing:  1,
		Watchers: 1,
		Pool:     PoolState{Jobs: []JobState{}},
	})
}

func TestSnapshotOfAnEmptyLoopHasListsInJSON(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	b, err := json.Marshal(l.Snapshot())
	must(t, err)
	equal(t, string(b), `{"nowMs":0,"iteration":0,"phase":"outside","alive":false,"handles":[],"timers":[],`+
		`"requests":0,"pending":0,"closing":0,"watchers":0,"pool":{"size":0,"started":0,"queued":0,"slow":0,"running":0,"jobs":[]}}`)
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
	equal(t, s.Pool, PoolState{Size: 1, Started: 1, Queued: 3, Slow: 1, Running: 1, Jobs: []JobState{
		{ID: 1, Type: "work", Class: "cpu", Worker: 1},
		{ID: 2, Type: "work", Class: "fast"},
		{ID: 3, Type: "work", Class: "fast"},
		{ID: 4, Type: "work", Class: "slow"},
	}})
	close(h.letGo)
	run(t, l)
	equal(t, l.Snapshot().Requests, 0)
}

func TestSnapshotShowsWhatAnInspectorAsksOfAHandle(t *testing.T) {
	l := newLoop(t, Options{})
	s := l.NewSignal()
	must(t, s.Start(func(int) {}, sigUsr1))
	pair(t, l, func(client, peer *TCP) {
		var r WriteReq
		must(t, client.Write(&r, [][]byte{make([]byte, 64<<20)}, nil))
		for _, h := range l.Snapshot().Handles {
			switch h.ID {
			case uint32(s.ID()):
				equal(t, h.Signum, sigUsr1)
			case uint32(client.ID()):
				if h.Fd < 0 || h.Events != "writable" || h.QueueBytes != client.WriteQueueSize() || h.QueueBytes == 0 {
					t.Errorf("%+v, want %d bytes queued", h, client.WriteQueueSize())
				}
			}
		}
		closeAll(l)
	})
	run(t, l)
}
