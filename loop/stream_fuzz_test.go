//go:build unix

package loop

import (
	"net/netip"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/internal/leak"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// streamPlayer does what a fuzzer's bytes say to streams, outside of the loop
// and in callbacks. Each end knows what must come from the other.
type streamPlayer struct {
	t     *testing.T
	l     *Loop
	in    []byte
	ends  []*streamEnd
	at    netip.AddrPort
	depth int
	asked int // requests that were taken
	told  int // and called back
}

type streamEnd struct {
	*Stream
	close func(cb func()) error
	sent  int // bytes that were taken
	got   int // bytes that came
	peer  *streamEnd
}

// datum is the byte at a position of what an end sends.
func datum(i int) byte { return byte(i ^ i>>8 ^ i>>16) }

func (e *streamEnd) data(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = datum(e.sent + i)
	}
	return b
}

func (p *streamPlayer) next() int {
	if len(p.in) == 0 {
		return 0
	}
	b := p.in[0]
	p.in = p.in[1:]
	return int(b)
}

func (p *streamPlayer) callback() {
	if p.depth > 4 {
		return
	}
	p.depth++
	for range p.next() % 3 {
		p.act()
	}
	p.depth--
}

func (p *streamPlayer) ended(uv.Errno) {
	p.told++
	p.callback()
}

// count notes whether a request was taken.
func (p *streamPlayer) count(err error) bool {
	if err == nil {
		p.asked++
	}
	return err == nil
}

func (p *streamPlayer) act() {
	op := p.next()
	if len(p.ends) == 0 || op%16 == 0 {
		p.open(p.next())
		return
	}
	e := p.ends[p.next()%len(p.ends)]
	switch op % 16 {
	case 1, 2, 3:
		n := p.next()
		b := e.data(n * n)
		cut := min(len(b), p.next())
		if p.count(e.Write(&WriteReq{}, [][]byte{b[:cut], b[cut:]}, p.ended)) {
			e.sent += len(b)
		}
	case 4:
		n, _ := e.TryWrite([][]byte{e.data(p.next()), nil})
		e.sent += n
	case 5, 6, 7:
		p.read(e, p.next())
	case 8:
		e.ReadStop()
	case 9:
		p.count(e.Shutdown(&ShutdownReq{}, p.ended))
	case 10, 11:
		_ = e.close(p.callback)
	case 12:
		e.Unref()
	case 13:
		e.Ref()
	case 14:
		p.l.Stop()
	case 15:
		if t, ok := e.self.(*TCP); ok {
			_ = t.CloseReset(p.callback)
		}
	}
}

func (p *streamPlayer) read(e *streamEnd, size int) {
	alloc := func(int) []byte {
		if size == 13 {
			p.callback()
			return nil
		}
		return make([]byte, 1+size*size)
	}
	_ = e.ReadStart(alloc, func(b []byte, err uv.Errno) {
		for i, c := range b {
			if c != datum(e.got+i) {
				p.t.Fatalf("byte %d is %d, want %d", e.got+i, c, datum(e.got+i))
			}
		}
		if e.got += len(b); e.peer != nil && e.got > e.peer.sent {
			p.t.Fatalf("%d bytes came of %d", e.got, e.peer.sent)
		}
		p.callback()
	})
}

func (p *streamPlayer) open(kind int) {
	if len(p.ends) > 40 {
		return
	}
	var fds [2]int
	var err error
	switch kind % 4 {
	case 0:
		fds, err = SocketPair(unix.SOCK_STREAM, 0, true, true)
	case 1:
		fds[0], fds[1], err = PipeFds(true, true)
	default:
		c := p.l.NewTCP()
		if p.count(c.Connect(&ConnectReq{}, p.at, p.ended)) {
			p.ends = append(p.ends, &streamEnd{Stream: &c.Stream, close: c.Close})
		}
		return
	}
	must(p.t, err)
	a, b := openPipe(p.t, p.l, fds[0]), openPipe(p.t, p.l, fds[1])
	x, y := &streamEnd{Stream: &a.Stream, close: a.Close}, &streamEnd{Stream: &b.Stream, close: b.Close}
	x.peer, y.peer = y, x
	p.ends = append(p.ends, x, y)
}

func (p *streamPlayer) serve() {
	server, at := listenTCP(p.t, p.l, func(server *TCP) {
		if p.next()%4 != 0 {
			c := p.l.NewTCP()
			must(p.t, server.Accept(c))
			p.ends = append(p.ends, &streamEnd{Stream: &c.Stream, close: c.Close})
		}
		p.callback()
	})
	server.Unref()
	p.at = at
}

// FuzzStreams does random things to streams in and out of callbacks. Whatever
// they are, the trace keeps the loop's rules, every request is called back once,
// what comes is what was sent, and nothing is left.
func FuzzStreams(f *testing.F) {
	f.Add([]byte{0, 0, 5, 1, 9, 1, 0, 40, 3, 9, 0})
	f.Add([]byte{0, 2, 1, 0, 250, 5, 5, 0, 3, 10, 0, 0, 1})
	f.Add([]byte("the quick brown fox jumps over the lazy dog 0123456789"))
	f.Fuzz(func(t *testing.T, in []byte) {
		if len(in) > 400 {
			return
		}
		leak.Check(t)
		o := Options{Trace: trace.NewRecorder(trace.Options{})}
		l, err := New(o)
		must(t, err)
		p := &streamPlayer{t: t, l: l, in: in}
		p.serve()
		for round := 0; len(p.in) > 0 && round < 200; round++ {
			for range 3 {
				p.act()
			}
			turn(t, l)
		}
		p.in = nil
		endLoop(t, l, o)
		equal(t, p.told, p.asked)
	})
}
