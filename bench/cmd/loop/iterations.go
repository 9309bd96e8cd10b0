//go:build unix

package main

import (
	"os"

	"github.com/loopground/loopground/bench/measure"
	"github.com/loopground/loopground/loop/uv"
)

// iterations N [bare]: N iterations with an idle handle, and, unless bare, a
// descriptor that is never ready, so that each asks the kernel.
func iterations(b *bench) (r measure.Result) {
	n := b.number()
	warm := n/10 + 1
	l := b.newLoop()
	if b.word() != "bare" {
		never, _, err := os.Pipe()
		must(err)
		p, err := l.NewPoll(int(never.Fd()))
		must(err)
		must(p.Start(uv.Readable, func(uv.Errno, uv.PollEvents) { check(false, "a pipe that nobody writes to is not ready") }))
		p.Unref()
	}
	var w measure.Window
	idle, ticks := l.NewIdle(), uint64(0)
	must(idle.Start(func() {
		if ticks++; ticks == warm {
			w.Begin()
		}
		if ticks == warm+n {
			r = w.End()
			must(idle.Stop())
		}
	}))
	_, err := l.Run(uv.RunDefault)
	must(err)
	r.Ops, r.Check = n, ticks
	return r
}
