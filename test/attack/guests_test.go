//go:build unix

package attack

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/internal/wasmtest"
)

const wasi = "wasi_snapshot_preview1"

// Short names for what the guests are written in.
var (
	cat  = wasmtest.Cat
	i32  = wasmtest.I32
	i64  = wasmtest.I64
	call = wasmtest.Call
	get  = wasmtest.Get
	set  = wasmtest.Set
	br   = wasmtest.Br
	brIf = wasmtest.BrIf
)

// Instructions on tables and memories.
var (
	memoryCopy = wasmtest.Code{0xfc, 0x0a, 0, 0}
	memoryFill = wasmtest.Code{0xfc, 0x0b, 0}
	tableCopy  = wasmtest.Code{0xfc, 0x0e, 0, 0}
	tableGrow  = wasmtest.Code{0xfc, 0x0f, 0}
	tableFill  = wasmtest.Code{0xfc, 0x11, 0}
	nullFunc   = wasmtest.Code{0xd0, 0x70}
	shl        = wasmtest.Code{0x74} // i32
)

// forever repeats code.
func forever(code ...wasmtest.Code) wasmtest.Code {
	return cat(wasmtest.Loop, cat(code...), br(0), wasmtest.End)
}

// command exports a _start.
func command(code ...wasmtest.Code) func(m *wasmtest.Module) {
	return func(m *wasmtest.Module) { m.Export("_start", m.Func("", "", code...)) }
}

// exits is code that ends the guest with a number on the stack, negated: an
// error's number becomes the status.
func exits(procExit uint32, result wasmtest.Code) wasmtest.Code {
	return cat(i32(0), result, wasmtest.Sub, call(procExit))
}

func importExit(m *wasmtest.Module) uint32 { return m.Import(wasi, "proc_exit", "i", "") }

func spin(m *wasmtest.Module) { command(forever())(m) }

// bomb is functions of which each calls the one before twice.
func bomb(m *wasmtest.Module) {
	f := m.Func("", "")
	for range 40 {
		f = m.Func("", "", call(f), call(f))
	}
	m.Export("_start", f)
}

// indirectBomb calls itself twice through a table, one less deep each time.
func indirectBomb(m *wasmtest.Module) {
	typ := m.Type("i", "")
	m.Table(1)
	again := cat(get(0), i32(1), wasmtest.Sub, i32(0), wasmtest.CallIndirect(typ))
	f := m.Func("i", "", get(0), wasmtest.If, again, again, wasmtest.End)
	m.Elements(0, f)
	m.Export("_start", m.Func("", "", i32(60), call(f)))
}

// recursion calls itself: directly, by way of another, or through a table.
func recursion(shape string) func(m *wasmtest.Module) {
	return func(m *wasmtest.Module) {
		switch shape {
		case "direct":
			m.Export("_start", m.Func("", "", call(0), call(0)))
		case "mutual":
			m.Func("", "", call(1))
			m.Export("_start", m.Func("", "", call(0), call(0)))
		case "indirect":
			typ := m.Type("", "")
			m.Table(1)
			f := m.Func("", "", i32(0), wasmtest.CallIndirect(typ), i32(0), wasmtest.CallIndirect(typ))
			m.Elements(0, f)
			m.Export("_start", f)
		case "large frames":
			use := wasmtest.Code{}
			for i := range uint32(400) {
				use = append(use, cat(get(i), i32(int32(i)), wasmtest.Add, set(i))...)
			}
			locals := make([]byte, 400)
			for i := range locals {
				locals[i] = 'i'
			}
			sum := get(0)
			for i := range uint32(399) {
				sum = cat(sum, get(i+1), wasmtest.Add)
			}
			m.FuncLocals("", "i", string(locals), use, call(0), sum, wasmtest.Add)
			m.Export("_start", m.Func("", "", call(0), wasmtest.Drop))
		}
	}
}

// reactor is a guest with one handle of a kind, started by start, whose
// callbacks run code.
func reactor(kind string, arguments wasmtest.Code, code func(m *wasmtest.Module, f functions) wasmtest.Code) func(m *wasmtest.Module) {
	return func(m *wasmtest.Module) {
		f := functions{exit: importExit(m), init: m.UV(kind + "_init"), start: m.UV(kind + "_start"),
			close: m.UV("close"), run: m.UV("run")}
		m.Memory(1, 1)
		m.ExportMemory("memory")
		m.Export(abi.ExportDispatch, m.Func("iiII", "I", code(m, f), i64(0)))
		m.Export("_initialize", m.Func("", "", i32(0), i64(1), call(f.init), arguments, call(f.start), wasmtest.Drop))
	}
}

