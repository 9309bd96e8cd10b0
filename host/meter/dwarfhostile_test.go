package meter

import (
	"bytes"
	"context"
	"errors"
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/loopground/loopground/internal/wasmtest"
)

// linesWasm is testdata/lines.c with debug information of DWARF 5.
func linesWasm(t testing.TB) []byte {
	t.Helper()
	return wasmtest.Clang(t, "testdata/lines.c", "-O1", "-gdwarf-5", "-Wl,--export=outer", "-Wl,--export=spin")
}

var errRefused = errors.New("no more fuel")

// trap calls a function and gives the error it ends with.
func trap(t *testing.T, wasm []byte, name string, arg uint64) string {
	t.Helper()
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	i64 := []api.ValueType{api.ValueTypeI64}
	_, err := r.NewHostModuleBuilder("loopground").
		NewFunctionBuilder().WithGoFunction(api.GoFunc(func(_ context.Context, s []uint64) {
		if name == "spin" {
			panic(errRefused)
		}
		s[0] += 1000
	}), i64, i64).Export("refill").
		NewFunctionBuilder().WithFunc(func() {}).Export("stack_overflow").Instantiate(ctx)
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Instantiate(ctx, wasm)
	if err != nil {
		t.Fatal(err)
	}
	_, err = m.ExportedFunction(name).Call(ctx, arg)
	if err == nil {
		t.Fatal("it did not trap")
	}
	return err.Error()
}

func rewriteLines(t *testing.T, o Options) []byte {
	t.Helper()
	wasm := linesWasm(t)
	res, err := Rewrite(wasm, o)
	if err != nil {
		t.Fatal(err)
	}
	if n := sameLines(t, wasm, res); n < 20 {
		t.Fatalf("only %d instructions have lines", n)
	}
	return res.Wasm
}

// wazero itself does not read version 5.
func TestLinesOfDWARF5(t *testing.T) {
	text := trap(t, rewriteLines(t, Options{}), "outer", 0)
	for _, want := range []string{"/src/lines.c:7:12 (inlined)", "/src/lines.c:11:10 (inlined)", "/src/lines.c:16:10"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
}

// The call that gives fuel stands behind the loop it is for, and names a line
// of that loop (to clang, 20 to 22 are).
func TestLineOfALoopThatRunsOutOfFuel(t *testing.T) {
	text := trap(t, rewriteLines(t, Options{InitialFuel: 100}), "spin", 5)
	for _, line := range []string{"lines.c:20", "lines.c:21", "lines.c:22"} {
		if strings.Contains(text, line) {
			return
		}
	}
	t.Error(text)
}

// parts of a module's debug information, and the module without them.
func splitDebug(t testing.TB, wasm []byte) (parts [dwSections][]byte, rest []byte) {
	t.Helper()
	o := Options{}.withDefaults()
	m, err := decode(wasm, &o)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range m.customs {
		for i, n := range debugSections {
			if n == c.name {
				parts[i] = c.payload
			}
		}
	}
	w := &writer{b: append([]byte(nil), magic...)}
	for _, id := range sectionOrder {
		if s := m.sections[id]; s.end != 0 {
			w.byte(id)
			w.sized(wasm[s.start:s.end])
		}
	}
	return parts, w.b
}

func withDebug(rest []byte, parts [dwSections][]byte) []byte {
	w := &writer{b: append([]byte(nil), rest...)}
	for i, p := range parts {
		if p != nil {
			w.custom(debugSections[i], p)
		}
	}
	return w.b
}

// FuzzDebug: whatever stands in the debug information, the module is rewritten,
// in bounded time, and the engine writes a stack trace with what comes out.
func FuzzDebug(f *testing.F) {
	parts, rest := splitDebug(f, linesWasm(f))
	f.Add(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6], parts[7], parts[8])
	for _, name := range dwarfGuests[:2] {
		p, _ := splitDebug(f, dwarfGuest(f, name))
		for i := range p { // what is small mutates better
			p[i] = p[i][:min(len(p[i]), 4096)]
		}
		f.Add(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8])
	}
	f.Fuzz(func(t *testing.T, a, b, c, d, e, g, h, i, j []byte) {
		wasm := withDebug(rest, [dwSections][]byte{a, b, c, d, e, g, h, i, j})
		res, err := Rewrite(wasm, Options{InitialFuel: 1e6})
		if err != nil {
			t.Fatal(err)
		}
		if text := trap(t, res.Wasm, "outer", 0); !strings.Contains(text, "divide by zero") {
			t.Fatal(text)
		}
	})
}

