package host

import (
	"slices"
	"sync"
	"time"
)

// aside runs what may block for as long as somebody else likes, a write to a
// full pipe for one, on a goroutine of its own, so that the guest which waits
// for it can be ended. It has one call at a time.
type aside struct {
	calls chan func()
	done  chan struct{}
	stuck bool   // the guest left it in a call
	late  func() // is called when that has come back; nil: nothing of the guest's is in it
	buf   []byte // what a call reads or writes: it may outlive the guest's memory
}

// blocking runs f aside and waits until it is done. When the guest is to end
// meanwhile, it does not return; f goes on without it.
func (g *Guest) blocking(f func()) { g.blockingThen(f, nil) }

// blockingThen is blocking for what uses the guest's memory, files or loop: the
// guest is not freed before f has come back. If the guest has gone on by then,
// late is called in its place.
func (g *Guest) blockingThen(f, late func()) {
	a := &g.aside
	if a.calls == nil {
		a.calls, a.done = make(chan func(), 1), make(chan struct{}, 1)
		go a.serve(g.rt)
	}
	a.calls <- f
	select {
	case <-a.done:
	case <-g.stopped:
		a.stuck, a.late = true, late
		g.leave()
	}
}

func (a *aside) serve(rt *Runtime) {
	for f := range a.calls {
		f()
		a.done <- struct{}{}
	}
	rt.forget(a)
}

// settle waits for a call that still uses what is the guest's, and answers
// whether it has come back.
func (a *aside) settle(patience <-chan time.Time) bool {
	if a.late == nil {
		return true
	}
	select {
	case <-a.done:
	case <-patience:
		return false
	}
	a.late()
	a.stuck, a.late = false, nil
	return true
}

// close ends the goroutine, at once or when its call comes back.
func (a *aside) close(g *Guest) {
	if a.calls == nil {
		return
	}
	if a.stuck && a.late == nil {
		g.rt.note(a, g.cfg.Name+": a read or write of its streams that blocks")
	}
	close(a.calls)
}

// asideChunk is the most that one call moves, in bytes.
const asideChunk = 64 << 10

// pass writes p, of the guest's memory, to one of its streams.
func (o *output) pass(p []byte) (n int, err error) {
	a := &o.g.aside
	for len(p) > 0 && err == nil {
		a.buf = append(a.buf[:0], p[:min(len(p), asideChunk)]...)
		var wrote int
		o.g.blocking(func() {
			o.g.pouring.Lock()
			defer o.g.pouring.Unlock()
			wrote, err = o.w.Write(a.buf)
		})
		n += wrote
		p = p[len(a.buf):]
	}
	return n, err
}

// take reads into p, of the guest's memory, from a reader that cannot be polled.
func (s *stdin) take(p []byte) (n int, err error) {
	a, r := &s.g.aside, s.r
	a.buf = slices.Grow(a.buf[:0], asideChunk)[:min(len(p), asideChunk)]
	s.g.blocking(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		n, err = r.Read(a.buf)
	})
	return copy(p, a.buf[:n]), err
}

// line does calls one after the other, on a goroutine that lives for as long as
// there are some.
type line struct {
	mu     sync.Mutex
	calls  []func()
	served bool
}

func (l *line) add(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls = append(l.calls, f)
	if !l.served {
		l.served = true
		go l.serve()
	}
}

func (l *line) serve() {
	for f := l.next(); f != nil; f = l.next() {
		f()
	}
}

func (l *line) next() (f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.calls) == 0 {
		l.served, l.calls = false, nil
		return nil
	}
	f, l.calls = l.calls[0], l.calls[1:]
	return f
}
