package meter

import (
	"strings"
	"time"
)

// write puts the rewritten module together.
func (m *module) write(p *plan) (*Result, *Error) {
	res := &Result{FuelGlobal: FuelGlobal, DepthGlobal: DepthGlobal, StackBytes: m.o.StackBytes}
	p.count(&res.Stats)
	res.Stats.Compile = time.Duration(m.compile)
	e := newEmitter(p, &res.Stats)
	code, err := m.writeCode(e)
	if err != nil {
		return nil, err
	}
	out := &writer{b: make([]byte, 0, len(m.wasm)+len(m.wasm)/4)}
	out.raw(magic)
	e.debug = m.debugInfo(e.offsets)
	m.writeCustoms(out, e, 0)
	for _, id := range sectionOrder {
		if b := m.contents(id, e, code); b != nil {
			out.byte(id)
			out.sized(b)
		}
		m.writeCustoms(out, e, id)
	}
	res.Wasm, res.Offsets = out.b, e.offsets
	res.Stats.BytesIn, res.Stats.BytesOut = len(m.wasm), len(out.b)
	return res, nil
}

func (p *plan) count(s *Stats) {
	s.Functions = len(p.fs)
	for i := range p.fs {
		s.Loops += p.fs[i].shape.loops
		switch p.v[i].kind {
		case byCaller:
			s.Free++
		case unchecked:
			s.Unchecked++
		}
	}
}

func (m *module) writeCode(e *emitter) ([]byte, *Error) {
	bodies := &writer{}
	e.h.refill()
	e.h.overflow()
	var places []int
	for n := range m.functions {
		if err := e.function(n); err != nil {
			return nil, m.at(m.functions[n].index, err)
		}
		bodies.u32(uint32(len(e.b)))
		e.offsets.place(len(bodies.b))
		bodies.raw(e.b)
		places = append(places, len(bodies.b))
	}
	for i := 0; i < len(e.h.list); i++ { // a body may ask for another helper
		bodies.sized(e.h.body(e.h.list[i]))
	}
	head := &writer{}
	head.u32(uint32(len(places) + len(e.h.list)))
	e.offsets.shift(len(head.b))
	return append(head.b, bodies.b...), nil
}

// contents gives a section's bytes, nil if there are none.
func (m *module) contents(id byte, e *emitter, code []byte) []byte {
	w := &writer{}
	switch id {
	case secType:
		m.writeTypes(w, e.h)
	case secImport:
		m.writeImports(w, e.h)
	case secFunction:
		n, rest := m.vector(id)
		w.u32(uint32(n + len(e.h.list)))
		w.raw(rest)
		for _, b := range e.h.list {
			w.u32(e.h.typeOf(b))
		}
	case secTable:
		m.writeLimits(w, m.tables[m.imported.tables:])
	case secMemory:
		m.writeLimits(w, m.memories[m.imported.memories:])
	case secGlobal:
		m.writeGlobals(w)
	case secExport:
		m.writeExports(w, e)
	case secCode:
		return code
	default:
		m.writeOther(w, id)
	}
	return w.b
}

// vector splits a section into the number of its entries and their bytes.
func (m *module) vector(id byte) (int, []byte) {
	s := m.sections[id]
	if s.end == 0 {
		return 0, nil
	}
	r := &reader{b: m.wasm[:s.end], pos: s.start}
	n := r.u32()
	return int(n), r.b[r.pos:]
}

func (m *module) writeTypes(w *writer, h *helpers) {
	h.refillType()
	for _, b := range h.list {
		h.typeOf(b)
	}
	n, rest := m.vector(secType)
	w.u32(uint32(n + len(h.types)))
	w.raw(rest)
	for _, t := range h.types {
		w.byte(0x60)
		w.sized(t.params)
		w.sized(t.results)
	}
}

func (m *module) writeImports(w *writer, h *helpers) {
	n, rest := m.vector(secImport)
	w.u32(uint32(n + newImports))
	w.raw(rest)
	for i, name := range []string{m.o.RefillName, m.o.OverflowName} {
		w.name(m.o.ImportModule)
		w.name(name)
		w.byte(0)
		w.u32([]uint32{h.refillType(), h.emptyType()}[i])
	}
}

func (m *module) writeLimits(w *writer, ls []limits) {
	if len(ls) == 0 {
		w.b = nil
		return
	}
	w.u32(uint32(len(ls)))
	for _, l := range ls {
		if l.typ != 0 {
			w.byte(l.typ)
		}
		if !l.hasMax {
			w.byte(0)
			w.u32(l.min)
			continue
		}
		w.byte(1)
		w.u32(l.min)
		w.u32(l.max)
	}
}

func (m *module) writeGlobals(w *writer) {
	n, _ := m.vector(secGlobal)
	w.u32(uint32(n + 2))
	if s := m.sections[secGlobal]; s.end != 0 {
		r := &reader{b: m.wasm[:s.end], pos: s.start}
		r.u32()
		for range n {
			w.byte(r.byte(), r.byte())
			m.constant(r, w)
		}
	}
	for _, v := range []int64{m.o.InitialFuel, int64(m.o.StackBytes)} {
		w.byte(typeI64, 1)
		w.i64(v)
		w.op(opEnd)
	}
}

func (m *module) writeExports(w *writer, e *emitter) {
	n, _ := m.vector(secExport)
	w.u32(uint32(n + 2))
	if s := m.sections[secExport]; s.end != 0 {
		r := &reader{b: m.wasm[:s.end], pos: s.start}
		r.u32()
		for range n {
			w.name(r.name())
			kind, i := r.byte(), r.u32()
			if kind == 0 {
				i = m.shift(i)
			}
			w.byte(kind)
			w.u32(i)
		}
	}
	for i, name := range []string{FuelGlobal, DepthGlobal} {
		w.name(name)
		w.byte(3)
		w.u32([]uint32{e.fuel, e.depth}[i])
	}
}

// writeOther writes the sections to which nothing is added.
func (m *module) writeOther(w *writer, id byte) {
	s := m.sections[id]
	if s.end == 0 {
		return
	}
	r := &reader{b: m.wasm[:s.end], pos: s.start}
	switch id {
	case secStart:
		w.u32(m.shift(uint32(m.start)))
	case secElement:
		m.readElements(r, w)
	case secData:
		m.readData(r, w)
	default:
		w.raw(r.b[r.pos:])
	}
}

// writeCustoms writes the custom sections that stood behind a section. Those of
// debug information are written anew, in the place of the first.
func (m *module) writeCustoms(w *writer, e *emitter, after byte) {
	for i, c := range m.customs {
		if c.after != after {
			continue
		}
		payload := c.payload
		if c.name == "name" {
			if i != m.nameSection() {
				continue
			}
			if payload = m.writeNames(payload, e.h); payload == nil {
				continue
			}
		}
		if strings.HasPrefix(c.name, ".debug_") {
			for _, s := range e.debug {
				w.custom(s.name, s.body)
			}
			e.debug = nil
			continue
		}
		w.custom(c.name, payload)
	}
}

func (w *writer) custom(name string, payload []byte) {
	body := &writer{}
	body.name(name)
	body.raw(payload)
	w.byte(secCustom)
	w.sized(body.b)
}
