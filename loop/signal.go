package loop

import (
	"os"
	"os/signal"
	"reflect"
	"slices"
	"sync"
	"syscall"

	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// Signal calls back when the process gets a signal. Any number of handles, on
// any number of loops, may watch the same one; all of them are called.
//
// Signals come through Go's runtime, which owns the process's handlers: one that
// is sent twice in quick succession may arrive once, and there is a moment
// between a signal and the poll that brings it, so that a run in mode nowait
// right after it may miss it. SIGURG also comes from the runtime itself.
// libuv: uv_signal_t.
type Signal struct {
	handle
	cb      func(signum int)
	signum  int // 0: stopped
	oneShot bool
	calling bool
	caught  int // times it waits in signals.queue; guarded by signals.mu
}

// NewSignal makes a signal handle. libuv: uv_signal_init.
func (l *Loop) NewSignal() *Signal {
	s := &Signal{}
	s.init(l, s, uv.Signal)
	return s
}

// Start has cb called for each signal, last in the poll phase. Started again with
// the same signal only the callback is replaced. EINVAL: closing, no callback, no
// such signal, or one that cannot be caught (SIGKILL and SIGSTOP).
// libuv: uv_signal_start.
func (s *Signal) Start(cb func(signum int), signum int) error {
	return s.begin(cb, signum, false)
}

// StartOneShot is Start for one signal: the handle stops after its callback, and
// the signal's default action is back from the moment the signal arrives, unless
// another handle watches for more. libuv: uv_signal_start_oneshot.
func (s *Signal) StartOneShot(cb func(signum int), signum int) error {
	return s.begin(cb, signum, true)
}

func (s *Signal) begin(cb func(int), signum int, oneShot bool) error {
	if s.closing || cb == nil || signum == 0 {
		return uv.EINVAL.Err()
	}
	if s.active && s.signum == signum {
		s.cb = cb
		return nil
	}
	_ = s.Stop()
	if !watchable(signum) {
		return uv.EINVAL.Err()
	}
	s.cb, s.signum, s.oneShot = cb, signum, oneShot
	if s.loop.signals == nil {
		s.loop.signals = &signals{loop: s.loop, watched: map[int]*watchedSignal{}}
	}
	s.loop.signals.add(s)
	s.start(uint64(signum))
	return nil
}

// Stop ends the calls, those of signals that have been caught too.
// libuv: uv_signal_stop.
func (s *Signal) Stop() error {
	s.leave()
	s.stop()
	return nil
}

func (s *Signal) leave() {
	if s.active {
		s.loop.signals.remove(s)
		s.signum = 0
	}
}

// Close is Handle.Close. The callback waits until signals that were caught for
// the handle have been dropped, which the next poll does.
func (s *Signal) Close(cb func()) error {
	if s.closing {
		return uv.EINVAL.Err()
	}
	s.leave()
	s.beginClose(cb)
	return nil
}

// Signum is the signal that is watched; 0 for none.
func (s *Signal) Signum() int { return s.signum }

func (s *Signal) fire(cause uint64) {
	s.calling = true
	s.loop.beginCallback(s.id, trace.HandleType(uv.Signal), 0, uint64(s.signum), cause)
	s.cb(s.signum)
	s.loop.endCallback()
	s.called()
}

// called ends a one-shot watch.
func (s *Signal) called() {
	s.calling = false
	if s.oneShot {
		_ = s.Stop()
	}
}

// restore does what the end of a callback that panicked would have done.
func (s *Signal) restore() {
	if s.calling {
		s.called()
	}
}

// signals is a loop's share of the process's signals. A goroutine, which lives
// while a handle is started, receives them; the loop dispatches them.
type signals struct {
	loop    *Loop
	mu      sync.Mutex
	watched map[int]*watchedSignal
	queue   []caughtSignal
	changed chan struct{} // watched is another
	ended   chan struct{} // the goroutine is gone
}

// watchedSignal is one signal number. Each has a channel of its own, since
// package signal gives up a channel only with all that it was given.
type watchedSignal struct {
	ch      chan os.Signal
	handles []*Signal // one-shots last, else in the order of starting
	reset   bool      // the default action is back
}

type caughtSignal struct {
	s      *Signal
	signum int
}

// maxCaught bounds what waits for a loop that does not look, as the pipe does
// that libuv's handler writes to. What comes then is dropped.
const maxCaught = 4096

// allOneShot reports whether nobody waits for a second signal.
func (w *watchedSignal) allOneShot() bool { return w.handles[0].oneShot }

func (w *watchedSignal) notify(signum int) {
	signal.Notify(w.ch, syscall.Signal(signum))
	w.reset = false
}

func (g *signals) add(s *Signal) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if w := g.watched[s.signum]; w != nil {
		at := len(w.handles)
		if !s.oneShot {
			at = slices.IndexFunc(w.handles, func(o *Signal) bool { return o.oneShot })
			if at < 0 {
				at = len(w.handles)
			}
		}
		w.handles = slices.Insert(w.handles, at, s)
		if w.reset {
			w.notify(s.signum)
		}
		return
	}
	w := &watchedSignal{ch: make(chan os.Signal, 16), handles: []*Signal{s}}
	g.watched[s.signum] = w
	w.notify(s.signum)
	if len(g.watched) == 1 {
		g.changed, g.ended = make(chan struct{}, 1), make(chan struct{})
		go g.receive()
		return
	}
	g.change()
}

