package host

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	randv2 "math/rand/v2"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// WASI preview 1 is wazero's, with what lets a guest out of the host's sight
// replaced: exit, streams, clocks, sleeps and directories.

// instantiateWASI makes module wasi_snapshot_preview1 and tells its functions.
func instantiateWASI(ctx context.Context, rt wazero.Runtime) (map[string]api.FunctionDefinition, error) {
	b := rt.NewHostModuleBuilder(wasi_snapshot_preview1.ModuleName)
	if err := exportGuarded(ctx, rt, b); err != nil {
		return nil, err
	}
	b.NewFunctionBuilder().
		WithGoFunction(api.GoFunc(procExit), []api.ValueType{api.ValueTypeI32}, nil).
		WithName("proc_exit").Export("proc_exit").
		NewFunctionBuilder().
		WithGoFunction(api.GoFunc(pollOneoff), slices.Repeat([]api.ValueType{api.ValueTypeI32}, 4), []api.ValueType{api.ValueTypeI32}).
		WithName("poll_oneoff").Export("poll_oneoff")
	compiled, err := b.Compile(ctx)
	if err != nil {
		return nil, err
	}
	_, err = rt.InstantiateModule(ctx, compiled, wazero.NewModuleConfig())
	return compiled.ExportedFunctions(), err
}

// procExit ends the guest. wazero's own closes the module under the frames of
// the host functions that called it.
func procExit(ctx context.Context, stack []uint64) {
	g := caller(ctx)
	g.finish(ReasonExited, int(uint32(stack[0])), "", "")
	g.leave()
}

// moduleConfig gives wazero what the guest was granted.
func (g *Guest) moduleConfig() wazero.ModuleConfig {
	c := wazero.NewModuleConfig().
		WithName(""). // many instances of one module
		WithStartFunctions().
		WithArgs(append([]string{g.cfg.Name}, g.cfg.Args...)...).
		WithStdin(&g.stdin).
		WithStdout(&output{g, 1, g.cfg.Stdout}).
		WithStderr(&output{g, 2, g.cfg.Stderr}).
		WithRandSource(g.rand).
		WithWalltime(g.wallTime, sys.ClockResolution(time.Microsecond)).
		WithNanotime(g.nanoTime, sys.ClockResolution(1)).
		WithNanosleep(g.sleep).
		WithOsyield(g.yield)
	pwd := false
	for _, kv := range g.cfg.Env {
		k, v, _ := strings.Cut(kv, "=")
		pwd = pwd || k == "PWD"
		c = c.WithEnv(k, v)
	}
	if !pwd && g.cwd != "/" {
		c = c.WithEnv("PWD", g.cwd) // where Go's wasip1 port finds its working directory
	}
	return c.WithFSConfig(g.wasiDirs())
}

// random is where the guest's random bytes come from. Under a virtual clock they
// are the same in every run, or its traces were not.
func (g *Guest) random() io.Reader {
	if !g.loop.Virtual() {
		return &chunks{g, rand.Reader}
	}
	var seed [32]byte
	binary.LittleEndian.PutUint64(seed[:], g.cfg.Seed)
	return &chunks{g, randv2.NewChaCha8(seed)}
}

// chunks gives random bytes a piece at a time, between which the guest may be
// ended: it may ask for as many as it has memory.
type chunks struct {
	g *Guest
	r io.Reader
}

// Read is io.Reader.
func (c *chunks) Read(p []byte) (int, error) {
	c.g.alive()
	p = p[:min(len(p), asideChunk)]
	c.g.spend(len(p))
	return c.r.Read(p)
}

// alive unwinds the guest if it is to end: waits and clocks of WASI ask it.
func (g *Guest) alive() {
	if g.end != nil || g.stop.Load() != nil {
		g.leave()
	}
}

// virtualEpoch is when a virtual clock starts.
const virtualEpoch = 946684800 // 2000-01-01T00:00:00Z

func (g *Guest) wallTime() (sec int64, nsec int32) {
	g.alive()
	if g.loop.Virtual() {
		ns := int64(g.loop.Time())
		return virtualEpoch + ns/1e9, int32(ns % 1e9)
	}
	now := time.Now()
	return now.Unix(), int32(now.Nanosecond())
}

