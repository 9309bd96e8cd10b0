//go:build unix

package differential

import (
	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

func pollScenarios() []scenario {
	return []scenario{
		{name: "poll_batch", run: pollBatch},
		{name: "poll_change", run: pollChange},
		{name: "poll_errors", run: pollErrors},
		{name: "poll_hangup", run: pollHangup},
		{name: "poll_level", run: pollLevel},
	}
}

// socketpair gives two connected sockets, which are closed with the loop.
func (s *script) socketpair() (a, b int) {
	a, b = s.openSocketpair()
	s.after(func() { _, _ = unix.Close(a), unix.Close(b) })
	return a, b
}

func (s *script) openSocketpair() (a, b int) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	s.must(err)
	return pair[0], pair[1]
}

func (s *script) poll(fd int) *loop.Poll {
	p, err := s.l.NewPoll(fd)
	s.must(err)
	return p
}

func (s *script) write(fd int, text string) int {
	n, err := unix.Write(fd, []byte(text))
	s.must(err)
	return n
}

func pollLevel(s *script) {
	mine, peer := s.socketpair()
	s.ret("socketpair", nil)
	p, n := s.poll(mine), 0
	s.ret("init", nil)
	s.say("active %d", num(p.Active()))
	s.ret("start", p.Start(uv.Readable, func(status uv.Errno, events uv.PollEvents) {
		c := make([]byte, 1)
		got, err := unix.Read(mine, c)
		s.must(err)
		s.say("poll %s events %d read %d %s", name(int(status)), events, got, c)
		if n++; n == 5 {
			s.ret("stop", p.Stop())
			s.say("active %d", num(p.Active()))
		}
	}))
	s.say("active %d", num(p.Active()))
	s.say("written %d", s.write(peer, "hello"))
	s.num("run", s.run(uv.RunDefault), nil)
}

func pollChange(s *script) {
	mine, peer := s.socketpair()
	p := s.poll(mine)
	second := func(status uv.Errno, events uv.PollEvents) {
		s.say("second callback %s events %d", name(int(status)), events)
		s.must(p.Stop())
	}
	s.ret("start for both", p.Start(uv.Readable|uv.Writable, func(status uv.Errno, events uv.PollEvents) {
		s.say("first callback %s events %d", name(int(status)), events)
		s.ret("start for reading", p.Start(uv.Readable, second))
		s.say("written %d", s.write(peer, "x"))
	}))
	s.num("run", s.run(uv.RunDefault), nil)
	s.ret("start for both, readable and writable", p.Start(uv.Readable|uv.Writable, second))
	s.num("run", s.run(uv.RunDefault), nil)
	s.ret("start for writing", p.Start(uv.Writable, second))
	s.ret("start for nothing", p.Start(0, second))
	s.say("active %d", num(p.Active()))
	s.num("run", s.run(uv.RunDefault), nil)
}

func pollBatch(s *script) {
	a, _ := s.socketpair()
	b, _ := s.socketpair()
	poll := [2]*loop.Poll{s.poll(a), s.poll(b)}
	for _, closes := range []bool{false, true} {
		for i, p := range poll {
			s.must(p.Start(uv.Writable, func(status uv.Errno, events uv.PollEvents) {
				s.say("poll %s events %d", name(int(status)), events)
				s.must(p.Stop())
				if closes {
					s.close(poll[1-i], "the other")
				} else {
					s.must(poll[1-i].Stop())
				}
			}))
		}
		s.num("run", s.run(uv.RunDefault), nil)
	}
}

func pollErrors(s *script) {
	fd, _ := s.socketpair()
	on := func(status uv.Errno, _ uv.PollEvents) { s.say("poll %s", name(int(status))) }
	_, err := s.l.NewPoll(999)
	s.ret("init of no descriptor", err)
	a, err := s.l.NewPoll(fd)
	s.ret("init a", err)
	b, err := s.l.NewPoll(fd)
	s.ret("init b, of the same", err)
	s.ret("start a", a.Start(uv.Readable, on))
	s.ret("start b", b.Start(uv.Readable, on))
	_, err = s.l.NewPoll(fd)
	s.ret("init c, of the same", err)
	s.ret("stop a", a.Stop())
	s.ret("start b", b.Start(uv.Writable, on))
	s.ret("start a", a.Start(uv.Readable, on))
	s.ret("stop b", b.Stop())
	s.ret("stop b twice", b.Stop())
}

func pollHangup(s *script) {
	mine, peer := s.openSocketpair()
	s.after(func() { _ = unix.Close(mine) })
	p := s.poll(mine)
	on := func(status uv.Errno, events uv.PollEvents) {
		n, err := unix.Read(mine, make([]byte, 1))
		s.must(err)
		s.say("poll %s events %d read %d", name(int(status)), events, n)
		s.must(p.Stop())
	}
	s.must(unix.Shutdown(peer, unix.SHUT_WR))
	for n := range 2 {
		for _, events := range []uv.PollEvents{uv.Readable, uv.Readable | uv.Disconnect, uv.Disconnect} {
			s.must(p.Start(events, on))
			s.num("run", s.run(uv.RunDefault), nil)
		}
		if n == 0 {
			s.must(unix.Close(peer))
		}
	}
}
