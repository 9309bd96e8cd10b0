package host

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tetratelabs/wazero"
)

// Compiling cannot be interrupted, and what it takes is an estimate. So it can
// be had in a child: the same program, started again, which compiles one module
// into the cache folder, from where its parent loads the code.

const (
	childMarker = "LOOPGROUND_CHILD"       // the variable that makes a process a child
	childCache  = "LOOPGROUND_CHILD_CACHE" // its cache folder
	childReady  = "loopground child 1\n"   // what it says first
	childDone   = "done"                   // what it says when it has compiled
)

const (
	childStart  = 10 * time.Second // until it says that it is ready
	childTime   = 60 * time.Second // for compiling
	childMemory = 4 << 30          // bytes of addresses, where the system can bound them
)

// childError is why a child has not compiled a module.
type childError struct{ what, detail, try string }

func (e *childError) Error() string { return e.what }

var errNoRunChild = errors.New("this process was started to compile a module, and its main did not call host.RunChild")

func isChild() bool { return os.Getenv(childMarker) != "" }

// RunChild is the first call in main of a program that uses
// Options.CompileInChild. In a process that was started as a child it does the
// child's work and ends the process; else it returns at once.
func RunChild() {
	if !isChild() {
		return
	}
	limitChild()
	fmt.Print(childReady)
	if err := serveChild(os.Stdin, os.Getenv(childCache)); err != nil {
		fmt.Print(err)
	} else {
		fmt.Print(childDone)
	}
	os.Exit(0)
}

// serveChild compiles the module that comes first in r, behind its length. The
// parent keeps its end open: when it goes, so does the child.
func serveChild(r io.Reader, cacheDir string) error {
	var size [8]byte
	if _, err := io.ReadFull(r, size[:]); err != nil {
		return err
	}
	wasm, err := io.ReadAll(io.LimitReader(r, int64(binary.LittleEndian.Uint64(size[:]))))
	if err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(io.Discard, r)
		os.Exit(1)
	}()
	cache, err := openCache(cacheDir)
	if err != nil {
		return err
	}
	ctx := parallel()
	rt := wazero.NewRuntimeWithConfig(ctx, engineConfig().WithCompilationCache(cache))
	_, err = rt.CompileModule(ctx, wasm)
	return err
}

// compileInChild has a child compile a module into the cache folder.
func (rt *Runtime) compileInChild(ctx context.Context, wasm []byte) error {
	select {
	case rt.children <- struct{}{}:
		defer func() { <-rt.children }()
	case <-ctx.Done():
		return ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, childStart+childTime)
	defer cancel()
	var out, trouble bytes.Buffer
	cmd := exec.CommandContext(ctx, rt.program)
	cmd.Env = []string{childMarker + "=1", childCache + "=" + rt.opts.CacheDir}
	cmd.Stderr = &trouble
	cmd.WaitDelay = time.Second
	err := talk(cmd, wasm, &out)
	switch text := out.String(); {
	case ctx.Err() != nil:
		return timedOut(ctx)
	case text == childDone && err == nil:
		_ = pruneCache(rt.opts.CacheDir) // what cannot be listed or deleted stays
		return nil
	case err == nil && text != "":
		return errors.New(text) // the engine's own words
	case strings.Contains(trouble.String(), "out of memory") || strings.Contains(trouble.String(), "cannot allocate memory"):
		return &childError{what: fmt.Sprintf("needs more than %s to compile", bytesText(childMemory)), try: simpler("")}
	case errors.Is(err, errNotReady):
		return &childError{what: "cannot be compiled", detail: err.Error(), try: "Call host.RunChild first in main"}
	}
	return &childError{what: "cannot be compiled: the process that did ended", detail: fmt.Sprint(err), try: simpler("")}
}

func timedOut(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return &childError{what: "takes more than " + childTime.String() + " to compile", try: simpler("")}
	}
	return ctx.Err()
}

var errNotReady = errors.New("the process that was started for it does something else")

// talk starts the child, gives it the module, and reads what it says to the end.
func talk(cmd *exec.Cmd, wasm []byte, out *bytes.Buffer) error {
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	says, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	late := time.AfterFunc(childStart, func() { _ = cmd.Process.Kill() })
	ready := make([]byte, len(childReady))
	_, err = io.ReadFull(says, ready)
	late.Stop()
	if err != nil || string(ready) != childReady {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
		return errNotReady
	}
	// A child that does not take its module, or does not answer, has died: what
	// it died of is what there is to tell.
	_, _ = in.Write(append(binary.LittleEndian.AppendUint64(nil, uint64(len(wasm))), wasm...))
	const most = 64 << 10
	_, _ = io.Copy(out, io.LimitReader(says, most))
	_ = in.Close()
	return cmd.Wait()
}

// privateDir makes the folder that takes code from child to parent where the
// options name none.
func privateDir(o *Options) (*private, error) {
	if !o.CompileInChild || o.CacheDir != "" {
		return nil, nil
	}
	sweepPrivate()
	dir, err := os.MkdirTemp("", privateName)
	if err != nil {
		return nil, fmt.Errorf("make a folder for compiled code: %w", err)
	}
	p := &private{dir: dir}
	if p.lock, err = os.CreateTemp(dir, ""); err == nil && lockFile(p.lock) { // before it has the name that is looked for
		_ = os.Rename(p.lock.Name(), filepath.Join(dir, privateLock))
	}
	o.CacheDir = dir
	return p, nil
}

// private is a folder that goes with the runtime. Its lock goes with the
// process, however that ends.
type private struct {
	dir  string
	lock *os.File
}

const (
	privateName = "loopground-code-"
	privateLock = "lock"
)

func (p *private) remove() error {
	if p == nil {
		return nil
	}
	err := os.RemoveAll(p.dir)
	if p.lock != nil {
		_ = p.lock.Close() // nothing was written
	}
	return err
}

// sweepPrivate removes folders whose processes were killed. What cannot be
// removed stays; one without a lock may be about to get it.
func sweepPrivate() {
	dirs, _ := filepath.Glob(filepath.Join(os.TempDir(), privateName+"*")) // the pattern is good
	for _, dir := range dirs {
		lock, err := os.OpenFile(filepath.Join(dir, privateLock), os.O_RDWR, 0)
		if err != nil {
			continue
		}
		if lockFile(lock) && isOwn(dir) {
			_ = os.RemoveAll(dir)
		}
		_ = lock.Close()
	}
}

// cacheSize is what the code in a cache folder may take, in bytes: a stranger
// can always bring one more module.
const cacheSize = 2 << 30

// pruneCache deletes the oldest files of a cache folder that has grown over its
// size.
func pruneCache(dir string) error {
	type entry struct {
		path string
		info fs.FileInfo
	}
	var all []entry
	total := int64(0)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == privateLock {
			return err
		}
		if info, err := d.Info(); err == nil {
			all = append(all, entry{path, info})
			total += info.Size()
		}
		return nil
	})
	if err != nil || total <= cacheSize {
		return err
	}
	slices.SortFunc(all, func(a, b entry) int { return a.info.ModTime().Compare(b.info.ModTime()) })
	for _, e := range all {
		if total <= cacheSize/2 {
			break
		}
		if os.Remove(e.path) == nil {
			total -= e.info.Size()
		}
	}
	return nil
}
