package meter

import "slices"

// Debug information is written anew, not copied: addresses change, and engines
// trust it. What an engine looks up for a trap is kept: compile units with their
// ranges and lines, and the calls that were inlined. wazero knows DWARF 4 and
// its sections, so that is what is written, whichever version was read (2 to 5).

// debugSections are those that are read. All that begin with ".debug_" are
// left out of the result.
var debugSections = []string{".debug_info", ".debug_abbrev", ".debug_line", ".debug_str", ".debug_line_str",
	".debug_ranges", ".debug_rnglists", ".debug_addr", ".debug_str_offsets"}

// Indices of debugSections.
const (
	dwInfo = iota
	dwAbbrev
	dwLine
	dwStr
	dwLineStr
	dwRanges
	dwRngLists
	dwAddr
	dwStrOffsets
	dwSections
)

// What is used of DWARF's numbers.
const (
	tagCompileUnit = 0x11
	tagInlined     = 0x1d

	atName         = 0x03
	atStmtList     = 0x10
	atLowPC        = 0x11
	atHighPC       = 0x12
	atCompDir      = 0x1b
	atRanges       = 0x55
	atCallColumn   = 0x57
	atCallFile     = 0x58
	atCallLine     = 0x59
	atStrOffsets   = 0x72
	atAddrBase     = 0x73
	atRngListsBase = 0x74
)

// maxInlined bounds the inlined calls that are kept. wazero reads all of them
// for each line of a stack trace; with more, none is kept.
const maxInlined = 50_000

// maxForms bounds a unit's forms of entries, their attributes counted, and
// maxRows the lines of a module. With more, there is no debug information.
const (
	maxForms = 1 << 18
	maxRows  = 1 << 21
)

// debugWork is how many steps (entries, attributes, ranges, rows) a byte of
// debug information may take to read, beyond debugFree. Real ones take less
// than 2. With more it is dropped: entries can be of no size, and lists be
// read once for each entry that names them.
const (
	debugWork = 8
	debugFree = 1 << 16
)

// debug reads a module's debug information.
type debug struct {
	in      [dwSections][]byte
	offsets *OffsetMap
	code    uint64             // bytes of the original's code section
	budget  int                // steps that are left
	inlined int                // inlined calls that were read
	forms   map[uint64]*abbrev // the last table that was read
	formsAt uint64             // where it stands
	rows    int                // lines that were read
	lines   map[uint64]*lineTable
	units   []unit
}

// unit is a compile unit that was read.
type unit struct {
	version   uint64
	addrs     uint64 // where its part of .debug_addr begins
	strs      uint64 // of .debug_str_offsets
	lists     uint64 // of .debug_rnglists
	low       uint64
	name, dir string
	ranges    []pcRange
	table     *lineTable
	inlined   []inlined
}

// pcRange is a range of addresses, from lo to before hi.
type pcRange struct{ lo, hi uint64 }

// inlined is an inlined call.
type inlined struct {
	depth              int // of the entry, as it was read
	ranges             []pcRange
	file, line, column uint64
}

// abbrev is the form of an entry.
type abbrev struct {
	tag      uint64
	children bool
	attrs    []attr
}

type attr struct {
	name, form uint64
	constant   int64
}

// debugInfo gives the sections of debug information for the rewritten module,
// by name; nil if there is none or if it is malformed: it never makes a module
// invalid.
func (m *module) debugInfo(offsets *OffsetMap) []debugSection {
	d := &debug{offsets: offsets, lines: map[uint64]*lineTable{}}
	s := m.sections[secCode]
	d.code = uint64(s.end - s.start)
	d.budget = debugFree
	for _, c := range m.customs {
		if i := slices.Index(debugSections, c.name); i >= 0 {
			d.in[i] = c.payload
			d.budget += debugWork * len(c.payload)
		}
	}
	r := &dreader{b: d.in[dwInfo]}
	for r.left() > 0 {
		if !d.unit(r) {
			return nil
		}
	}
	if d.inlined > maxInlined {
		for i := range d.units {
			d.units[i].inlined = nil
		}
	}
	return d.write()
}

// spend takes steps from the budget, and tells whether there are enough.
func (d *debug) spend(n int) bool {
	d.budget -= n
	return d.budget >= 0
}

