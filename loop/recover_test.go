//go:build unix

package loop

import (
	"fmt"
	"slices"
	"testing"

	"github.com/loopground/loopground/loop/uv"
)

// runUntilPanic runs the loop, which a callback leaves by a panic.
func runUntilPanic(t testing.TB, l *Loop) {
	t.Helper()
	defer func() {
		t.Helper()
		if recover() == nil {
			t.Fatal("no callback panicked")
		}
		if l.Phase() != uv.Outside {
			t.Errorf("the phase is %v", l.Phase())
		}
	}()
	_, _ = l.Run(uv.RunDefault)
}

// panicOnce notes what it is, and panics the first time that anything made by
// it is called.
type panicOnce struct {
	steps
	done bool
}

func (p *panicOnce) cb(what string) func() {
	return func() {
		p.note(what)()
		if !p.done {
			p.done = true
			panic(what)
		}
	}
}

// wantSet compares without regard to order.
func (s *steps) wantSet(t testing.TB, want ...string) {
	t.Helper()
	slices.Sort(s.got)
	slices.Sort(want)
	equal(t, s.got, want)
}

func TestNothingIsLostWhenACallbackPanics(t *testing.T) {
	const n = 4
	var want []string
	var clients []*TCP
	for i := range n {
		want = append(want, fmt.Sprint(i))
	}
	for name, start := range map[string]func(t *testing.T, l *Loop, p *panicOnce, i int){
		"timers": func(t *testing.T, l *Loop, p *panicOnce, i int) {
			must(t, l.NewTimer().Start(p.cb(fmt.Sprint(i)), 1*ms, 0))
		},
		"asyncs": func(t *testing.T, l *Loop, p *panicOnce, i int) {
			var a *Async
			a = l.NewAsync(func() { must(t, a.Close(nil)); p.cb(fmt.Sprint(i))() })
			a.Send()
		},
		"signals": func(t *testing.T, l *Loop, p *panicOnce, i int) {
			s := l.NewSignal()
			must(t, s.StartOneShot(func(int) { p.cb(fmt.Sprint(i))() }, sigUsr1))
			if i == n-1 {
				caught(l, sigUsr1)
			}
		},
		"closing": func(t *testing.T, l *Loop, p *panicOnce, i int) {
			must(t, l.NewTimer().Close(p.cb(fmt.Sprint(i))))
		},
		"files": func(t *testing.T, l *Loop, p *panicOnce, i int) {
			must(t, l.FSStat(&FSReq{}, nil, ".", p.cb(fmt.Sprint(i))))
		},
		"writes": func(t *testing.T, l *Loop, p *panicOnce, i int) {
			pair(t, l, func(client, peer *TCP) {
				must(t, peer.Close(nil))
				after(t, l, 5*ms, func() { must(t, client.Close(nil)) })
				if clients = append(clients, client); len(clients) < n {
					return
				}
				for i, c := range clients { // all are called back in one pending phase
					must(t, c.Write(&WriteReq{}, [][]byte{{1}}, func(st uv.Errno) {
						if l.Phase() != uv.Pending {
							t.Errorf("called back in phase %v", l.Phase())
						}
						must(t, st.Err())
						p.cb(fmt.Sprint(i))()
					}))
				}
			})
		},
		"poll handles": func(t *testing.T, l *Loop, p *panicOnce, i int) {
			_, w := pipe(t)
			h, err := l.NewPoll(w)
			must(t, err)
			must(t, h.Start(uv.Writable, func(uv.Errno, uv.PollEvents) { must(t, h.Close(nil)); p.cb(fmt.Sprint(i))() }))
		},
		"edge-triggered poll handles": func(t *testing.T, l *Loop, p *panicOnce, i int) {
			_, w := pipe(t)
			h, err := l.NewPoll(w)
			must(t, err)
			h.SetEdgeTriggered(true)
			must(t, h.Start(uv.Writable, func(uv.Errno, uv.PollEvents) { must(t, h.Close(nil)); p.cb(fmt.Sprint(i))() }))
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLoop(t, Options{})
			var p panicOnce
			for i := range n {
				start(t, l, &p, i)
			}
			runUntilPanic(t, l)
			run(t, l)
			p.wantSet(t, want...)
		})
	}
}

func TestPhaseHandlesStayInTheirPhaseWhenOnePanics(t *testing.T) {
	eachPhase(t, func(t *testing.T, l *Loop, _ *steps, make func() starter) {
		var p panicOnce
		for i := range 3 {
			must(t, make().Start(p.cb(fmt.Sprint(i))))
		}
		runUntilPanic(t, l)
		p.got = nil
		turn(t, l)
		p.wantSet(t, "0", "1", "2")
	})
}

// As a host ends its guest: a callback panics, then every handle is closed, and
// the loop runs until nothing is left. Streams have requests in all states.
func TestLoopCanBeClosedAfterAPanic(t *testing.T) {
	for _, where := range []string{"write", "connection", "connect", "read", "close"} {
		t.Run(where, func(t *testing.T) {
			l := newLoop(t, Options{})
			var p panicOnce
			boom := func(here string) {
				if here == where {
					p.cb(here)()
				}
			}
			calls, submitted := 0, 2
			server, addr := listenTCP(t, l, func(server *TCP) {
				boom("connection")
				c := l.NewTCP()
				if server.Accept(c) == nil {
					must(t, c.ReadStart(newBuf, func([]byte, uv.Errno) { boom("read") }))
				}
			})
			client := l.NewTCP()
			must(t, client.Connect(&ConnectReq{}, addr, func(st uv.Errno) {
				calls++
				if st != 0 {
					return // closed before
				}
				submitted += 6
				for range 5 {
					must(t, client.Write(&WriteReq{}, [][]byte{make([]byte, 4000)}, func(uv.Errno) { calls++; boom("write") }))
				}
				must(t, client.Shutdown(&ShutdownReq{}, func(uv.Errno) { calls++ }))
				if where == "close" {
					must(t, server.Close(func() { boom("close") }))
				}
				boom("connect")
			}))
			must(t, l.FSScandir(&FSReq{}, nil, ".", func() { calls++ }))
			runUntilPanic(t, l)
			closeAll(l)
			run(t, l)
			if calls != submitted {
				t.Errorf("%d of %d requests were called back", calls, submitted)
			}
			must(t, l.Close())
		})
	}
}
