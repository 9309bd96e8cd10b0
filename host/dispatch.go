package host

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/sys"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// callContext is the context of every call into a guest; host functions find
// their guest by its type. It carries no values but during instantiation.
type callContext struct {
	g      *Guest
	values context.Context
}

func (*callContext) Deadline() (time.Time, bool) { return time.Time{}, false }
func (*callContext) Done() <-chan struct{}       { return nil }
func (*callContext) Err() error                  { return nil }

func (c *callContext) Value(key any) any {
	if c.values == nil {
		return nil
	}
	return c.values.Value(key)
}

// caller is the guest that called a host function. If it has ended, or is to
// end, the call does not return: the end goes up through the frames of the
// guest that are on the stack.
func caller(ctx context.Context) *Guest {
	g := ctx.(*callContext).g
	if g.end != nil || g.stop.Load() != nil {
		g.leave()
	}
	return g
}

// leave unwinds the guest's frames up to the enter that called them.
func (g *Guest) leave() {
	g.checkStop()
	panic(sys.NewExitError(uint32(g.end.Code)))
}

// checkStop ends the guest if somebody asked for that.
func (g *Guest) checkStop() {
	if n := g.stop.Load(); n != nil {
		if g.end == nil && n.reason == ReasonDeadline {
			g.overLimit(uv.ETIMEDOUT, "wall time in ms", g.limits.WallTime.Milliseconds())
		}
		g.finish(n.reason, n.reason.code(), n.message, n.try)
	}
}

// finish says how the guest ended. The first end counts.
func (g *Guest) finish(reason Reason, code int, message, try string) {
	if g.end == nil {
		g.end = &Exit{Code: code, Reason: reason, Message: oneLine(message), Try: oneLine(try)}
	}
}

// internal ends the guest for a fault of the host's.
func (g *Guest) internal(fault any) {
	g.finish(ReasonError, CodeError, fmt.Sprintf("the host failed%s: %v", g.place(), fault), "This is a fault of Loopground, please report it")
}

// entry is the function value with which one depth calls the dispatch export,
// and its stack. wazero overwrites the frames of a call when the same value is
// called again before it has returned, and answers wrongly without an error:
// so each depth has its own.
type entry struct {
	f     api.Function
	stack [4]uint64
	busy  bool
}

// enter is the only door into the guest. It refuses once the guest has ended,
// bounds the depth, and turns every way of not returning into an end. It
// reports whether the guest returned and lives on.
func (g *Guest) enter(f api.Function, stack []uint64) bool {
	if g.end != nil {
		return false
	}
	if g.depth == maxDepth {
		g.endLimit(uv.EBUSY, "callback depth", maxDepth, fmt.Sprintf("stopped at a callback depth of %d, the limit%s", maxDepth, g.place()),
			"A callback must not run the loop that calls it")
		return false
	}
	outer := g.beginTurn()
	g.depth++
	g.enters++
	err := f.CallWithStack(&g.ctx, stack)
	g.depth--
	g.endTurn(outer)
	if err != nil {
		g.failed(err)
		g.loops.at.Stop()
	}
	return g.end == nil
}

// dispatch calls the guest back. The result is 0 once the guest has ended.
func (g *Guest) dispatch(kind abi.Callback, id loop.ID, cookie uint64, status int64) uint64 {
	if g.end != nil || g.depth == maxDepth {
		g.enter(nil, nil) // says no, and why
		return 0
	}
	e := &g.entries[g.depth]
	if e.busy {
		panic("host: the function value of a depth is called again") // cannot be: the depth went up
	}
	if e.f == nil {
		e.f = g.inst.ExportedFunction(abi.ExportDispatch)
	}
	e.busy = true
	e.stack = [4]uint64{uint64(kind), uint64(id), cookie, uint64(status)}
	ok := g.enter(e.f, e.stack[:])
	e.busy = false
	if !ok {
		return 0
	}
	return e.stack[0]
}

// failed is called with the error of a call into the guest: its own exit, an
// end that came up through it, or a trap.
func (g *Guest) failed(err error) {
	if errors.Is(err, errEnded) {
		g.locate(parseTrap(err))
	}
	if g.end != nil {
		return
	}
	var exit *sys.ExitError
	if errors.As(err, &exit) {
		g.finish(ReasonExited, int(exit.ExitCode()), "", "")
		return
	}
	t := parseTrap(err)
	t.frames = g.mod.own(t.frames)
	if t.host != "" {
		g.internal(t.host)
		return
	}
	try := ""
	if t.what == engineOverflow {
		try = "The engine has no more stack, whatever --max-stack is"
	}
	g.finish(ReasonTrap, CodeTrap, "trap: "+t.String()+g.place(), try)
}

// locate adds to the message of an end where the guest was, once.
func (g *Guest) locate(t trap) {
	if t.frames = g.mod.own(t.frames); !g.located && len(t.frames) > 0 {
		t.what = g.end.Message + ","
		g.end.Message = oneLine(t.String()) + g.place()
	}
	g.located = true
}

// place says where the loop is, for messages.
func (g *Guest) place() string {
	l := g.loops.at
	if l == nil || l.Phase() == uv.Outside {
		return ""
	}
	return fmt.Sprintf(" (iteration %d, %s)", l.Iteration(), l.Phase())
}
