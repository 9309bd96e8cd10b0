package host

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/host/internal/wasmfile"
	"github.com/loopground/loopground/loop/uv"
)

// instantiate makes the instance: memory, tables, and the module's own start
// function, which is the first of the guest's code to run. It reports whether
// the guest lives.
func (g *Guest) instantiate() bool {
	if err := g.makeMemory(); err != nil {
		g.finish(ReasonLimit, CodeKilled, err.Error(), "")
		return false
	}
	allocate := experimental.MemoryAllocatorFunc(func(uint64, uint64) experimental.LinearMemory { return g.mem })
	g.ctx.values = experimental.WithMemoryAllocator(context.Background(), allocate)
	make := func() {
		outer := g.beginTurn()
		g.depth++
		inst, err := g.rt.wazes.InstantiateModule(&g.ctx, g.mod.code.compiled, g.moduleConfig())
		g.depth--
		if err == nil {
			g.inst = inst
			g.attach()
		}
		g.endTurn(outer)
		if err != nil {
			g.failed(err)
		}
	}
	if g.mod.file.Start {
		g.outside("start", make)
	} else {
		make()
	}
	g.ctx.values = nil
	return g.end == nil
}

// makeMemory reserves the guest's memory, so that wazero cannot fail to.
func (g *Guest) makeMemory() error {
	if len(g.mod.file.Memories) == 0 {
		return nil
	}
	_, most := memoryOf(g.mod.file)
	mem, err := newMemory(min(most, uint64(g.limits.Memory)))
	if err != nil {
		return err
	}
	mem.refused = func(size uint64) {
		g.overLimit(uv.ENOMEM, "memory", g.limits.Memory)
	}
	mem.grew = func(size uint64) { g.memBytes.Store(int64(size)) }
	mem.gone = func() { g.rt.forget(mem) }
	g.mem = mem
	return nil
}

// checkCall refuses a function that is not there, and a library without one.
func (g *Guest) checkCall() error {
	f, name := g.mod.file, g.cfg.Name
	if g.cfg.Call == "" {
		if g.shape != Library {
			return nil
		}
		return &LoadError{
			What:  name + " is a library: it exports neither _start nor _initialize nor " + abi.ExportDispatch,
			Where: "it exports " + exportList(f),
			Try:   callHint(f),
		}
	}
	e, ok := f.Export(g.cfg.Call)
	if !ok || e.Kind != wasmfile.KindFunc {
		return &LoadError{
			What: fmt.Sprintf("%s exports no function %s", name, g.cfg.Call), Where: "it exports " + exportList(f),
			Try: callHint(f),
		}
	}
	if len(g.cfg.Args) != len(e.Type.Params) {
		return &LoadError{What: fmt.Sprintf("%s takes %d arguments, not %d: %s%s", e.Name, len(e.Type.Params), len(g.cfg.Args), e.Name, e.Type)}
	}
	_, err := encodeArgs(e.Type, g.cfg.Args)
	return err
}

// maxListed is how many names a message lists.
const maxListed = 12

func exportList(f *wasmfile.File) string {
	var names []string
	for _, e := range f.Exports {
		if e.Kind == wasmfile.KindFunc {
			names = append(names, shorten(e.Name+e.Type.String()))
		}
	}
	switch {
	case len(names) == 0:
		return "no function"
	case len(names) > maxListed:
		return fmt.Sprintf("%s and %d more", strings.Join(names[:maxListed], ", "), len(names)-maxListed)
	}
	return strings.Join(names, ", ")
}

func callHint(f *wasmfile.File) string {
	for _, e := range f.Exports {
		if e.Kind == wasmfile.KindFunc && oneLine(e.Name) == e.Name {
			return "Call one: --call " + quote(e.Name)
		}
	}
	return ""
}

// callExport calls the function that Config.Call names and writes its results.
func (g *Guest) callExport() {
	g.start(abi.ExportInitialize)
	e, _ := g.mod.file.Export(g.cfg.Call)
	stack, err := encodeArgs(e.Type, g.cfg.Args)
	if err != nil || g.end != nil {
		return
	}
	g.outside(e.Name, func() {
		if g.enter(g.inst.ExportedFunction(e.Name), stack) {
			out := &output{g, 1, g.cfg.Stdout}
			for i, t := range e.Type.Results {
				g.print(out, decodeResult(t, stack[i]))
			}
		}
	})
	g.runLoop()
}

func (g *Guest) print(out io.Writer, line string) {
	if _, err := io.WriteString(out, line+"\n"); err != nil {
		g.finish(ReasonError, CodeError, "write the result: "+err.Error(), "")
	}
}

// encodeArgs turns text into a call's stack, with room for the results.
func encodeArgs(t wasmfile.FuncType, args []string) ([]uint64, error) {
	stack := make([]uint64, max(len(t.Params), len(t.Results)))
	for i, p := range t.Params {
		v, err := encodeArg(p, args[i])
		if err != nil {
			return nil, &LoadError{What: fmt.Sprintf("argument %d, %q, is not a number of its type: %s", i+1, args[i], t)}
		}
		stack[i] = v
	}
	return stack, nil
}

func encodeArg(t byte, s string) (uint64, error) {
	switch t {
	case api.ValueTypeI32:
		v, err := strconv.ParseInt(s, 0, 64)
		if err == nil && (v < math.MinInt32 || v > math.MaxUint32) {
			err = strconv.ErrRange
		}
		return uint64(uint32(v)), err
	case api.ValueTypeI64:
		if v, err := strconv.ParseInt(s, 0, 64); err == nil {
			return uint64(v), nil
		}
		return strconv.ParseUint(s, 0, 64)
	case api.ValueTypeF32:
		v, err := strconv.ParseFloat(s, 32)
		return api.EncodeF32(float32(v)), err
	case api.ValueTypeF64:
		v, err := strconv.ParseFloat(s, 64)
		return api.EncodeF64(v), err
	}
	return 0, strconv.ErrSyntax
}

func decodeResult(t byte, v uint64) string {
	switch t {
	case api.ValueTypeI32:
		return strconv.FormatInt(int64(int32(uint32(v))), 10)
	case api.ValueTypeI64:
		return strconv.FormatInt(int64(v), 10)
	case api.ValueTypeF32:
		return strconv.FormatFloat(float64(api.DecodeF32(v)), 'g', -1, 32)
	case api.ValueTypeF64:
		return strconv.FormatFloat(api.DecodeF64(v), 'g', -1, 64)
	}
	return fmt.Sprintf("0x%x", v)
}
