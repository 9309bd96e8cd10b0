package host

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/host/internal/wasmfile"
	"github.com/loopground/loopground/host/meter"
	"github.com/loopground/loopground/loop"
)

// Shape says how a module is run.
type Shape string

// The shapes.
const (
	// Reactor exports _initialize or dispatch: it is initialised, then the host
	// runs its loop.
	Reactor Shape = "reactor"
	// Command exports _start and runs its loop itself, if it has any use for one.
	Command Shape = "command"
	// Library exports functions and neither of these; Config.Call calls one.
	Library Shape = "library"
)

// Module is a module that was checked and compiled. Any number of guests may be
// made of it, from any goroutine.
type Module struct {
	rt     *Runtime
	name   string
	file   *wasmfile.File
	code   *code
	shape  Shape
	size   int
	refs   atomic.Int32
	closed atomic.Bool
}

// Load checks and compiles a module; name is for messages. A module that cannot
// run gives a *LoadError that says what it is, where the fault lies and what to
// do. The same bytes are compiled once. When ctx ends, Load returns its error;
// see Options.CompileInChild for what becomes of compiling then.
func (rt *Runtime) Load(ctx context.Context, name string, wasm []byte) (*Module, error) {
	if limit := rt.opts.MaxModule; limit > 0 && len(wasm) > limit {
		return nil, &LoadError{
			What: fmt.Sprintf("%s is %s large, the limit is %s", name, bytesText(int64(len(wasm))), bytesText(int64(limit))),
			Try:  "Strip it (wasm-opt -Oz, or go build -ldflags=-s)",
		}
	}
	file, err := recognise(name, wasm, rt.knows)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c, err := rt.compile(ctx, name, wasm, file)
	if err != nil {
		return nil, err
	}
	m := &Module{rt: rt, name: name, file: c.file, code: c, shape: shapeOf(c.file), size: len(wasm)}
	m.refs.Store(1)
	return m, nil
}

// Close says that no more guests will be made of the module. Those that run go on.
func (m *Module) Close() {
	if m.closed.CompareAndSwap(false, true) {
		m.release()
	}
}

// retain counts a guest. It reports false for a module that was closed: its code
// may be gone.
func (m *Module) retain() bool {
	for n := m.refs.Load(); n > 0 && !m.closed.Load(); n = m.refs.Load() {
		if m.refs.CompareAndSwap(n, n+1) {
			return true
		}
	}
	return false
}

func (m *Module) release() {
	if m.refs.Add(-1) == 0 {
		m.rt.release(m.code)
	}
}

func shapeOf(f *wasmfile.File) Shape {
	if _, ok := f.Export(abi.ExportStart); ok {
		return Command
	}
	for _, name := range []string{abi.ExportInitialize, abi.ExportDispatch, abi.ExportReactorStart} {
		if _, ok := f.Export(name); ok {
			return Reactor
		}
	}
	return Library
}

// Info tells about a module.
type Info struct {
	Name    string   `json:"name"`
	Size    int      `json:"size"` // bytes
	Shape   Shape    `json:"shape"`
	Maker   string   `json:"maker,omitempty"` // from its producers section
	UV      bool     `json:"uv"`              // it uses the loop
	WASI    bool     `json:"wasi"`            // it uses WASI preview 1
	Imports []string `json:"imports"`         // module.name
	Exports []string `json:"exports"`         // functions, with their signatures
	// MemoryMin and MemoryMax are in bytes; a module without a maximum has 4 GiB.
	MemoryMin uint64 `json:"memoryMin"`
	MemoryMax uint64 `json:"memoryMax"`
	CodeSize  int    `json:"codeSize"`
	DataSize  int    `json:"dataSize"`
	Funcs     int    `json:"funcs"`
	// Meter tells what the module's metering found.
	Meter Metering `json:"meter"`
	// Wants are the flags of grants that its imports could use.
	Wants []string `json:"wants"`
}

