package meter

import "fmt"

const (
	typeV128   = 0x7b
	typeFunc   = 0x70
	typeExtern = 0x6f
	typeI32    = 0x7f
	typeI64    = 0x7e
)

// valueType reads the byte of a value's type.
func (r *reader) valueType() byte {
	at := r.pos
	switch b := r.byte(); b {
	case 0x7f, 0x7e, 0x7d, 0x7c, typeV128, typeFunc, typeExtern:
		return b
	case 0x63, 0x64:
		r.failWith(unsupported(at, "typed function references"))
	case 0x69, 0x74:
		r.failWith(unsupported(at, "exception handling"))
	case 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x71, 0x72, 0x73:
		r.failWith(unsupported(at, "garbage collection"))
	default:
		r.fail(at, fmt.Sprintf("malformed value type 0x%02x", b))
	}
	return 0
}

func (r *reader) refType() byte {
	at := r.pos
	b := r.valueType()
	if r.err == nil && b != typeFunc && b != typeExtern {
		r.fail(at, fmt.Sprintf("malformed reference type 0x%02x", b))
	}
	return b
}

func (m *module) readTypes(r *reader) {
	for range r.count(3) {
		at := r.pos
		switch b := r.byte(); b {
		case 0x60:
		case 0x4e, 0x4f, 0x50, 0x5e, 0x5f:
			r.failWith(unsupported(at, "garbage collection"))
		default:
			r.fail(at, fmt.Sprintf("malformed function type 0x%02x", b))
		}
		m.types = append(m.types, funcType{m.readResult(r), m.readResult(r)})
		if r.err != nil {
			return
		}
	}
}

// readResult reads the value types of parameters or results.
func (m *module) readResult(r *reader) []byte {
	at := r.pos
	n := r.count(1)
	if n > m.o.MaxParams {
		r.failWith(m.o.over(at, "parameters or results of a function type", n, m.o.MaxParams, "MaxParams"))
	}
	start := r.pos
	for i := 0; i < n && r.err == nil; i++ {
		r.valueType()
	}
	if r.err != nil {
		return nil
	}
	return r.b[start:r.pos]
}

func (m *module) typeIndex(r *reader) uint32 {
	at := r.pos
	i := r.u32()
	if uint64(i) >= uint64(len(m.types)) {
		r.fail(at, fmt.Sprintf("unknown type %d", i))
		return 0
	}
	return i
}

func (m *module) readImports(r *reader) {
	for range r.count(4) {
		mod, name := r.name(), r.name()
		at := r.pos
		switch kind := r.byte(); kind {
		case 0:
			m.importFuncs = append(m.importFuncs, m.typeIndex(r))
			m.importTexts = append(m.importTexts, mod+"."+name)
		case 1:
			m.tables = append(m.tables, r.tableType())
			m.imported.tables++
		case 2:
			m.memories = append(m.memories, r.memoryType())
			m.imported.memories++
		case 3:
			r.valueType()
			m.mutability(r)
			m.imported.globals++
			m.globals++
		case 4:
			r.failWith(unsupported(at, "exception handling"))
		default:
			r.fail(at, fmt.Sprintf("malformed import kind %d", kind))
		}
		if r.err != nil {
			return
		}
	}
}

func (m *module) mutability(r *reader) {
	at := r.pos
	if b := r.byte(); b > 1 {
		r.fail(at, "malformed mutability")
	}
}

func (r *reader) limits() limits {
	l := limits{offset: r.pos}
	switch flag := r.byte(); flag {
	case 0, 1:
		l.hasMax = flag == 1
	case 2, 3:
		r.failWith(unsupported(l.offset, "threads (shared memory)"))
	case 4, 5, 6, 7:
		r.failWith(unsupported(l.offset, "memory64"))
	case 8, 9:
		r.failWith(unsupported(l.offset, "custom page sizes"))
	default:
		r.fail(l.offset, "malformed limits flags")
	}
	l.min = r.u32()
	if l.hasMax {
		l.max = r.u32()
		if l.max < l.min {
			r.fail(l.offset, "size minimum must not be greater than maximum")
		}
	}
	return l
}

func (r *reader) tableType() limits {
	at := r.pos
	if r.left() > 0 && r.b[r.pos] == 0x40 {
		r.failWith(unsupported(at, "typed function references (table initializers)"))
	}
	t := r.refType()
	l := r.limits()
	l.typ, l.offset = t, at
	return l
}

func (r *reader) memoryType() limits {
	l := r.limits()
	if l.min > maxPages || l.hasMax && l.max > maxPages {
		r.fail(l.offset, "memory size must be at most 65536 pages (4 GiB)")
	}
	return l
}

const maxPages = 1 << 16

func (m *module) readFunctions(r *reader) {
	n := m.o.most(r, 1, m.o.MaxFunctions, "functions", "MaxFunctions")
	m.functions = make([]function, 0, n)
	for range n {
		index := uint32(m.funcs())
		m.functions = append(m.functions, function{index: index, typ: m.typeIndex(r)})
		if r.err != nil {
			return
		}
	}
}

func (m *module) readTables(r *reader) {
	for range r.count(3) {
		m.tables = append(m.tables, r.tableType())
		if r.err != nil {
			return
		}
	}
}

func (m *module) readMemories(r *reader) {
	for range r.count(2) {
		m.memories = append(m.memories, r.memoryType())
		if r.err != nil {
			return
		}
	}
}

func (m *module) readGlobals(r *reader) {
	for range m.o.most(r, 4, m.o.MaxGlobals, "globals", "MaxGlobals") {
		r.valueType()
		m.mutability(r)
		if r.err == nil {
			m.constant(r, nil)
		}
		if r.err != nil {
			return
		}
		m.globals++
	}
}

func (m *module) readExports(r *reader) {
	for range r.count(3) {
		at := r.pos
		name := r.name()
		if m.exports[name] {
			r.fail(at, fmt.Sprintf("duplicate export name %q", name))
		}
		m.exports[name] = true
		kindAt := r.pos
		kind := r.byte()
		m.exportIndex(r, kindAt, kind, r.u32())
		if r.err != nil {
			return
		}
	}
}

func (m *module) exportIndex(r *reader, at int, kind byte, i uint32) {
	var n int
	switch kind {
	case 0:
		n = m.funcs()
		m.exported[i] = true
	case 1:
		n = len(m.tables)
	case 2:
		n = len(m.memories)
	case 3:
		n = m.globals
	case 4:
		r.failWith(unsupported(at, "exception handling"))
	default:
		r.fail(at, fmt.Sprintf("malformed export kind %d", kind))
	}
	if uint64(i) >= uint64(n) {
		r.fail(at, fmt.Sprintf("export of unknown index %d", i))
	}
}

func (m *module) readCode(r *reader) {
	at := r.pos
	n := r.count(2)
	if n != len(m.functions) {
		r.fail(at, "function and code section have inconsistent lengths")
		return
	}
	for i := range n {
		at := r.pos
		size := r.u32()
		f := &m.functions[i]
		f.start = r.pos
		r.bytes(size)
		f.end = r.pos
		if r.err == nil && int(size) > m.o.MaxFunctionBytes {
			r.failWith(m.at(f.index, m.o.over(at, "bytes of code in one function", int(size), m.o.MaxFunctionBytes, "MaxFunctionBytes")))
		}
		if r.err != nil {
			return
		}
	}
}

// at adds a function's name to an error.
func (m *module) at(index uint32, e *Error) *Error {
	if e != nil && e.Function < 0 {
		e.Function, e.Name = int(index), m.nameOf(index)
	}
	return e
}
