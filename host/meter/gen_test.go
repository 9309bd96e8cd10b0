package meter_test

// A generator of valid modules that end: every function begins by taking from a
// budget, and returns when that is spent, and every loop has a counter.

// source gives the choices that a module is made of.
type source struct{ b []byte }

func (s *source) byte() byte {
	if len(s.b) == 0 {
		return 0
	}
	c := s.b[0]
	s.b = s.b[1:]
	return c
}

func (s *source) n(n int) int { return int(s.byte()) % n }

func (s *source) int32() int32 {
	switch s.n(6) {
	case 0:
		return int32(s.byte())
	case 1:
		return int32(s.byte()) << 16
	case 2:
		return -int32(s.byte())
	case 3:
		return int32(s.byte())<<24 | int32(s.byte())
	case 4:
		return 1<<20 + int32(s.byte()) - 128 // around a chunk
	default:
		return int32(s.n(16))
	}
}

var valueTypes = []byte{i32, i64, f32, f64, v128}

// genFn is a function that is being made.
type genFn struct {
	*source
	m       *genMod
	params  []byte
	results []byte
	locals  []byte // parameters first
	labels  [][]byte
	heads   []int // of labels, those that are loops
	loops   int
	left    int // instructions that may still be made
}

type genMod struct {
	*source
	sigs [][2][]byte
}

// Globals: the budget, an i32, an i64, an f64.
const (
	globalBudget = 0
	memoryPages  = 34 // more than two chunks
)

func (s *source) types(most int) []byte {
	var t []byte
	for range s.n(most + 1) {
		t = append(t, valueTypes[s.n(len(valueTypes))])
	}
	return t
}

// generate makes a module: its functions are exported as f0, f1, …
func generate(data []byte) (wasm []byte, sigs [][2][]byte) {
	s := &source{data}
	g := &genMod{source: s}
	for range 1 + s.n(5) {
		g.sigs = append(g.sigs, [2][]byte{s.types(3), s.types(2)})
	}
	m := mod{
		tables:  [][]byte{{funcref, 0x01, 10, 20}, {externref, 0x00, 3}},
		memory:  []byte{1, memoryPages, memoryPages + 2},
		globals: [][]byte{},
		exports: [][]byte{join(str("mem"), []byte{2, 0})},
		data:    [][]byte{join([]byte{0}, i32c(100), []byte{0x0b}, str("hello, active")), join([]byte{1}, str("some passive data"))},
	}
	for i, init := range [][]byte{i32c(300), i32c(7), i64c(9), join([]byte{0x44}, make([]byte, 8))} {
		m.globals = append(m.globals, join([]byte{[]byte{i32, i32, i64, f64}[i], 1}, init, []byte{0x0b}))
		m.exports = append(m.exports, join(str("g"+string(rune('0'+i))), []byte{3, byte(i)}))
	}
	var indexes [][]byte
	for i, sig := range g.sigs {
		f := &genFn{source: s, m: g, params: sig[0], results: sig[1], left: 60}
		m.fns = append(m.fns, f.make("f"+string(rune('0'+i))))
		indexes = append(indexes, uleb(uint64(i)))
	}
	m.types = [][]byte{functype([]byte{i32}, []byte{i32})}
	m.elements = [][]byte{join([]byte{0}, i32c(1), []byte{0x0b}, vec(indexes...)), join([]byte{1, 0}, vec(indexes...))}
	return m.bytes(), g.sigs
}

func (f *genFn) make(name string) fn {
	f.locals = append(append([]byte(nil), f.params...), valueTypes...)
	f.locals = append(f.locals, i32, i32, i32) // counters of loops
	code := join(ins(0x23, globalBudget), i32c(1), ins(0x6b, 0x24, globalBudget),
		ins(0x23, globalBudget), i32c(0), ins(0x4c, 0x04, 0x40), f.zeros(f.results), ins(0x0f, 0x0b))
	f.labels = [][]byte{f.results}
	for range 1 + f.n(6) {
		code = append(code, f.stmt(4)...)
	}
	for _, t := range f.results {
		code = append(code, f.expr(t, 4)...)
	}
	return fn{name: name, params: f.params, results: f.results, locals: f.locals[len(f.params):], code: code}
}

