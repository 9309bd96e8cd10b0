package meter

import "fmt"

// Section numbers, in the order in which they stand in a module.
const (
	secCustom    = 0
	secType      = 1
	secImport    = 2
	secFunction  = 3
	secTable     = 4
	secMemory    = 5
	secGlobal    = 6
	secExport    = 7
	secStart     = 8
	secElement   = 9
	secCode      = 10
	secData      = 11
	secDataCount = 12
)

var sectionOrder = []byte{secType, secImport, secFunction, secTable, secMemory, secGlobal,
	secExport, secStart, secElement, secDataCount, secCode, secData}

// rank of a section in sectionOrder, from 1; 0 for an unknown one.
func rank(id byte) int {
	for i, s := range sectionOrder {
		if s == id {
			return i + 1
		}
	}
	return 0
}

// funcType is a function's type: bytes of value types.
type funcType struct{ params, results []byte }

func (t funcType) key() string { return string(t.params) + ">" + string(t.results) }

// section is a section's contents.
type section struct{ start, end int }

// custom is a custom section.
type custom struct {
	after   byte // the section it follows, 0: none
	name    string
	payload []byte
}

// function is one that the module defines.
type function struct {
	index      uint32 // original
	typ        uint32
	start, end int // size prefix excluded: declarations of locals, then code
}

// limits of a table or memory.
type limits struct {
	min, max uint32
	hasMax   bool
	typ      byte // of a table's elements
	offset   int
}

// module is what rewriting needs to know of a module.
type module struct {
	wasm     []byte
	o        *Options
	sections [secDataCount + 1]section // end 0: absent
	customs  []custom

	types       []funcType
	importFuncs []uint32 // their types
	importTexts []string // "module.name" of imported functions
	tables      []limits // imported first
	imported    struct{ tables, memories, globals int }
	memories    []limits
	globals     int
	functions   []function
	exports     map[string]bool
	exported    map[uint32]bool // functions that are exported
	start       int             // -1: none
	segments    []uint32        // lengths of data segments
	dataCount   int             // -1: absent
	elements    []uint32        // lengths of element segments
	listed      int             // all of them together
	taken       map[uint32]bool // functions whose reference is taken
	names       map[uint32]string
	compile     float64 // estimated time to compile, ns
}

// maxModule keeps every offset within 32 bits, those of the result included.
const maxModule = 1 << 30

var magic = []byte{0, 'a', 's', 'm', 1, 0, 0, 0}

// decode reads a module's sections and checks every index in them but those of
// the code.
func decode(wasm []byte, o *Options) (*module, *Error) {
	if len(wasm) < 8 || string(wasm[:4]) != string(magic[:4]) {
		return nil, malformed(0, "not a WebAssembly module: it does not begin with \\0asm")
	}
	if string(wasm[4:8]) != string(magic[4:]) {
		if wasm[4] == 0x0d && wasm[6] == 1 {
			return nil, unsupported(4, "the component model")
		}
		return nil, malformed(4, "unknown binary version")
	}
	if len(wasm) > maxModule {
		return nil, malformed(0, "the module is over 1 GiB")
	}
	m := &module{wasm: wasm, o: o, start: -1, dataCount: -1, exports: map[string]bool{},
		exported: map[uint32]bool{}, taken: map[uint32]bool{}}
	if err := m.split(); err != nil {
		return nil, err
	}
	m.names = functionNames(m)
	for _, id := range sectionOrder {
		if s := m.sections[id]; s.end != 0 {
			r := &reader{b: wasm[:s.end], pos: s.start}
			m.section(id, r)
			if r.err == nil && r.left() != 0 {
				r.fail(r.pos, fmt.Sprintf("section %d is longer than its contents", id))
			}
			if r.err != nil {
				return nil, r.err
			}
		}
	}
	return m, m.agree()
}

// split finds the sections.
func (m *module) split() *Error {
	r := &reader{b: m.wasm, pos: 8}
	var last byte
	for r.left() > 0 && r.err == nil {
		at := r.pos
		id := r.byte()
		size := r.u32()
		if uint64(size) > uint64(r.left()) {
			return malformed(at, "section is longer than the module")
		}
		s := section{r.pos, r.pos + int(size)}
		r.pos = s.end
		switch {
		case id == secCustom:
			c := &reader{b: m.wasm[:s.end], pos: s.start}
			name := c.name()
			if c.err != nil {
				return c.err
			}
			if len(m.customs) == m.o.MaxCustoms {
				return m.o.over(at, "custom sections", m.o.MaxCustoms+1, m.o.MaxCustoms, "MaxCustoms")
			}
			m.customs = append(m.customs, custom{last, name, m.wasm[c.pos:s.end]})
		case id == 13:
			return unsupported(at, "exception handling")
		case rank(id) == 0:
			return malformed(at, fmt.Sprintf("unknown section %d", id))
		case rank(id) <= rank(last):
			return malformed(at, fmt.Sprintf("section %d is out of order", id))
		default:
			m.sections[id], last = s, id
		}
	}
	return r.err
}

func (m *module) section(id byte, r *reader) {
	switch id {
	case secType:
		m.readTypes(r)
	case secImport:
		m.readImports(r)
	case secFunction:
		m.readFunctions(r)
	case secTable:
		m.readTables(r)
	case secMemory:
		m.readMemories(r)
	case secGlobal:
		m.readGlobals(r)
	case secExport:
		m.readExports(r)
	case secStart:
		at := r.pos
		m.start = int(m.funcIndex(r, at, r.u32()))
	case secElement:
		m.readElements(r, nil)
	case secDataCount:
		m.dataCount = int(r.u32())
	case secCode:
		m.readCode(r)
	case secData:
		m.readData(r, nil)
	}
}

// agree checks what sections say of each other.
func (m *module) agree() *Error {
	if m.sections[secCode].end == 0 && len(m.functions) > 0 {
		return malformed(m.sections[secFunction].start, "function and code section have inconsistent lengths")
	}
	if m.dataCount >= 0 && m.dataCount != len(m.segments) {
		return malformed(m.sections[secDataCount].start, "data count and data section have inconsistent lengths")
	}
	return nil
}

func (m *module) funcs() int { return len(m.importFuncs) + len(m.functions) }

// funcIndex checks the index of a function.
func (m *module) funcIndex(r *reader, at int, i uint32) uint32 {
	if uint64(i) >= uint64(m.funcs()) {
		r.fail(at, fmt.Sprintf("unknown function %d", i))
		return 0
	}
	return i
}

// typeOf gives a function's type.
func (m *module) typeOf(i uint32) uint32 {
	if int(i) < len(m.importFuncs) {
		return m.importFuncs[i]
	}
	return m.functions[int(i)-len(m.importFuncs)].typ
}

// nameOf gives a function's name, or its number.
func (m *module) nameOf(i uint32) string {
	if n := m.names[i]; n != "" {
		return n
	}
	if int(i) < len(m.importTexts) {
		return m.importTexts[i]
	}
	return fmt.Sprintf("function %d", i)
}
