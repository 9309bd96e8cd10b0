package main

import (
	"fmt"
	"os"
	"runtime"
	"time"

	uv "github.com/loopground/loopground/guest/go"
)

func timers() {
	a, b := uv.NewTimer(), uv.NewTimer()
	say("again before start:", a.Again())
	must(b.Start(30*time.Millisecond, 0, func() { say("b") }))
	n := 0
	must(a.Start(10*time.Millisecond, 10*time.Millisecond, func() {
		n++
		say("a", n, "repeat", a.Repeat())
		switch n {
		case 2:
			must(a.SetRepeat(50 * time.Millisecond))
			must(a.Again())
			say("due in", a.DueIn())
		case 3:
			must(a.Stop())
			say("active", a.Active())
		}
	}))
	_, err := uv.AfterFunc(200*time.Millisecond, func() { say("after") })
	must(err)
}

func phases() {
	idle, prepare, check, timer := uv.NewIdle(), uv.NewPrepare(), uv.NewCheck(), uv.NewTimer()
	must(idle.Start(func() { say("idle"); must(idle.Stop()) }))
	must(prepare.Start(func() { say("prepare"); must(prepare.Close(func() { say("prepare closed") })) }))
	must(check.Start(func() { say("check"); must(check.Close(func() { say("check closed") })) }))
	must(timer.Start(time.Millisecond, 0, func() { say("timer") }))
}

func modes() {
	timer := uv.NewTimer()
	must(timer.Start(time.Millisecond, 0, func() { say("timer") }))
	alive, err := uv.RunOnce()
	say("once", alive, err)
	alive, err = uv.RunNoWait()
	say("nowait", alive, err)
	must(timer.Start(time.Hour, 0, func() { say("never") }))
	alive, err = uv.RunNoWait()
	say("nowait", alive, err, "timeout", uv.BackendTimeout() > 0)
	uv.Stop()
	say("stopped", uv.Run(), "alive", uv.Alive())
	timer.Unref()
}

// handles shows that closed ones are given back: the test grants few.
func handles() {
	left := 1000
	var next func()
	next = func() {
		if left--; left > 0 {
			must(uv.NewTimer().Close(next))
		}
	}
	must(uv.NewTimer().Close(next))
	must(uv.Run())
	var made []*uv.Timer
	for {
		t := uv.NewTimer()
		if err := t.Start(0, 0, func() {}); err != nil {
			say("limit:", err)
			break
		}
		made = append(made, t)
	}
	walked := 0
	uv.Walk(func(h uv.Handle) { walked++; must(h.Close(nil)) })
	say("walked all:", walked == len(made))
	say("twice:", made[0].Close(nil), made[0].Start(0, 0, func() {}))
}

func async() {
	calls := 0
	var a *uv.Async
	a, err := uv.NewAsync(func() {
		calls++
		say("async", calls)
		must(a.Close(nil))
	})
	must(err)
	must(a.Send())
	must(a.Send())
}

func nested() {
	_, err := uv.AfterFunc(0, func() { say("nested:", uv.Run()) })
	must(err)
}

func panics() {
	_, err := uv.AfterFunc(0, func() { panic(fmt.Errorf("the cup is broken")) })
	must(err)
}

func recovers() {
	defer func() { say("recovered", recover()) }()
	panics()
	must(uv.Run())
}

func goexit() {
	_, err := uv.AfterFunc(0, func() { runtime.Goexit() })
	must(err)
}

func exits() {
	_, err := uv.AfterFunc(0, func() { os.Exit(7) })
	must(err)
}

// goroutines run before the loop waits and after the callbacks that wake them.
func goroutines() {
	words := make(chan string)
	go func() {
		say("goroutine: ready")
		for w := range words {
			say("goroutine: got", w)
		}
		say("goroutine: done")
	}()
	n := 0
	timer := uv.NewTimer()
	must(timer.Start(time.Millisecond, time.Millisecond, func() {
		if n++; n == 3 {
			close(words)
			must(timer.Close(nil))
			return
		}
		words <- fmt.Sprint("word ", n)
	}))
}

func stuck() {
	_, err := uv.AfterFunc(0, func() { <-make(chan int) })
	must(err)
}

func stdin() {
	p, err := uv.NewPoll(0)
	must(err)
	must(p.Start(uv.PollReadable, func(events uv.PollEvents, err error) {
		must(err)
		line := make([]byte, 100)
		n, err := os.Stdin.Read(line)
		say("stdin:", events == uv.PollReadable, string(line[:n]), err)
		must(p.Close(nil))
	}))
}
