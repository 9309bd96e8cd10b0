//go:build unix

package host

import (
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
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

const wasi = "wasi_snapshot_preview1"

// hello prints text on a stream.
func hello(text string, stream int32) *wasmtest.Module {
	m := wasmtest.New()
	fdWrite := m.Import(wasi, "fd_write", "iiii", "i")
	m.Memory(1, 1)
	m.ExportMemory("memory")
	m.Data(0, []byte{16, 0, 0, 0, byte(len(text)), 0, 0, 0})
	m.Data(16, []byte(text))
	m.Export("_start", m.Func("", "", wasmtest.I32(stream), wasmtest.I32(0), wasmtest.I32(1), wasmtest.I32(8),
		wasmtest.Call(fdWrite), wasmtest.Drop))
	return m
}

func TestPlainWASIThatNeverWaits(t *testing.T) {
	var out strings.Builder
	var told []string
	rec := trace.NewRecorder(trace.Options{})
	exit, _ := runModule(t, hello("hello\n", 2), Config{
		Stderr: &out, Loop: loop.Options{Trace: rec},
		Output: func(stream int, p []byte) uint64 { told = append(told, string(p)); return 0 },
	})
	if exit.Code != 0 || exit.Waited || !strings.HasSuffix(exit.Message, "; it never waited, so the loop had nothing to show") ||
		!strings.HasPrefix(exit.Message, "finished in ") || !strings.Contains(exit.Try, "timer") {
		t.Errorf("%+v", exit)
	}
	if out.String() != "hello\n" || cmp.Diff([]string{"hello\n"}, told) != "" {
		t.Errorf("%q, %q", out.String(), told)
	}
	var kinds []string
	_, recs := rec.All()
	for _, r := range recs {
		kinds = append(kinds, r.Kind.String())
		if r.Kind == trace.Output && (r.Status != 6 || r.Lane != 2) {
			t.Errorf("%+v", r)
		}
	}
	if diff := cmp.Diff([]string{"guest_begin", "output", "guest_end"}, kinds); diff != "" {
		t.Error(diff)
	}
}

// sleeper sleeps once, by poll_oneoff.
func sleeper(ns uint64) *wasmtest.Module {
	m := wasmtest.New()
	poll := m.Import(wasi, "poll_oneoff", "iiii", "i")
	m.Memory(1, 1)
	m.ExportMemory("memory")
	sub := make([]byte, 48) // userdata, tag 0: clock, id, timeout at 24
	sub[16] = 1
	for i := range 8 {
		sub[24+i] = byte(ns >> (8 * i))
	}
	m.Data(0, sub)
	m.Export("_start", m.Func("", "", wasmtest.I32(0), wasmtest.I32(64), wasmtest.I32(1), wasmtest.I32(128),
		wasmtest.Call(poll), wasmtest.Drop))
	return m
}

// A sleep of a plain WASI program is a timer on the loop, which shows why it waits.
func TestSleepsWaitOnTheLoop(t *testing.T) {
	rec := trace.NewRecorder(trace.Options{})
	began := time.Now()
	exit, _ := runModule(t, sleeper(3600e9), Config{Loop: loop.Options{Trace: rec, Virtual: true}})
	if exit.Code != 0 || !exit.Waited || exit.Message != "" {
		t.Errorf("%+v", exit)
	}
	if time.Since(began) > 10*time.Second {
		t.Error("virtual time was waited for")
	}
	waits := 0
	_, recs := rec.All()
	for _, r := range recs {
		if r.Kind == trace.PollBegin && trace.Why(r.Lane) == trace.WhyTimer {
			waits++
		}
	}
	if waits != 1 {
		t.Errorf("%d waits for a timer", waits)
	}
}

func TestStopEndsASleep(t *testing.T) {
	g := spawn(t, newRuntime(t, Options{}), sleeper(3600e9).Bytes(), Config{})
	go g.Stop(ReasonStopped)
	if exit := g.Run(); exit.Reason != ReasonStopped || exit.Code != 137 {
		t.Errorf("%+v", exit)
	}
}

// cat copies one read of a descriptor to standard output.
func cat(fd int32) *wasmtest.Module {
	m := wasmtest.New()
	fdRead := m.Import(wasi, "fd_read", "iiii", "i")
	fdWrite := m.Import(wasi, "fd_write", "iiii", "i")
	m.Memory(1, 1)
	m.ExportMemory("memory")
	m.Data(0, []byte{64, 0, 0, 0, 32, 0, 0, 0})
	m.Export("_start", m.Func("", "",
		wasmtest.I32(fd), wasmtest.I32(0), wasmtest.I32(1), wasmtest.I32(4), wasmtest.Call(fdRead), wasmtest.Drop,
		wasmtest.I32(1), wasmtest.I32(0), wasmtest.I32(1), wasmtest.I32(8), wasmtest.Call(fdWrite), wasmtest.Drop))
	return m
}

func TestStdin(t *testing.T) {
	rt := newRuntime(t, Options{})
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	var out strings.Builder
	g := spawn(t, rt, cat(0).Bytes(), Config{Stdin: r, Stdout: &out})
	go func() { _, _ = w.WriteString("typed") }()
	if exit := g.Run(); exit.Code != 0 || out.String() != "typed" {
		t.Errorf("%+v, %q", exit, out.String())
	}
	// Nothing is granted by default, and waiting for nobody can be stopped.
	out.Reset()
	if exit := spawn(t, rt, cat(0).Bytes(), Config{Stdout: &out}).Run(); exit.Code != 0 || out.Len() != 0 {
		t.Errorf("%+v, %q", exit, out.String())
	}
	g = spawn(t, rt, cat(0).Bytes(), Config{Stdin: r})
	go g.Stop(ReasonStopped)
	if exit := g.Run(); exit.Reason != ReasonStopped {
		t.Errorf("%+v", exit)
	}
}

// opener opens a path below the first preopened directory and copies it out.
func opener(path string) *wasmtest.Module {
	m := wasmtest.New()
	pathOpen := m.Import(wasi, "path_open", "iiiiiIIii", "i")
	fdRead := m.Import(wasi, "fd_read", "iiii", "i")
	fdWrite := m.Import(wasi, "fd_write", "iiii", "i")
	exit := m.Import(wasi, "proc_exit", "i", "")
	m.Memory(1, 1)
	m.ExportMemory("memory")
	m.Data(0, []byte{64, 0, 0, 0, 32, 0, 0, 0})
	m.Data(256, []byte(path))
	errno := wasmtest.Cat(wasmtest.I32(3), wasmtest.I32(1), wasmtest.I32(256), wasmtest.I32(int32(len(path))), wasmtest.I32(0),
		wasmtest.I64(2), wasmtest.I64(2), wasmtest.I32(0), wasmtest.I32(12), wasmtest.Call(pathOpen))
	m.Export("_start", m.FuncLocals("", "", "i", errno, wasmtest.Set(0),
		wasmtest.Get(0), wasmtest.If, wasmtest.Get(0), wasmtest.Call(exit), wasmtest.End,
		wasmtest.I32(12), wasmtest.Load, wasmtest.I32(0), wasmtest.I32(1), wasmtest.I32(4), wasmtest.Call(fdRead), wasmtest.Drop,
		wasmtest.I32(4), wasmtest.I32(4), wasmtest.Load, wasmtest.Store,
		wasmtest.I32(1), wasmtest.I32(0), wasmtest.I32(1), wasmtest.I32(8), wasmtest.Call(fdWrite), wasmtest.Drop))
	return m
}

func TestWASIFilesStayBelowTheGrant(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "d")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(root, "secret"), "secret")
	write(t, filepath.Join(dir, "a"), "content")
	if err := os.Symlink("../secret", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	mkfifo(t, filepath.Join(dir, "fifo"))
	for _, c := range []struct {
		path string
		out  bool
	}{{"a", true}, {"link", false}, {"fifo", false}, {"../secret", false}} {
		var out strings.Builder
		exit, g := runModule(t, opener(c.path), Config{Stdout: &out, Dirs: []Dir{{Host: dir, Guest: "/d"}}})
		if got := strings.HasPrefix(out.String(), "content"); got != c.out || (exit.Code == 0) != c.out {
			t.Errorf("%s: %q, %+v", c.path, out.String(), exit)
		}
		if c.path == "link" && len(g.Denials()) != 1 {
			t.Errorf("%s: %+v", c.path, g.Denials())
		}
	}
}

