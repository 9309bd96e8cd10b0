package meter_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/loopground/loopground/host/meter"
)

// handMade are the smallest programs: there the meter costs most.
func handMade() []byte {
	sum := fn{name: "sum", params: []byte{i32}, results: []byte{i32}, locals: []byte{i32, i32}, code: join(
		ins(0x03, 0x40), // for { acc += mem[i]; i += 4; n-- }
		lget(2), lget(1), i32c(0xffff), ins(0x71), ins(0x28, 0x02, 0x00), ins(0x6a), lset(2),
		lget(1), i32c(4), ins(0x6a), lset(1),
		lget(0), i32c(1), ins(0x6b), ltee(0), ins(0x0d, 0x00), ins(0x0b), lget(2))}
	leaf := fn{params: []byte{i32}, results: []byte{i32}, code: join(lget(0), i32c(3), ins(0x6c), i32c(1), ins(0x6a))}
	calls := fn{name: "calls", params: []byte{i32}, results: []byte{i32}, locals: []byte{i32}, code: join(
		ins(0x03, 0x40), lget(1), call(3), lset(1),
		lget(0), i32c(1), ins(0x6b), ltee(0), ins(0x0d, 0x00), ins(0x0b), lget(1))}
	nop := fn{name: "nop", params: []byte{i32}}
	return mod{fns: []fn{countdown("loop"), fib("fib", 1), sum, leaf, calls, nop}, memory: []byte{0, 2}}.bytes()
}

const goGuest = `package main

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/json"
	"regexp"
	"sort"
	"strings"
)

func main() {}

//go:wasmexport sorting
func sorting(n int32) int32 {
	a := make([]int, n)
	x := uint32(1)
	for i := range a {
		x = x*1664525 + 1013904223
		a[i] = int(x >> 8)
	}
	sort.Ints(a)
	return int32(a[n/2])
}

//go:wasmexport sha
func sha(n int32) int32 {
	b := bytes.Repeat([]byte("abcdefgh"), int(n)/8)
	s := sha256.Sum256(b)
	return int32(s[0])
}

//go:wasmexport jsons
func jsons(n int32) int32 {
	type item struct{ Name string; Values []int; Tags map[string]string }
	total := 0
	for range n {
		b, _ := json.Marshal(item{"widget", []int{1, 2, 3, 4, 5, 600, 7000}, map[string]string{"a": "b", "c": "d"}})
		var back item
		if json.Unmarshal(b, &back) == nil {
			total += len(back.Values)
		}
	}
	return int32(total)
}

//go:wasmexport compress
func compress(n int32) int32 {
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, 6)
	for i := range n {
		w.Write([]byte(strings.Repeat(string(rune('a'+i%26)), int(i)%7+1) + "the quick brown fox"))
	}
	w.Close()
	return int32(out.Len())
}

//go:wasmexport regex
func regex(n int32) int32 {
	re := regexp.MustCompile("([a-z]+)@([a-z]+)\\.(com|org)")
	s := strings.Repeat("write to someone@example.com or nobody at all; ", int(n))
	return int32(len(re.FindAllString(s, -1)))
}

//go:wasmexport matrix
func matrix(n int32) int32 {
	a, b, c := make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
	for i := range a {
		a[i], b[i] = float64(i%7), float64(i%11)
	}
	m := int(n)
	for i := 0; i < m; i++ {
		for j := 0; j < m; j++ {
			s := 0.0
			for k := 0; k < m; k++ {
				s += a[i*m+k] * b[k*m+j]
			}
			c[i*m+j] = s
		}
	}
	return int32(c[len(c)/2])
}
`

// buildGo compiles a Go reactor for WASI.
func buildGo(t testing.TB, source string) []byte {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"main.go": source, "go.mod": "module guest\n\ngo 1.24\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "build", "-buildmode=c-shared", "-o", "guest.wasm", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOFLAGS=", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	wasm, err := os.ReadFile(filepath.Join(dir, "guest.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	return wasm
}

// guest instantiates a module in a runtime of its own.
func guest(t testing.TB, config wazero.RuntimeConfig, wasm []byte, host *meterHost) api.Module {
	t.Helper()
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, config)
	t.Cleanup(func() { r.Close(ctx) })
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	if host != nil {
		res, err := meter.Rewrite(wasm, meter.Options{MemoryPages: 4096})
		if err != nil {
			t.Fatal(err)
		}
		wasm = res.Wasm
		if err := host.instantiate(ctx, r); err != nil {
			t.Fatal(err)
		}
	}
	m, err := r.InstantiateWithConfig(ctx, wasm, wazero.NewModuleConfig().WithStartFunctions("_initialize"))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// program is one that is measured.
type program struct {
	name string
	wasm []byte
	arg  uint64
}

// contender runs a program one way.
type contender struct {
	f    api.Function
	host *meterHost
	best time.Duration
}

func (c *contender) round(b *testing.B, arg uint64, calls int) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stack := []uint64{0}
	start := time.Now()
	for range calls {
		stack[0] = arg
		if err := c.f.CallWithStack(ctx, stack); err != nil {
			b.Fatal(err)
		}
	}
	if d := time.Since(start) / time.Duration(calls); c.best == 0 || d < c.best {
		c.best = d
	}
}

// BenchmarkOverhead runs each program plain, metered, and under wazero's own
// deadline check, in turn, and compares the best rounds of each.
func BenchmarkOverhead(b *testing.B) {
	hand := handMade()
	compiled := buildGo(b, goGuest)
	programs := []program{
		{"loop", hand, 1_000_000}, {"sum", hand, 1_000_000}, {"calls", hand, 1_000_000}, {"fib", hand, 25}, {"nop", hand, 0},
		{"sorting", compiled, 10_000}, {"sha", compiled, 1 << 17}, {"jsons", compiled, 50},
		{"compress", compiled, 500}, {"regex", compiled, 100}, {"matrix", compiled, 60},
	}
	for _, p := range programs {
		b.Run(p.name, func(b *testing.B) { overhead(b, p) })
	}
}

func overhead(b *testing.B, p program) {
	host := &meterHost{slice: 1_000_000}
	cs := []*contender{
		{f: guest(b, wazero.NewRuntimeConfig(), p.wasm, nil).ExportedFunction(p.name)},
		{f: guest(b, wazero.NewRuntimeConfig(), p.wasm, host).ExportedFunction(p.name), host: host},
		{f: guest(b, wazero.NewRuntimeConfig().WithCloseOnContextDone(true), p.wasm, nil).ExportedFunction(p.name)},
	}
	cs[0].round(b, p.arg, 1)
	cs[0].best = 0
	cs[0].round(b, p.arg, 3)
	calls := int(time.Millisecond/max(cs[0].best, 1)) + 1
	for b.Loop() {
		for _, c := range cs {
			c.round(b, p.arg, calls)
		}
	}
	plain := float64(cs[0].best)
	b.ReportMetric(plain, "plain-ns")
	b.ReportMetric(100*(float64(cs[1].best)/plain-1), "metered-%")
	b.ReportMetric(float64(cs[2].best)/plain, "deadline-x")
	b.ReportMetric(0, "ns/op")
}