func zero(t byte) []byte {
	switch t {
	case i32:
		return i32c(0)
	case i64:
		return i64c(0)
	case f32:
		return join([]byte{0x43}, make([]byte, 4))
	case f64:
		return join([]byte{0x44}, make([]byte, 8))
	case funcref, externref:
		return ins(0xd0, t)
	}
	return join([]byte{0xfd, 0x0c}, make([]byte, 16))
}

func (f *genFn) zeros(ts []byte) []byte {
	var code []byte
	for _, t := range ts {
		code = append(code, zero(t)...)
	}
	return code
}

func (f *genFn) local(t byte) uint64 {
	var of []int
	for i, l := range f.locals[:len(f.locals)-3] {
		if l == t {
			of = append(of, i)
		}
	}
	return uint64(of[f.n(len(of))])
}

// stmt makes code that leaves the stack as it was.
func (f *genFn) stmt(depth int) []byte {
	f.left--
	if depth <= 0 || f.left <= 0 {
		return ins(0x01)
	}
	t := valueTypes[f.n(len(valueTypes))]
	switch f.n(16) {
	case 0, 1:
		return join(f.expr(t, depth-1), lset(f.local(t)))
	case 2, 3:
		return join(f.expr(i32, depth-1), ins(0x04, 0x40), f.inside(nil, depth), ins(0x05), f.inside(nil, depth), ins(0x0b))
	case 4, 5:
		return f.loop(depth)
	case 6:
		return join(ins(0x02, 0x40), f.inside(nil, depth), ins(0x0b))
	case 7, 8:
		return f.branch(depth)
	case 9:
		return f.bulk(depth)
	case 10:
		return f.store(t, depth)
	case 11:
		return join(f.expr([]byte{i32, i64, f64}[f.n(3)], depth-1), ins(0x1a))
	case 12:
		return f.callDrop(depth)
	case 13:
		return join(f.expr(i32, depth-1), ins(0x40, 0x00), ins(0x1a)) // memory.grow
	case 14:
		return f.tables(depth)
	default:
		return join(f.expr(i64, depth-1), ins(0x24, 2))
	}
}

// inside makes code within a block whose label takes some types.
func (f *genFn) inside(label []byte, depth int) []byte {
	f.labels = append(f.labels, label)
	var code []byte
	for range f.n(3) {
		code = append(code, f.stmt(depth-1)...)
	}
	f.labels = f.labels[:len(f.labels)-1]
	return code
}

func (f *genFn) loop(depth int) []byte {
	if f.loops == 3 {
		return ins(0x01)
	}
	counter := uint64(len(f.locals) - 3 + f.loops)
	var param []byte
	if f.n(4) == 0 {
		param = []byte{i32}
	}
	f.loops++
	f.heads = append(f.heads, len(f.labels))
	body := f.inside(param, depth)
	f.heads = f.heads[:len(f.heads)-1]
	f.loops--
	step := join(lget(counter), i32c(1), ins(0x6b), ltee(counter), i32c(0), ins(0x4a)) // --counter > 0
	start := join(i32c(int32(1+f.n(20))), lset(counter))
	if param != nil { // it gives it back
		return join(start, i32c(5), ins(0x03), f.m.paramType(), i32c(1), ins(0x6a), body, step, ins(0x0d, 0x00), ins(0x0b), ins(0x1a))
	}
	return join(start, ins(0x03, 0x40), body, step, ins(0x0d, 0x00), ins(0x0b))
}

// paramType is the type behind the functions' own: (i32) -> (i32).
func (g *genMod) paramType() []byte { return sleb(int64(len(g.sigs))) }