// Metering tells how a module is metered: every module is.
type Metering struct {
	Checks  int           `json:"checks"`  // places where a guest that computes can be ended
	Bounded int           `json:"bounded"` // functions that need none: what they do is bounded
	Depth   int           `json:"depth"`   // calls that count the stack
	Compile time.Duration `json:"compile"` // the most that compiling takes beyond what is linear in the size, as estimated
	Size    int           `json:"size"`    // bytes, with what was added
}

// Inspect tells about the module.
func (m *Module) Inspect() Info {
	i := Info{
		Name: m.name, Size: m.size, Shape: m.shape, Maker: maker(m.file),
		CodeSize: m.file.CodeSize, DataSize: m.file.DataSize, Funcs: m.file.Funcs,
		Meter: metering(m.code.stats), Imports: []string{}, Exports: []string{}, Wants: []string{},
	}
	i.MemoryMin, i.MemoryMax = memoryOf(m.file)
	for _, imp := range m.file.Imports {
		i.Imports = append(i.Imports, imp.Module+"."+imp.Name)
		i.UV = i.UV || imp.Module == abi.Module
		i.WASI = i.WASI || imp.Module != abi.Module
	}
	for _, e := range m.file.Exports {
		if e.Kind == wasmfile.KindFunc {
			i.Exports = append(i.Exports, e.Name+e.Type.String())
		}
	}
	for _, w := range []struct{ prefix, flag string }{
		{"fs_", "--dir"}, {"path_open", "--dir"}, {"pipe_bind", "--dir"}, {"pipe_connect", "--dir"},
		{"listen", "--allow-listen"}, {"udp_bind", "--allow-listen"}, {"udp_recv_start", "--allow-listen"},
		{"tcp_connect", "--allow-connect"}, {"udp_send", "--allow-connect"}, {"udp_connect", "--allow-connect"},
		{"getaddrinfo", "--allow-dns"}, {"getnameinfo", "--allow-dns"},
	} {
		if imports(m.file, w.prefix) && !slices.Contains(i.Wants, w.flag) {
			i.Wants = append(i.Wants, w.flag)
		}
	}
	return i
}

func metering(s meter.Stats) Metering {
	return Metering{Checks: s.Checks, Bounded: s.Free + s.Unchecked, Depth: s.DepthCalls, Compile: s.Compile, Size: s.BytesOut}
}

func imports(f *wasmfile.File, prefix string) bool {
	for _, i := range f.Imports {
		if strings.HasPrefix(i.Name, prefix) {
			return true
		}
	}
	return false
}

// memoryOf is the least and the most memory a module says it needs, in bytes.
func memoryOf(f *wasmfile.File) (least, most uint64) {
	if len(f.Memories) == 0 {
		return 0, 0
	}
	r := f.Memories[0]
	most = maxMemory
	if r.HasMax {
		most = min(most, r.Max*pageSize)
	}
	return r.Min * pageSize, most
}

// Spawn makes a guest: it opens the granted directories, looks up the names of
// rules and makes the loop. Nothing of the guest has run before Run. A guest
// that is not run after all is closed with Close. Errors: *LoadError for a
// module that cannot be run this way or needs more than its limits;
// ErrModuleClosed; ErrClosed.
func (m *Module) Spawn(cfg Config) (*Guest, error) {
	if cfg.Name == "" {
		cfg.Name = m.name
	}
	g := &Guest{
		rt: m.rt, mod: m, cfg: cfg, limits: cfg.Limits.resolve(), shape: m.shape,
		done: make(chan struct{}), stopped: make(chan struct{}),
		handles: map[loop.ID]*handle{}, pooled: map[loop.ID]pooled{}, life: newLife(),
	}
	g.ctx.g = g
	g.stdin.init(g, cfg.Stdin)
	if err := g.check(); err != nil {
		return nil, err
	}
	var err error
	if g.listen, err = grants(cfg.Listen); err != nil {
		return nil, err
	}
	if g.connect, err = grants(cfg.Connect); err != nil {
		return nil, err
	}
	if g.mounts, err = openMounts(cfg.Dirs); err != nil {
		return nil, err
	}
	g.cwd = workingDir(g.mounts)
	if err = g.makeLoop(); err != nil {
		return nil, err
	}
	return g, nil
}

