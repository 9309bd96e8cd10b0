//go:build unix

package main

import (
	"github.com/loopground/loopground/bench/measure"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// async N: N round trips between two loops on two goroutines, each on a core of
// its own.
func async(b *bench) (r measure.Result) {
	n := b.number()
	warm := n/10 + 1
	here, there := b.newLoop(), b.newLoop()
	var ping, pong *loop.Async
	var w measure.Window
	var pings, pongs uint64
	ping = here.NewAsync(func() {
		if pings++; pings == warm {
			w.Begin()
		}
		if pings == warm+n {
			r = w.End()
			must(ping.Close(nil))
			return
		}
		pong.Send()
	})
	pong = there.NewAsync(func() {
		if pongs++; pongs == warm+n {
			must(pong.Close(nil))
		}
		ping.Send()
	})

	done := make(chan struct{})
	go func() {
		defer close(done)
		runOn(1, there)
	}()
	pong.Send()
	runOn(0, here)
	<-done
	check(pings == pongs, "as many pings as pongs")
	r.Ops, r.Check = n, pings
	return r
}

func runOn(core int, l *loop.Loop) {
	must(measure.Pin(core))
	_, err := l.Run(uv.RunDefault)
	must(err)
}
