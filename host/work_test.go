//go:build unix

package host

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// Work is done on the guest's one thread, in the order of queueing, while a worker
// is held for it, and then called back.
func TestWorkIsDoneOnTheGuestsThread(t *testing.T) {
	for _, workers := range []int{1, 4} {
		p := newPuppet(t, "_initialize")
		var work, after []uint64
		p.start = func() {
			for cookie := range uint64(6) {
				p.must("queue_work", 0, cookie)
			}
		}
		p.on = func(kind abi.Callback, id loop.ID, cookie uint64, status int64) uint64 {
			switch kind {
			case abi.CallbackWork:
				work = append(work, cookie)
				p.refuses(uv.EBUSY, "cancel", uint64(id))
				if s := p.g.loop.Snapshot().Pool; s.Running == 0 { // the worker is held
					t.Errorf("at work %d the pool is %+v", len(work), s)
				}
			case abi.CallbackAfterWork:
				after = append(after, cookie)
				p.refuses(uv.EBUSY, "cancel", uint64(id))
			default:
				t.Errorf("called back with %s, %d", abi.CallbackNames[kind], status)
			}
			return 0
		}
		p.mustExit(Config{Loop: loop.Options{PoolSize: workers}})
		want := []uint64{0, 1, 2, 3, 4, 5}
		if diff := cmp.Diff([][]uint64{want, want}, [][]uint64{work, after}); diff != "" {
			t.Error(diff)
		}
		_, recs := p.rec.All()
		started := 0
		for _, r := range recs {
			if r.Kind == trace.ReqStart && r.Lane > 0 {
				started++
			}
		}
		if started != 6 {
			t.Errorf("%d were taken by workers in the trace", started)
		}
	}
}

func TestQueuedWorkIsCancelled(t *testing.T) {
	p := newPuppet(t, "_initialize")
	var got []string
	p.start = func() {
		for cookie := uint64(1); cookie <= 3; cookie++ {
			p.must("queue_work", 0, cookie)
		}
	}
	p.on = func(kind abi.Callback, _ loop.ID, cookie uint64, status int64) uint64 {
		if got = append(got, fmt.Sprint(abi.CallbackNames[kind], " ", cookie, " ", uv.Errno(status).Name())); len(got) == 1 {
			for id := range p.g.pooled { // one is being done, two wait
				p.call("cancel", uint64(id))
			}
		}
		return 0
	}
	p.mustExit(Config{Loop: loop.Options{PoolSize: 1}})
	seen := map[string]bool{}
	for _, s := range got {
		seen[s] = true
	}
	for _, want := range []string{"work 1 OK", "after_work 1 OK", "after_work 2 ECANCELED", "after_work 3 ECANCELED"} {
		if !seen[want] {
			t.Errorf("no %q in %q", want, got)
		}
	}
	if len(got) != 4 {
		t.Errorf("%q", got)
	}
}

// The guest's end frees the workers that wait for it, however many, at once.
func TestTheEndOfAGuestFreesItsWorkers(t *testing.T) {
	for _, by := range []string{"stop", "exit", "trap"} {
		p := newPuppet(t, "_initialize")
		began := time.Time{}
		p.start = func() {
			for range 20 {
				p.must("queue_work", 0, 1)
			}
		}
		p.on = func(kind abi.Callback, _ loop.ID, _ uint64, _ int64) uint64 {
			began = time.Now()
			switch by {
			case "stop":
				p.g.Stop(ReasonStopped)
			case "exit":
				p.g.finish(ReasonExited, 0, "", "")
				p.g.leave()
			case "trap":
				p.export("trap")
			}
			return 0
		}
		p.run(Config{})
		if took := time.Since(began); took > endsWithin {
			t.Errorf("%s: took %v", by, took)
		}
	}
}

