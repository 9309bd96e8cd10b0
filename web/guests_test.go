package web

import "encoding/binary"

// The guests of the tests, put together by hand: what matters of them is what
// they do to the loop.

// fn is a function type: parameters, then results.
func fn(params, results string) []byte {
	return append(vec([]byte(params)), vec([]byte(results))...)
}

func vec(b []byte) []byte { return append(leb(len(b)), b...) }

func leb(n int) []byte { return binary.AppendUvarint(nil, uint64(n)) }

// list is a vector of things that are encoded already.
func list(items ...[]byte) []byte {
	b := leb(len(items))
	for _, it := range items {
		b = append(b, it...)
	}
	return b
}

func section(id byte, items ...[]byte) []byte {
	return append([]byte{id}, vec(list(items...))...)
}

func join(parts ...[]byte) []byte {
	var b []byte
	for _, p := range parts {
		b = append(b, p...)
	}
	return b
}

func importFunc(module, name string, typ byte) []byte {
	return join(vec([]byte(module)), vec([]byte(name)), []byte{0, typ})
}

func export(name string, kind, index byte) []byte {
	return append(vec([]byte(name)), kind, index)
}

func code(ops ...byte) []byte { return vec(join([]byte{0}, ops, []byte{0x0b})) }

func data(at byte, bytes string) []byte {
	return join([]byte{0, 0x41, at, 0x0b}, vec([]byte(bytes)))
}

const wasmHead = "\x00asm\x01\x00\x00\x00"

const uvModule, wasiModule = "uv_preview1", "wasi_snapshot_preview1"

// printer is a command that writes text, at most 60 bytes, to stdout, and ends.
func printer(text string) []byte {
	iovec := string([]byte{16, 0, 0, 0, byte(len(text)), 0, 0, 0})
	return join([]byte(wasmHead),
		section(1, join([]byte{0x60}, fn("\x7f\x7f\x7f\x7f", "\x7f")), join([]byte{0x60}, fn("", ""))),
		section(2, importFunc(wasiModule, "fd_write", 0)),
		section(3, []byte{1}),
		section(5, []byte{0, 1}),
		section(7, export("memory", 2, 0), export("_start", 0, 1)),
		section(10, code(0x41, 1, 0x41, 0, 0x41, 1, 0x41, 8, 0x10, 0, 0x1a)), // fd_write(1, 0, 1, 8)
		section(11, data(0, iovec), data(16, text)))
}

// looper is a reactor with one handle, made and started by two imports of
// uv_preview1; each of its callbacks writes so many bytes, which begin with
// "tick\n" and go on with zeros.
func looper(bytes uint16, init, start string, startType []byte, startArgs ...byte) []byte {
	iovec := string([]byte{16, 0, 0, 0, byte(bytes), byte(bytes >> 8), 0, 0})
	return join([]byte(wasmHead),
		section(1,
			join([]byte{0x60}, fn("\x7f\x7e", "\x7f")), // init
			join([]byte{0x60}, startType),
			join([]byte{0x60}, fn("\x7f\x7f\x7f\x7f", "\x7f")),  // fd_write
			join([]byte{0x60}, fn("", "")),                      // _initialize
			join([]byte{0x60}, fn("\x7f\x7f\x7e\x7e", "\x7e"))), // uv_dispatch
		section(2, importFunc(uvModule, init, 0), importFunc(uvModule, start, 1), importFunc(wasiModule, "fd_write", 2)),
		section(3, []byte{3}, []byte{4}),
		section(5, []byte{0, 1}),
		section(7, export("memory", 2, 0), export("_initialize", 0, 3), export("uv_dispatch", 0, 4)),
		section(10,
			code(join([]byte{0x41, 0, 0x42, 0, 0x10, 0}, startArgs, []byte{0x10, 1, 0x1a})...),
			code(0x41, 1, 0x41, 0, 0x41, 1, 0x41, 8, 0x10, 2, 0x1a, 0x42, 0)),
		section(11, data(0, iovec), data(16, "tick\n")))
}

// ticker has a timer that repeats every 5 ms, for good.
func ticker() []byte {
	return looper(5, "timer_init", "timer_start", fn("\x7f\x7e\x7e", "\x7f"), 0x42, 5, 0x42, 5)
}

// spinner has an idle handle: its loop turns as fast as it can, for good.
func spinner() []byte { return looper(5, "idle_init", "idle_start", fn("\x7f", "\x7f")) }

// flooder writes 60 KB a turn, for good.
func flooder() []byte { return looper(60000, "idle_init", "idle_start", fn("\x7f", "\x7f")) }

// stranger imports what does not exist here.
func stranger() []byte {
	return join([]byte(wasmHead),
		section(1, join([]byte{0x60}, fn("", ""))),
		section(2, importFunc("env", "launch_rocket", 0)),
		section(3, []byte{0}),
		section(7, export("_start", 0, 1)),
		section(10, code(0x10, 0)))
}
