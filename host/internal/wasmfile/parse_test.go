package wasmfile_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/host/internal/wasmfile"
	"github.com/loopground/loopground/internal/wasmtest"
)

func sample() []byte {
	m := wasmtest.New()
	m.Import("env", "f", "iI", "F")
	m.ImportMemory("env", "mem")
	m.Table(3)
	m.Memory(1, 2)
	m.Export("run", m.Func("f", "", wasmtest.I32(1), wasmtest.Drop))
	m.ExportMemory("memory")
	m.Custom("note", []byte("hi"))
	return m.Bytes()
}

func TestParse(t *testing.T) {
	f, err := wasmfile.Parse(sample())
	if err != nil {
		t.Fatal(err)
	}
	i32, i64, f32, f64 := byte(0x7f), byte(0x7e), byte(0x7d), byte(0x7c)
	imports := []wasmfile.Import{
		{Module: "env", Name: "f", Kind: wasmfile.KindFunc, Type: wasmfile.FuncType{Params: []byte{i32, i64}, Results: []byte{f64}}},
		{Module: "env", Name: "mem", Kind: wasmfile.KindMemory},
	}
	exports := []wasmfile.Export{
		{Name: "run", Kind: wasmfile.KindFunc, Index: 1, Type: wasmfile.FuncType{Params: []byte{f32}, Results: []byte{}}},
		{Name: "memory", Kind: wasmfile.KindMemory},
	}
	if diff := cmp.Diff(imports, f.Imports); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(exports, f.Exports); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]wasmfile.Range{{Min: 1, Max: 2, HasMax: true}}, f.Memories); diff != "" {
		t.Error(diff)
	}
	if note, ok := f.Custom("note"); !ok || string(note) != "hi" || f.Funcs != 1 || f.Tables[0].Min != 3 {
		t.Errorf("%+v", f)
	}
}

// Whatever the bytes are, the answer is a file or an *Error.
func FuzzParse(f *testing.F) {
	f.Add(sample())
	f.Add(append(sample()[:8], 1, 0xff, 0xff, 0xff, 0xff, 0x0f))
	f.Add(append(sample()[:8], 2, 6, 0xff, 0xff, 0xff, 0xff, 0x0f, 0))
	f.Fuzz(func(t *testing.T, wasm []byte) {
		if len(wasm) < wasmfile.HeaderSize {
			return
		}
		_, err := wasmfile.Parse(wasm)
		var fault *wasmfile.Error
		if err != nil && !errors.As(err, &fault) {
			t.Errorf("%T: %v", err, err)
		}
	})
}
