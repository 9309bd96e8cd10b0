//go:build unix

package differential

import (
	"net/netip"
	"runtime"
	"strings"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

func poolScenarios() []scenario {
	return []scenario{
		{name: "cancel_others", run: cancelOthers, pool: 1},
		{name: "work_cancel", run: workCancel, pool: 1},
		{name: "work_order", run: workOrder, pool: 1},
		{name: "random", run: random},
		{name: "getaddrinfo", run: getAddrInfo},
		{name: "getnameinfo", run: getNameInfo},
	}
}

// goroutine names the running goroutine, by the first line of its stack.
func goroutine() string {
	stack := make([]byte, 64)
	head, _, _ := strings.Cut(string(stack[:runtime.Stack(stack, false)]), "[")
	return head
}

func workOrder(s *script) {
	var w [4]loop.WorkReq
	var order []int
	elsewhere := 0
	here := goroutine()
	var queue func(i int) error
	queue = func(i int) error {
		return s.l.QueueWork(&w[i], func() {
			elsewhere += num(goroutine() != here)
			order = append(order, i)
		}, func(status uv.Errno) {
			s.say("after work %d %s", i, code(status))
			if i == 0 {
				s.ret("queue", queue(3))
			}
		})
	}
	s.ret("queue without work", s.l.QueueWork(&w[0], nil, func(uv.Errno) {}))
	for i := range 3 {
		s.ret("queue", queue(i))
	}
	s.say("alive %d", num(s.l.Alive()))
	s.num("run", s.run(uv.RunDefault), nil)
	for _, i := range order {
		s.say("done %d", i)
	}
	s.say("on another thread: %d", elsewhere)
}

// block keeps the pool's only worker busy until release is called.
func (s *script) block(r *loop.WorkReq, after func(status uv.Errno)) (release func()) {
	started, done := make(chan struct{}), make(chan struct{})
	s.must(s.l.QueueWork(r, func() {
		close(started)
		<-done
	}, after))
	<-started
	return func() { close(done) }
}

func workCancel(s *script) {
	var blocker loop.WorkReq
	var w [3]loop.WorkReq
	release := s.block(&blocker, func(status uv.Errno) {
		s.say("after the blocker %s", code(status))
		s.ret("cancel what is done", s.l.Cancel(&blocker))
	})
	for i := range w {
		s.must(s.l.QueueWork(&w[i], func() {}, func(status uv.Errno) {
			s.say("after work %d %s", i, code(status))
			if i == 2 {
				release()
			}
		}))
	}
	s.ret("cancel what runs", s.l.Cancel(&blocker))
	s.ret("cancel 1", s.l.Cancel(&w[1]))
	s.ret("cancel 0", s.l.Cancel(&w[0]))
	s.ret("cancel 2", s.l.Cancel(&w[2]))
	s.ret("cancel 2 again", s.l.Cancel(&w[2]))
	s.say("alive %d", num(s.l.Alive()))
	s.num("run", s.run(uv.RunDefault), nil)
}

func cancelOthers(s *script) {
	var (
		blocker  loop.WorkReq
		fs       loop.FSReq
		addr     loop.GetAddrInfoReq
		nameinfo loop.GetNameInfoReq
		rnd      loop.RandomReq
		connect  loop.ConnectReq
	)
	release := s.block(&blocker, func(status uv.Errno) { s.say("after the blocker %s", code(status)) })
	s.ret("fs", s.l.FSOpen(&fs, nil, "none", 0, 0, func() { s.say("fs %s", code(fs.Err())) }))
	s.ret("getaddrinfo", s.l.GetAddrInfo(&addr, nil, "127.0.0.1", "80", loop.AddrInfoHints{}, func(status uv.Errno, found []loop.AddrInfo) {
		s.say("getaddrinfo %s %d", code(status), num(found != nil))
	}))
	s.ret("getnameinfo", s.l.GetNameInfo(&nameinfo, nil, anyPort, uv.NINumericHost, func(status uv.Errno, host, _ string) {
		s.say("getnameinfo %s %d", code(status), num(host != ""))
	}))
	s.ret("random", s.l.Random(&rnd, nil, make([]byte, 4), 0, func(status uv.Errno, _ []byte) {
		s.say("random %s", code(status))
		release()
	}))
	s.ret("cancel fs", s.l.Cancel(&fs))
	s.ret("cancel getaddrinfo", s.l.Cancel(&addr))
	s.ret("cancel getnameinfo", s.l.Cancel(&nameinfo))
	s.ret("cancel random", s.l.Cancel(&rnd))
	s.num("run", s.run(uv.RunDefault), nil)
	server := s.serve(func(*loop.TCP, uv.Errno) {})
	s.must(s.l.NewTCP().Connect(&connect, s.boundTo(server), func(status uv.Errno) { s.say("connect %s", code(status)) }))
	s.ret("cancel connect", s.l.Cancel(&connect))
	server.Unref()
	s.num("run", s.run(uv.RunDefault), nil)
}

func random(s *script) {
	var r loop.RandomReq
	buf := make([]byte, 64)
	filled := func() int {
		n := 0
		for _, b := range buf {
			n += num(b != 0)
		}
		clear(buf)
		return num(n > len(buf)/2)
	}
	s.ret("at once", s.l.Random(&r, nil, buf, 0, nil))
	s.say("filled %d", filled())
	s.ret("nothing at once", s.l.Random(&r, nil, nil, 0, nil))
	s.ret("a flag", s.l.Random(&r, nil, buf, 1, nil))
	on := func(status uv.Errno, b []byte) {
		s.say("random %s, the buffer %d, %d bytes, filled %d", code(status), num(&b[0] == &buf[0]), len(b), filled())
	}
	s.ret("a flag, by the pool", s.l.Random(&r, nil, buf, 1, on))
	s.ret("by the pool", s.l.Random(&r, nil, buf, 0, on))
	s.say("alive %d", num(s.l.Alive()))
	s.num("run", s.run(uv.RunDefault), nil)
}

func getAddrInfo(s *script) {
	show := func(what string, status uv.Errno, found []loop.AddrInfo) {
		s.say("%s %s", what, code(status))
		for _, a := range found {
			s.say("%s %s port %d %s", map[loop.Family]string{loop.IPv4: "IPv4", loop.IPv6: "IPv6"}[a.Family()], a.Addr.Addr(), a.Addr.Port(),
				map[uv.SockType]string{uv.SockStream: "stream", uv.SockDgram: "datagram"}[a.SockType])
		}
	}
	look := func(what, node, service string, family loop.Family, flags uv.AddrInfoFlags) {
		hints := loop.AddrInfoHints{Family: family, Flags: flags, SockType: uv.SockStream}
		err := s.l.GetAddrInfo(new(loop.GetAddrInfoReq), nil, node, service, hints, func(status uv.Errno, found []loop.AddrInfo) {
			show(what, status, found)
		})
		if err != nil {
			s.ret(what, err)
		}
		s.run(uv.RunDefault)
	}
	const anyFamily = loop.Family(0)
	look("IPv4 in numbers", "127.0.0.1", "8080", anyFamily, 0)
	look("IPv6 in numbers", "::1", "80", anyFamily, uv.AINumericHost)
	look("no service", "127.0.0.1", "", loop.IPv4, 0)
	look("a service alone, to connect", "", "81", loop.IPv4, 0)
	look("a service alone, to listen", "", "82", loop.IPv4, uv.AIPassive)
	look("localhost", "localhost", "83", loop.IPv4, 0)
	look("nothing", "", "", loop.IPv4, 0)
	look("a name where numbers are asked for", "localhost", "84", loop.IPv4, uv.AINumericHost)
	look("IPv6 where IPv4 is asked for", "::1", "85", loop.IPv4, uv.AINumericHost)
	var r loop.GetAddrInfoReq
	s.ret("at once", s.l.GetAddrInfo(&r, nil, "127.0.0.1", "86", loop.AddrInfoHints{Family: loop.IPv4, SockType: uv.SockDgram}, nil))
	show("at once", 0, r.Found)
}

func getNameInfo(s *script) {
	const numbers = uv.NINumericHost | uv.NINumericServ
	four, six := netip.MustParseAddrPort("127.0.0.1:8080"), netip.MustParseAddrPort("[::1]:80")
	var r loop.GetNameInfoReq
	look := func(what string, addr netip.AddrPort, flags uv.NameInfoFlags) {
		s.ret(what, s.l.GetNameInfo(&r, nil, addr, flags, func(status uv.Errno, host, service string) {
			s.say("%s %s %s %s", what, code(status), host, service)
		}))
		s.run(uv.RunDefault)
	}
	look("IPv4", four, numbers)
	look("IPv6", six, numbers)
	look("no address", netip.AddrPort{}, 0)
	s.ret("at once", s.l.GetNameInfo(&r, nil, four, numbers, nil))
	s.say("%s %s", r.Host, r.Service)
}
