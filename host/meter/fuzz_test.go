package meter_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/loopground/loopground/host/meter"
)

// FuzzRewrite: hostile bytes never make Rewrite panic; what it accepts, an
// engine accepts before exactly if it does after.
func FuzzRewrite(f *testing.F) {
	f.Add(handMade())
	for i := range 8 {
		wasm, _ := generate(randomBytes(int64(i), 2000))
		f.Add(wasm)
	}
	if wasm, err := os.ReadFile(filepath.Join(wazeroDir(f), "internal/testing/dwarftestdata/testdata/zig/main.wasm")); err == nil {
		f.Add(wasm)
	}
	files, _ := filepath.Glob(filepath.Join(wazeroDir(f), "internal/integration_test/spectest/v2/testdata/*.wasm"))
	for i, file := range files {
		if i%97 == 0 {
			if wasm, err := os.ReadFile(file); err == nil && len(wasm) < 5000 {
				f.Add(wasm)
			}
		}
	}
	o := meter.Options{MemoryPages: 100, MaxLocals: 1000, MaxFunctions: 1000, MaxCompile: 5e7}
	f.Fuzz(func(t *testing.T, wasm []byte) {
		res, err := meter.Rewrite(wasm, o)
		if err != nil {
			if e := (*meter.Error)(nil); !errors.As(err, &e) || e.What == "" {
				t.Fatalf("not a *meter.Error with words: %v", err)
			}
			return
		}
		before, after := compiles(wasm), compiles(res.Wasm)
		if (before == nil) != (after == nil) && !customError(before) {
			t.Fatalf("before: %v\nafter: %v", before, after)
		}
	})
}

// customError tells whether a module was refused for a custom section: Rewrite
// leaves out what is malformed there.
func customError(err error) bool {
	return err != nil && strings.Contains(err.Error(), "section custom")
}

func compiles(wasm []byte) error {
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter().WithDebugInfoEnabled(false))
	defer r.Close(ctx)
	_, err := r.CompileModule(ctx, wasm)
	return err
}

// FuzzEqual: a random module gives the same results, traps, memory and globals
// with and without metering, and takes the same fuel whatever the slice is.
func FuzzEqual(f *testing.F) {
	for i := range 20 {
		f.Add(randomBytes(int64(i), 3000))
	}
	// The interpreter starts a hundred times as fast as the compiler, which
	// TestEqual uses.
	f.Fuzz(func(t *testing.T, data []byte) { checkEqual(t, wazero.NewRuntimeConfigInterpreter(), data) })
}

func TestEqual(t *testing.T) {
	n := 300
	if testing.Short() {
		n = 30
	}
	for i := range n {
		checkEqual(t, wazero.NewRuntimeConfigCompiler(), randomBytes(int64(1000+i), 4000))
	}
}

func randomBytes(seed int64, n int) []byte {
	b := make([]byte, n)
	rand.New(rand.NewSource(seed)).Read(b)
	return b
}

// memorySeed is for comparing memories.
var memorySeed = maphash.MakeSeed()

func checkEqual(t *testing.T, config wazero.RuntimeConfig, data []byte) {
	t.Helper()
	wasm, sigs := generate(data)
	plain, _, err := observe(config, wasm, sigs, 0)
	if err != nil {
		t.Fatalf("the generated module is not valid: %v", err)
	}
	res, err := meter.Rewrite(wasm, meter.Options{MemoryPages: 64})
	if err != nil {
		t.Fatal(err)
	}
	first, fuel, err := observe(config, res.Wasm, sigs, 1000)
	if err != nil {
		t.Fatal(err)
	}
	if plain != first {
		t.Fatalf("plain:\n%s\nmetered:\n%s", plain, first)
	}
	second, fuel2, err := observe(config, res.Wasm, sigs, 1_000_000_000)
	if err != nil || second != first {
		t.Fatalf("another slice: %v\n%s", err, second)
	}
	if strings.Contains(first, "error") { // a trap leaves the fuel as it was last in its global
		_, fuel2, _ = observe(config, res.Wasm, sigs, 1000)
	}
	if fuel != fuel2 {
		t.Fatalf("fuel %d with one slice, %d with another", fuel, fuel2)
	}
}

// observe calls every function and tells all that can be seen, and the fuel it
// took.
func observe(config wazero.RuntimeConfig, wasm []byte, sigs [][2][]byte, slice int64) (string, int64, error) {
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, config.WithMemoryLimitPages(64))
	defer r.Close(ctx)
	host := &meterHost{slice: slice}
	if err := host.instantiate(ctx, r); err != nil {
		return "", 0, err
	}
	m, err := r.Instantiate(ctx, wasm)
	if err != nil {
		return "", 0, err
	}
	var out bytes.Buffer
	for i := range sigs {
		m.ExportedGlobal("g0").(api.MutableGlobal).Set(300)
		if g, ok := m.ExportedGlobal(meter.DepthGlobal).(api.MutableGlobal); ok {
			g.Set(16 << 20)
		}
		fn := m.ExportedFunction(fmt.Sprintf("f%d", i))
		args := make([]uint64, paramSlots(sigs[i][0]))
		for k := range args {
			args[k] = uint64(k*3 + i)
		}
		res, err := fn.Call(ctx, args...)
		if err != nil {
			fmt.Fprintf(&out, "f%d: error: %s\n", i, trapKind(err))
		} else {
			fmt.Fprintf(&out, "f%d: %x\n", i, res)
		}
	}
	mem, _ := m.Memory().Read(0, m.Memory().Size())
	fmt.Fprintf(&out, "memory: %d bytes, %x\n", len(mem), maphash.Bytes(memorySeed, mem))
	for i := 1; i < 4; i++ {
		fmt.Fprintf(&out, "g%d: %x\n", i, m.ExportedGlobal(fmt.Sprintf("g%d", i)).Get())
	}
	var used int64
	if g := m.ExportedGlobal(meter.FuelGlobal); g != nil {
		used = host.total - int64(g.Get())
	}
	return out.String(), used, nil
}

func paramSlots(ts []byte) int {
	n := 0
	for _, t := range ts {
		n++
		if t == v128 {
			n++
		}
	}
	return n
}
