package meter

import "fmt"

// constant reads a constant expression, and writes it to w, if there is one,
// with the functions' new numbers.
func (m *module) constant(r *reader, w *writer) {
	start := r.pos
	c := r.byte()
	switch op(c) {
	case opI32Const:
		r.signed(32)
	case opI64Const:
		r.signed(64)
	case opF32Const:
		r.bytes(4)
	case opF64Const:
		r.bytes(8)
	case opGlobalGet:
		at := r.pos
		if i := r.u32(); uint64(i) >= uint64(m.globals) {
			r.fail(at, fmt.Sprintf("unknown global %d", i))
		}
	case opRefNull:
		r.refType()
	case opRefFunc:
		at := r.pos
		f := m.funcIndex(r, at, r.u32())
		m.taken[f] = true
		if w != nil {
			w.byte(c)
			w.u32(m.shift(f))
			start = r.pos
		}
	case prefixVector:
		at := r.pos
		if b := r.byte(); b != 0x0c {
			r.fail(at, "constant expression required")
		}
		r.bytes(16)
	default:
		r.fail(start, "constant expression required")
	}
	m.constantEnd(r)
	if w != nil && r.err == nil {
		w.raw(r.b[start:r.pos])
	}
}

func (m *module) constantEnd(r *reader) {
	at := r.pos
	switch b := r.byte(); {
	case op(b) == opEnd:
	case r.err == nil && b >= 0x20 && b < 0xc5: // a second instruction
		r.failWith(unsupported(at, "extended constant expressions"))
	default:
		r.fail(at, "constant expression required")
	}
}

// shift gives a function's number in the rewritten module, where the meter's
// imports stand behind the module's own.
func (m *module) shift(f uint32) uint32 {
	if int(f) < len(m.importFuncs) {
		return f
	}
	return f + newImports
}

// readElements reads the element section, and writes it to w, if there is one,
// with the functions' new numbers.
func (m *module) readElements(r *reader, w *writer) {
	n := m.o.most(r, 2, m.o.MaxSegments, "segments of elements", "MaxSegments")
	if w != nil {
		w.u32(uint32(n))
	}
	for range n {
		m.readElement(r, w)
		if r.err != nil {
			return
		}
	}
}

// readElement reads one of the eight forms. Bit 0: not active; bit 1: a table,
// or declarative; bit 2: expressions.
func (m *module) readElement(r *reader, w *writer) {
	at := r.pos
	flags := r.u32()
	if flags > 7 {
		r.fail(at, fmt.Sprintf("malformed element segment kind %d", flags))
		return
	}
	copyTo(w, r, at)
	if flags&1 == 0 {
		m.activeElement(r, w, flags)
	}
	at = r.pos
	if flags&3 != 0 {
		if flags&4 != 0 {
			r.refType()
		} else if b := r.byte(); b != 0 {
			r.fail(at, "malformed element kind")
		}
	}
	copyTo(w, r, at)
	limit := m.o.MaxElements
	if w == nil {
		limit -= m.listed
	}
	length := m.o.most(r, 1, limit, "functions in segments", "MaxElements")
	if w != nil {
		w.u32(uint32(length))
	} else {
		m.listed += length
		m.elements = append(m.elements, uint32(length))
	}
	for i := 0; i < length && r.err == nil; i++ {
		if flags&4 != 0 {
			m.constant(r, w)
		} else {
			m.elementFunc(r, w)
		}
	}
}

func (m *module) activeElement(r *reader, w *writer, flags uint32) {
	at := r.pos
	var t uint32
	if flags&2 != 0 {
		t = r.u32()
		copyTo(w, r, at)
	}
	if uint64(t) >= uint64(len(m.tables)) {
		r.fail(at, fmt.Sprintf("unknown table %d", t))
	}
	m.constant(r, w)
}

func (m *module) elementFunc(r *reader, w *writer) {
	at := r.pos
	f := m.funcIndex(r, at, r.u32())
	m.taken[f] = true
	if w != nil {
		w.u32(m.shift(f))
	}
}

// copyTo writes what r read since at.
func copyTo(w *writer, r *reader, at int) {
	if w != nil && r.err == nil {
		w.raw(r.b[at:r.pos])
	}
}

// readData reads the data section, and writes it to w, if there is one, with
// the functions' new numbers (an offset cannot be one in a valid module).
func (m *module) readData(r *reader, w *writer) {
	n := m.o.most(r, 2, m.o.MaxSegments, "segments of data", "MaxSegments")
	if w != nil {
		w.u32(uint32(n))
	}
	for range n {
		m.readSegment(r, w)
		if r.err != nil {
			return
		}
	}
}

func (m *module) readSegment(r *reader, w *writer) {
	at := r.pos
	kind := r.u32()
	switch kind {
	case 0, 1:
	case 2:
		if r.u32() != 0 {
			r.failWith(unsupported(at, "multiple memories"))
		}
	default:
		r.fail(at, fmt.Sprintf("malformed data segment kind %d", kind))
	}
	copyTo(w, r, at)
	if kind != 1 {
		if len(m.memories) == 0 {
			r.fail(at, "unknown memory 0")
		}
		m.constant(r, w)
	}
	at = r.pos
	length := r.u32()
	r.bytes(length)
	copyTo(w, r, at)
	if w == nil && r.err == nil {
		m.segments = append(m.segments, length)
	}
}