// Single bytes changed, all over.
func TestChangedDebugInfoIsHarmless(t *testing.T) {
	parts, rest := splitDebug(t, linesWasm(t))
	rng := rand.New(rand.NewSource(1))
	for range 300 {
		p := parts
		at := rng.Intn(dwSections)
		p[at] = bytes.Clone(p[at])
		for range 1 + rng.Intn(3) {
			if len(p[at]) > 0 {
				p[at][rng.Intn(len(p[at]))] = byte(rng.Intn(256))
			}
		}
		res, err := Rewrite(withDebug(rest, p), Options{InitialFuel: 1e6})
		if err != nil {
			t.Fatal(err)
		}
		trap(t, res.Wasm, "outer", 0)
	}
}

// A unit whose lines name no file that exists makes wazero fail outside of the
// guest, while it writes the stack trace. Rewritten it does not.
func TestLinesWithoutAFile(t *testing.T) {
	wasm := withDebug(noFile(t))
	func() {
		defer func() {
			if recover() == nil {
				t.Error("wazero can be given this by itself: what this test is for is gone")
			}
		}()
		trap(t, wasm, "outer", 0)
	}()
	res, err := Rewrite(wasm, Options{InitialFuel: 1e6})
	if err != nil {
		t.Fatal(err)
	}
	trap(t, res.Wasm, "outer", 0)
}

func noFile(t *testing.T) (rest []byte, parts [dwSections][]byte) {
	_, rest = splitDebug(t, linesWasm(t))
	size := len(rest)
	abbrev, info, line := &writer{}, &writer{}, &writer{}
	abbrev.byte(1, tagCompileUnit, 0, atStmtList, formSecOffset, atLowPC, formAddr, atHighPC, formData4, 0, 0, 0)
	info.byte(20, 0, 0, 0, 4, 0, 0, 0, 0, 0, 4, 1)
	info.fixed(4, 0)
	info.fixed(4, 1)
	info.fixed(4, uint64(size))
	line.fixed(4, 0)
	line.fixed(2, 4)
	line.fixed(4, 20)
	line.byte(1, 1, 1, 251, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0)
	line.byte(0, 5, 2, 1, 0, 0, 0, 1, 2, 127, 1, 0, 1, 1)
	line.patch(0, len(line.b)-4)
	parts[dwAbbrev], parts[dwInfo], parts[dwLine] = abbrev.b, info.b, line.b
	return rest, parts
}

// Each of these took or would take hours or all memory without a bound.
func TestDebugInfoBombs(t *testing.T) {
	_, rest := splitDebug(t, linesWasm(t))
	const size = 1 << 20
	attrs, units, files, lists := &writer{}, &writer{}, &writer{}, &writer{}
	attrs.byte(1, tagInlined, 0)
	for range size / 2 { // attributes of no size
		attrs.byte(atName, 0x19)
	}
	attrs.byte(0, 0, 0)
	entries := &writer{}
	entries.fixed(4, size)
	entries.fixed(2, 4)
	entries.fixed(4, 0)
	entries.byte(4)
	entries.raw(bytes.Repeat([]byte{1}, size-7))
	for i := range size / 12 { // each unit has the rest of the table as its own
		units.fixed(4, 8)
		units.fixed(2, 4)
		units.fixed(4, uint64(i*2))
		units.byte(4, 1)
	}
	_, one := noFile(t)
	files.fixed(4, 40)
	files.fixed(2, 5)
	files.byte(4, 0)
	files.fixed(4, 30)
	files.byte(1, 1, 1, 251, 14, 1, 0) // no directories
	files.byte(0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f)
	files.byte(make([]byte, 40)...)
	many := &writer{}
	many.byte(1, tagCompileUnit, 1, atStmtList, formSecOffset, 0, 0, 2, tagInlined, 0, atRanges, formSecOffset, atCallFile, formData1, 0, 0, 0)
	inlinedList := &writer{}
	inlinedList.fixed(4, size)
	inlinedList.fixed(2, 4)
	inlinedList.fixed(4, 0)
	inlinedList.byte(4, 1)
	inlinedList.fixed(4, 0)
	for range size / 6 {
		inlinedList.byte(2, 0, 0, 0, 0, 1)
	}
	for range size / 8 {
		lists.fixed(4, 5)
		lists.fixed(4, 9)
	}
	good, _ := splitDebug(t, linesWasm(t))
	for name, p := range map[string][dwSections][]byte{
		"attributes": {dwAbbrev: attrs.b, dwInfo: entries.b},
		"units":      {dwAbbrev: attrs.b, dwInfo: units.b},
		"files":      {dwAbbrev: one[dwAbbrev], dwInfo: one[dwInfo], dwLine: files.b},
		"lists":      {dwAbbrev: many.b, dwInfo: inlinedList.b, dwLine: good[dwLine], dwRanges: lists.b, dwLineStr: good[dwLineStr]},
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			res, err := Rewrite(withDebug(rest, p), Options{InitialFuel: 1e6})
			if err != nil {
				t.Fatal(err)
			}
			if d := time.Since(start); d > 10*time.Second {
				t.Fatalf("it took %v", d)
			}
			trap(t, res.Wasm, "outer", 0)
		})
	}
}
