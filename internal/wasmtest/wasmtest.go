// Package wasmtest assembles small WebAssembly modules for tests, so that no
// binary needs to be kept and no assembler installed.
//
//	m := wasmtest.New()
//	start := m.UV("timer_start")
//	m.Memory(1, 2)
//	f := m.Func("", "", wasmtest.I32(7), wasmtest.I64(10), wasmtest.I64(0), wasmtest.Call(start), wasmtest.Drop)
//	m.Export("_start", f)
//	wasm := m.Bytes()
package wasmtest

import (
	"encoding/binary"
	"math"
	"strings"

	"github.com/loopground/loopground/guest/abi"
)

// Code is a piece of a function's body.
type Code []byte

// Module is a module in the making. Imports come before functions.
type Module struct {
	types    [][]byte
	imports  [][]byte
	nImport  int
	funcs    []uint32 // types
	codes    [][]byte
	exports  [][]byte
	datas    [][]byte
	memory   []byte
	tables   []byte
	start    []byte
	elements [][]byte
	names    map[int]string
	customs  [][]byte
}

// New makes an empty module.
func New() *Module { return &Module{names: map[int]string{}} }

var valueTypes = map[rune]byte{'i': 0x7f, 'I': 0x7e, 'f': 0x7d, 'F': 0x7c}

// values turns a signature's half into types: i is i32, I is i64, f is f32, F is f64.
func values(s string) []byte {
	out := uleb(uint64(len(s)))
	for _, r := range s {
		out = append(out, valueTypes[r])
	}
	return out
}

func (m *Module) typ(params, results string) uint32 {
	t := append(append([]byte{0x60}, values(params)...), values(results)...)
	for i, known := range m.types {
		if string(known) == string(t) {
			return uint32(i)
		}
	}
	m.types = append(m.types, t)
	return uint32(len(m.types) - 1)
}

// Import adds an imported function and gives its index.
func (m *Module) Import(module, name, params, results string) uint32 {
	return m.importOf(module, name, append([]byte{0}, uleb(uint64(m.typ(params, results)))...), true)
}

// ImportMemory adds an imported memory.
func (m *Module) ImportMemory(module, name string) { m.importOf(module, name, []byte{2, 0, 1}, false) }

func (m *Module) importOf(module, name string, desc []byte, fn bool) uint32 {
	if len(m.funcs) > 0 {
		panic("wasmtest: imports come before functions")
	}
	m.imports = append(m.imports, append(append(str(module), str(name)...), desc...))
	if !fn {
		return 0
	}
	m.names[m.nImport] = name
	m.nImport++
	return uint32(m.nImport - 1)
}

// UV imports a function of uv_preview1 with its own signature.
func (m *Module) UV(name string) uint32 {
	params, results := Signature(name)
	return m.Import(abi.Module, name, params, results)
}

// Signature is the signature of a function of uv_preview1.
func Signature(name string) (params, results string) {
	letter := func(k abi.Kind) string {
		switch {
		case k == abi.Void:
			return ""
		case k == abi.F64:
			return "F"
		case k.Wide():
			return "I"
		}
		return "i"
	}
	for _, f := range abi.Funcs {
		if f.Name == name {
			for _, p := range f.Params {
				params += letter(p.Kind)
			}
			return params, letter(f.Result)
		}
	}
	panic("wasmtest: no function " + name)
}

// Memory gives the module a memory of its own, in pages; max 0 is none.
func (m *Module) Memory(min, max uint64) {
	if max == 0 {
		m.memory = append([]byte{1, 0}, uleb(min)...)
		return
	}
	m.memory = append(append([]byte{1, 1}, uleb(min)...), uleb(max)...)
}

// Table gives the module a table of functions.
func (m *Module) Table(min uint64) { m.tables = append([]byte{1, 0x70, 0}, uleb(min)...) }

// Func adds a function without further locals and gives its index.
func (m *Module) Func(params, results string, body ...Code) uint32 {
	return m.FuncLocals(params, results, "", body...)
}

// FuncLocals adds a function with locals.
func (m *Module) FuncLocals(params, results, locals string, body ...Code) uint32 {
	m.funcs = append(m.funcs, m.typ(params, results))
	code := uleb(uint64(len(locals)))
	for _, r := range locals {
		code = append(code, 1, valueTypes[r])
	}
	code = append(code, Cat(body...)...)
	m.codes = append(m.codes, append(uleb(uint64(len(code)+1)), append(code, 0x0b)...))
	return uint32(m.nImport + len(m.funcs) - 1)
}

// Name names a function in the name section.
func (m *Module) Name(f uint32, name string) { m.names[int(f)] = name }

// Export exports a function.
func (m *Module) Export(name string, f uint32) {
	m.exports = append(m.exports, append(append(str(name), 0), uleb(uint64(f))...))
}

// ExportMemory exports the memory.
func (m *Module) ExportMemory(name string) { m.exports = append(m.exports, append(str(name), 2, 0)) }

// Type gives the index of a function's type.
func (m *Module) Type(params, results string) uint32 { return m.typ(params, results) }

