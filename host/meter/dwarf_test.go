package meter

import (
	"context"
	"debug/dwarf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// dwarfGuest gives a program that wazero's module carries.
func dwarfGuest(t testing.TB, name string) []byte {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/tetratelabs/wazero").Output()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(strings.TrimSpace(string(out)), "internal/testing/dwarftestdata/testdata", name)
	wasm, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		wasm, err = exec.Command("xz", "-dc", path+".xz").Output()
	}
	if err != nil {
		t.Fatal(err)
	}
	return wasm
}

var dwarfGuests = []string{"zig/main.wasm", "zig-cc/main.wasm", "tinygo/main.wasm", "rust/main.wasm"}

// stacks runs a program to its trap and gives the lines of its stack trace.
func stacks(t *testing.T, wasm []byte) []string {
	t.Helper()
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	_, err := r.NewHostModuleBuilder("loopground").
		NewFunctionBuilder().WithGoFunction(api.GoFunc(func(_ context.Context, s []uint64) { s[0] += 1e9 }),
		[]api.ValueType{api.ValueTypeI64}, []api.ValueType{api.ValueTypeI64}).Export("refill").
		NewFunctionBuilder().WithFunc(func() { panic("overflow") }).Export("stack_overflow").
		Instantiate(ctx)
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.Instantiate(ctx, wasm)
	if err == nil {
		t.Fatal("it did not trap")
	}
	text := regexp.MustCompile(`0x[0-9a-f]+: `).ReplaceAllString(err.Error(), "")
	text = regexp.MustCompile(`\$[0-9]+`).ReplaceAllString(text, "$n") // functions without a name
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return lines
}

func TestTrapNamesTheSameLines(t *testing.T) {
	for _, name := range dwarfGuests {
		t.Run(name, func(t *testing.T) {
			wasm := dwarfGuest(t, name)
			res, err := Rewrite(wasm, Options{})
			if err != nil {
				t.Fatal(err)
			}
			plain, metered := stacks(t, wasm), stacks(t, res.Wasm)
			if d := cmp.Diff(plain, metered); d != "" {
				t.Fatal(d)
			}
			if !strings.Contains(strings.Join(metered, "\n"), "main.") {
				t.Fatalf("no line of the program in %q", metered)
			}
		})
	}
}

// symbols looks up lines as debug/dwarf reads them.
type symbols struct {
	units []symbolUnit
}

type symbolUnit struct {
	ranges  [][2]uint64
	rows    []dwarf.LineEntry // sequences, by address
	inlined []symbolCall
}

type symbolCall struct {
	ranges [][2]uint64
	text   string
}

func within(rs [][2]uint64, at uint64) bool {
	return slices.ContainsFunc(rs, func(r [2]uint64) bool { return r[0] != 0 && r[0] <= at && at < r[1] && r[1] < 1<<31 })
}

func readSymbols(t *testing.T, wasm []byte) *symbols {
	t.Helper()
	o := Options{MemoryPages: 1 << 16}.withDefaults()
	m, fault := decode(wasm, &o)
	if fault != nil {
		t.Fatal(fault)
	}
	part := map[string][]byte{}
	for _, c := range m.customs {
		part[c.name] = c.payload
	}
	d, err := dwarf.New(part[".debug_abbrev"], nil, nil, part[".debug_info"], part[".debug_line"], nil,
		part[".debug_ranges"], part[".debug_str"])
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []string{".debug_addr", ".debug_line_str", ".debug_str_offsets", ".debug_rnglists"} {
		if part[n] != nil {
			if err := d.AddSection(n, part[n]); err != nil {
				t.Fatal(err)
			}
		}
	}
	s := &symbols{}
	r := d.Reader()
	var files []*dwarf.LineFile
	for {
		e, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if e == nil {
			break
		}
		if e.Tag != dwarf.TagCompileUnit && e.Tag != dwarf.TagInlinedSubroutine {
			continue
		}
		ranges, err := d.Ranges(e)
		if err != nil {
			t.Fatal(err)
		}
		if e.Tag == dwarf.TagCompileUnit {
			lr, err := d.LineReader(e)
			if err != nil || lr == nil {
				continue
			}
			s.units = append(s.units, symbolUnit{ranges: ranges, rows: readRows(t, lr)})
			files = lr.Files()
			continue
		}
		u := &s.units[len(s.units)-1]
		file, _ := e.Val(dwarf.AttrCallFile).(int64)
		line, _ := e.Val(dwarf.AttrCallLine).(int64)
		col, _ := e.Val(dwarf.AttrCallColumn).(int64)
		u.inlined = append(u.inlined, symbolCall{ranges, fmt.Sprintf("%s:%d:%d", files[file].Name, line, col)})
	}
	return s
}

// readRows gives the rows of sequences that are not left-outs of the linker.
func readRows(t *testing.T, lr *dwarf.LineReader) []dwarf.LineEntry {
	t.Helper()
	var rows, seq []dwarf.LineEntry
	for {
		var e dwarf.LineEntry
		if err := lr.Next(&e); err != nil {
			break
		}
		seq = append(seq, e)
		if e.EndSequence {
			if seq[0].Address != 0 && seq[0].Address < 1<<31 {
				rows = append(rows, seq...)
			}
			seq = nil
		}
	}
	sort.SliceStable(rows, func(i, j int) bool { return rows[i].Address < rows[j].Address })
	return rows
}

func (s *symbols) lookup(at uint64) string {
	for _, u := range s.units {
		if !within(u.ranges, at) {
			continue
		}
		i := sort.Search(len(u.rows), func(i int) bool { return u.rows[i].Address > at }) - 1
		if i < 0 || u.rows[i].EndSequence {
			return "no row"
		}
		text := fmt.Sprintf("%s:%d:%d", u.rows[i].File.Name, u.rows[i].Line, u.rows[i].Column)
		for _, c := range u.inlined {
			if within(c.ranges, at) {
				text += " < " + c.text
			}
		}
		return text
	}
	return ""
}

// sameLines compares what two modules say of instructions of the first.
func sameLines(t *testing.T, wasm []byte, res *Result) (found int) {
	t.Helper()
	before, after := readSymbols(t, wasm), readSymbols(t, res.Wasm)
	o := Options{MemoryPages: 1 << 16}.withDefaults()
	m, _ := decode(wasm, &o)
	code := m.sections[secCode].start
	step := max((m.sections[secCode].end-code)/20_000, 1)
	for i := range m.functions {
		c, _, err := m.open(&m.functions[i])
		if err != nil {
			t.Fatal(err)
		}
		var in instr
		for n := 0; c.next(&in); n++ {
			if n%step != i%step {
				continue
			}
			old := uint32(in.at - code)
			want, got := before.lookup(uint64(old)), after.lookup(uint64(res.Offsets.New(old)))
			if want != got {
				t.Fatalf("%s, offset %#x: %s, metered: %s", m.nameOf(m.functions[i].index), old, want, got)
			}
			if want != "" {
				found++
			}
		}
	}
	return found
}

func TestDebugInfoSaysTheSameOfEveryInstruction(t *testing.T) {
	for _, name := range dwarfGuests {
		t.Run(name, func(t *testing.T) {
			wasm := dwarfGuest(t, name)
			res, err := Rewrite(wasm, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if n := sameLines(t, wasm, res); n < 50 {
				t.Fatalf("only %d instructions have lines", n)
			}
		})
	}
}
