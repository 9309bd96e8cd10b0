package meter_test

// A small assembler: modules for tests are written as lists of bytes with
// names for what is used often.

const (
	i32, i64, f32, f64, v128 = 0x7f, 0x7e, 0x7d, 0x7c, 0x7b
	funcref, externref       = 0x70, 0x6f
)

func uleb(v uint64) []byte {
	var b []byte
	for v >= 0x80 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v))
}

func sleb(v int64) []byte {
	var b []byte
	for v < -0x40 || v > 0x3f {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v)&0x7f)
}

func join(parts ...[]byte) []byte {
	var b []byte
	for _, p := range parts {
		b = append(b, p...)
	}
	return b
}

func sized(b []byte) []byte { return join(uleb(uint64(len(b))), b) }

func vec(entries ...[]byte) []byte {
	return join(uleb(uint64(len(entries))), join(entries...))
}

func str(s string) []byte { return sized([]byte(s)) }

// Instructions.

func ins(b ...byte) []byte { return b }

func i32c(v int32) []byte  { return join([]byte{0x41}, sleb(int64(v))) }
func i64c(v int64) []byte  { return join([]byte{0x42}, sleb(v)) }
func lget(i uint64) []byte { return join([]byte{0x20}, uleb(i)) }
func lset(i uint64) []byte { return join([]byte{0x21}, uleb(i)) }
func ltee(i uint64) []byte { return join([]byte{0x22}, uleb(i)) }
func call(i uint64) []byte { return join([]byte{0x10}, uleb(i)) }

// fn is a function of a test module.
type fn struct {
	name            string // exported under it, unless empty
	params, results []byte
	locals          []byte
	code            []byte // without the end
}

// mod is a test module.
type mod struct {
	imports  [][]byte
	nImports int // of functions
	fns      []fn
	types    [][]byte // further ones, behind one for each function
	tables   [][]byte
	memory   []byte
	globals  [][]byte
	exports  [][]byte
	start    int // index + 1
	elements [][]byte
	data     [][]byte
	customs  [][]byte // at the end
}

func functype(params, results []byte) []byte {
	return join([]byte{0x60}, sized(params), sized(results))
}

func sec(id byte, b []byte) []byte { return join([]byte{id}, sized(b)) }

func (f fn) body() []byte {
	var locals [][]byte
	for _, t := range f.locals {
		locals = append(locals, []byte{1, t})
	}
	return sized(join(vec(locals...), f.code, []byte{0x0b}))
}

// The type of function i is type i.
func (m mod) bytes() []byte {
	var types, funcs, exports, bodies [][]byte
	for i, f := range m.fns {
		types = append(types, functype(f.params, f.results))
		funcs = append(funcs, uleb(uint64(i)))
		bodies = append(bodies, f.body())
		if f.name != "" {
			exports = append(exports, join(str(f.name), []byte{0}, uleb(uint64(m.nImports+i))))
		}
	}
	types = append(types, m.types...)
	exports = append(exports, m.exports...)
	out := join([]byte("\x00asm\x01\x00\x00\x00"), sec(1, vec(types...)))
	add := func(id byte, entries [][]byte) {
		if len(entries) > 0 {
			out = append(out, sec(id, vec(entries...))...)
		}
	}
	add(2, m.imports)
	add(3, funcs)
	add(4, m.tables)
	if m.memory != nil {
		add(5, [][]byte{m.memory})
	}
	add(6, m.globals)
	add(7, exports)
	if m.start > 0 {
		out = append(out, sec(8, uleb(uint64(m.start-1)))...)
	}
	add(9, m.elements)
	if len(m.data) > 0 {
		out = append(out, sec(12, uleb(uint64(len(m.data))))...)
	}
	add(10, bodies)
	add(11, m.data)
	for _, c := range m.customs {
		out = append(out, sec(0, c)...)
	}
	return out
}

// countdown is loop { n-- } while n.
func countdown(name string) fn {
	return fn{name: name, params: []byte{i32}, code: join(
		ins(0x03, 0x40), lget(0), i32c(1), ins(0x6b), ltee(0), ins(0x0d, 0x00), ins(0x0b))}
}

// fib is the recursive one, as function self.
func fib(name string, self uint64) fn {
	return fn{name: name, params: []byte{i32}, results: []byte{i32}, code: join(
		lget(0), i32c(2), ins(0x48, 0x04, 0x40), lget(0), ins(0x0f, 0x0b),
		lget(0), i32c(1), ins(0x6b), call(self),
		lget(0), i32c(2), ins(0x6b), call(self), ins(0x6a))}
}