func (g *signals) remove(s *Signal) {
	if g.forget(s) {
		<-g.ended
	}
}

// forget reports whether nothing is watched now.
func (g *signals) forget(s *Signal) (last bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	w := g.watched[s.signum]
	w.handles = slices.DeleteFunc(w.handles, func(o *Signal) bool { return o == s })
	if len(w.handles) > 0 {
		return false
	}
	signal.Stop(w.ch)
	delete(g.watched, s.signum)
	g.change()
	return len(g.watched) == 0
}

func (g *signals) change() {
	select {
	case g.changed <- struct{}{}:
	default:
	}
}

// receive is the goroutine: it ends when nothing is watched.
func (g *signals) receive() {
	defer close(g.ended)
	for {
		from := g.channels()
		if len(from) == 1 {
			return
		}
		for i := -1; i != 0; {
			var v reflect.Value
			if i, v, _ = reflect.Select(from); i > 0 {
				g.catch(int(v.Interface().(syscall.Signal)))
			}
		}
	}
}

// channels are changed and one for each signal.
func (g *signals) channels() []reflect.SelectCase {
	g.mu.Lock()
	defer g.mu.Unlock()
	from := []reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(g.changed)}}
	for _, w := range g.watched {
		from = append(from, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(w.ch)})
	}
	return from
}

// catch queues a signal for every handle that watches it, and wakes the loop.
func (g *signals) catch(signum int) {
	if g.enqueue(signum) {
		g.loop.wakeUp.Store(true)
		g.loop.wake()
	}
}

func (g *signals) enqueue(signum int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	w := g.watched[signum]
	if w == nil || len(g.queue)+len(w.handles) > maxCaught {
		return false
	}
	for _, s := range w.handles {
		s.caught++
		g.queue = append(g.queue, caughtSignal{s, signum})
	}
	if w.allOneShot() && !w.reset {
		w.reset = true
		signal.Stop(w.ch)
	}
	return true
}

// next takes the oldest signal that was caught; n is how many there were.
func (g *signals) next() (c caughtSignal, n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if n = len(g.queue); n > 0 {
		c = g.queue[0]
		c.s.caught--
		g.queue = slices.Delete(g.queue, 0, 1)
	}
	return c, n
}

// undispatched reports whether signals that were caught for the handle wait.
func (s *Signal) undispatched() bool {
	g := s.loop.signals
	if g == nil {
		return false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return s.caught > 0
}

// runSignals dispatches what was caught, and reports whether there was any. A
// handle that was stopped since, or watches another signal, gets nothing.
func (l *Loop) runSignals() (any bool) {
	if l.signals == nil {
		return false
	}
	c, n := l.signals.next()
	for left := n; left > 0; left-- {
		if s := c.s; s.active && s.signum == c.signum {
			s.fire(l.scope.signal(s))
		}
		if left > 1 {
			c, _ = l.signals.next()
		}
	}
	return n > 0
}