// unit reads a unit, and keeps it if it is one of a program.
func (d *debug) unit(r *dreader) bool {
	size := r.u32()
	body := &dreader{b: r.bytes(size)}
	u := unit{version: body.u16()}
	kind := uint64(1)
	var forms, addr uint64
	if u.version >= 5 {
		kind, addr, forms = body.u8(), body.u8(), body.u32()
	} else {
		forms, addr = body.u32(), body.u8()
	}
	if r.bad || body.bad || u.version < 2 || u.version > 5 || addr != 4 {
		return false
	}
	if kind != 1 {
		return true // of types, or a skeleton
	}
	table := d.abbrevTable(forms)
	if table == nil || !d.entries(body, table, &u) {
		return false
	}
	if u.table != nil && len(u.ranges) > 0 {
		d.units = append(d.units, u)
	}
	return true
}

// abbrevTable reads the forms of a unit's entries.
func (d *debug) abbrevTable(at uint64) map[uint64]*abbrev {
	if d.forms != nil && d.formsAt == at {
		return d.forms
	}
	t, size := map[uint64]*abbrev{}, 0
	r := &dreader{b: d.in[dwAbbrev]}
	r.skip(at)
	for {
		code := r.uleb()
		if code == 0 {
			break
		}
		a := &abbrev{tag: r.uleb(), children: r.u8() != 0}
		for {
			at := attr{name: r.uleb(), form: r.uleb()}
			if at.form == formImplicit {
				at.constant = r.sleb()
			}
			if at.name == 0 && at.form == 0 {
				break
			}
			if size++; size > maxForms {
				return nil
			}
			a.attrs = append(a.attrs, at)
		}
		t[code] = a
		if size += 2; r.bad || size > maxForms || !d.spend(2+len(a.attrs)) {
			return nil
		}
	}
	if r.bad {
		return nil
	}
	d.forms, d.formsAt = t, at
	return t
}

// entries reads a unit's entries. Those that are neither the unit nor an
// inlined call are passed over, and what is in them counts as theirs.
func (d *debug) entries(r *dreader, table map[uint64]*abbrev, u *unit) bool {
	depth := 0
	for r.left() > 0 {
		code := r.uleb()
		if code == 0 {
			if depth--; depth <= 0 {
				break
			}
			continue
		}
		a := table[code]
		if a == nil || !d.spend(1+len(a.attrs)) {
			return false
		}
		e := entry{tag: a.tag}
		for _, at := range a.attrs {
			v := r.value(at)
			if p := e.slot(at.name); p != nil {
				*p = v
			}
		}
		if r.bad || !d.entry(u, &e, depth) {
			return false
		}
		if a.children {
			depth++
		} else if depth == 0 {
			break
		}
	}
	return !r.bad
}

// entry is what is used of an entry's attributes.
type entry struct {
	tag                                   uint64
	low, high, ranges, stmts, name, dir   value
	file, line, column, addrs, strs, list value
}

func (e *entry) slot(name uint64) *value {
	switch e.tag {
	case tagCompileUnit:
		switch name {
		case atName:
			return &e.name
		case atStmtList:
			return &e.stmts
		case atCompDir:
			return &e.dir
		case atStrOffsets:
			return &e.strs
		case atAddrBase:
			return &e.addrs
		case atRngListsBase:
			return &e.list
		}
	case tagInlined:
		switch name {
		case atCallFile:
			return &e.file
		case atCallLine:
			return &e.line
		case atCallColumn:
			return &e.column
		}
	default:
		return nil
	}
	switch name {
	case atLowPC:
		return &e.low
	case atHighPC:
		return &e.high
	case atRanges:
		return &e.ranges
	}
	return nil
}

func (d *debug) entry(u *unit, e *entry, depth int) bool {
	switch {
	case e.tag == tagCompileUnit && depth == 0:
		u.addrs, u.strs, u.lists = e.addrs.n, e.strs.n, e.list.n
		u.low, _ = d.address(u, e.low)
		u.name, u.dir = d.text(u.strs, e.name), d.text(u.strs, e.dir)
		if e.stmts.form != 0 {
			u.table = d.lineTable(e.stmts.n)
		}
		u.ranges = d.rangesOf(u, e)
		return d.budget >= 0
	case e.tag == tagInlined && u.table != nil:
		call := inlined{depth: depth, ranges: d.rangesOf(u, e), line: e.line.n, column: e.column.n}
		call.file = e.file.n + u.table.base
		// Without a file that exists, an engine may fail at the lookup.
		if len(call.ranges) == 0 || e.file.form == 0 || call.file < 1 || call.file > uint64(len(u.table.files)) {
			return d.budget >= 0
		}
		if d.inlined++; d.inlined <= maxInlined {
			u.inlined = append(u.inlined, call)
		}
	}
	return d.budget >= 0
}

