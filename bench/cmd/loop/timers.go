//go:build unix

package main

import (
	"github.com/loopground/loopground/bench/measure"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// timers ascending|random N: starts N timers, runs them, closes them.
func timers(b *bench) measure.Result {
	random := b.word() == "random"
	n, state, ms := b.number(), uint64(1), uint64(0)
	l := b.newLoop()
	var fired, closed uint64
	onClose := func() { closed++ }

	var w measure.Window
	w.Begin()
	for i := range n {
		if random {
			ms = 1 + measure.Draw(&state)%1000
		} else if i%1000 == 0 {
			ms++
		}
		t := l.NewTimer()
		must(t.StartMs(func() { fired++; closeTimer(t, onClose) }, ms, 0))
	}
	_, err := l.Run(uv.RunDefault)
	must(err)
	r := w.End()

	check(fired == n && closed == n, "every timer fired and was closed")
	must(l.Close())
	r.Ops, r.Check = n, fired
	return r
}

func closeTimer(t *loop.Timer, cb func()) { must(t.Close(cb)) }
