package loop

import "github.com/loopground/loopground/loop/uv"

// kernel is what a loop needs of the operating system's poller.
//
// Add and Modify are called in the poll phase, Remove there or before the
// descriptor is closed; they take effect at the next Wait. Add answers EEXIST
// for a descriptor that is registered, Modify and Remove ENOENT for one that is
// not. A token comes back with every event of its registration; it is an ID, so
// an event for a registration that is gone is recognised by its generation.
// Token 0 is the kernel's own. Registrations are level-triggered unless edge is
// among the events.
type kernel interface {
	Add(fd int, token ID, ev ioEvents) error
	Modify(fd int, token ID, ev ioEvents) error
	Remove(fd int) error
	// Wait blocks until something is ready, Wake is called or the timeout passes
	// (ms; 0 does not block, -1 has no limit), and fills buf. It may return
	// nothing early: a signal came. A Wake between two Waits ends the second.
	Wait(buf []event, timeoutMs int) (n int, woken bool, err error)
	// Wake ends the running or the next Wait, from any goroutine.
	Wake()
	// Fd is a descriptor that is readable when Wait would not block; -1: none.
	Fd() int
	Close() error
}

type event struct {
	token ID
	ev    ioEvents
}

// How many events one Wait brings at most: as many as there are watchers, but
// within these.
const (
	minEvents = 16
	maxEvents = 1024
)

// ioEvents are conditions of a descriptor, the same on every kernel. The first
// five are numbered as epoll and poll number them.
type ioEvents uint8

const (
	evIn ioEvents = 1 << iota
	evPri
	evOut
	evErr // always reported
	evHup // always reported
	evRdhup
	evEdge
)

// ioHandler is whom events reach. From the pending queue it is called with evOut.
type ioHandler interface {
	onIO(ev ioEvents)
	// onFail is called in the poll phase when the kernel refuses the descriptor;
	// the interest has ended.
	onFail(err uv.Errno)
}

// watcher is the interest of one handle in one descriptor. Changes are queued
// and sent to the kernel in the poll phase. libuv: uv__io_t.
type watcher struct {
	h      *handle
	io     ioHandler
	fd     int // -1: none
	want   ioEvents
	sent   ioEvents // what the kernel knows
	known  bool     // the kernel has the descriptor
	queued bool     // in Loop.registrations
	fed    int      // index in Loop.pending; -1: not there
	cause  uint64   // sequence of the event being handled, plus 1
}

func (w *watcher) init(h *handle, io ioHandler, fd int) {
	*w = watcher{h: h, io: io, fd: fd, fed: -1}
	h.loop.slots.all[h.id.Slot()].w = w
}

// handle calls the handler with what of the events was asked for, if anything
// was. An error or a hang-up alone stands for all of it: the next read or write
// tells which.
func (w *watcher) handle(ev ioEvents) bool {
	const asked = evIn | evOut | evRdhup | evPri
	ev &= w.want | evErr | evHup
	if w.want&asked == 0 || ev == 0 {
		return false // the interest ended, and the kernel has not been told yet
	}
	if ev == evErr || ev == evHup {
		ev |= w.want & asked
	}
	w.io.onIO(ev)
	return true
}

// start adds events to the interest. libuv: uv__io_start.
func (w *watcher) start(ev ioEvents) {
	if w.want&ev == ev {
		return
	}
	if w.want == 0 {
		w.h.loop.watchers++
		w.list()
	}
	w.want |= ev
	w.enqueue()
}

// stop takes events out of the interest. The kernel is told when it next
// matters. libuv: uv__io_stop.
func (w *watcher) stop(ev ioEvents) {
	if w.want&ev == 0 {
		return
	}
	w.want &^= ev
	if w.want == 0 {
		w.h.loop.watchers--
		w.unlist()
	}
	w.enqueue()
}