func TestArgumentsAndEnvironmentAreWhatWasGranted(t *testing.T) {
	m := wasmtest.New()
	sizes := m.Import(wasi, "args_sizes_get", "ii", "i")
	environ := m.Import(wasi, "environ_sizes_get", "ii", "i")
	exit := m.Import(wasi, "proc_exit", "i", "")
	m.Memory(1, 1)
	m.ExportMemory("memory")
	m.Export("_start", m.Func("", "", wasmtest.I32(0), wasmtest.I32(4), wasmtest.Call(sizes), wasmtest.Drop,
		wasmtest.I32(8), wasmtest.I32(12), wasmtest.Call(environ), wasmtest.Drop,
		wasmtest.I32(0), wasmtest.Load, wasmtest.I32(4), wasmtest.Load, wasmtest.Add, // 3 arguments, 9 bytes
		wasmtest.I32(8), wasmtest.Load, wasmtest.Add, wasmtest.I32(12), wasmtest.Load, wasmtest.Add, // 1 variable, 4 bytes
		wasmtest.Call(exit)))
	got, _ := runModule(t, m, Config{Name: "g", Args: []string{"ab", "cde"}, Env: []string{"K=V"}})
	if got.Code != 3+9+1+4 {
		t.Errorf("%+v", got)
	}
	rt := newRuntime(t, Options{})
	mod, err := rt.Load(t.Context(), "x.wasm", m.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	defer mod.Close()
	for _, cfg := range []Config{{Args: []string{"a\x00"}}, {Env: []string{"K"}}, {Env: []string{"=V"}}, {Dirs: []Dir{{Host: "/does/not/exist"}}},
		{Dirs: []Dir{{Host: "/tmp", Guest: "rel"}}}} {
		if _, err := mod.Spawn(cfg); err == nil {
			t.Errorf("%+v is taken", cfg)
		}
	}
}

func mkfifo(t *testing.T, path string) {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o644); err != nil {
		t.Fatal(err)
	}
}

