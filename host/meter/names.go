package meter

// Parts of the name section that are keyed by functions.
const (
	namesFunctions = 1
	namesLocals    = 2
	namesLabels    = 3
)

// nameSection gives the index of the first name section, the only one that
// counts, or -1.
func (m *module) nameSection() int {
	for i, c := range m.customs {
		if c.name == "name" {
			return i
		}
	}
	return -1
}

// functionNames reads the names of functions. What is malformed is left out,
// as the standard has it: names never make a module invalid.
func functionNames(m *module) map[uint32]string {
	names := map[uint32]string{}
	at := m.nameSection()
	if at < 0 {
		return names
	}
	r := &reader{b: m.customs[at].payload}
	for r.left() > 0 && r.err == nil {
		id, size := r.byte(), r.u32()
		part := &reader{b: r.bytes(size)}
		if id != namesFunctions || r.err != nil {
			continue
		}
		for range part.count(2) {
			i, name := part.u32(), part.name()
			if part.err != nil {
				return names
			}
			names[i] = name
		}
	}
	return names
}

// writeNames gives the name section with the functions' new numbers, and with
// names for the meter's functions; nil if it is malformed.
func (m *module) writeNames(payload []byte, h *helpers) []byte {
	w := &writer{}
	r := &reader{b: payload}
	done := false
	for r.left() > 0 && r.err == nil {
		id, size := r.byte(), r.u32()
		part := &reader{b: r.bytes(size)}
		if id > namesFunctions && !done {
			m.addNames(w, nil, h)
			done = true
		}
		switch {
		case r.err != nil:
		case id == namesFunctions && !done:
			m.addNames(w, part, h)
			done = true
		case id == namesLocals || id == namesLabels:
			m.shiftNames(w, id, part)
		case id != namesFunctions:
			w.byte(id)
			w.sized(part.b)
		}
		if part.err != nil {
			return nil
		}
	}
	if !done {
		m.addNames(w, nil, h)
	}
	if r.err != nil {
		return nil
	}
	return w.b
}

// addNames writes the functions' names: those of old, then the meter's own.
func (m *module) addNames(w *writer, old *reader, h *helpers) {
	own := []string{m.o.RefillName, m.o.OverflowName}
	type entry struct {
		index uint32
		name  string
	}
	var before, behind []entry
	if old != nil {
		for range old.count(2) {
			e := entry{m.shift(old.u32()), old.name()}
			if int(e.index) < len(m.importFuncs) {
				before = append(before, e)
			} else {
				behind = append(behind, e)
			}
		}
	}
	all := before
	for i, name := range own {
		all = append(all, entry{uint32(len(m.importFuncs) + i), name})
	}
	all = append(all, behind...)
	for _, b := range h.list {
		all = append(all, entry{h.get(b), b.name()})
	}
	part := &writer{}
	part.u32(uint32(len(all)))
	for _, e := range all {
		part.u32(e.index)
		part.name(e.name)
	}
	w.byte(namesFunctions)
	w.sized(part.b)
}

// shiftNames writes names that are keyed by a function and then by a number
// of it.
func (m *module) shiftNames(w *writer, id byte, old *reader) {
	part := &writer{}
	n := old.count(2)
	part.u32(uint32(n))
	for range n {
		part.u32(m.shift(old.u32()))
		at := old.pos
		for range old.count(2) {
			old.u32()
			old.name()
		}
		if old.err != nil {
			return
		}
		part.raw(old.b[at:old.pos])
	}
	w.byte(id)
	w.sized(part.b)
}
