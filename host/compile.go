package host

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"runtime"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/loopground/loopground/host/internal/wasmfile"
	"github.com/loopground/loopground/host/meter"
)

// keepIdle is how many compiled modules nobody uses are kept.
const keepIdle = 16

// code is a compiled module, shared by all Modules with the same bytes.
type code struct {
	key  [sha256.Size]byte // of the bytes
	name string            // of the first that was loaded
	file *wasmfile.File

	built    chan struct{} // closed when it is compiled or is not going to be
	err      error
	compiled wazero.CompiledModule
	stats    meter.Stats
	cancel   context.CancelFunc // of the child that compiles it

	// guarded by Runtime.mu
	refs    int // modules, and who compiles it
	waiting int // calls of Load
	used    uint64
}

// compile finds a module compiled, or has it compiled and waits for that: until
// ctx ends or the runtime is closed. A child that compiles for nobody any more
// is killed; in this process compiling goes on to its end, which is bounded.
func (rt *Runtime) compile(ctx context.Context, name string, wasm []byte, file *wasmfile.File) (*code, error) {
	key := sha256.Sum256(wasm)
	rt.mu.Lock()
	if rt.closed {
		rt.mu.Unlock()
		return nil, ErrClosed
	}
	c := rt.code[key]
	if c == nil {
		c = &code{key: key, name: name, file: file, built: make(chan struct{}), refs: 1}
		rt.code[key] = c
		rt.builds.Add(1)
		var building context.Context
		building, c.cancel = context.WithCancel(context.Background())
		go rt.build(building, c, wasm)
	}
	c.refs++
	c.waiting++
	rt.mu.Unlock()

	var err error
	select {
	case <-c.built:
		err = loadError(name, c.err)
	case <-ctx.Done():
		err = fmt.Errorf("%s was not compiled in time: %w", name, ctx.Err())
	case <-rt.ending:
		err = ErrClosed
	}
	rt.waited(c)
	if err != nil {
		rt.release(c)
		return nil, err
	}
	return c, nil
}

// waited is called by Load when it waits no longer. Code for which nobody waits
// is not compiled any further.
func (rt *Runtime) waited(c *code) {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	if c.waiting--; c.waiting > 0 {
		return
	}
	select {
	case <-c.built:
	default:
		rt.dropLocked(c)
		rt.left[c] = c.name + ": it is still being compiled"
		c.cancel()
	}
}

// drop forgets code: who wants it from then on begins anew.
func (rt *Runtime) drop(c *code) {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	rt.dropLocked(c)
}

func (rt *Runtime) dropLocked(c *code) {
	if rt.code[c.key] == c {
		delete(rt.code, c.key)
	}
}

// build compiles a module.
func (rt *Runtime) build(ctx context.Context, c *code, wasm []byte) {
	defer rt.builds.Done()
	defer c.cancel()
	c.compiled, c.stats, c.err = rt.meterAndCompile(ctx, wasm)
	if c.err != nil {
		rt.drop(c)
	}
	close(c.built)
	rt.forget(c)
	rt.release(c)
}

func (rt *Runtime) meterAndCompile(ctx context.Context, wasm []byte) (wazero.CompiledModule, meter.Stats, error) {
	metered, err := rt.rewrite(wasm)
	if err != nil {
		return nil, meter.Stats{}, err
	}
	if rt.opts.CompileInChild {
		if err := rt.compileInChild(ctx, metered.Wasm); err != nil {
			return nil, meter.Stats{}, err
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, meter.Stats{}, err
	}
	compiled, err := rt.wazes.CompileModule(parallel(), metered.Wasm)
	return compiled, metered.Stats, err
}

// parallel has wazero compile functions on all processors.
func parallel() context.Context {
	return experimental.WithCompilationWorkers(context.Background(), runtime.GOMAXPROCS(0))
}

// release drops one use. The code of the module that was unused longest goes
// when too many are.
func (rt *Runtime) release(c *code) {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	rt.clock++
	c.used = rt.clock
	if c.refs--; c.refs > 0 {
		return
	}
	if rt.code[c.key] != c && c.compiled != nil { // nobody waited for it
		_ = c.compiled.Close(context.Background())
		return
	}
	idle := 0
	var oldest [sha256.Size]byte
	for key, other := range rt.code {
		if other.refs > 0 {
			continue
		}
		if idle++; idle == 1 || other.used < rt.code[oldest].used {
			oldest = key
		}
	}
	if idle > keepIdle {
		_ = rt.code[oldest].compiled.Close(context.Background())
		delete(rt.code, oldest)
	}
}

// defaultTableElements is Options.TableElements.
const defaultTableElements = 1 << 20

// rewrite adds the meter to a module. One result serves guests with any
// limits: memory is bounded by its allocator, the stack by a global.
func (rt *Runtime) rewrite(wasm []byte) (*meter.Result, error) {
	return meter.Rewrite(wasm, meter.Options{
		ImportModule: meterModule, RefillName: meterRefill, OverflowName: meterOverflow,
		StackBytes: int(DefaultLimits().Stack), MemoryPages: maxMemory / pageSize,
		TableElements: rt.opts.TableElements,
	})
}

// loadError puts the error of a module that did not compile into words.
func loadError(name string, err error) error {
	var refused *meter.Error
	var child *childError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refused):
		return refusal(name, refused)
	case errors.As(err, &child):
		return &LoadError{What: name + " " + child.what, Where: child.detail, Try: child.try}
	}
	return &LoadError{What: name + " is not valid WebAssembly", Where: err.Error(), Try: features}
}

// refusal puts the meter's error into words for who has the module.
func refusal(name string, e *meter.Error) *LoadError {
	place := *e
	place.What, place.Name = "it is", shorten(e.Name)
	where := ""
	if e.Function >= 0 || e.Offset >= 0 {
		where = place.Error()
	}
	switch {
	case e.Feature != "":
		return &LoadError{What: fmt.Sprintf("%s needs %s", name, e.Feature), Where: where, Try: features}
	case e.Limit != "":
		return &LoadError{What: fmt.Sprintf("%s is too complex: %s", name, e.What), Where: where, Try: simpler(e.Limit)}
	}
	return &LoadError{What: name + " is not valid WebAssembly", Where: e.Error(), Try: features}
}

const features = "Loopground runs WebAssembly 2.0: no threads, exceptions or garbage collection"

// simpler says how to get a module under a limit of the meter's.
func simpler(limit string) string {
	switch limit {
	case "TableElements", "MaxTables":
		return "A host may allow more: Options.TableElements"
	case "MaxFunctions", "MaxGlobals", "MaxSegments", "MaxElements", "MaxCustoms":
		return "Strip what is not used: wasm-opt -Oz, or the linker's --gc-sections"
	}
	return "Split the function, or have it optimised less: wasm-opt -Oz"
}