// makeLoop makes the loop and makes the guest known.
func (g *Guest) makeLoop() (err error) {
	opts := g.cfg.Loop
	opts.Gate = &gate{g: g, next: opts.Gate}
	g.loop, err = loop.New(opts)
	if err == nil {
		g.loops.at = g.loop
		g.rand = g.random()
		g.setLoop(0, g.loop)
		if err = g.known(); err == nil {
			return nil
		}
		_ = g.loop.Close() // new and empty
	}
	for _, m := range g.mounts {
		m.close()
	}
	return fmt.Errorf("make the loop: %w", err)
}

// known counts the guest, with its module before the runtime: one that closes
// ends it at once.
func (g *Guest) known() error {
	if !g.mod.retain() {
		return ErrModuleClosed
	}
	err := g.rt.add(g)
	if err != nil {
		g.mod.release()
	}
	return err
}

// check refuses what cannot become a guest.
func (g *Guest) check() error {
	name := g.cfg.Name
	for _, s := range append(append([]string{name}, g.cfg.Args...), g.cfg.Env...) {
		if strings.IndexByte(s, 0) >= 0 {
			return &LoadError{What: name + ": an argument or variable has a zero byte"}
		}
	}
	for _, kv := range g.cfg.Env {
		if k, _, ok := strings.Cut(kv, "="); !ok || k == "" {
			return &LoadError{What: fmt.Sprintf("%s: the variable %q is not of the form K=V", name, kv)}
		}
	}
	if err := g.checkSizes(); err != nil {
		return err
	}
	return g.checkCall()
}

// checkSizes refuses a module that could not even be instantiated within the
// limits; wazero panics for memory that is not given.
func (g *Guest) checkSizes() error {
	f, name := g.mod.file, g.cfg.Name
	least, _ := memoryOf(f)
	if least > uint64(g.limits.Memory) {
		return &LoadError{
			What: fmt.Sprintf("%s needs %s of memory to start, over the limit of %s", name, bytesText(int64(least)), bytesText(g.limits.Memory)),
			Try:  "More: --max-memory " + sizeFlag(int64(least)),
		}
	}
	elements := uint64(0)
	for _, t := range f.Tables {
		elements += min(t.Min, 1<<32)
	}
	if elements > uint64(g.limits.TableElements) {
		return &LoadError{What: fmt.Sprintf("%s has tables of %d elements, over the limit of %d", name, elements, g.limits.TableElements)}
	}
	return nil
}

// sizeFlag is a size as a flag takes it: whole units, so that none is lost.
func sizeFlag(n int64) string {
	unit := ""
	for _, next := range []string{"KiB", "MiB", "GiB"} {
		if n%1024 != 0 {
			break
		}
		n, unit = n/1024, next
	}
	return strconv.FormatInt(n, 10) + unit
}

// bytesText is a size in the unit that fits it.
func bytesText(n int64) string {
	const k = 1 << 10
	switch {
	case n >= k*k*k && n%(k*k*k) == 0:
		return fmt.Sprintf("%d GiB", n/(k*k*k))
	case n >= k*k && n%(k*k) == 0:
		return fmt.Sprintf("%d MiB", n/(k*k))
	case n >= 10*k*k:
		return fmt.Sprintf("%.1f MiB", float64(n)/(k*k))
	case n >= k:
		return fmt.Sprintf("%d KiB", (n+k-1)/k)
	}
	return fmt.Sprintf("%d bytes", n)
}
