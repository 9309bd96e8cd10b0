package meter_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/loopground/loopground/host/meter"
)

// The spec tests that wazero's module carries run twice, as they are and
// metered, command by command; what they give, how they trap and what is refused
// has to be equal. Not run: what is given in the text format only (there is no
// assembler here), which is some of assert_malformed.

type specFile struct {
	Commands []specCommand `json:"commands"`
}

type specCommand struct {
	Type     string     `json:"type"`
	Line     int        `json:"line"`
	Name     string     `json:"name"`
	Filename string     `json:"filename"`
	As       string     `json:"as"`
	Action   specAction `json:"action"`
	Expected []specVal  `json:"expected"`
	Text     string     `json:"text"`
	Module   string     `json:"module_type"`
}

type specAction struct {
	Type   string    `json:"type"`
	Module string    `json:"module"`
	Field  string    `json:"field"`
	Args   []specVal `json:"args"`
}

type specVal struct {
	Type  string `json:"type"`
	Lane  string `json:"lane_type"`
	Value any    `json:"value"`
}

// bits gives the value as api.Function takes it.
func (v specVal) bits() []uint64 {
	if list, ok := v.Value.([]any); ok {
		return vectorBits(v.Lane, list)
	}
	s, _ := v.Value.(string)
	if s == "null" || s == "" {
		return []uint64{0}
	}
	if v.Type == "externref" {
		n, _ := strconv.ParseUint(s, 10, 64)
		return []uint64{n + 1}
	}
	return []uint64{number(s, strings.Contains(v.Type, "32"))}
}

func number(s string, narrow bool) uint64 {
	switch {
	case strings.HasPrefix(s, "nan") && narrow:
		return uint64(math.Float32bits(float32(math.NaN())))
	case strings.HasPrefix(s, "nan"):
		return math.Float64bits(math.NaN())
	case strings.HasPrefix(s, "-"):
		n, _ := strconv.ParseInt(s, 10, 64)
		if narrow {
			return uint64(uint32(n))
		}
		return uint64(n)
	}
	n, _ := strconv.ParseUint(s, 10, 64)
	return n
}

func vectorBits(lane string, list []any) []uint64 {
	width, _ := strconv.Atoi(lane[1:])
	out := []uint64{0, 0}
	for i, x := range list {
		n := number(x.(string), width == 32)
		if width < 64 {
			n &= 1<<width - 1
		}
		out[i*width/64] |= n << (i * width % 64)
	}
	return out
}

// world is one run of a file.
type world struct {
	r       wazero.Runtime
	modules map[string]api.Module
	last    api.Module
	host    *meterHost // nil: not metered
}

// errOverflow is what the stack_overflow import of tests ends a call with.
var errOverflow = errors.New("stack overflow (metered)")

// meterHost provides what metered modules import.
type meterHost struct {
	slice   int64
	refills int
	total   int64
	onFuel  func()
}

func (h *meterHost) instantiate(ctx context.Context, r wazero.Runtime) error {
	_, err := r.NewHostModuleBuilder("loopground").
		NewFunctionBuilder().WithGoFunction(api.GoFunc(func(_ context.Context, stack []uint64) {
		h.refills++
		h.total += h.slice
		stack[0] = uint64(int64(stack[0]) + h.slice)
		if h.onFuel != nil {
			h.onFuel()
		}
	}), []api.ValueType{api.ValueTypeI64}, []api.ValueType{api.ValueTypeI64}).Export("refill").
		NewFunctionBuilder().WithGoFunction(api.GoFunc(func(context.Context, []uint64) {
		panic(errOverflow)
	}), nil, nil).Export("stack_overflow").
		Instantiate(ctx)
	return err
}

var specOptions = meter.Options{MemoryPages: 65536, TableElements: 1 << 24, StackBytes: 1 << 20}

