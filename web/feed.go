package web

import (
	"sync"
	"time"

	"github.com/loopground/loopground/host/run"
)

// feed wakes the viewers of a run when there is something new, at most once in
// every. It watches the run once for all of them, so that a viewer more costs
// the loop nothing, and not at all while there is none.
type feed struct {
	run   run.Run
	every time.Duration

	mu   sync.Mutex
	wake map[chan struct{}]struct{}
	stop chan struct{} // ends the pump; nil while there is none
}

func newFeed(r run.Run, every time.Duration) *feed {
	return &feed{run: r, every: every, wake: map[chan struct{}]struct{}{}}
}

// join returns a channel that receives after something happened, at least once
// for all that happened since the last receive, and a function that ends it;
// false if there are too many viewers.
func (f *feed) join() (news <-chan struct{}, leave func(), ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.wake) >= maxViewers {
		return nil, nil, false
	}
	c := make(chan struct{}, 1)
	f.wake[c] = struct{}{}
	if f.stop == nil {
		f.stop = make(chan struct{})
		go f.pump(f.stop)
	}
	return c, func() { f.leave(c) }, true
}

func (f *feed) leave(c chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.wake, c)
	if len(f.wake) == 0 && f.stop != nil {
		close(f.stop)
		f.stop = nil
	}
}

func (f *feed) viewers() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.wake)
}

func (f *feed) pump(stop <-chan struct{}) {
	records, endRecords := f.run.Trace().Watch()
	defer endRecords()
	output, endOutput := f.run.Output().Watch()
	defer endOutput()
	state, endState := f.run.Watch()
	defer endState()
	f.notify() // of what happened before it watched
	for done := f.run.Done(); ; {
		select {
		case <-stop:
			return
		case <-records:
		case <-output:
		case <-state:
		case <-done:
			done = nil
		}
		f.notify()
		select {
		case <-stop:
			return
		case <-time.After(f.every):
		}
	}
}

func (f *feed) notify() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for c := range f.wake {
		select {
		case c <- struct{}{}:
		default: // it has not looked since the last time
		}
	}
}
