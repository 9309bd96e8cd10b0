//go:build unix

package host

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/internal/wasmtest"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// poolIdle waits until the workers have done everything.
func (p *puppet) poolIdle() {
	p.t.Helper()
	for until := time.Now().Add(10 * time.Second); ; {
		if s := p.g.loop.Snapshot().Pool; s.Queued+s.Running == 0 {
			return
		}
		if time.Now().After(until) {
			p.t.Error("the pool does not come to its end")
			return
		}
	}
}

// A close that was cancelled, by the guest or by its end, still closes: the
// guest has no number for the file any more. That nothing is left open is what
// newRuntime checks.
func TestACancelledCloseLeavesNothingOpen(t *testing.T) {
	for _, byGuest := range []bool{true, false} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "a"), "a")
		pool := loop.NewPool(1)
		p := newPuppet(t, "_initialize")
		p.t.Cleanup(pool.Close)
		release := make(chan struct{})
		blocker, cancelled := &loop.FSReq{}, int64(0)
		p.start = func() { p.open("/a", 0) }
		p.on = func(kind abi.Callback, id loop.ID, cookie uint64, status int64) uint64 {
			switch cookie {
			case 1: // the file is open: keep the worker busy, and close
				if err := p.g.loop.FSStat(blocker, blocking{release: release}, "", func() {}); err != nil {
					t.Error(err)
				}
				id := p.must("fs_close", 0, uint64(status), 2)
				if byGuest {
					p.must("cancel", id)
				} else {
					p.g.Stop(ReasonStopped)
				}
				close(release)
			case 2:
				cancelled = status
			}
			return 0
		}
		p.run(Config{Dirs: []Dir{{Host: dir, Guest: "/"}}, Loop: loop.Options{Pool: pool}})
		if byGuest && uv.Errno(cancelled) != uv.ECANCELED {
			t.Errorf("the close ended with %d", cancelled)
		}
	}
}

// blocking is a file system that answers when it is told to.
type blocking struct {
	loop.FileSystem
	release chan struct{}
}

func (b blocking) Stat(string, bool, *loop.Stat) uv.Errno {
	<-b.release
	return 0
}

// What a scandir found is the worker's until the callback: a guest that asks
// earlier gets nothing, not a list that is being written.
func TestDirentsBeforeTheCallbackAreNone(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a"), "a")
	p := newPuppet(t, "_initialize")
	called := int64(0)
	p.start = func() {
		id := p.onPath("fs_scandir", "/", 1)
		p.refuses(0, "fs_dirents", id, 0, atData, 1000)
		p.poolIdle()
		p.refuses(0, "fs_dirents", id, 0, atData, 1000)
	}
	p.on = func(kind abi.Callback, id loop.ID, _ uint64, _ int64) uint64 {
		called = p.call("fs_dirents", uint64(id), 0, atData, 1000)
		return 0
	}
	p.mustExit(Config{Dirs: []Dir{{Host: dir, Guest: "/"}}})
	if called != 1 {
		t.Errorf("the callback sees %d entries", called)
	}
}