func newWorld(t *testing.T, dir string, metered bool) *world {
	ctx := context.Background()
	w := &world{modules: map[string]api.Module{},
		r: wazero.NewRuntimeWithConfig(ctx, specConfig)}
	t.Cleanup(func() { w.r.Close(ctx) })
	if metered {
		w.host = &meterHost{slice: 10_000}
		if err := w.host.instantiate(ctx, w.r); err != nil {
			t.Fatal(err)
		}
	}
	spectest, err := os.ReadFile(filepath.Join(dir, "..", "..", "testdata", "spectest.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.r.InstantiateWithConfig(ctx, spectest, wazero.NewModuleConfig()); err != nil {
		t.Fatal(err)
	}
	return w
}

// specConfig compiles the same module once.
var specConfig = wazero.NewRuntimeConfig().WithCompilationCache(wazero.NewCompilationCache())

func (w *world) instantiate(wasm []byte, name string) (api.Module, error) {
	if w.host != nil {
		res, err := meter.Rewrite(wasm, specOptions)
		if err != nil {
			return nil, err
		}
		wasm = res.Wasm
	}
	return w.r.InstantiateWithConfig(context.Background(), wasm, wazero.NewModuleConfig().WithName(name))
}

// outcome is what a command did, as far as it can be compared.
type outcome struct {
	err     string
	results []uint64
	errText string
}

func (w *world) invoke(a specAction) outcome {
	m := w.last
	if a.Module != "" {
		m = w.modules[a.Module]
	}
	if m == nil {
		return outcome{err: "no module"}
	}
	if a.Type == "get" {
		g := m.ExportedGlobal(a.Field)
		if g == nil {
			return outcome{err: "no global"}
		}
		return outcome{results: []uint64{g.Get()}}
	}
	var args []uint64
	for _, v := range a.Args {
		args = append(args, v.bits()...)
	}
	f := m.ExportedFunction(a.Field)
	if f == nil {
		return outcome{err: "no function"}
	}
	if w.host != nil { // a call that trapped leaves the count as it was
		m.ExportedGlobal(meter.DepthGlobal).(api.MutableGlobal).Set(1 << 20)
	}
	res, err := f.Call(context.Background(), args...)
	o := outcome{results: res}
	if err != nil {
		o.errText = err.Error()
		o.err = trapKind(err)
	}
	return o
}

func trapKind(err error) string {
	if errors.Is(err, errOverflow) || strings.Contains(err.Error(), "stack overflow") {
		return "stack overflow"
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return first
}

func (w *world) run(dir string, c specCommand, registered string) outcome {
	switch c.Type {
	case "module", "assert_uninstantiable", "assert_unlinkable", "assert_invalid", "assert_malformed":
		if c.Module == "text" {
			return outcome{}
		}
		wasm, err := os.ReadFile(filepath.Join(dir, c.Filename))
		if err != nil {
			return outcome{err: err.Error()}
		}
		m, err := w.instantiate(wasm, registered)
		if c.Type == "module" && err == nil {
			w.last = m
			if c.Name != "" {
				w.modules[c.Name] = m
			}
		}
		if err != nil {
			return outcome{err: "refused", errText: err.Error()}
		}
		return outcome{}
	default:
		return w.invoke(c.Action)
	}
}

// wazeroDir is where wazero's source is.
func wazeroDir(t testing.TB) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/tetratelabs/wazero").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func TestSpec(t *testing.T) {
	root := filepath.Join(wazeroDir(t), "internal", "integration_test", "spectest")
	for _, version := range []string{"v1", "v2"} {
		dir := filepath.Join(root, version, "testdata")
		files, _ := filepath.Glob(filepath.Join(dir, "*.json"))
		if len(files) == 0 {
			t.Fatalf("no spec tests in %s", dir)
		}
		for _, f := range files {
			t.Run(version+"/"+strings.TrimSuffix(filepath.Base(f), ".json"), func(t *testing.T) {
				t.Parallel()
				specRun(t, dir, f)
			})
		}
	}
}

func specRun(t *testing.T, dir, file string) {
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var s specFile
	if err := json.Unmarshal(bytes.TrimSpace(raw), &s); err != nil {
		t.Fatal(err)
	}
	plain, metered := newWorld(t, dir, false), newWorld(t, dir, true)
	if len(s.Commands) == 0 {
		t.Fatal("no commands")
	}
	for i, c := range s.Commands {
		registered := ""
		if i+1 < len(s.Commands) && s.Commands[i+1].Type == "register" {
			registered = s.Commands[i+1].As
		}
		if c.Type == "register" {
			continue
		}
		a, b := plain.run(dir, c, registered), metered.run(dir, c, registered)
		if a.err != b.err || fmt.Sprint(a.results) != fmt.Sprint(b.results) {
			t.Errorf("line %d, %s %s %s: plain: %v %q %s; metered: %v %q %s", c.Line, c.Type, c.Filename, c.Action.Field,
				a.results, a.err, a.errText, b.results, b.err, b.errText)
		}
	}
}
