//go:build unix

package loop

import (
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

// fakeKernel is a poller without descriptors: a test says what is ready. With a
// virtual clock it makes a loop that needs neither time nor system.
type fakeKernel struct {
	watched map[int]fakeWatch
	ready   []fakeReady // reported in this order, as long as it lasts
	wake    chan struct{}
	calls   []string // add, modify and remove, in order
	waits   []int    // the timeouts, in ms
	signals int      // so many waits return nothing, as after a signal
	refuse  map[int]error
	onBlock func() // called in place of waiting
}

type fakeWatch struct {
	token ID
	ev    ioEvents
}

type fakeReady struct {
	fd int
	ev ioEvents
}

func newFakeKernel() *fakeKernel {
	return &fakeKernel{watched: map[int]fakeWatch{}, refuse: map[int]error{}, wake: make(chan struct{}, 1)}
}

// set makes a descriptor ready; 0 ends it.
func (k *fakeKernel) set(fd int, ev ioEvents) {
	k.ready = slices.DeleteFunc(k.ready, func(r fakeReady) bool { return r.fd == fd })
	if ev != 0 {
		k.ready = append(k.ready, fakeReady{fd, ev})
	}
}

func (k *fakeKernel) Add(fd int, token ID, ev ioEvents) error {
	if err := k.refuse[fd]; err != nil {
		return err
	}
	if _, ok := k.watched[fd]; ok {
		return unix.EEXIST
	}
	k.watched[fd] = fakeWatch{token, ev}
	k.calls = append(k.calls, "add")
	return nil
}

func (k *fakeKernel) Modify(fd int, token ID, ev ioEvents) error {
	if _, ok := k.watched[fd]; !ok {
		return unix.ENOENT
	}
	k.watched[fd] = fakeWatch{token, ev}
	k.calls = append(k.calls, "modify")
	return nil
}

func (k *fakeKernel) Remove(fd int) error {
	if _, ok := k.watched[fd]; !ok {
		return unix.ENOENT
	}
	delete(k.watched, fd)
	k.calls = append(k.calls, "remove")
	return nil
}

func (k *fakeKernel) Wait(buf []event, timeoutMs int) (n int, woken bool, err error) {
	k.waits = append(k.waits, timeoutMs)
	if k.signals > 0 {
		k.signals--
		return 0, false, nil
	}
	n = k.collect(buf)
	if n == 0 && timeoutMs != 0 { // the clock is virtual: no finite timeout comes here
		if k.onBlock == nil {
			<-k.wake
			return k.collect(buf), true, nil
		}
		k.onBlock()
		n = k.collect(buf)
	}
	select {
	case <-k.wake:
		woken = true
	default:
	}
	return n, woken, nil
}

func (k *fakeKernel) collect(buf []event) (n int) {
	for _, r := range k.ready {
		w, ok := k.watched[r.fd]
		if ev := r.ev & (w.ev | evErr | evHup); ok && ev != 0 && n < len(buf) {
			buf[n] = event{w.token, ev}
			n++
		}
	}
	return n
}

func (k *fakeKernel) Wake() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

func (k *fakeKernel) Fd() int      { return -1 }
func (k *fakeKernel) Close() error { return nil }

// newVirtual makes a loop on the fake kernel with a virtual clock; see newLoop.
func newVirtual(t testing.TB, o Options) (*Loop, *fakeKernel) {
	t.Helper()
	k := newFakeKernel()
	o.Virtual = true
	o.kernel = func() (kernel, error) { return k, nil }
	return newLoop(t, o), k
}

// watch makes a poll handle for a descriptor that only the fake kernel knows.
func watch(l *Loop, fd int) *Poll {
	p := &Poll{}
	p.init(l, p, uv.Poll)
	p.watcher.init(&p.handle, p, fd)
	return p
}