type functions struct{ exit, init, start, close, run uint32 }

var timerNow = cat(i64(0), i64(0))

// dispatchRecursion runs the loop from a callback and tells what it got.
func dispatchRecursion(m *wasmtest.Module) {
	reactor("timer", timerNow, func(_ *wasmtest.Module, f functions) wasmtest.Code {
		return exits(f.exit, cat(i32(0), i32(0), call(f.run)))
	})(m)
}

// closesTwice closes its handle in every callback, twice, the close callback
// too, and tells the last answer.
func closesTwice(m *wasmtest.Module) {
	reactor("timer", timerNow, func(_ *wasmtest.Module, f functions) wasmtest.Code {
		return cat(get(1), call(f.close), wasmtest.Drop, exits(f.exit, cat(get(1), call(f.close))))
	})(m)
}

// tooMany makes handles until there is an error, and tells it.
func tooMany(name string) func(m *wasmtest.Module) {
	return func(m *wasmtest.Module) {
		exit, init := importExit(m), m.UV(name)
		m.Memory(1, 1)
		m.ExportMemory("memory")
		m.Export(abi.ExportDispatch, m.Func("iiII", "I", i64(0)))
		m.Export("_start", m.FuncLocals("", "", "i",
			wasmtest.Loop, i32(0), i64(1), call(init), set(0), i32(0), get(0), wasmtest.LtS, brIf(0), wasmtest.End,
			exits(exit, get(0))))
	}
}

// wasiCall calls one function of WASI and exits with its answer.
func wasiCall(name, params string, arguments wasmtest.Code) func(m *wasmtest.Module) {
	return func(m *wasmtest.Module) {
		f, exit := m.Import(wasi, name, params, "i"), importExit(m)
		m.Memory(1, 1)
		m.ExportMemory("memory")
		m.Export("_start", m.Func("", "", arguments, call(f), call(exit)))
	}
}

// wasiForever does so for ever.
func wasiForever(name, params string, arguments wasmtest.Code, data []byte) func(m *wasmtest.Module) {
	return func(m *wasmtest.Module) {
		f := m.Import(wasi, name, params, "i")
		m.Memory(1, 1)
		m.ExportMemory("memory")
		m.Data(0, data)
		m.Export("_start", m.Func("", "", forever(arguments, call(f), wasmtest.Drop)))
	}
}

// wasiLarge does so with 64,000,000 bytes of memory.
func wasiLarge(name, params string, arguments wasmtest.Code) func(m *wasmtest.Module) {
	return func(m *wasmtest.Module) {
		f := m.Import(wasi, name, params, "i")
		m.Memory(1000, 1000)
		m.Export("_start", m.Func("", "", forever(arguments, call(f), wasmtest.Drop)))
	}
}

// startSleeps computes some 50,000 units and polls a clock that is due, for ever.
func startSleeps(m *wasmtest.Module) {
	poll := m.Import(wasi, "poll_oneoff", "iiii", "i")
	m.Memory(1, 1)
	m.Data(0, append(make([]byte, 16), 1)) // the monotonic clock
	m.Start(m.FuncLocals("", "", "i", forever(i32(10_000), set(0),
		wasmtest.Loop, get(0), i32(1), wasmtest.Sub, set(0), get(0), brIf(0), wasmtest.End,
		i32(0), i32(64), i32(1), i32(128), call(poll), wasmtest.Drop)))
	m.Export("_start", m.Func("", ""))
}

// withMemory gives a command memory and data.
func withMemory(pages uint64, code ...wasmtest.Code) func(m *wasmtest.Module) {
	return func(m *wasmtest.Module) {
		m.Memory(pages, 0)
		m.Export("_start", m.Func("", "", code...))
	}
}

func withTable(n uint64, code ...wasmtest.Code) func(m *wasmtest.Module) {
	return func(m *wasmtest.Module) {
		m.Table(n)
		m.Export("_start", m.Func("", "", code...))
	}
}

// nested is a block opened many times.
func nested(open wasmtest.Code, n, locals int) func(m *wasmtest.Module) {
	return func(m *wasmtest.Module) {
		var body wasmtest.Code
		for range n {
			body = append(body, open...)
		}
		for i := range locals {
			body = append(body, cat(get(uint32(i)), i32(1), wasmtest.Add, set(uint32(i)))...)
		}
		for range n {
			body = append(body, wasmtest.End...)
		}
		names := make([]byte, locals)
		for i := range names {
			names[i] = 'i'
		}
		m.Export("_start", m.FuncLocals("", "", string(names), body))
	}
}

