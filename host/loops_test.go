//go:build unix

package host

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// The second loop runs inside a callback of the first; the trace, which every
// puppet's is checked for, tells them apart.
func TestALoopRunsInACallbackOfAnother(t *testing.T) {
	p := newPuppet(t, "_initialize")
	var got []uint64
	var second, outer, inner uint64
	p.start = func() {
		second = p.must("loop_init")
		outer, inner = p.must("timer_init", 0, 1), p.must("timer_init", second, 2)
		if outer == inner {
			t.Error("two handles have one id")
		}
		p.must("timer_start", outer, 1, 0)
		p.must("timer_start", inner, 2, 0)
	}
	p.on = func(kind abi.Callback, _ loop.ID, cookie uint64, _ int64) uint64 {
		if kind != abi.CallbackTimer {
			return 0
		}
		got = append(got, cookie)
		if cookie == 1 {
			p.refuses(uv.EBUSY, "run", 0, 0)
			p.refuses(uv.EBUSY, "loop_close", 0)
			p.must("run", second, 0)
			got = append(got, 3)
			p.refuses(uv.EBUSY, "loop_close", second) // its timer is open
			p.must("close", outer)
			p.must("close", inner)
			p.must("run", second, 0)
			p.must("loop_close", second)
			p.refuses(uv.EINVAL, "alive", second)
		} else {
			p.refuses(uv.EBUSY, "run", second, 0)
			p.refuses(uv.EBUSY, "run", 0, 0) // it runs further out
			p.refuses(uv.EBUSY, "loop_close", second)
		}
		return 0
	}
	p.mustExit(Config{})
	if diff := cmp.Diff([]uint64{1, 2, 3}, got); diff != "" {
		t.Error(diff)
	}
	numbers := map[uint16]int{}
	_, recs := p.rec.All()
	for _, r := range recs {
		if r.Kind == trace.CallbackBegin {
			numbers[r.Loop]++
		}
	}
	if diff := cmp.Diff(map[uint16]int{0: 2, 1: 2}, numbers); diff != "" {
		t.Error(diff)
	}
}

func TestLoopsAreBoundedAndTheirNumbersUsedAgain(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() {
		for i := uint64(1); i < maxLoops; i++ {
			if n := p.must("loop_init"); n != i {
				t.Errorf("loop %d is number %d", i, n)
			}
		}
		p.refuses(uv.EMFILE, "loop_init")
		p.must("loop_close", 5)
		if n := p.must("loop_init"); n != 5 {
			t.Errorf("number %d", n)
		}
		p.must("loop_close", 0) // stays
		h := p.must("timer_init", 0, 1)
		p.refuses(uv.EBUSY, "loop_close", 0)
		p.must("close", h)
	}
	p.mustExit(Config{})
	if diff := cmp.Diff([]string{"loops = EMFILE"}, p.limited()); diff != "" {
		t.Error(diff)
	}
}

// As many loops run inside each other as callbacks may be nested; one more is
// refused, and nothing ends.
func TestNestedRunsAreBounded(t *testing.T) {
	p := newPuppet(t, "_initialize")
	deepest := uint64(0)
	p.start = func() {
		for n := range uint64(maxDepth + 1) {
			if n > 0 {
				p.must("loop_init")
			}
			p.must("timer_start", p.must("timer_init", n, n), 0, 0)
		}
	}
	p.on = func(kind abi.Callback, id loop.ID, cookie uint64, _ int64) uint64 {
		if kind != abi.CallbackTimer {
			return 0
		}
		deepest = max(deepest, cookie)
		p.must("close", uint64(id))
		if cookie == maxDepth-1 {
			p.refuses(uv.EBUSY, "run", cookie+1, 0)
		} else {
			p.must("run", cookie+1, 0)
		}
		return 0
	}
	p.mustExit(Config{})
	if deepest != maxDepth-1 {
		t.Errorf("the deepest was loop %d", deepest)
	}
}