// debugSection is a section that is written.
type debugSection struct {
	name string
	body []byte
}

// Forms of the entries that are written.
const (
	outUnit         = 1 // with inlined calls
	outUnitLeaf     = 2
	outInlined      = 3 // one range, with others in it
	outInlinedLeaf  = 4
	outInlinedList  = 5 // many ranges, with others in it
	outInlinedLeafs = 6
)

func writeAbbrevs() []byte {
	w := &writer{}
	unitAttrs := []byte{atStmtList, formSecOffset, atName, formString, atCompDir, formString, atRanges, formSecOffset}
	call := []byte{atCallFile, formUdata, atCallLine, formUdata, atCallColumn, formUdata}
	form := func(code, tag, children byte, attrs ...byte) {
		w.byte(code, tag, children)
		w.byte(attrs...)
		w.byte(0, 0)
	}
	one := append([]byte{atLowPC, formAddr, atHighPC, formData4}, call...)
	many := append([]byte{atRanges, formSecOffset}, call...)
	form(outUnit, tagCompileUnit, 1, unitAttrs...)
	form(outUnitLeaf, tagCompileUnit, 0, unitAttrs...)
	form(outInlined, tagInlined, 1, one...)
	form(outInlinedLeaf, tagInlined, 0, one...)
	form(outInlinedList, tagInlined, 1, many...)
	form(outInlinedLeafs, tagInlined, 0, many...)
	w.byte(0)
	return w.b
}

// write gives the sections for the rewritten module.
func (d *debug) write() []debugSection {
	if len(d.units) == 0 {
		return nil
	}
	info, lines, ranges := &writer{}, &writer{}, &writer{}
	for i := range d.units {
		u := &d.units[i]
		if u.table.at < 0 {
			u.table.at = len(lines.b)
			u.table.write(lines)
		}
		d.writeUnit(info, ranges, u)
	}
	return []debugSection{{".debug_abbrev", writeAbbrevs()}, {".debug_info", info.b},
		{".debug_line", lines.b}, {".debug_ranges", ranges.b}}
}

func (d *debug) writeUnit(w, ranges *writer, u *unit) {
	start := len(w.b)
	w.fixed(4, 0) // its size, set below
	w.fixed(2, 4)
	w.fixed(4, 0)
	w.byte(4)
	if len(u.inlined) > 0 {
		w.byte(outUnit)
	} else {
		w.byte(outUnitLeaf)
	}
	w.fixed(4, uint64(u.table.at))
	w.text(u.name)
	w.text(u.dir)
	w.fixed(4, writeRanges(ranges, u.ranges))
	var open []int // depths of entries with others in them
	for i := range u.inlined {
		c := &u.inlined[i]
		for len(open) > 0 && open[len(open)-1] >= c.depth {
			open = open[:len(open)-1]
			w.byte(0)
		}
		parent := i+1 < len(u.inlined) && u.inlined[i+1].depth > c.depth
		c.write(w, ranges, parent)
		if parent {
			open = append(open, c.depth)
		}
	}
	w.byte(make([]byte, len(open))...)
	if len(u.inlined) > 0 {
		w.byte(0)
	}
	w.patch(start, len(w.b)-start-4)
}

func (c *inlined) write(w, ranges *writer, parent bool) {
	form := byte(outInlinedLeaf)
	if len(c.ranges) > 1 {
		form = outInlinedLeafs
	}
	if parent {
		form--
	}
	w.byte(form)
	if r := c.ranges[0]; len(c.ranges) == 1 {
		w.fixed(4, r.lo)
		w.fixed(4, r.hi-r.lo)
	} else {
		w.fixed(4, writeRanges(ranges, c.ranges))
	}
	for _, v := range []uint64{c.file, c.line, c.column} {
		w.u32(uint32(min(v, 1<<31)))
	}
}

func writeRanges(w *writer, rs []pcRange) uint64 {
	at := len(w.b)
	for _, r := range rs {
		w.fixed(4, r.lo)
		w.fixed(4, r.hi)
	}
	w.fixed(8, 0)
	return uint64(at)
}