// branch leaves a block, or goes back to a loop's head at the budget's cost.
func (f *genFn) branch(depth int) []byte {
	at := f.n(len(f.labels))
	l := len(f.labels) - 1 - at
	args := f.zeros(f.labels[at])
	switch f.n(4) {
	case 0:
		return join(f.expr(i32, depth-1), ins(0x04, 0x40), args, f.back(l+1), ins(0x0b))
	case 1:
		return join(ins(0x02, 0x40), f.expr(i32, depth-1), ins(0x0e, 0x02, 0x00, 0x00, 0x00), ins(0x0b))
	case 2:
		return join(f.expr(i32, depth-1), ins(0x04, 0x40), f.zeros(f.results), ins(0x0f, 0x0b))
	}
	for _, h := range f.heads {
		if h == at {
			return ins(0x01)
		}
	}
	code := join(args, f.expr(i32, 1), ins(0x0d), uleb(uint64(l)))
	for range f.labels[at] {
		code = append(code, 0x1a)
	}
	return code
}

// back is a branch to a label; to that of a loop it only counts down the
// budget, so it ends by a trap at the latest.
func (f *genFn) back(l int) []byte {
	return join(ins(0x23, globalBudget), i32c(1), ins(0x6b, 0x24, globalBudget),
		ins(0x23, globalBudget), i32c(-50), ins(0x48, 0x04, 0x40, 0x00, 0x0b), ins(0x0c), uleb(uint64(l)))
}

func (f *genFn) size(depth int) []byte {
	if f.n(2) == 0 {
		return i32c(f.int32())
	}
	return f.expr(i32, depth-1)
}

func (f *genFn) bulk(depth int) []byte {
	args := func() []byte { return join(f.size(depth), f.size(depth), f.size(depth)) }
	switch f.n(6) {
	case 0:
		return join(args(), ins(0xfc, 0x0b, 0))
	case 1:
		return join(args(), ins(0xfc, 0x0a, 0, 0))
	case 2: // large and overlapping
		a, d := int32(f.n(200)), int32(f.n(3))-1
		return join(i32c(1000+d*37), i32c(1000+a), i32c(2<<20+a), ins(0xfc, 0x0a, 0, 0))
	case 3:
		return join(i32c(f.int32()&0xff), i32c(int32(f.byte())), i32c(2<<20), ins(0xfc, 0x0b, 0))
	case 4:
		return join(i32c(f.int32()), i32c(int32(f.n(20))), i32c(int32(f.n(20))), ins(0xfc, 0x08, 1, 0))
	default:
		return ins(0xfc, 0x09, 1)
	}
}

func (f *genFn) tables(depth int) []byte {
	args := join(i32c(int32(f.n(12))), i32c(int32(f.n(8))), f.size(depth))
	switch f.n(5) {
	case 0:
		return join(args, ins(0xfc, 0x0e, 0, 0))
	case 1:
		return join(args, ins(0xfc, 0x0c, 1, 0))
	case 2:
		return join(i32c(int32(f.n(12))), ins(0xd2, byte(f.n(len(f.m.sigs)))), f.size(depth), ins(0xfc, 0x11, 0))
	case 3:
		return join(ins(0xd0, funcref), f.size(depth), ins(0xfc, 0x0f, 0, 0x1a))
	default:
		return join(ins(0xfc, 0x10, 0), ins(0x24, 1))
	}
}

func (f *genFn) address(depth int) []byte {
	if f.n(8) == 0 {
		return f.expr(i32, depth-1) // most trap
	}
	return join(f.expr(i32, depth-1), i32c(0xffff), ins(0x71))
}

func (f *genFn) store(t byte, depth int) []byte {
	op := map[byte][]byte{i32: {0x36}, i64: {0x37}, f32: {0x38}, f64: {0x39}, v128: {0xfd, 0x0b}}[t]
	return join(f.address(depth), f.expr(t, depth-1), op, ins(0), uleb(uint64(f.n(200))))
}

func (f *genFn) callDrop(depth int) []byte {
	i := f.n(len(f.m.sigs))
	code := f.args(i, depth)
	if f.n(3) == 0 {
		code = append(code, join(i32c(int32(f.n(12))), ins(0x11), uleb(uint64(i)), ins(0))...)
	} else {
		code = append(code, call(uint64(i))...)
	}
	for range f.m.sigs[i][1] {
		code = append(code, 0x1a)
	}
	return code
}

func (f *genFn) args(i, depth int) []byte {
	var code []byte
	for _, t := range f.m.sigs[i][0] {
		code = append(code, f.expr(t, depth-1)...)
	}
	return code
}
