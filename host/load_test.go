//go:build unix

package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/internal/wasmtest"
)

// importing makes a command with one import.
func importing(module, name string) []byte {
	m := wasmtest.New()
	m.Import(module, name, "i", "")
	m.Export("_start", m.Func("", ""))
	return m.Bytes()
}

func built(f func(m *wasmtest.Module)) []byte {
	m := wasmtest.New()
	f(m)
	return m.Bytes()
}

// Everything that cannot run is recognised, by its maker where it has one, with
// the words that help.
func TestWhatCannotRunIsRecognised(t *testing.T) {
	command := built(func(m *wasmtest.Module) { m.Memory(1, 1); m.Export("_start", m.Func("", "")) })
	start := func(m *wasmtest.Module) { m.Export("_start", m.Func("", "")) }
	for _, c := range []struct {
		name string
		wasm []byte
		want LoadError
	}{
		{"component", []byte("\x00asm\x0d\x00\x01\x00rest"), LoadError{
			"x.wasm is a component (WASI 0.2); Loopground runs core modules", "offset 4: 0d 00 01 00",
			"In Rust: cargo build --target wasm32-wasip1"}},
		{"wasm-bindgen", importing("__wbindgen_placeholder__", "__wbindgen_describe"), LoadError{
			"x.wasm wants a browser (made by wasm-bindgen)", "it imports __wbindgen_placeholder__.__wbindgen_describe",
			"Build without it, for wasm32-wasip1"}},
		{"wasm-bindgen, linked", importing("wbg", "__wbg_log_1"), LoadError{
			"x.wasm wants a browser (made by wasm-bindgen)", "it imports wbg.__wbg_log_1",
			"Build without it, for wasm32-wasip1"}},
		{"Go for a browser", importing("gojs", "runtime.wasmExit"), LoadError{
			"x.wasm was built for a browser", "it imports gojs.runtime.wasmExit",
			"Use tinygo build -target=wasip1, or GOOS=wasip1 GOARCH=wasm go build"}},
		{"old Go for a browser", importing("go", "debug"), LoadError{
			"x.wasm was built for a browser", "it imports go.debug",
			"Use tinygo build -target=wasip1, or GOOS=wasip1 GOARCH=wasm go build"}},
		{"Emscripten", importing("env", "emscripten_resize_heap"), LoadError{
			"x.wasm wants Emscripten's JavaScript", "it imports env.emscripten_resize_heap", "Link it with -sSTANDALONE_WASM"}},
		{"AssemblyScript", importing("env", "abort"), LoadError{
			"x.wasm imports what does not exist here", "function env.abort", "AssemblyScript: asc --use abort= leaves it out"}},
		{"misspelt", importing("uv_preview1", "timer_sturt"), LoadError{
			"x.wasm imports what does not exist here", "function uv_preview1.timer_sturt", "The nearest is uv_preview1.timer_start"}},
		{"with the prefix, elsewhere", importing("env", "uv_tcp_connect"), LoadError{
			"x.wasm imports what does not exist here", "function env.uv_tcp_connect", "The nearest is uv_preview1.tcp_connect"}},
		{"misspelt WASI", importing("wasi_snapshot_preview1", "fd_wrote"), LoadError{
			"x.wasm imports what does not exist here", "function wasi_snapshot_preview1.fd_wrote", "The nearest is wasi_snapshot_preview1.fd_write"}},
		{"another WASI", importing("wasi_unstable", "fd_write"), LoadError{
			"x.wasm imports what does not exist here", "function wasi_unstable.fd_write", "It is of another WASI: build it for wasm32-wasip1"}},
		{"nothing near", importing("spectest", "print"), LoadError{
			"x.wasm imports what does not exist here", "function spectest.print",
			"Loopground has the modules uv_preview1 and wasi_snapshot_preview1"}},
		{"memory", built(func(m *wasmtest.Module) { m.ImportMemory("env", "memory"); start(m) }), LoadError{
			"x.wasm imports what does not exist here", "memory env.memory",
			"Loopground has the modules uv_preview1 and wasi_snapshot_preview1"}},
		{"wrong signature", built(func(m *wasmtest.Module) { m.Import("uv_preview1", "now", "I", "I"); start(m) }), LoadError{
			"x.wasm imports uv_preview1.now with a wrong signature", "it has (i64) -> (i64), and it is (i32) -> (i64)",
			"Build it with the declarations of this version"}},
		{"wrong WASI signature", built(func(m *wasmtest.Module) { m.Import("wasi_snapshot_preview1", "proc_exit", "I", ""); start(m) }), LoadError{
			"x.wasm imports wasi_snapshot_preview1.proc_exit with a wrong signature", "it has (i64) -> (), and it is (i32) -> ()",
			"Build it with the declarations of this version"}},
		{"wrong dispatch", built(func(m *wasmtest.Module) { m.Export("uv_dispatch", m.Func("i", "")) }), LoadError{
			"x.wasm exports uv_dispatch with a wrong signature", "it is (i32) -> (), and must be (i32, i32, i64, i64) -> (i64)", ""}},
		{"no dispatch", built(func(m *wasmtest.Module) { m.UV("timer_init"); start(m) }), LoadError{
			"x.wasm asks for callbacks and exports no uv_dispatch", "it imports uv_preview1.timer_init",
			"Export uv_dispatch(i32, i32, i64, i64) -> i64: the linker may have removed it"}},
		{"other version", built(func(m *wasmtest.Module) { m.Custom("loopground.abi", []byte("7")); start(m) }), LoadError{
			`x.wasm was built for version "7" of uv_preview1, this is version 2`, "section loopground.abi",
			"Build it with the SDK that came with this program"}},
		{"empty", nil, LoadError{"x.wasm is empty", "", "Was the build still running, or the copy cut off?"}},
		{"text", []byte("hello there\nsecond line"), LoadError{
			"x.wasm is text, not WebAssembly", "offset 0: 68 65 6c 6c, not 00 61 73 6d", `It begins with "hello there"`}},
		{"wat", []byte("\n  (module\n)"), LoadError{
			"x.wasm is WebAssembly text", "offset 0: 0a 20 20 28, not 00 61 73 6d", "Assemble it: wat2wasm x.wasm -o out.wasm"}},
		{"web page", []byte("<!DOCTYPE html><html>"), LoadError{
			"x.wasm is a web page", "offset 0: 3c 21 44 4f, not 00 61 73 6d", "Was it downloaded from a link to a page about the file?"}},
		{"gzip", []byte{0x1f, 0x8b, 8, 0, 1}, LoadError{
			"x.wasm is compressed with gzip", "offset 0: 1f 8b 08 00, not 00 61 73 6d", "Unpack it: gunzip"}},
		{"ELF", []byte("\x7fELF\x02\x01\x01\x00"), LoadError{
			"x.wasm is a program for Linux", "offset 0: 7f 45 4c 46, not 00 61 73 6d", "Build it for wasm32-wasip1"}},
		{"binary", []byte{0xff, 0xfe, 0, 1}, LoadError{"x.wasm is not WebAssembly", "offset 0: ff fe 00 01, not 00 61 73 6d", ""}},
		{"magic only", []byte("\x00asm"), LoadError{"x.wasm is cut off", "it is 4 bytes long", "Copy or build it again"}},
		{"cut off", command[:len(command)-3], LoadError{
			"x.wasm is cut off", "section 10 is 4 bytes long and the file has 1 left at offset 0x24", "Copy or build it again"}},
		{"version", []byte("\x00asm\x02\x00\x00\x00"), LoadError{
			"x.wasm is of a version of WebAssembly that is not known", "offset 4: 02 00 00 00", ""}},
		{"unknown section", append(append([]byte{}, command...), 0x63, 0), LoadError{
			"x.wasm is not valid WebAssembly", "unknown section 99 at offset 0x2a", ""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			rt := newRuntime(t, Options{})
			_, err := rt.Load(context.Background(), "x.wasm", c.wasm)
			var got *LoadError
			if !errors.As(err, &got) {
				t.Fatalf("loaded: %v", err)
			}
			if diff := cmp.Diff(c.want, *got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Every beginning of a module is refused; none panics. One that ends between
// sections may be a module, but none that can be run.
func TestEveryTruncationIsRefused(t *testing.T) {
	rt := newRuntime(t, Options{})
	wasm := puppetModule("_start")
	wasm = wasm[:len(wasm)/4]
	for n := range wasm {
		mod, err := rt.Load(context.Background(), "x.wasm", wasm[:n])
		if err == nil {
			_, err = mod.Spawn(Config{})
			mod.Close()
		}
		if err == nil {
			t.Fatalf("%d bytes can be run", n)
		}
	}
}

func TestBrokenCodeIsRefused(t *testing.T) {
	rt := newRuntime(t, Options{})
	wasm := built(func(m *wasmtest.Module) { m.Export("_start", m.Func("", "", wasmtest.I32(1))) })
	_, err := rt.Load(context.Background(), "x.wasm", wasm)
	var got *LoadError
	if !errors.As(err, &got) || got.What != "x.wasm is not valid WebAssembly" || got.Where == "" {
		t.Errorf("%v", err)
	}
	// A module that did not compile is not kept, and can be tried again.
	if _, err := rt.Load(context.Background(), "x.wasm", wasm); !errors.As(err, &got) || len(rt.code) != 0 {
		t.Errorf("%v, %d kept", err, len(rt.code))
	}
}

func TestALibraryIsCalled(t *testing.T) {
	wasm := built(func(m *wasmtest.Module) {
		m.Export("add", m.Func("ii", "i", wasmtest.Get(0), wasmtest.Get(1), wasmtest.Add))
		m.Export("two", m.Func("F", "FI", wasmtest.Get(0), wasmtest.I64(-7)))
	})
	rt := newRuntime(t, Options{})
	mod, err := rt.Load(context.Background(), "lib.wasm", wasm)
	if err != nil {
		t.Fatal(err)
	}
	defer mod.Close()
	_, err = mod.Spawn(Config{})
	want := &LoadError{
		"lib.wasm is a library: it exports neither _start nor _initialize nor uv_dispatch",
		"it exports add(i32, i32) -> (i32), two(f64) -> (f64, i64)", "Call one: --call add",
	}
	if diff := cmp.Diff(want, err); diff != "" {
		t.Error(diff)
	}
	for _, c := range []struct {
		call string
		args []string
		out  string
		err  string
	}{
		{"add", []string{"40", "0x2"}, "42\n", ""},
		{"add", []string{"-1", "-1"}, "-2\n", ""},
		{"two", []string{"1.5"}, "1.5\n-7\n", ""},
		{"add", []string{"1"}, "", "add takes 2 arguments, not 1: add(i32, i32) -> (i32)"},
		{"add", []string{"1", "x"}, "", `argument 2, "x", is not a number of its type: (i32, i32) -> (i32)`},
		{"add", []string{"1", "4294967296"}, "", `argument 2, "4294967296", is not a number of its type`},
		{"none", nil, "", "lib.wasm exports no function none"},
	} {
		var out strings.Builder
		g, err := mod.Spawn(Config{Call: c.call, Args: c.args, Stdout: &out})
		if c.err != "" {
			if err == nil || !strings.HasPrefix(err.Error(), c.err) {
				t.Errorf("%s%v: %v, want %s", c.call, c.args, err, c.err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if exit := g.Run(); exit.Code != 0 || out.String() != c.out || exit.Message != "" {
			t.Errorf("%s%v: %q, %+v", c.call, c.args, out.String(), exit)
		}
	}
}

func TestInspect(t *testing.T) {
	wasm := built(func(m *wasmtest.Module) {
		m.UV("tcp_connect")
		m.UV("fs_open")
		m.Custom("producers", []byte("\x01\x0cprocessed-by\x01\x05clang\x0219"))
		m.Memory(2, 16)
		m.Export("uv_dispatch", m.Func("iiII", "I", wasmtest.I64(0)))
	})
	rt := newRuntime(t, Options{})
	mod, err := rt.Load(context.Background(), "x.wasm", wasm)
	if err != nil {
		t.Fatal(err)
	}
	defer mod.Close()
	want := Info{
		Name: "x.wasm", Size: len(wasm), Shape: Reactor, Maker: "clang", UV: true, CodeSize: 6, Funcs: 1,
		Imports: []string{"uv_preview1.tcp_connect", "uv_preview1.fs_open"}, Exports: []string{"uv_dispatch(i32, i32, i64, i64) -> (i64)"},
		MemoryMin: 2 * pageSize, MemoryMax: 16 * pageSize,
		Meter: Metering{Bounded: 1, Size: mod.code.stats.BytesOut}, Wants: []string{"--dir", "--allow-connect"},
	}
	if diff := cmp.Diff(want, mod.Inspect()); diff != "" {
		t.Error(diff)
	}
}

// The same bytes are compiled once, and code that nobody uses is not kept for
// ever.
func TestCodeIsSharedAndEvicted(t *testing.T) {
	rt := newRuntime(t, Options{})
	load := func(n int32) *Module {
		wasm := built(func(m *wasmtest.Module) { m.Export("_start", m.Func("", "", wasmtest.I32(n), wasmtest.Drop)) })
		mod, err := rt.Load(context.Background(), "x.wasm", wasm)
		if err != nil {
			t.Fatal(err)
		}
		return mod
	}
	a, b := load(0), load(0)
	if a.code != b.code {
		t.Error("compiled twice")
	}
	for n := range int32(3 * keepIdle) {
		load(n + 1).Close()
	}
	if len(rt.code) != keepIdle+1 {
		t.Errorf("%d are kept", len(rt.code))
	}
	a.Close()
	g, err := b.Spawn(Config{}) // in use all the time, and still there
	if err != nil {
		t.Fatal(err)
	}
	b.Close()
	if exit := g.Run(); exit.Code != 0 {
		t.Errorf("%+v", exit)
	}
}

func TestAClosedModuleMakesNoGuests(t *testing.T) {
	rt := newRuntime(t, Options{})
	m := wasmtest.New()
	m.Export("_start", m.Func("", ""))
	mod, err := rt.Load(t.Context(), "m.wasm", m.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	mod.Close()
	if _, err := mod.Spawn(Config{}); !errors.Is(err, ErrModuleClosed) {
		t.Errorf("%v", err)
	}
	again, err := rt.Load(t.Context(), "m.wasm", m.Bytes()) // its code is not given up twice
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	g, err := again.Spawn(Config{})
	if err != nil {
		t.Fatal(err)
	}
	if exit := g.Run(); exit.Reason != ReasonExited {
		t.Errorf("%+v", exit)
	}
}

// What a module's names are does not reach a terminal.
func TestMessagesAreOneShortLine(t *testing.T) {
	evil := "a\x1b[31m\r\nforged: line" + strings.Repeat("A", 100_000)
	trap := wasmtest.New()
	f := trap.Func("", "", wasmtest.Unreachable)
	trap.Name(f, strings.ReplaceAll(evil, "\n", ""))
	trap.Export("_start", f)
	exit, _ := runModule(t, trap, Config{})
	library := wasmtest.New()
	library.Export(evil, library.Func("", ""))
	missing := wasmtest.New()
	missing.Export("_start", missing.Func("", "", wasmtest.Call(missing.Import(evil, evil, "", ""))))
	texts := []string{exit.Message}
	for _, m := range []*wasmtest.Module{library, missing} {
		mod, err := newRuntime(t, Options{}).Load(t.Context(), "evil.wasm", m.Bytes())
		if err == nil {
			_, err = mod.Spawn(Config{})
			mod.Close()
		}
		texts = append(texts, fmt.Sprint(err))
	}
	for _, text := range texts {
		if strings.ContainsAny(text, "\x1b\r\n") || len(text) > 1000 || !strings.Contains(text, "[31m") {
			t.Errorf("%d bytes: %.300q", len(text), text)
		}
	}
}

func TestModulesOverTheSizeAreRefused(t *testing.T) {
	rt := newRuntime(t, Options{MaxModule: 1 << 20})
	_, err := rt.Load(context.Background(), "x.wasm", make([]byte, 1<<20+1))
	if err == nil || !strings.HasPrefix(err.Error(), "x.wasm is 1025 KiB large, the limit is 1 MiB") {
		t.Error(err)
	}
}

func TestACacheDirectoryOfOthersIsRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if rt, err := New(Options{CacheDir: dir}); err == nil {
		_ = rt.Close()
		t.Error("a directory that others may write to was taken")
	}
	own := dir + "/own"
	rt := newRuntime(t, Options{CacheDir: own})
	mod, err := rt.Load(context.Background(), "x.wasm", puppetModule("_start"))
	if err == nil {
		mod.Close()
	}
	if info, err := os.Stat(own); err != nil || info.Mode().Perm() != 0o700 || list(t, own) == "" {
		t.Errorf("%v, %v, %q", info, err, list(t, own))
	}
}