// wide is one function of so many additions.
func wide(n int) func(m *wasmtest.Module) {
	return func(m *wasmtest.Module) {
		body := i32(1)
		for range n {
			body = append(body, cat(i32(3), wasmtest.Add)...)
		}
		m.Export("_start", m.Func("", "", body, wasmtest.Drop))
	}
}

func manyFunctions(n int) func(m *wasmtest.Module) {
	return func(m *wasmtest.Module) {
		for range n {
			m.Func("", "")
		}
		m.Export("_start", m.Func("", ""))
	}
}

// brTable is a loop around a table of n entries that all lead back to it.
func brTable(n int) func(m *wasmtest.Module) {
	return func(m *wasmtest.Module) {
		table := append(wasmtest.Code{0x0e}, uleb(n)...)
		for range n + 1 {
			table = append(table, 0)
		}
		m.Export("_start", m.Func("", "", wasmtest.Loop, i32(1), table, wasmtest.End))
	}
}

func uleb(n int) []byte {
	var b []byte
	for ; n >= 0x80; n >>= 7 {
		b = append(b, byte(n)|0x80)
	}
	return append(b, byte(n))
}

// manyLocals declares n of them in five bytes.
func manyLocals(n int) []byte {
	body := cat([]byte{1}, uleb(n), []byte{0x7f, 0x0b})
	section := func(id byte, b []byte) []byte { return cat([]byte{id}, uleb(len(b)), b) }
	return cat([]byte("\x00asm\x01\x00\x00\x00"), section(1, []byte{1, 0x60, 0, 0}), section(3, []byte{1, 0}),
		section(7, cat([]byte{1, 6}, []byte("_start"), []byte{0, 0})), section(10, cat([]byte{1}, uleb(len(body)), body)))
}

// many is a module with three million entries in one section.
func many(section byte, entry []byte) []byte {
	return withSection(section, append(uleb(3<<20), bytes.Repeat(entry, 3<<20)...))
}

// bigElements is a module with a passive segment of n functions.
func bigElements(n int) []byte {
	return withSection(9, append(append([]byte{1, 1, 0}, uleb(n)...), make([]byte, n)...))
}

func customs(n int) []byte {
	return append(withSection(0, []byte{0}), bytes.Repeat([]byte{0, 1, 0}, n)...)
}

// withSection adds a section, in its place, to a module that exports a _start.
func withSection(id byte, contents []byte) []byte {
	m := wasmtest.New()
	m.Memory(1, 1)
	m.Export("_start", m.Func("", ""))
	wasm := m.Bytes()
	at := 8
	for at < len(wasm) && wasm[at] != 0 && wasm[at] < id {
		size, n := binary.Uvarint(wasm[at+1:])
		at += 1 + n + int(size)
	}
	return slices.Concat(wasm[:at], []byte{id}, uleb(len(contents)), contents, wasm[at:])
}

// flooder writes to a connection until it is refused, and tells why.
func flooder(port int) func(m *wasmtest.Module) {
	return func(m *wasmtest.Module) {
		exit, tcpInit, connect, write := importExit(m), m.UV("tcp_init"), m.UV("tcp_connect"), m.UV("write")
		m.Memory(64, 64)
		m.ExportMemory("memory")
		m.Data(0, []byte{4, 0, byte(port), byte(port >> 8), 0, 0, 0, 0, 0, 0, 0, 0, 127, 0, 0, 1})
		m.Data(32, []byte{0, 0, 1, 0, 0, 0, 16, 0}) // 1 MiB at 64 KiB
		at := cat(i32(100), wasmtest.Load)
		m.Export(abi.ExportDispatch, m.FuncLocals("iiII", "I", "i",
			get(0), i32(int32(abi.CallbackConnect)), wasmtest.Eq, wasmtest.If,
			wasmtest.Loop, at, i32(32), i32(1), i64(1), call(write), set(4), i32(0), get(4), wasmtest.LtS, brIf(0), wasmtest.End,
			exits(exit, get(4)), wasmtest.End, i64(0)))
		m.Export("_initialize", m.Func("", "",
			i32(100), i32(0), i64(1), call(tcpInit), wasmtest.Store,
			at, i32(0), i64(1), call(connect), wasmtest.Drop))
	}
}
