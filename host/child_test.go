//go:build unix

package host

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/loopground/loopground/internal/wasmtest"
)

func TestMain(m *testing.M) {
	RunChild()
	os.Exit(m.Run())
}

// slow is a module that takes some seconds to compile, and is refused nowhere.
func slow() []byte {
	m := wasmtest.New()
	step := wasmtest.Cat(wasmtest.Get(0), wasmtest.I32(1), wasmtest.Add, wasmtest.Set(0))
	body := wasmtest.Code(bytes.Repeat(step, 1000))
	for range 3000 {
		m.Func("i", "", body)
	}
	m.Export("_start", m.Func("", ""))
	return m.Bytes()
}

func TestAChildCompilesAndItsParentRuns(t *testing.T) {
	rt := newRuntime(t, Options{CompileInChild: true})
	for range 2 { // the second one is found compiled
		m := wasmtest.New()
		exit := m.Import(wasi, "proc_exit", "i", "")
		m.Export("_start", m.Func("", "", wasmtest.I32(7), wasmtest.Call(exit)))
		if exit := spawn(t, rt, m.Bytes(), Config{}).Run(); exit.Code != 7 {
			t.Errorf("%+v", exit)
		}
	}
	if list(t, rt.private.dir) == privateLock {
		t.Error("the child has left no code")
	}
	wasm := built(func(m *wasmtest.Module) { m.Export("_start", m.Func("", "", wasmtest.I32(1))) })
	_, inChild := rt.Load(t.Context(), "x.wasm", wasm)
	_, inParent := newRuntime(t, Options{}).Load(t.Context(), "x.wasm", wasm)
	if inChild == nil || inChild.Error() != inParent.Error() {
		t.Errorf("a module that is not valid: %v, and without a child %v", inChild, inParent)
	}
	if err := rt.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(rt.private.dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder is left: %v", err)
	}
}

// Who was killed has left its folder; who lives has a lock on it.
func TestFoldersOfTheKilledAreSwept(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	dead, starting := filepath.Join(os.TempDir(), privateName+"dead"), filepath.Join(os.TempDir(), privateName+"starting")
	for _, dir := range []string{dead, starting} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(dead, privateLock), "")
	lives := newRuntime(t, Options{CompileInChild: true})
	newRuntime(t, Options{CompileInChild: true})
	for dir, want := range map[string]bool{dead: false, starting: true, lives.private.dir: true} {
		if _, err := os.Stat(dir); (err == nil) != want {
			t.Errorf("%s: %v", filepath.Base(dir), err)
		}
	}
}

// Load returns when its context ends, and so does Close, whatever compiles.
func TestLoadingEndsWithItsContext(t *testing.T) {
	wasm := slow()
	for name, o := range map[string]Options{"in a child": {CompileInChild: true}, "in this process": {}} {
		t.Run(name, func(t *testing.T) {
			rt := newRuntime(t, o)
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			began := time.Now()
			_, err := rt.Load(ctx, "slow.wasm", wasm)
			if took := time.Since(began); took > 100*time.Millisecond+endsWithin {
				t.Errorf("took %v", took)
			}
			if !errors.Is(err, context.DeadlineExceeded) || !strings.HasPrefix(err.Error(), "slow.wasm was not compiled in time") {
				t.Errorf("%v", err)
			}
			if left := rt.Leaked(); len(left) != 1 || left[0] != "slow.wasm: it is still being compiled" {
				t.Errorf("leaked: %q", left)
			}
		})
	}
}

func TestClosingEndsLoading(t *testing.T) {
	rt := newRuntime(t, Options{CompileInChild: true})
	loaded := make(chan error, 1)
	go func() {
		_, err := rt.Load(context.Background(), "slow.wasm", slow())
		loaded <- err
	}()
	for len(rt.children) == 0 {
		time.Sleep(time.Millisecond)
	}
	began := time.Now()
	if err := rt.Close(); err != nil {
		t.Error(err)
	}
	if err := <-loaded; !errors.Is(err, ErrClosed) {
		t.Errorf("%v", err)
	}
	if took := time.Since(began); took > endsWithin {
		t.Errorf("took %v", took)
	}
}

// Who gives up takes nothing away from others who load the same bytes.
func TestGivingUpIsOnesOwn(t *testing.T) {
	rt := newRuntime(t, Options{})
	wasm := importing(wasi, "proc_exit")
	ctx, cancel := context.WithCancel(t.Context())
	loaded := make(chan error, 8)
	for i := range 8 {
		go func() {
			c := ctx
			if i%2 == 0 {
				c = context.Background()
			}
			mod, err := rt.Load(c, "x.wasm", wasm)
			if err == nil {
				mod.Close()
			} else if i%2 != 0 && errors.Is(err, context.Canceled) {
				err = nil
			}
			loaded <- err
		}()
	}
	cancel()
	for range 8 {
		if err := <-loaded; err != nil {
			t.Error(err)
		}
	}
}

// A child that dies, or is none, is an error that says so.
func TestAChildThatFailsIsTold(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"another program": {"echo hello", "x.wasm cannot be compiled (the process that was started for it does something else). Call host.RunChild first in main"},
		"killed":          {`echo "loopground child 1"; kill -9 $$`, "x.wasm cannot be compiled: the process that did ended (signal: killed). "},
		"out of memory": {`echo "loopground child 1"; echo "fatal error: runtime: out of memory" >&2; exit 2`,
			"x.wasm needs more than 4 GiB to compile. "},
	} {
		t.Run(name, func(t *testing.T) {
			rt := newRuntime(t, Options{CompileInChild: true})
			rt.program = t.TempDir() + "/child"
			if err := os.WriteFile(rt.program, []byte("#!/bin/sh\ncat >/dev/null &\n"+c.script+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			_, err := rt.Load(t.Context(), "x.wasm", built(func(m *wasmtest.Module) { m.Export("_start", m.Func("", "")) }))
			var refused *LoadError
			if !errors.As(err, &refused) || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%v", err)
			}
		})
	}
}

// A process that was started as a child, by a program that does not know of
// children, makes no runtime.
func TestAChildWithoutRunChildIsRefused(t *testing.T) {
	t.Setenv(childMarker, "1")
	if rt, err := New(Options{}); !errors.Is(err, errNoRunChild) {
		_ = rt.Close()
		t.Errorf("%v", err)
	}
}
