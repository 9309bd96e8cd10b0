package host

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/loopground/loopground/host/internal/wasmfile"
	"github.com/loopground/loopground/host/meter"
)

// Options of a Runtime. The zero value is ready to use.
type Options struct {
	// CacheDir keeps compiled code between runs of the program. It is made with
	// mode 0700 and refused when someone else owns it or may write to it: what
	// lies in it is executed. "": code is kept in memory only.
	CacheDir string
	// MaxModule is the size of the largest module that Load takes, in bytes.
	// 0: no limit.
	MaxModule int
	// TableElements is how many elements the tables of one guest may grow to
	// together, 8 bytes of the host's each. It is compiled into the code, so all
	// guests of a runtime have the same. 0: ten million.
	TableElements int
}

// Runtime compiles modules and runs guests. It may be used from any goroutine.
type Runtime struct {
	opts  Options
	wazes wazero.Runtime
	cache wazero.CompilationCache
	wasi  map[string]api.FunctionDefinition
	extra map[string]map[string]wasmfile.FuncType // tests: further import modules

	mu     sync.Mutex
	code   map[[sha256.Size]byte]*code
	clock  uint64
	guests map[*Guest]struct{}
	closed bool
	left   map[any]string // what could not be freed, by its owner
}

// keepIdle is how many compiled modules nobody uses are kept.
const keepIdle = 16

// code is a compiled module, shared by all Modules with the same bytes.
type code struct {
	mu       sync.Mutex // held while it is compiled
	compiled wazero.CompiledModule
	file     *wasmfile.File
	size     int
	stats    meter.Stats

	// guarded by Runtime.mu
	refs int
	used uint64
}

// New makes a runtime.
func New(o Options) (*Runtime, error) {
	ctx := context.Background()
	cache, err := openCache(o.CacheDir)
	if err != nil {
		return nil, err
	}
	if o.TableElements <= 0 {
		o.TableElements = defaultTableElements
	}
	rt := &Runtime{
		opts: o, cache: cache,
		wazes:  wazero.NewRuntimeWithConfig(ctx, engineConfig().WithCompilationCache(cache)),
		code:   map[[sha256.Size]byte]*code{},
		guests: map[*Guest]struct{}{},
		left:   map[any]string{},
	}
	rt.wasi, err = instantiateWASI(ctx, rt.wazes)
	if err == nil {
		err = instantiateImports(ctx, rt.wazes)
	}
	if err == nil {
		err = instantiateMeter(ctx, rt.wazes)
	}
	if err != nil {
		_ = rt.Close()
		return nil, fmt.Errorf("make the imports: %w", err)
	}
	return rt, nil
}

// engineConfig is wazero's compiler, or its interpreter on machines for which
// it compiles nothing.
func engineConfig() wazero.RuntimeConfig {
	return wazero.NewRuntimeConfig().WithCoreFeatures(api.CoreFeaturesV2)
}

func openCache(dir string) (wazero.CompilationCache, error) {
	if dir == "" {
		return wazero.NewCompilationCache(), nil
	}
	if err := ownDir(dir); err != nil {
		return nil, fmt.Errorf("compile cache %s: %w", dir, err)
	}
	return wazero.NewCompilationCacheWithDir(dir)
}

// ErrClosed is the answer of a runtime that was closed.
var ErrClosed = errors.New("the runtime is closed")

// Close stops every guest, waits until they have ended, and frees the compiled
// code. It must not be called on a guest's goroutine.
func (rt *Runtime) Close() error {
	rt.mu.Lock()
	rt.closed = true
	guests := slices.Collect(maps.Keys(rt.guests))
	rt.mu.Unlock()
	for _, g := range guests {
		g.Stop(ReasonKilled)
		g.Close() // where it was never run
		<-g.done
	}
	ctx := context.Background()
	return errors.Join(rt.wazes.Close(ctx), rt.cache.Close(ctx))
}

// compile compiles a module, or finds it compiled.
func (rt *Runtime) compile(name string, wasm []byte, file *wasmfile.File) (*code, error) {
	key := sha256.Sum256(wasm)
	rt.mu.Lock()
	if rt.closed {
		rt.mu.Unlock()
		return nil, ErrClosed
	}
	c := rt.code[key]
	if c == nil {
		c = &code{file: file, size: len(wasm)}
		rt.code[key] = c
	}
	c.refs++
	rt.mu.Unlock()

	c.mu.Lock()
	defer c.mu.Unlock()
	if c.compiled != nil {
		return c, nil
	}
	metered, err := rt.rewrite(name, wasm)
	if err != nil {
		rt.release(c)
		return nil, err
	}
	ctx := experimental.WithCompilationWorkers(context.Background(), runtime.GOMAXPROCS(0))
	compiled, err := rt.wazes.CompileModule(ctx, metered.Wasm)
	if err != nil {
		rt.release(c)
		return nil, &LoadError{What: name + " is not valid WebAssembly", Where: err.Error(), Try: features}
	}
	c.compiled, c.stats = compiled, metered.Stats
	return c, nil
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
	idle := 0
	var oldest [sha256.Size]byte
	for key, other := range rt.code {
		if other.refs > 0 {
			continue
		}
		if other.compiled == nil {
			delete(rt.code, key) // it did not compile
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

// add makes the guest known.
func (rt *Runtime) add(g *Guest) error {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	if rt.closed {
		return ErrClosed
	}
	rt.guests[g] = struct{}{}
	return nil
}

// remove forgets a guest that has ended.
func (rt *Runtime) remove(g *Guest) {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	delete(rt.guests, g)
}

// note lists what could not be freed, until owner is forgotten.
func (rt *Runtime) note(owner any, text string) {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	rt.left[owner] = text
}

func (rt *Runtime) forget(owner any) {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	delete(rt.left, owner)
}

// Leaked lists what could not be freed because the kernel, or the compiler, has
// not let go of it: it goes when they do, and until then goroutines of the
// runtime's wait for that, also after Close. It is empty, or something hangs.
func (rt *Runtime) Leaked() []string {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	return slices.Sorted(maps.Values(rt.left))
}

// Guests is how many guests there are.
func (rt *Runtime) Guests() int {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	return len(rt.guests)
}
