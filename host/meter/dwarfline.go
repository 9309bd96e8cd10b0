package meter

import "sort"

// lineTable is a program of lines that was read.
type lineTable struct {
	base  uint64 // what is added to numbers of files, so that they begin with 1
	dirs  []string
	files []lineFile
	seqs  [][]row // by new address
	at    int     // in the section that is written, -1: not yet
}

type lineFile struct {
	name string
	dir  uint64
}

// row says where the code from an address on comes from, up to the next row's.
// The last row of a sequence is its end.
type row struct {
	addr         uint64
	file         uint32
	line, column uint32
}

// lineProgram reads a table's rows.
type lineProgram struct {
	d          *debug
	r          *dreader
	t          *lineTable
	minLength  uint64
	lineBase   int64
	lineRange  uint64
	opcodeBase uint64
	lengths    []byte // of standard opcodes, in operands
	addr       uint64
	file, col  uint64
	line       int64
	rows       []row // of the sequence at hand, old addresses
}

// lineTable reads the table at an offset; nil if it is malformed.
func (d *debug) lineTable(at uint64) *lineTable {
	if t, ok := d.lines[at]; ok {
		return t
	}
	t := d.readLines(at)
	d.lines[at] = t
	return t
}

func (d *debug) readLines(at uint64) *lineTable {
	r := d.at(dwLine, at)
	size := r.u32()
	p := &lineProgram{d: d, r: &dreader{b: r.bytes(size)}, t: &lineTable{at: -1}}
	code := p.header()
	if r.bad || p.r.bad || code < p.r.pos || code > len(p.r.b) || p.lineRange == 0 || p.opcodeBase == 0 {
		return nil
	}
	p.r.pos = code
	p.begin()
	for p.r.left() > 0 {
		p.step()
		if p.r.bad || !d.spend(1) {
			return nil
		}
	}
	return p.t
}

// header reads what stands before the program, and gives where that begins.
func (p *lineProgram) header() int {
	r := p.r
	version := r.u16()
	if version < 2 || version > 5 {
		r.bad = true
		return 0
	}
	if version == 5 {
		r.skip(2)
	}
	length := r.u32()
	code := r.pos + int(length)
	p.minLength = r.u8()
	if version >= 4 {
		r.skip(1)
	}
	r.skip(1)
	p.lineBase, p.lineRange, p.opcodeBase = int64(int8(r.u8())), r.u8(), r.u8()
	p.lengths = r.bytes(max(p.opcodeBase, 1) - 1)
	if version == 5 {
		p.t.base = 1
		for _, f := range p.entries5() {
			p.t.dirs = append(p.t.dirs, f.name)
		}
		p.t.dirs = p.t.dirs[min(1, len(p.t.dirs)):] // the first is the unit's
		p.t.files = p.entries5()
		return code
	}
	for s := r.text(); s != "" && p.d.spend(1); s = r.text() {
		p.t.dirs = append(p.t.dirs, s)
	}
	for s := r.text(); s != "" && p.d.spend(1); s = r.text() {
		p.addFile(s)
	}
	return code
}

func (p *lineProgram) addFile(name string) {
	p.t.files = append(p.t.files, lineFile{name[:min(len(name), maxText)], p.r.uleb()})
	p.r.uleb() // time
	p.r.uleb() // size
}

// entries5 reads directories or files as DWARF 5 has them.
func (p *lineProgram) entries5() (list []lineFile) {
	r := p.r
	var forms []attr
	for range r.u8() {
		forms = append(forms, attr{name: r.uleb(), form: r.uleb()})
	}
	for range r.uleb() {
		var f lineFile
		for _, a := range forms {
			v := r.value(a)
			switch a.name {
			case 1: // path
				f.name = p.d.text(0, v)
			case 2: // directory
				f.dir = v.n
			}
		}
		if r.bad || !p.d.spend(1+len(forms)) {
			r.bad = true
			return nil
		}
		list = append(list, f)
	}
	return list
}

func (p *lineProgram) begin() {
	p.addr, p.file, p.line, p.col, p.rows = 0, 1, 1, 0, nil
}

// emit adds a row.
func (p *lineProgram) emit() {
	f := p.file + p.t.base
	if f < 1 || f > uint64(len(p.t.files)) || p.addr > p.d.code {
		return // without a file that exists an engine may fail at the lookup
	}
	if p.d.rows++; p.d.rows > maxRows {
		p.r.bad = true
		return
	}
	p.rows = append(p.rows, row{p.addr, uint32(f), uint32(min(max(p.line, 0), 1<<31)), uint32(min(p.col, 1<<31))})
}

func (p *lineProgram) step() {
	op := p.r.u8()
	switch {
	case op >= p.opcodeBase:
		op -= p.opcodeBase
		p.addr += op / p.lineRange * p.minLength
		p.line += p.lineBase + int64(op%p.lineRange)
		p.emit()
	case op == 0:
		p.extended()
	default:
		p.standard(op)
	}
}