// list lets others see that the descriptor is watched.
func (w *watcher) list() {
	l := w.h.loop
	if more := w.fd + 1 - len(l.fds); more > 0 {
		l.fds = append(l.fds, make([]*watcher, more)...)
	}
	l.fds[w.fd] = w
}

func (w *watcher) unlist() {
	if l := w.h.loop; l.fds[w.fd] == w {
		l.fds[w.fd] = nil
	}
}

// watcherOf is who has an interest in the descriptor; nil: nobody.
func (l *Loop) watcherOf(fd int) *watcher {
	if fd < 0 || fd >= len(l.fds) {
		return nil
	}
	return l.fds[fd]
}

// watches reports whether a handle of the loop has an interest in the descriptor.
// libuv: uv__fd_exists.
func (l *Loop) watches(fd int) bool { return l.watcherOf(fd) != nil }

func (w *watcher) enqueue() {
	if !w.queued && w.want != w.sent {
		w.queued = true
		w.h.loop.registrations = append(w.h.loop.registrations, w)
	}
}

// feed has the handler called in the next pending phase. libuv: uv__io_feed.
func (w *watcher) feed() {
	if w.fed < 0 {
		l := w.h.loop
		w.fed = len(l.pending)
		l.pending = append(l.pending, w)
		l.fed++
	}
}

// unfeed takes the watcher out of the pending queue again: what is left there are
// gaps, and without any watcher not even those.
func (w *watcher) unfeed() {
	l := w.h.loop
	switch {
	case w.fed < 0:
		return
	case w.fed < len(l.pending) && l.pending[w.fed] == w:
		l.pending[w.fed] = nil
		if l.fed--; l.fed == 0 {
			l.pending = l.pending[:0]
		}
	case w.fed < len(l.pendingRound) && l.pendingRound[w.fed] == w:
		l.pendingRound[w.fed] = nil
	}
	w.fed = -1
}

// close ends all interest, before the descriptor is closed. libuv: uv__io_close.
func (w *watcher) close() {
	l := w.h.loop
	if w.want != 0 {
		l.watchers--
		w.want = 0
		w.unlist()
	}
	w.unfeed()
	if w.known {
		l.scope.register(w, registerRemove, l.kernel.Remove(w.fd))
	}
	w.known, w.sent, w.fd = false, 0, -1
	if s := &l.slots.all[w.h.id.Slot()]; s.id == w.h.id {
		s.w = nil
	}
}

const (
	registerAdd    = 1
	registerModify = 2
	registerRemove = 3
)

// syncRegistrations sends the queued changes to the kernel. An interest that
// ended is only taken out when nothing started it again meanwhile.
func (l *Loop) syncRegistrations() {
	for i := 0; i < len(l.registrations); i++ { // a callback may queue more
		w := l.registrations[i]
		if w == nil {
			continue // done before a callback panicked
		}
		l.registrations[i] = nil
		w.queued = false
		if w.fd >= 0 && w.want != w.sent {
			w.sync()
		}
	}
	l.registrations = l.registrations[:0]
}

// hasUnsent reports whether there is an interest that the kernel does not know.
func (l *Loop) hasUnsent() bool {
	for _, w := range l.registrations {
		if w != nil && w.want != 0 && w.want != w.sent {
			return true
		}
	}
	return false
}

func (w *watcher) sync() {
	l := w.h.loop
	w.sent = w.want
	if w.want == 0 {
		w.known = false
		l.scope.register(w, registerRemove, l.kernel.Remove(w.fd))
		return // what its owner closed is gone already
	}
	op, err := w.register()
	w.known = err == nil
	l.scope.register(w, op, err)
	if err != nil {
		w.cause = l.scope.last
		w.sent = 0
		w.stop(w.want)
		w.io.onFail(Errno(err))
	}
}

func (w *watcher) register() (op uint8, err error) {
	k := w.h.loop.kernel
	if w.known {
		return registerModify, k.Modify(w.fd, w.h.id, w.want)
	}
	return registerAdd, k.Add(w.fd, w.h.id, w.want)
}
