package host

import (
	"context"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// stub is one import and the function wazero calls for it; imports_gen.go has
// them. The methods they call, uvRun and so on, take what guest/abi declares
// and answer a value ≥ 0 or a negative errno. EBADF is the answer for an id
// that is not of the guest, not open or of another kind; EFAULT for a range
// that is not within the guest's memory.
type stub struct {
	name string
	call func(ctx context.Context, stack []uint64)
}

// instantiateImports makes module uv_preview1.
func instantiateImports(ctx context.Context, rt wazero.Runtime) error {
	b := rt.NewHostModuleBuilder(abi.Module)
	for i, s := range stubs() {
		f := abi.Funcs[i]
		b.NewFunctionBuilder().
			WithGoFunction(api.GoFunc(s.call), paramTypes(f), resultTypes(f)).
			WithName(s.name).Export(s.name)
	}
	_, err := b.Instantiate(ctx)
	return err
}

func paramTypes(f abi.Func) []api.ValueType {
	types := make([]api.ValueType, len(f.Params))
	for i, p := range f.Params {
		types[i] = valueType(p.Kind)
	}
	return types
}

func resultTypes(f abi.Func) []api.ValueType {
	if f.Result == abi.Void {
		return nil
	}
	return []api.ValueType{valueType(f.Result)}
}

func valueType(k abi.Kind) api.ValueType {
	switch {
	case k == abi.F64:
		return api.ValueTypeF64
	case k.Wide():
		return api.ValueTypeI64
	}
	return api.ValueTypeI32
}

// uvRun is where a command waits. Callbacks of the loop enter the guest again,
// on top of the frame that called it. EBUSY: a callback of the loop, as many
// loops inside each other as there may be, or the module's start function, before
// whose end there is no instance to call back.
func (g *Guest) uvRun(loopIndex, mode uint32) int32 {
	l := g.loopAt(loopIndex)
	switch {
	case l == nil || mode > uint32(uv.RunNoWait):
		return badArgument
	case g.inst == nil:
		return int32(uv.EBUSY)
	case g.depth == maxDepth && l.Phase() == uv.Outside:
		return g.overLimit(uv.EBUSY, "callback depth", maxDepth)
	}
	alive, err := g.runOn(l, uv.RunMode(mode))
	if g.end != nil {
		g.leave()
	}
	if err != nil {
		return errno(err)
	}
	return flag(alive)
}

func (g *Guest) uvStop(loopIndex uint32) int32 {
	l := g.loopAt(loopIndex)
	if l == nil {
		return badArgument
	}
	l.Stop()
	return 0
}

func (g *Guest) uvAlive(loopIndex uint32) int32 {
	l := g.loopAt(loopIndex)
	if l == nil {
		return badArgument
	}
	return flag(l.Alive())
}

func (g *Guest) uvNow(loopIndex uint32) int64 {
	l := g.loopAt(loopIndex)
	if l == nil {
		return int64(uv.EINVAL)
	}
	return int64(l.Now())
}

func (g *Guest) uvUpdateTime(loopIndex uint32) int32 {
	l := g.loopAt(loopIndex)
	if l == nil {
		return badArgument
	}
	l.UpdateTime()
	return 0
}

func (g *Guest) uvHrtime() int64 { return int64(g.loop.Time()) }

func (g *Guest) uvBackendTimeout(loopIndex uint32) int32 {
	l := g.loopAt(loopIndex)
	if l == nil {
		return badArgument
	}
	return int32(min(l.BackendTimeout(), 1<<31-1))
}

func (g *Guest) uvIsActive(id loop.ID) int32 {
	h := g.handle(id)
	if h == nil {
		return badHandle
	}
	return flag(h.base.Active())
}

func (g *Guest) uvIsClosing(id loop.ID) int32 {
	h := g.handle(id)
	if h == nil {
		return badHandle
	}
	return flag(h.base.Closing())
}

func (g *Guest) uvHasRef(id loop.ID) int32 {
	h := g.handle(id)
	if h == nil {
		return badHandle
	}
	return flag(h.base.HasRef())
}

func (g *Guest) uvRef(id loop.ID) int32 {
	h := g.handle(id)
	if h == nil {
		return badHandle
	}
	h.base.Ref()
	return 0
}

func (g *Guest) uvUnref(id loop.ID) int32 {
	h := g.handle(id)
	if h == nil {
		return badHandle
	}
	h.base.Unref()
	return 0
}

func (g *Guest) uvClose(id loop.ID) int32 {
	h := g.handle(id)
	if h == nil {
		return badHandle
	}
	return errno(h.close())
}

// uvCancel cancels a request at the pool. Ids of other requests, of requests that have
// called back and of nothing are EINVAL: there is nothing to cancel.
func (g *Guest) uvCancel(id loop.ID) int32 {
	r := g.pooled[id]
	if r == nil {
		return badArgument
	}
	return errno(r.cancel())
}
