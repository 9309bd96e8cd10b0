//go:build unix

package loop

import (
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// player does what a fuzzer's bytes say, outside of the loop and in callbacks.
type player struct {
	l       *Loop
	k       *fakeKernel
	in      []byte
	handles []Handle
	reqs    []Request
	open    int // requests that are to be called back
	depth   int
}

func (p *player) next() int {
	if len(p.in) == 0 {
		return 0
	}
	b := p.in[0]
	p.in = p.in[1:]
	return int(b)
}

// fake is a descriptor that there is not, for poll handles.
func (p *player) fake() int { return 1000 + p.next()%8 }

// callback does up to three more things.
func (p *player) callback() {
	if p.depth > 4 {
		return
	}
	p.depth++
	defer func() { p.depth-- }()
	does := p.next()
	if does == 255 {
		panic(leave)
	}
	for range does % 4 {
		p.act()
	}
}

// leave is what a callback panics with, as a host does to end its guest.
const leave = "leave the run"

// run runs the loop in some mode, and lets a callback leave it.
func (p *player) run() error {
	defer func() {
		if r := recover(); r != nil && r != leave {
			panic(r)
		}
	}()
	_, err := p.l.Run(uv.RunMode(p.next() % 3))
	return err
}

func (p *player) any() Handle {
	if len(p.handles) == 0 {
		return p.l.NewTimer()
	}
	return p.handles[p.next()%len(p.handles)]
}

func (p *player) act() {
	switch p.next() % 24 {
	case 0, 1, 2:
		p.make()
	case 3, 4, 5, 6:
		p.start(p.any())
	case 7, 8:
		p.stop(p.any())
	case 9:
		_ = p.any().Close(p.callback)
	case 10:
		p.any().Unref()
	case 11:
		p.any().Ref()
	case 12:
		p.k.set(p.fake(), ioEvents(p.next()))
	case 13:
		p.l.Stop()
	case 14:
		p.k.refuse[p.fake()] = []error{nil, unix.EPERM}[p.next()%2]
	case 15:
		_ = p.run() // from a callback: EBUSY
	case 16:
		p.signal()
	case 17, 18, 19:
		switch h := p.any().(type) {
		case streamHandle:
			p.write(h)
		case *UDP:
			p.send(h)
		}
	case 20, 21:
		p.request()
	case 22:
		p.cancel()
	case 23:
		p.ready(p.any())
	}
}

func (p *player) make() {
	var h Handle
	switch p.next() % 10 {
	case 9:
		h = p.udp()
	case 6:
		h = p.l.NewSignal()
	case 7:
		p.pipePair()
		return
	case 8:
		h = p.tcp()
	case 0:
		h = p.l.NewTimer()
	case 1:
		h = p.l.NewIdle()
	case 2:
		h = p.l.NewPrepare()
	case 3:
		h = p.l.NewCheck()
	case 4:
		h = p.l.NewAsync(p.callback)
	case 5:
		h = watch(p.l, p.fake())
	}
	p.handles = append(p.handles, h)
}

func (p *player) start(h Handle) {
	switch h := h.(type) {
	case *Timer:
		switch p.next() % 4 {
		case 0:
			_ = h.Again()
		default:
			_ = h.StartMs(p.callback, uint64(p.next()%5), uint64(p.next()%3))
		}
	case *Idle:
		_ = h.Start(p.callback)
	case *Prepare:
		_ = h.Start(p.callback)
	case *Check:
		_ = h.Start(p.callback)
	case *Async:
		h.Send()
	case *Signal:
		n := []int{0, sigUsr1, sigUsr2}[p.next()%3]
		if p.next()%2 == 0 {
			_ = h.StartOneShot(func(int) { p.callback() }, n)
			return
		}
		_ = h.Start(func(int) { p.callback() }, n)
	case streamHandle:
		p.read(h)
	case *UDP:
		p.recv(h)
	case *Poll:
		h.SetEdgeTriggered(p.next()%2 == 0)
		_ = h.Start(uv.PollEvents(p.next()%20), func(uv.Errno, uv.PollEvents) { p.callback() })
	}
}

func (p *player) stop(h Handle) {
	switch h := h.(type) {
	case *Timer:
		_ = h.Stop()
	case *Idle:
		_ = h.Stop()
	case *Prepare:
		_ = h.Stop()
	case *Check:
		_ = h.Stop()
	case *Poll:
		_ = h.Stop()
	case *Signal:
		_ = h.Stop()
	case streamHandle:
		h.ReadStop()
	case *UDP:
		h.RecvStop()
	}
}

// FuzzHandles does random things to handles in and out of callbacks. Whatever
// they are, the trace keeps the loop's rules, the counts are right, and
// everything can be closed.
func FuzzHandles(f *testing.F) {
	f.Add([]byte{0, 0, 3, 0, 1, 1, 1, 9, 0})
	f.Add([]byte("\x00\x05\x03\x03\x00\x01\x0c\x03\x01\x02\x09\x00\x03\x07"))
	f.Add([]byte("the quick brown fox jumps over the lazy dog 0123456789"))
	f.Add([]byte{0, 7, 3, 0, 3, 17, 1, 2, 2, 2, 3, 2, 23, 0, 1, 23, 1, 2, 17, 1, 0, 9, 0, 0, 23, 0, 17}) // a pipe
	f.Add([]byte{0, 8, 0, 0, 8, 1, 23, 0, 1, 2, 23, 1, 2, 3, 1, 3, 17, 1, 2, 1, 2, 9, 0, 0})             // TCP
	f.Add([]byte{0, 6, 3, 0, 1, 0, 16, 0, 1, 3, 0, 2, 1, 16, 1, 9, 0, 0})                                // signals
	f.Add([]byte{20, 0, 20, 1, 20, 3, 1, 22, 0, 22, 1, 20, 4, 2, 20, 5, 1, 22, 2, 0})                    // the pool
	f.Fuzz(func(t *testing.T, in []byte) {
		if len(in) > 400 {
			return
		}
		play(t, in)
	})
}

func play(t *testing.T, in []byte) {
	t.Helper()
	order := Order(0)
	if len(in) > 0 {
		order = Order(in[0] % 2)
	}
	edges := 0
	o := Options{Order: order, Virtual: true, PoolSize: 2, Trace: trace.NewRecorder(trace.Options{})}
	o.Gate = gateFunc(func(l *Loop, _ Edge) {
		if edges++; edges > 300 { // an idle handle or a repeating timer runs for ever
			l.Stop()
		}
	})
	k := newFakeKernel()
	o.kernel = func() (kernel, error) { return k, nil }
	free := freeDescriptor(t)
	l, err := New(o)
	must(t, err)
	p := &player{l: l, k: k, in: in}
	k.onBlock = p.block
	for round := 0; len(p.in) > 0 && round < 200; round++ {
		for range 3 {
			p.act()
		}
		edges = 0
		must(t, p.run())
		checkCounts(t, p)
	}
	p.in, k.refuse, edges = nil, nil, -1<<30
	endLoop(t, l, o)
	if p.open != 0 {
		t.Errorf("%d requests were not called back", p.open)
	}
	noneLeftOpen(t, free)
}

// noneLeftOpen looks again where there seems to be a leak: the fuzzer opens files
// of its own for a moment.
func noneLeftOpen(t *testing.T, free int) {
	t.Helper()
	left := freeDescriptor(t)
	for tries := 0; left > free && tries < 100; tries++ {
		time.Sleep(time.Millisecond)
		left = freeDescriptor(t)
	}
	if left > free {
		t.Errorf("descriptor %d was free, now it is %d", free, left)
	}
}

// freeDescriptor is the lowest descriptor that is not used.
func freeDescriptor(t *testing.T) int {
	t.Helper()
	fd, err := unix.Dup(0)
	must(t, err)
	closeFd(fd)
	return fd
}

// checkCounts compares what the loop counts with what is there.
func checkCounts(t *testing.T, p *player) {
	t.Helper()
	l, active, watchers := p.l, 0, 0
	l.handles.each(func(h *handle) {
		if h.active && h.ref {
			active++
		}
		if w := l.slots.lookup(h.id); w != nil && w.want != 0 {
			watchers++
		}
	})
	if active != l.active || watchers != l.watchers || p.open != l.activeReqs || len(l.ready) != 0 {
		t.Errorf("%d active handles, %d watchers and %d requests, counted %d, %d and %d",
			active, watchers, p.open, l.active, l.watchers, l.activeReqs)
	}
}
