//go:build unix

package differential

import (
	"time"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

func asyncScenarios() []scenario {
	return []scenario{
		{name: "async_close", run: asyncClose},
		{name: "async_coalesce", run: asyncCoalesce},
		{name: "async_order", run: asyncOrder},
		{name: "async_thread", run: asyncThread},
	}
}

// send has no error to answer; libuv's has.
func (s *script) send(a *loop.Async) {
	a.Send()
	s.ret("send", nil)
}

func asyncCoalesce(s *script) {
	n := 0
	var async *loop.Async
	async = s.l.NewAsync(func() {
		n++
		s.say("async %d", n)
		if n == 3 {
			s.close(async, "async")
			return
		}
		s.send(async)
		s.send(async)
	})
	s.ret("init", nil)
	s.say("active %d ref %d alive %d", num(async.Active()), num(async.HasRef()), num(s.l.Alive()))
	s.send(async)
	s.send(async)
	s.send(async)
	s.num("run", s.run(uv.RunDefault), nil)
}

func asyncOrder(s *script) {
	var a [4]*loop.Async
	for i := range a {
		a[i] = s.l.NewAsync(func() {
			s.say("async %c", 'a'+i)
			if i == 1 {
				a[0].Send() // has had its turn
				a[3].Send() // comes still
			}
		})
	}
	a[2].Send()
	a[1].Send()
	a[0].Send()
	s.num("run nowait", s.run(uv.RunNoWait), nil)
	s.say("--")
	s.num("run nowait", s.run(uv.RunNoWait), nil)
	s.say("--")
	s.num("run nowait", s.run(uv.RunNoWait), nil)
}

func asyncClose(s *script) {
	var a [3]*loop.Async
	names := []string{"closes the next", "is closed by the first", "is closed before"}
	for i := range a {
		a[i] = s.l.NewAsync(func() {
			s.say("async %s", names[i])
			if i == 0 {
				s.close(a[1], names[1])
			}
		})
		a[i].Send()
	}
	s.close(a[2], names[2])
	s.say("active %d closing %d", num(a[2].Active()), num(a[2].Closing()))
	s.num("run nowait", s.run(uv.RunNoWait), nil)
	mute := s.l.NewAsync(nil)
	s.ret("init without a callback", nil)
	s.send(mute)
	s.num("run once", s.run(uv.RunOnce), nil)
	mute.Unref()
	a[0].Unref()
	s.num("all unref'd", s.run(uv.RunDefault), nil)
}

func asyncThread(s *script) {
	var async *loop.Async
	done := make(chan struct{})
	async = s.l.NewAsync(func() {
		s.say("async")
		<-done
		s.ret("join", nil)
		s.close(async, "async")
	})
	go func() {
		defer close(done)
		time.Sleep(5 * time.Millisecond)
		async.Send()
	}()
	s.ret("thread", nil)
	s.num("run", s.run(uv.RunDefault), nil)
}