// nanoTime is never 0, with which Go's runtime would refuse to start.
func (g *Guest) nanoTime() int64 {
	g.alive()
	return int64(g.loop.Time()) + 1
}

func (g *Guest) yield() { g.alive() }

// sleep waits on the loop, as a timer, where the guest is not in a callback of
// that loop and has nothing else on it; else it keeps the loop waiting.
func (g *Guest) sleep(ns int64) {
	g.alive()
	d := time.Duration(max(ns, 0))
	if g.loops.at.Phase() != uv.Outside || len(g.handles) > 0 || g.loop.Alive() {
		t := time.NewTimer(d)
		defer t.Stop()
		select {
		case <-t.C:
		case <-g.stopped:
		}
		g.alive()
		return
	}
	if g.sleeper == nil {
		g.sleeper = g.loop.NewTimer()
	}
	done := false
	g.loop.UpdateTime()
	if err := g.sleeper.Start(func() { done = true }, d, 0); err != nil {
		return
	}
	defer g.newTurn()
	for !done {
		if _, err := g.loop.Run(uv.RunOnce); err != nil {
			return
		}
		g.alive()
	}
}

// output is standard output or error.
type output struct {
	g      *Guest
	stream int
	w      io.Writer
}

// Write records what the guest writes and passes it on.
func (o *output) Write(p []byte) (int, error) {
	g := o.g
	g.alive()
	g.spend(len(p))
	g.tell(o.stream, p)
	if o.w == nil {
		return len(p), nil
	}
	return o.pass(p)
}

// wasiDirs mounts the granted directories, read-only: wazero's own mounts
// follow links out of the directory.
func (g *Guest) wasiDirs() wazero.FSConfig {
	c := wazero.NewFSConfig()
	seen := map[string]bool{}
	for _, m := range g.mounts {
		if !seen[m.guest] {
			seen[m.guest] = true
			c = c.WithFSMount(wasiFS{g, m}, m.guest)
		}
	}
	return c
}

// wasiFS is a mount as WASI sees it.
type wasiFS struct {
	g *Guest
	m *mount
}

// Open is fs.FS.
func (w wasiFS) Open(name string) (fs.File, error) {
	w.g.alive()
	if w.g.limits.Files <= w.g.openFiles() {
		w.g.overLimit(uv.EMFILE, "files", int64(w.g.limits.Files))
		return nil, syscall.EMFILE
	}
	f, err := w.m.openRegular(name, os.O_RDONLY, 0)
	if err == nil {
		t := &wasiFile{f, w.g, w.m}
		w.m.open[t] = struct{}{}
		return t, nil
	}
	if errors.Is(err, uv.EPERM) {
		return nil, syscall.EPERM
	}
	if loop.Errno(err) == uv.UNKNOWN {
		w.g.escaped("open", path.Join(w.m.guest, name))
		return nil, syscall.EACCES
	}
	return nil, err
}

// openFiles is how many files the guest has open, by WASI and by fs_open, or
// will have when its requests have ended.
func (g *Guest) openFiles() int {
	n := g.files.open + g.files.opening
	for _, m := range g.mounts {
		n += len(m.open)
	}
	return n
}

// wasiFile is known to its mount, so that none stays open.
type wasiFile struct {
	*os.File
	g *Guest
	m *mount
}

// maxFileRead is the most that one call reads, in bytes.
const maxFileRead = 1 << 20

// Read is fs.File.
func (f *wasiFile) Read(p []byte) (int, error) {
	return f.File.Read(f.part(p))
}

// ReadAt is io.ReaderAt.
func (f *wasiFile) ReadAt(p []byte, off int64) (int, error) {
	return f.File.ReadAt(f.part(p), off)
}

// part is what one call reads of p.
func (f *wasiFile) part(p []byte) []byte {
	f.g.alive()
	p = p[:min(len(p), maxFileRead)]
	f.g.spend(len(p))
	return p
}

// Close is fs.File.
func (f *wasiFile) Close() error {
	delete(f.m.open, f)
	return f.File.Close()
}