// A read-only grant within a read-write one stays read-only when the guest
// renames a directory above it.
func TestAGrantWithinAnotherCannotBeMoved(t *testing.T) {
	dir := t.TempDir()
	inner := filepath.Join(dir, "sub", "secret")
	if err := os.MkdirAll(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	p := newPuppet(t, "_initialize")
	result := int64(1)
	p.start = func() {
		ptr, n := p.text("/data/sub")
		p.g.mem.write(atText2, []byte("/data/out"))
		p.must("fs_rename", 0, ptr, n, atText2, 9, 1)
	}
	p.on = func(_ abi.Callback, _ loop.ID, _ uint64, status int64) uint64 {
		result = status
		return 0
	}
	p.mustExit(Config{Dirs: []Dir{{Host: dir, Guest: "/data"}, {Host: inner, Guest: "/data/sub/secret", ReadOnly: true}}})
	if uv.Errno(result) != uv.EBUSY {
		t.Errorf("rename answered %d", result)
	}
}

// Overlapping buffers add up to more than a worker should be on for: it cannot
// be stopped.
func TestATransferOverTwoGiBIsRefused(t *testing.T) {
	dir := t.TempDir()
	p := newPuppet(t, "_initialize")
	p.start = func() { p.open("/a", oRdwr|oCreat) }
	p.on = func(_ abi.Callback, _ loop.ID, cookie uint64, status int64) uint64 {
		if cookie != 1 {
			t.Errorf("a refused transfer called back with %d", status)
			return 0
		}
		p.export("grow", 3)
		pairs := make([]uint32, 2*8193)
		for i := 1; i < len(pairs); i += 2 {
			pairs[i] = 4 * pageSize
		}
		ptr, n := p.bufs(pairs...)
		p.refuses(uv.EINVAL, "fs_read", 0, uint64(status), ptr, n, 0, 2)
		p.refuses(uv.EINVAL, "fs_write", 0, uint64(status), ptr, n, 0, 2)
		return 0
	}
	p.mustExit(Config{Dirs: []Dir{{Host: dir, Guest: "/"}}})
}

// A start function runs before there is an instance to call back: it may set
// up, and cannot run the loop.
func TestAStartFunctionCannotRunTheLoop(t *testing.T) {
	m := wasmtest.New()
	timer, start, run := m.UV("timer_init"), m.UV("timer_start"), m.UV("run")
	exit := m.Import("wasi_snapshot_preview1", "proc_exit", "i", "")
	m.Memory(1, 1)
	m.Start(m.Func("", "",
		wasmtest.I32(0), wasmtest.I64(1), wasmtest.Call(timer), wasmtest.I64(0), wasmtest.I64(0), wasmtest.Call(start), wasmtest.Drop,
		wasmtest.I32(0), wasmtest.I32(0), wasmtest.Call(run), wasmtest.I32(0), wasmtest.Sub, wasmtest.Call(exit)))
	m.Export(abi.ExportDispatch, m.Func("iiII", "I", wasmtest.I64(0)))
	rt := newRuntime(t, Options{})
	mod, err := rt.Load(t.Context(), "start.wasm", m.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	defer mod.Close()
	g, err := mod.Spawn(Config{})
	if err != nil {
		t.Fatal(err)
	}
	if exit := g.Run(); exit.Reason != ReasonExited || int32(uint32(exit.Code)) != int32(uv.EBUSY) {
		t.Errorf("ended with %+v", exit)
	}
}

// A million wrong imports are refused as fast as one: nobody reads more than
// one hint.
func TestManyMissingImportsAreRefusedAtOnce(t *testing.T) {
	m := wasmtest.New()
	for range 200_000 {
		m.Import("x", "qqqqqqqqqqqq", "", "")
	}
	rt := newRuntime(t, Options{})
	began := time.Now()
	_, err := rt.Load(context.Background(), "many.wasm", m.Bytes())
	var refused *LoadError
	if !errors.As(err, &refused) || !strings.Contains(refused.Where, "199988 more") {
		t.Errorf("refused with %v", err)
	}
	if d := time.Since(began); d > 3*time.Second {
		t.Errorf("it took %v", d)
	}
}

// The limit on files is the guest's, not each grant's.
func TestWASIFilesOfAllGrantsCount(t *testing.T) {
	p := newPuppet(t, "_initialize")
	var dirs []Dir
	for _, name := range []string{"/a", "/b", "/c"} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "f"), "f")
		dirs = append(dirs, Dir{Host: dir, Guest: name})
	}
	var errs []error
	p.start = func() {
		for _, m := range p.g.mounts {
			_, err := wasiFS{p.g, m}.Open("f")
			errs = append(errs, err)
		}
	}
	p.mustExit(Config{Dirs: dirs, Limits: Limits{Files: 2}})
	if len(errs) != 3 || errs[0] != nil || errs[1] != nil || !errors.Is(errs[2], syscall.EMFILE) {
		t.Errorf("opening three files with a limit of two: %v", errs)
	}
}

func TestADeniedPathCannotForgeLines(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() { p.open("/x\ndenied: all is well\x1b[31m", 0) }
	exit := p.run(Config{})
	want := []Denial{{What: "open /x\ufffddenied: all is well\ufffd[31m", Flag: "--dir .:/:ro"}}
	if diff := cmp.Diff(want, exit.Denied); diff != "" {
		t.Error(diff)
	}
}
