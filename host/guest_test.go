//go:build unix

package host

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
)

func TestReactorRunsItsTimers(t *testing.T) {
	p := newPuppet(t, "_initialize")
	var got []uint64
	p.start = func() {
		for _, ms := range []uint64{20, 5, 10} {
			id := p.must("timer_init", 0, ms)
			p.must("timer_start", id, ms, 0)
		}
	}
	p.on = func(kind abi.Callback, id loop.ID, cookie uint64, status int64) uint64 {
		if kind == abi.CallbackTimer {
			got = append(got, cookie)
		}
		return 0
	}
	p.mustExit(Config{Loop: loop.Options{Virtual: true}})
	if diff := cmp.Diff([]uint64{5, 10, 20}, got); diff != "" {
		t.Error(diff)
	}
}

func TestCommandRunsItsLoopItself(t *testing.T) {
	p := newPuppet(t, "_start")
	var got []string
	p.start = func() {
		got = append(got, "main")
		id := p.must("timer_init", 0, 1)
		p.must("timer_start", id, 1, 0)
		if alive := p.must("run", 0, 0); alive != 0 {
			t.Errorf("alive: %d", alive)
		}
		got = append(got, "after run")
		p.must("close", id)
		p.must("run", 0, 0)
	}
	p.on = func(kind abi.Callback, id loop.ID, cookie uint64, status int64) uint64 {
		got = append(got, abi.CallbackNames[kind])
		p.refuses(-16, "run", 0, 0) // EBUSY: in a callback of the same loop
		return 0
	}
	p.mustExit(Config{})
	if diff := cmp.Diff([]string{"main", "timer", "after run", "close"}, got); diff != "" {
		t.Error(diff)
	}
}