// Elements puts functions into the table before anything runs.
func (m *Module) Elements(at int32, funcs ...uint32) {
	e := append(append([]byte{0}, I32(at)...), 0x0b)
	e = append(e, uleb(uint64(len(funcs)))...)
	for _, f := range funcs {
		e = append(e, uleb(uint64(f))...)
	}
	m.elements = append(m.elements, e)
}

// Start makes a function the module's start function.
func (m *Module) Start(f uint32) { m.start = uleb(uint64(f)) }

// Data puts bytes into memory before anything runs.
func (m *Module) Data(at uint32, b []byte) {
	d := append(append([]byte{0}, I32(int32(at))...), 0x0b)
	m.datas = append(m.datas, append(append(d, uleb(uint64(len(b)))...), b...))
}

// Custom adds a custom section.
func (m *Module) Custom(name string, data []byte) {
	m.customs = append(m.customs, append(str(name), data...))
}

// Bytes is the module.
func (m *Module) Bytes() []byte {
	out := []byte("\x00asm\x01\x00\x00\x00")
	section := func(id byte, b []byte) {
		if len(b) > 0 {
			out = append(append(append(out, id), uleb(uint64(len(b)))...), b...)
		}
	}
	for _, c := range m.customs {
		section(0, c)
	}
	section(1, vec(m.types))
	section(2, vec(m.imports))
	funcs := make([][]byte, len(m.funcs))
	for i, t := range m.funcs {
		funcs[i] = uleb(uint64(t))
	}
	section(3, vec(funcs))
	section(4, m.tables)
	section(5, m.memory)
	section(7, vec(m.exports))
	section(8, m.start)
	section(9, vec(m.elements))
	section(10, vec(m.codes))
	section(11, vec(m.datas))
	section(0, m.nameSection())
	return out
}

func (m *Module) nameSection() []byte {
	var entries [][]byte
	for i := range m.nImport + len(m.funcs) {
		if n, ok := m.names[i]; ok {
			entries = append(entries, append(uleb(uint64(i)), str(n)...))
		}
	}
	if len(entries) == 0 {
		return nil
	}
	names := vec(entries)
	return append(append(append(str("name"), 1), uleb(uint64(len(names)))...), names...)
}

func vec(items [][]byte) []byte {
	if len(items) == 0 {
		return nil
	}
	out := uleb(uint64(len(items)))
	for _, i := range items {
		out = append(out, i...)
	}
	return out
}

func str(s string) []byte { return append(uleb(uint64(len(s))), s...) }

func uleb(v uint64) []byte { return binary.AppendUvarint(nil, v) }

func sleb(v int64) []byte {
	var out []byte
	for {
		b := byte(v & 0x7f)
		v >>= 7
		if v == 0 && b&0x40 == 0 || v == -1 && b&0x40 != 0 {
			return append(out, b)
		}
		out = append(out, b|0x80)
	}
}

// Cat joins pieces of code.
func Cat(parts ...Code) Code {
	var s strings.Builder
	for _, p := range parts {
		s.Write(p)
	}
	return Code(s.String())
}

// The instructions tests need.
var (
	Drop        = Code{0x1a}
	Unreachable = Code{0x00}
	Return      = Code{0x0f}
	End         = Code{0x0b}
	Else        = Code{0x05}
	If          = Code{0x04, 0x40} // without a result; ends with End
	Loop        = Code{0x03, 0x40}
	Block       = Code{0x02, 0x40}
	Add         = Code{0x6a} // i32
	Sub         = Code{0x6b}
	Eq          = Code{0x46}
	LtU         = Code{0x49}
	LtS         = Code{0x48}
	Eqz         = Code{0x45}
	Extend      = Code{0xad} // i32 to i64, unsigned
	Wrap        = Code{0xa7} // i64 to i32
	Grow        = Code{0x40, 0x00}
	Size        = Code{0x3f, 0x00}
	DivS        = Code{0x6d}
)

// I32 pushes a constant.
func I32(v int32) Code { return append(Code{0x41}, sleb(int64(v))...) }

// U32 pushes a constant.
func U32(v uint32) Code { return I32(int32(v)) }

// I64 pushes a constant.
func I64(v int64) Code { return append(Code{0x42}, sleb(v)...) }

// F64 pushes a constant.
func F64(v float64) Code {
	return binary.LittleEndian.AppendUint64(Code{0x44}, math.Float64bits(v))
}

// Call calls a function.
func Call(f uint32) Code { return append(Code{0x10}, uleb(uint64(f))...) }

// CallIndirect calls a function of a type by its place in the table, which is
// on the stack.
func CallIndirect(typ uint32) Code { return append(append(Code{0x11}, uleb(uint64(typ))...), 0) }

// Get pushes a local.
func Get(i uint32) Code { return append(Code{0x20}, uleb(uint64(i))...) }

// Set pops into a local.
func Set(i uint32) Code { return append(Code{0x21}, uleb(uint64(i))...) }

// Br jumps out of n blocks, or to the head of a loop.
func Br(n uint32) Code { return append(Code{0x0c}, uleb(uint64(n))...) }

// BrIf is Br if the top of the stack is not 0.
func BrIf(n uint32) Code { return append(Code{0x0d}, uleb(uint64(n))...) }

// Load pushes the i32 at the address on the stack.
var Load = Code{0x28, 2, 0}

// Store stores an i32: address, value.
var Store = Code{0x36, 2, 0}