func (p *lineProgram) standard(op uint64) {
	switch op {
	case 1:
		p.emit()
	case 2:
		p.addr += p.r.uleb() * p.minLength
	case 3:
		p.line += p.r.sleb()
	case 4:
		p.file = p.r.uleb()
	case 5:
		p.col = p.r.uleb()
	case 8:
		p.addr += (255 - p.opcodeBase) / p.lineRange * p.minLength
	case 9:
		p.addr += p.r.u16()
	default:
		for range p.lengths[op-1] {
			p.r.uleb()
		}
	}
}

func (p *lineProgram) extended() {
	size := p.r.uleb()
	r := &dreader{b: p.r.bytes(size)}
	switch r.u8() {
	case 1:
		p.end()
		p.begin()
	case 2:
		p.addr = r.fixed(uint64(min(r.left(), 8)))
	case 3:
		if p.t.base == 0 {
			q := *p
			q.r = r
			q.addFile(r.text())
		}
	}
	p.r.bad = p.r.bad || r.bad
}

// end closes the sequence at hand. A sequence that begins at 0 is one of code
// that the linker left out.
func (p *lineProgram) end() {
	rows := p.rows
	if len(rows) == 0 || rows[0].addr == 0 || p.addr > p.d.code || p.addr < rows[len(rows)-1].addr {
		return
	}
	sorted := sort.SliceIsSorted(rows, func(i, j int) bool { return rows[i].addr < rows[j].addr })
	if !sorted {
		sort.SliceStable(rows, func(i, j int) bool { return rows[i].addr < rows[j].addr })
	}
	last := rows[len(rows)-1]
	last.addr = p.addr
	p.t.seqs = append(p.t.seqs, p.d.moveRows(append(rows, last)))
}

// moveRows gives rows their new addresses. Of several at one address the last
// counts. Code that the meter put behind a loop gets the row of its head.
func (d *debug) moveRows(rows []row) []row {
	out := make([]row, 0, len(rows))
	add := func(r row) {
		if n := len(out); n > 0 && out[n-1].addr == r.addr {
			out = out[:n-1]
		}
		out = append(out, r)
	}
	behind := d.offsets.behindFrom(uint32(rows[0].addr))
	for i, r := range rows {
		r.addr = uint64(d.offsets.before(uint32(r.addr)))
		for len(behind) > 0 && i > 0 && uint64(behind[0].new) < r.addr {
			b := behind[0]
			behind = behind[1:]
			at := sort.Search(i, func(k int) bool { return rows[k].addr > uint64(b.old) }) - 1
			if at < 0 || !d.spend(1) {
				continue
			}
			head, rest := rows[at], out[len(out)-1]
			head.addr, rest.addr = uint64(b.new), uint64(b.end)
			add(head)
			add(rest)
		}
		add(r)
	}
	return out
}

// Parameters of the programs that are written.
const (
	outLineBase   = -5
	outLineRange  = 14
	outOpcodeBase = 13
)

// write appends the table as a program of DWARF 4.
func (t *lineTable) write(w *writer) {
	start := len(w.b)
	w.fixed(4, 0) // its size, set below
	w.fixed(2, 4)
	w.fixed(4, 0) // size of the rest of the header
	w.byte(1, 1, 1, 256+outLineBase, outLineRange, outOpcodeBase)
	w.byte(0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1)
	for _, s := range t.dirs {
		if s == "" {
			s = "."
		}
		w.text(s)
	}
	w.byte(0)
	for _, f := range t.files {
		if f.name == "" {
			f.name = "?"
		}
		if f.dir > uint64(len(t.dirs)) {
			f.dir = 0
		}
		w.text(f.name)
		w.u32(uint32(f.dir))
		w.byte(0, 0)
	}
	w.byte(0)
	w.patch(start+6, len(w.b)-start-10)
	for _, rows := range t.seqs {
		writeRows(w, rows)
	}
	w.patch(start, len(w.b)-start-4)
}

func writeRows(w *writer, rows []row) {
	w.byte(0, 5, 2)
	w.fixed(4, rows[0].addr)
	at := row{addr: rows[0].addr, file: 1, line: 1}
	for _, r := range rows[:len(rows)-1] {
		if r.file != at.file {
			w.byte(4)
			w.u32(r.file)
		}
		if r.column != at.column {
			w.byte(5)
			w.u32(r.column)
		}
		writeStep(w, r.addr-at.addr, int64(r.line)-int64(at.line))
		at = r
	}
	w.byte(2)
	w.u32(uint32(rows[len(rows)-1].addr - at.addr))
	w.byte(0, 1, 1)
}

// writeStep goes on to another address and line and gives a row there.
func writeStep(w *writer, addr uint64, line int64) {
	if line < outLineBase || line >= outLineBase+outLineRange {
		w.byte(3)
		w.s64(line)
		line = 0
	}
	op := outOpcodeBase + uint64(line-outLineBase) + addr*outLineRange
	if op > 255 {
		w.byte(2)
		w.u32(uint32(addr))
		op = outOpcodeBase + uint64(line-outLineBase)
	}
	w.byte(byte(op))
}
