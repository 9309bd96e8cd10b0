//go:build unix

package loop

import (
	"net/netip"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

// What FuzzHandles does to streams, signals and requests. Sockets are real; which
// of them is ready is what the fuzzer says.

// streamHandle is what pipes and TCP handles can both do.
type streamHandle interface {
	Handle
	ReadStart(alloc func(int) []byte, cb func([]byte, uv.Errno)) error
	ReadStop()
	Write(r *WriteReq, bufs [][]byte, cb func(uv.Errno)) error
	TryWrite(bufs [][]byte) (int, error)
	Shutdown(r *ShutdownReq, cb func(uv.Errno)) error
	Fd() (int, error)
}

// block is the end of a wait without limit: the pool's, or nobody's.
func (p *player) block() {
	if p.l.atPool == 0 {
		p.l.Stop()
		return
	}
	<-p.k.wake
	p.k.Wake()
}

func (p *player) signal() {
	if p.l.signals != nil {
		p.l.signals.catch([]int{sigUsr1, sigUsr2}[p.next()%2])
	}
}

// pipePair makes two pipe handles that are connected.
func (p *player) pipePair() {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		return
	}
	for _, fd := range fds {
		h, err := p.l.NewPipe(false)
		if err != nil || h.Open(fd) != nil {
			closeFd(fd)
		}
		p.handles = append(p.handles, h)
	}
}

// tcp makes a handle that is new, a server, or a client of the last server.
func (p *player) tcp() *TCP {
	h := p.l.NewTCP()
	if p.next()%2 == 0 {
		p.listen(h)
	} else {
		p.connect(h)
	}
	return h
}

func (p *player) listen(h *TCP) {
	_ = h.Bind(netip.MustParseAddrPort("127.0.0.1:0"), 0)
	_ = h.Listen(4, func(uv.Errno) {
		if p.next()%4 > 0 {
			client := p.l.NewTCP()
			_ = h.Accept(client)
			p.handles = append(p.handles, client)
		}
		p.callback()
	})
}

func (p *player) connect(h *TCP) {
	var to netip.AddrPort
	for _, o := range p.handles {
		if s, ok := o.(*TCP); ok && !s.closing {
			if at, err := s.Sockname(); err == nil {
				to = at
			}
		}
	}
	r := &ConnectReq{}
	p.submitted(r, h.Connect(r, to, p.done))
}

// submitted counts a request that is to be called back.
func (p *player) submitted(r Request, err error) {
	if err == nil {
		p.open++
		p.reqs = append(p.reqs, r)
	}
}

func (p *player) done(uv.Errno) {
	p.open--
	p.callback()
}

func (p *player) read(h streamHandle) {
	size := []int{0, 1, 64, 64 << 10}[p.next()%4]
	_ = h.ReadStart(func(int) []byte { return make([]byte, size) }, func([]byte, uv.Errno) { p.callback() })
}

func (p *player) write(s streamHandle) {
	switch p.next() % 6 {
	case 0:
		r := &ShutdownReq{}
		p.submitted(r, s.Shutdown(r, p.done))
	case 1:
		_, _ = s.TryWrite([][]byte{make([]byte, p.next())})
	default:
		r := &WriteReq{}
		p.submitted(r, s.Write(r, p.buffers(), p.done))
	}
}

func (p *player) buffers() (bufs [][]byte) {
	for range p.next() % 5 {
		bufs = append(bufs, make([]byte, []int{0, 1, 1000, 300_000}[p.next()%4]))
	}
	return bufs
}

// udp makes a handle that is new, or bound and connected to itself.
func (p *player) udp() *UDP {
	h := p.l.NewUDP()
	if p.next()%2 == 0 {
		_ = h.Bind(netip.MustParseAddrPort("127.0.0.1:0"), 0)
		if at, err := h.Sockname(); err == nil && p.next()%2 == 0 {
			_ = h.Connect(at)
		}
	}
	return h
}

func (p *player) recv(h *UDP) {
	size := []int{0, 1, 64, 64 << 10}[p.next()%4]
	_ = h.RecvStart(func(int) []byte { return make([]byte, size) },
		func([]byte, netip.AddrPort, RecvFlags, uv.Errno) { p.callback() })
}

func (p *player) send(h *UDP) {
	var to netip.AddrPort
	if at, err := h.Sockname(); err == nil && p.next()%2 == 0 {
		to = at
	}
	if p.next()%4 == 0 {
		_, _ = h.TrySend(p.buffers(), to)
		return
	}
	r := &UDPSendReq{}
	p.submitted(r, h.Send(r, p.buffers(), to, p.done))
}

// request submits something to the pool.
func (p *player) request() {
	switch p.next() % 6 {
	case 0:
		r := &FSReq{}
		p.submitted(r, p.l.FSStat(r, nil, ".", func() { p.done(0) }))
	case 1:
		r := &WorkReq{}
		p.submitted(r, p.l.QueueWork(r, func() {}, p.done))
	case 2:
		r := &RandomReq{}
		p.submitted(r, p.l.Random(r, nil, make([]byte, 8), 0, func(uv.Errno, []byte) { p.done(0) }))
	case 3:
		r := &GetAddrInfoReq{}
		p.submitted(r, p.l.GetAddrInfo(r, &book{}, "a", "", AddrInfoHints{}, func(uv.Errno, []AddrInfo) { p.done(0) }))
	case 4:
		r := &GetNameInfoReq{}
		p.submitted(r, p.l.GetNameInfo(r, &book{}, anyPort, 0, func(uv.Errno, string, string) { p.done(0) }))
	case 5:
		if len(p.reqs) > 0 { // one that may be active
			if r, ok := p.reqs[p.next()%len(p.reqs)].(*WorkReq); ok {
				p.submitted(r, p.l.QueueWork(r, func() {}, p.done))
			}
		}
	}
}

func (p *player) cancel() {
	if len(p.reqs) > 0 {
		_ = p.l.Cancel(p.reqs[p.next()%len(p.reqs)])
	}
}

// ready has the kernel report any events of the handle's descriptor.
func (p *player) ready(h Handle) {
	if s, ok := h.(interface{ Fd() (int, error) }); ok {
		if fd, err := s.Fd(); err == nil {
			p.k.set(fd, ioEvents(p.next())&(evIn|evOut|evRdhup|evErr|evHup))
		}
	}
}