// Where others wait for the pool too, a guest that does not run its loop does not
// keep a worker.
func TestWorkDoesNotHoldASharedPool(t *testing.T) {
	pool := loop.NewPool(1)
	p := newPuppet(t, "_initialize")
	p.t.Cleanup(pool.Close)
	done := false
	p.start = func() {
		p.must("queue_work", 0, 1)
		other, err := loop.New(loop.Options{Pool: pool})
		if err != nil {
			t.Fatal(err)
		}
		var r loop.WorkReq
		if err := other.QueueWork(&r, func() { done = true }, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := other.Run(uv.RunDefault); err != nil {
			t.Fatal(err)
		}
		_ = other.Close()
	}
	p.mustExit(Config{Loop: loop.Options{Pool: pool}})
	if !done {
		t.Error("the other's work was not done")
	}
}

// A loop's work does not keep those from the pool that run while it does not.
func TestWorkOfOneLoopDoesNotHoldAnother(t *testing.T) {
	p := newPuppet(t, "_initialize")
	var got []uint64
	p.start = func() {
		p.must("queue_work", 0, 1)
		p.must("queue_work", 0, 2)
		other := p.must("loop_init")
		p.must("queue_work", 0, 3)
		p.must("random", other, atData, 8, 0, 4)
		p.must("run", other, 0)
		got = append(got, 0)
		p.must("loop_close", other)
	}
	p.on = func(kind abi.Callback, _ loop.ID, cookie uint64, _ int64) uint64 {
		if kind != abi.CallbackAfterWork {
			got = append(got, cookie)
		}
		return 0
	}
	p.mustExit(Config{Loop: loop.Options{PoolSize: 1}})
	if diff := cmp.Diff([]uint64{4, 0, 1, 2, 3}, got); diff != "" {
		t.Error(diff)
	}
}

func TestRandomBytes(t *testing.T) {
	p := newPuppet(t, "_initialize")
	var called []uint64
	p.start = func() {
		if p.refuses(0, "random", 0, atData, 32, 0, 0); p.read(atData, 32) == string(make([]byte, 32)) {
			t.Error("nothing was written")
		}
		p.must("random", 0, atStat, 32, 0, 7)
		p.refuses(uv.E2BIG, "random", 0, 0, 0xffffffff, 0, 0)
		p.refuses(uv.EINVAL, "random", 0, 0, 1, 1, 0)
		p.refuses(uv.EFAULT, "random", 0, memBytes-1, 2, 0, 1)
	}
	p.on = func(kind abi.Callback, _ loop.ID, cookie uint64, status int64) uint64 {
		if called = append(called, cookie); kind != abi.CallbackRandom || status != 0 || p.read(atStat, 32) == string(make([]byte, 32)) {
			t.Errorf("%s, %d", abi.CallbackNames[kind], status)
		}
		return 0
	}
	p.mustExit(Config{})
	if len(called) != 1 || called[0] != 7 {
		t.Errorf("called back %v", called)
	}
}

// Under a virtual clock the bytes are the seed's, those of WASI with them.
func TestRandomBytesOfASeed(t *testing.T) {
	draw := func(seed uint64) (out string) {
		p := newPuppet(t, "_initialize")
		p.start = func() {
			p.must("random", 0, atData, 8, 0, 0)
			p.must("random", 0, atData+8, 8, 0, 1)
			p.must("random", 0, atData+16, 8, 0, 0)
		}
		p.on = func(abi.Callback, loop.ID, uint64, int64) uint64 { out = p.read(atData, 24); return 0 }
		p.mustExit(Config{Seed: seed, Loop: loop.Options{Virtual: true}})
		return out
	}
	a, b, c := draw(1), draw(1), draw(2)
	if a != b || a == c || a[:8] == a[8:16] || a[8:16] == a[16:] {
		t.Errorf("%x, %x, %x", a, b, c)
	}
}

// The limit of requests at the pool is one for all kinds.
func TestAllKindsCountAtThePool(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() {
		ptr, n := p.text("127.0.0.1")
		p.addr("127.0.0.1:80")
		p.must("queue_work", 0, 1)
		p.must("random", 0, atData, 1, 0, 1)
		p.must("getaddrinfo", 0, ptr, n, 0, 0, 0, 0, 0, 0, atData, 100, 1)
		p.must("getnameinfo", 0, atAddr, 3, atData, 100, atStat, 100, 1)
		p.must("fs_stat", 0, ptr, n, atStat, 1)
		p.refuses(uv.EAGAIN, "queue_work", 0, 1)
		p.refuses(uv.EAGAIN, "random", 0, atData, 1, 0, 1)
		p.refuses(uv.EAGAIN, "getaddrinfo", 0, ptr, n, 0, 0, 0, 0, 0, 0, atData, 100, 1)
		p.refuses(uv.EAGAIN, "getnameinfo", 0, atAddr, 3, atData, 100, atStat, 100, 1)
		p.refuses(uv.EAGAIN, "fs_stat", 0, ptr, n, atStat, 1)
		p.must("random", 0, atData, 1, 0, 0) // done at once: it is not at the pool
	}
	p.mustExit(Config{Limits: Limits{PoolItems: 5}})
}