// Standard input is the one descriptor that can be polled.
func TestPollingStdin(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	p := newPuppet(t, "_initialize")
	var got []int64
	p.start = func() {
		h := p.must("poll_init", 0, 0, 1)
		p.refuses(uv.EINVAL, "poll_start", h, 16)
		p.refuses(uv.EINVAL, "poll_start", h, 0x100|1)
		p.must("poll_start", h, uint64(uv.Readable))
		_, _ = w.WriteString("x")
	}
	p.on = func(kind abi.Callback, id loop.ID, _ uint64, events int64) uint64 {
		if kind == abi.CallbackPoll {
			got = append(got, events)
			p.refuses(uv.EEXIST, "poll_init", 0, 0, 1)
			p.must("poll_stop", uint64(id))
			p.must("close", uint64(id))
		}
		return 0
	}
	p.mustExit(Config{Stdin: r})
	if diff := cmp.Diff([]int64{int64(uv.Readable)}, got); diff != "" {
		t.Error(diff)
	}
	without := newPuppet(t, "_initialize")
	without.start = func() { without.refuses(uv.EBADF, "poll_init", 0, 0, 1) }
	without.mustExit(Config{})
}

// Counts that overflow in 32 bits are EFAULT.
func TestAnOverflowingPollIsRefused(t *testing.T) {
	m := wasmtest.New()
	poll := m.Import(wasi, "poll_oneoff", "iiii", "i")
	m.Memory(1, 1)
	m.ExportMemory("memory")
	m.Export("go", m.Func("i", "i", wasmtest.I32(0), wasmtest.I32(0), wasmtest.Get(0), wasmtest.I32(128), wasmtest.Call(poll)))
	for count, want := range map[string]string{"0x10000000": "21\n", "0xffffffff": "21\n", "2000": "21\n", "0": "28\n", "1": "0\n"} {
		var out strings.Builder
		exit, _ := runModule(t, m, Config{Call: "go", Args: []string{count}, Stdout: &out})
		if exit.Code != 0 || out.String() != want {
			t.Errorf("%s subscriptions: %q, %+v", count, out.String(), exit)
		}
	}
}
