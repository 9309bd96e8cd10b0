package host

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/loopground/loopground/host/internal/wasmfile"
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
	// CompileInChild compiles modules in a child process of this program, with
	// bounds on its memory and time, which is killed when Load's context ends:
	// for modules of strangers. The program's main must call RunChild before
	// anything else. Without CacheDir a temporary folder takes the code from one
	// process to the other.
	CompileInChild bool
	// TableElements is how many elements the tables of one guest may grow to
	// together, 8 bytes of the host's each. It is compiled into the code, so all
	// guests of a runtime have the same. 0: a million.
	TableElements int
}

// Runtime compiles modules and runs guests. It may be used from any goroutine.
type Runtime struct {
	opts  Options
	wazes wazero.Runtime
	cache wazero.CompilationCache
	wasi  map[string]api.FunctionDefinition
	extra map[string]map[string]wasmfile.FuncType // tests: further import modules

	children chan struct{}  // as many as may compile at a time
	builds   sync.WaitGroup // modules that are being compiled
	private  *private       // the temporary folder, if there is one
	program  string         // what a child runs
	ending   chan struct{}  // closed by Close
	net      netTurn

	mu     sync.Mutex
	code   map[[sha256.Size]byte]*code
	clock  uint64
	guests map[*Guest]struct{}
	closed bool
	left   map[any]string // what could not be freed, by its owner
}

// New makes a runtime.
func New(o Options) (*Runtime, error) {
	ctx := context.Background()
	if isChild() {
		return nil, errNoRunChild
	}
	program, err := os.Executable()
	if err != nil && o.CompileInChild {
		return nil, fmt.Errorf("find this program, to compile in a child: %w", err)
	}
	private, err := privateDir(&o)
	if err != nil {
		return nil, err
	}
	cache, err := openCache(o.CacheDir)
	if err != nil {
		return nil, errors.Join(err, private.remove())
	}
	if o.TableElements <= 0 {
		o.TableElements = defaultTableElements
	}
	rt := &Runtime{
		opts: o, cache: cache, private: private, program: program,
		children: make(chan struct{}, runtime.GOMAXPROCS(0)), ending: make(chan struct{}),
		wazes:  wazero.NewRuntimeWithConfig(ctx, engineConfig().WithCompilationCache(cache)),
		code:   map[[sha256.Size]byte]*code{},
		guests: map[*Guest]struct{}{},
		left:   map[any]string{},
	}
	rt.net.prepare()
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

// ErrModuleClosed is the answer of a module that was closed.
var ErrModuleClosed = errors.New("the module is closed")

// closeTime is how long Close waits for a module that is being compiled.
const closeTime = 30 * time.Millisecond

// Close stops every guest, waits until they have ended, and frees the compiled
// code. Who waits in Load gets ErrClosed. What cannot be ended is left to
// goroutines that wait for it: Leaked lists it. It must not be called on a
// guest's goroutine.
func (rt *Runtime) Close() error {
	rt.mu.Lock()
	again := rt.closed
	rt.closed = true
	guests := slices.Collect(maps.Keys(rt.guests))
	rt.mu.Unlock()
	if !again {
		close(rt.ending)
	}
	for _, g := range guests {
		g.Stop(ReasonKilled)
		g.Close() // where it was never run
		<-g.done
	}
	rt.net.close()
	ended := make(chan error, 1)
	go func() {
		rt.builds.Wait()
		ended <- rt.closeEngine()
	}()
	select {
	case err := <-ended:
		return err
	case <-time.After(closeTime):
		return nil
	}
}

func (rt *Runtime) closeEngine() error {
	ctx := context.Background()
	return errors.Join(rt.wazes.Close(ctx), rt.cache.Close(ctx), rt.private.remove())
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
