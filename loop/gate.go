package loop

import (
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// Gate is asked on the loop's goroutine before the loop goes on, and may block
// there: so a run is paused, stepped and broken into. While it blocks, real
// timers and sockets go on; a virtual clock does not. It may call Stop, Emit
// and Snapshot, and must not run the loop.
type Gate interface {
	Pass(l *Loop, e Edge)
}

// EdgeKind says where the loop stands.
type EdgeKind uint8

// The edges.
const (
	EdgePhase     EdgeKind = iota + 1 // before the first callback of a phase
	EdgeCallback                      // before a callback
	EdgePoll                          // before a poll that may block
	EdgeInterrupt                     // Interrupt was called and poll has woken
)

// Edge is one place where the gate is asked.
type Edge struct {
	Kind  EdgeKind
	Phase uv.Phase
	ID    ID         // EdgeCallback: the handle or request
	Type  trace.Type // EdgeCallback: what ID is
}