// A stop reaches a guest that waits in a loop which runs inside another's
// callback, and what is open on both is closed.
func TestAStopReachesANestedLoop(t *testing.T) {
	p := newPuppet(t, "_initialize")
	var second uint64
	p.start = func() {
		second = p.must("loop_init")
		p.must("timer_start", p.must("timer_init", 0, 1), 0, 0)
		p.must("async_init", second, 2)
	}
	p.on = func(kind abi.Callback, _ loop.ID, _ uint64, _ int64) uint64 {
		if kind == abi.CallbackTimer {
			time.AfterFunc(10*time.Millisecond, func() { p.g.Stop(ReasonStopped) })
			p.call("run", second, 0)
			t.Error("run returned")
		}
		return 0
	}
	if exit := p.run(Config{}); exit.Reason != ReasonStopped {
		t.Errorf("%+v", exit)
	}
}

func TestALoopIsHeldConfiguredAndMeasured(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() {
		p.must("loop_hold", 0, 2)
		if p.must("alive", 0) != 1 {
			t.Error("a held loop is not alive")
		}
		p.must("loop_hold", 0, 0)
		if p.must("alive", 0) != 0 {
			t.Error("a loop that is no longer held is alive")
		}
		p.must("loop_hold", 0, 0xffffffff)
		p.must("timer_start", p.must("timer_init", 0, 1), 5, 0)
		p.must("loop_configure", 0, 1, 0)
		p.refuses(uv.EINVAL, "loop_configure", 0, 0, 0)
		p.refuses(uv.ENOSYS, "loop_configure", 0, 77, 0)
		p.refuses(uv.EFAULT, "metrics_info", 0, memBytes-1)
	}
	p.on = func(kind abi.Callback, _ loop.ID, _ uint64, _ int64) uint64 {
		if kind == abi.CallbackTimer {
			p.must("loop_hold", 0, 0)
			p.must("metrics_info", 0, atStat)
			if n := p.read(atStat, 1); n != "\x01" {
				t.Errorf("%q polls", n)
			}
			if ns := p.must("idle_time", 0); ns != 5e6 {
				t.Errorf("%d ns idle", ns)
			}
		}
		return 0
	}
	p.mustExit(Config{Loop: loop.Options{Virtual: true}})
}

func TestACommandRunsASecondLoop(t *testing.T) {
	p := newPuppet(t, "_start")
	fired := 0
	p.start = func() {
		second := p.must("loop_init")
		h := p.must("timer_init", second, 1)
		p.must("timer_start", h, 1, 0)
		p.must("run", second, 0)
		p.must("close", h)
		if p.must("run", second, 1); p.must("alive", second) != 0 {
			t.Error("it is alive")
		}
		p.must("loop_close", second)
		p.must("run", 0, 0)
	}
	p.on = func(abi.Callback, loop.ID, uint64, int64) uint64 { fired++; return 0 }
	exit := p.run(Config{Loop: loop.Options{Virtual: true}})
	if fired != 2 || !exit.Waited || !exit.Repeatable {
		t.Errorf("%d callbacks, %+v", fired, exit)
	}
}

// Requests belong to the loop that they were made on: their callbacks run there.
func TestRequestsOfASecondLoop(t *testing.T) {
	p := newPuppet(t, "_initialize")
	var second uint64
	p.start = func() {
		second = p.must("loop_init")
		ptr, n := p.text("/d")
		p.must("fs_stat", second, ptr, n, atStat, 7)
		p.refuses(uv.EBUSY, "loop_close", second)
		p.must("random", second, atData, 8, 0, 8)
		p.must("queue_work", second, 9)
		if p.must("alive", 0) != 0 {
			t.Error("the first loop has requests")
		}
		p.must("timer_start", p.must("timer_init", 0, 1), 0, 0)
	}
	got := map[uint64]int{}
	p.on = func(kind abi.Callback, id loop.ID, cookie uint64, status int64) uint64 {
		got[cookie]++
		if kind == abi.CallbackTimer {
			p.must("run", second, 0)
			p.must("loop_close", second)
			p.must("close", uint64(id))
		} else if status < 0 {
			t.Errorf("%s: %d", abi.CallbackNames[kind], status)
		}
		return 0
	}
	p.mustExit(Config{Dirs: []Dir{{Host: t.TempDir(), Guest: "/d"}}})
	if diff := cmp.Diff(map[uint64]int{1: 2, 7: 1, 8: 1, 9: 2}, got); diff != "" {
		t.Error(diff)
	}
}
