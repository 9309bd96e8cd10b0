package run

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/loop"
)

// control is the gate of a run: it pauses, steps and looks into the loop, on
// the loop's goroutine, and hears what to do from any other.
type control struct {
	guest   *host.Guest
	watches watches

	asked     atomic.Bool // there is something to do at the next edge
	iteration atomic.Uint32

	mu        sync.Mutex
	status    Status
	at        *PausedAt
	exit      *host.Exit
	time      since
	mode      mode
	stepFrom  uint32 // iteration in which a step began
	snapshots []chan loop.Snapshot
	wake      chan struct{} // cap 1: look again while paused
}

// mode is what the run does at edges.
type mode uint8

const (
	modeRun mode = iota
	modePause
	modeStepCallback
	modeStepPhase
	modeStepIteration
)

func (c *control) init(paused bool) {
	c.status = Starting
	c.time.begin = time.Now()
	c.wake = make(chan struct{}, 1)
	if paused {
		c.mode = modePause
		c.asked.Store(true)
	}
}

// running says that the guest is about to run.
func (c *control) running() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.become(Running, nil)
}

// Pass is loop.Gate.
func (c *control) Pass(l *loop.Loop, e loop.Edge) {
	if i := l.Iteration(); i != c.iteration.Load() {
		c.iteration.Store(i)
	}
	if !c.asked.Load() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.look(l)
	if !c.pauses(l, e) {
		return
	}
	c.mode = modePause
	c.become(Paused, pausedAt(l, e))
	for c.mode == modePause && c.waitPaused() {
		c.look(l)
	}
	c.stepFrom = l.Iteration()
	c.become(Running, nil)
	c.asked.Store(c.mode != modeRun || len(c.snapshots) > 0)
}

// pauses reports whether this edge is the one to stop at.
func (c *control) pauses(l *loop.Loop, e loop.Edge) bool {
	phase := e.Kind == loop.EdgePhase || e.Kind == loop.EdgePoll
	switch c.mode {
	case modePause:
		return true
	case modeStepCallback:
		return e.Kind == loop.EdgeCallback
	case modeStepPhase:
		return phase
	case modeStepIteration:
		return phase && l.Iteration() != c.stepFrom
	}
	c.asked.Store(false)
	return false
}

// waitPaused waits for something new; false: the guest is to end.
func (c *control) waitPaused() bool {
	c.mu.Unlock()
	defer c.mu.Lock()
	select {
	case <-c.wake:
		return true
	case <-c.guest.Stopped():
		return false
	}
}

// look answers those who want a snapshot.
func (c *control) look(l *loop.Loop) {
	for _, reply := range c.snapshots {
		reply <- l.Snapshot() // has room
	}
	c.snapshots = nil
}

func pausedAt(l *loop.Loop, e loop.Edge) *PausedAt {
	kinds := map[loop.EdgeKind]string{
		loop.EdgePhase: "phase", loop.EdgeCallback: "callback", loop.EdgePoll: "poll", loop.EdgeInterrupt: "interrupt",
	}
	return &PausedAt{
		Kind: kinds[e.Kind], Phase: e.Phase.String(), ID: uint32(e.ID), Type: e.Type.String(), Iteration: l.Iteration(),
	}
}

func (c *control) become(s Status, at *PausedAt) {
	c.status, c.at = s, at
	c.watches.notify()
}

// command is Run.Control.
func (c *control) command(cmd Command) error {
	steps := map[Command]mode{
		Pause: modePause, Resume: modeRun,
		StepCallback: modeStepCallback, StepPhase: modeStepPhase, StepIteration: modeStepIteration,
	}
	m, ok := steps[cmd]
	if !ok && cmd != Stop {
		return ErrCommand
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.exit != nil:
		return ErrEnded
	case cmd == Stop:
		c.guest.Stop(host.ReasonStopped)
		return nil
	case cmd == Pause:
		if c.status == Paused {
			return nil
		}
	case c.mode == modeRun && c.status != Paused:
		return ErrNotPaused
	}
	c.mode = m
	c.knock()
	return nil
}

// knock makes the loop look at what was asked, wherever it is.
func (c *control) knock() {
	c.asked.Store(true)
	select {
	case c.wake <- struct{}{}:
	default:
	}
	c.guest.Interrupt()
}

// snapshot is Run.Snapshot.
func (c *control) snapshot(ctx context.Context) (loop.Snapshot, error) {
	reply := make(chan loop.Snapshot, 1)
	c.mu.Lock()
	if c.exit != nil {
		c.mu.Unlock()
		return loop.Snapshot{}, ErrEnded
	}
	c.snapshots = append(c.snapshots, reply)
	c.knock()
	c.mu.Unlock()
	select {
	case s := <-reply:
		return s, nil
	case <-ctx.Done():
		return loop.Snapshot{}, ctx.Err()
	case <-c.guest.Done():
	}
	select {
	case s := <-reply: // it came just before the end
		return s, nil
	default:
		return loop.Snapshot{}, ErrEnded
	}
}

// ended tells how the run ended.
func (c *control) ended(exit host.Exit) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.exit = &exit
	c.time.end = time.Now()
	c.become(statusOf(exit.Reason), nil)
}

func statusOf(r host.Reason) Status {
	switch r {
	case host.ReasonExited:
		return Finished
	case host.ReasonTrap:
		return Crashed
	case host.ReasonLimit:
		return Limit
	case host.ReasonError:
		return Failed
	}
	return Stopped
}

func (c *control) state() State {
	c.mu.Lock()
	defer c.mu.Unlock()
	return State{
		Status: c.status, PausedAt: c.at, Exit: c.exit,
		Iterations: c.iteration.Load(), Ns: c.time.ns(),
	}
}
