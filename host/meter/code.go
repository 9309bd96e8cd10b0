package meter

import "fmt"

// instr is one instruction of a function's code.
type instr struct {
	op      op
	at, end int    // offsets in the module
	x, y    uint32 // immediates: an index, a label, a type; the second one
	n       int64  // of i32.const and i64.const; of a bulk instruction: its size
	sized   bool   // of a bulk instruction: a small constant is its size
	info    info
}

// noType stands for an empty block type in instr.x; valueBlock | a byte for
// one of a single result.
const (
	noType     = 1 << 31
	valueBlock = 1 << 30
)

// smallBulk is the most bytes or elements of a bulk instruction that stays as
// it is where its size is a constant.
const smallBulk = 4096

// cursor walks a function's code and checks that every index is one the module
// had before it was rewritten: what the meter adds is out of its reach.
type cursor struct {
	reader
	m       *module
	locals  uint32   // parameters included
	labels  []uint32 // of the last br_table, the default at the end
	depth   int      // open blocks, the function's own included
	last    op       // the instruction before
	const32 int64    // its value, if it is i32.const
}

// body is what stands before a function's instructions.
type body struct {
	code      int    // where the instructions begin
	groups    int    // runs of locals
	groupsAt  int    // where they begin
	locals    uint32 // without parameters
	vectors   uint32 // of them, parameters included, that take 16 bytes
	parameter uint32
}

// open reads a function's locals and gives a cursor on its first instruction.
func (m *module) open(f *function) (*cursor, body, *Error) {
	c := &cursor{reader: reader{b: m.wasm[:f.end], pos: f.start}, m: m, depth: 1}
	var b body
	params := m.types[f.typ].params
	b.parameter = uint32(len(params))
	for _, p := range params {
		if p == typeV128 {
			b.vectors++
		}
	}
	b.groups = c.count(2)
	b.groupsAt = c.pos
	for range b.groups {
		at := c.pos
		n := c.u32()
		if uint64(b.locals)+uint64(n) > uint64(m.o.MaxLocals) {
			c.failWith(m.o.over(at, "locals", int(b.locals)+int(n), m.o.MaxLocals, "MaxLocals"))
			break
		}
		b.locals += n
		if c.valueType() == typeV128 {
			b.vectors += n
		}
	}
	b.code = c.pos
	c.locals = b.locals + b.parameter
	return c, b, m.at(f.index, c.err)
}

// next reads an instruction. It gives false at the end of the function and at
// an error.
func (c *cursor) next(in *instr) bool {
	if c.depth == 0 {
		if c.left() != 0 {
			c.fail(c.pos, "code after the end of the function")
		}
		return false
	}
	in.at = c.pos
	c.opcode(in)
	c.immediate(in)
	in.end = c.pos
	in.sized = in.info.class == Bulk && c.last == opI32Const && c.const32 >= 0 && c.const32 <= smallBulk
	if in.sized {
		in.n = c.const32
	}
	c.last, c.const32 = in.op, in.n
	switch in.op {
	case opBlock, opLoop, opIf:
		c.depth++
	case opEnd:
		c.depth--
	}
	return c.err == nil
}

func (c *cursor) opcode(in *instr) {
	b := c.byte()
	in.op = op(b)
	in.x, in.y = 0, 0
	switch b {
	case prefixMisc:
		n := c.u32()
		if n > 0x11 {
			c.failWith(unsupported(in.at, fmt.Sprintf("instruction 0xfc 0x%02x", n)))
			n = 0
		}
		in.op = prefixMisc<<8 | op(n)
	case prefixVector:
		n := c.number(in.at)
		if n > 0xff {
			c.failWith(unsupported(in.at, "relaxed SIMD"))
			n = 0
		}
		in.op = prefixVector<<8 | op(n)
	}
	in.info = in.op.info()
	if in.info.imm == immUnknown && c.err == nil {
		if p := proposal(b); p != "" {
			c.failWith(unsupported(in.at, p))
		} else {
			c.fail(in.at, fmt.Sprintf("unknown instruction 0x%x", uint16(in.op)))
		}
	}
}

// number reads a vector instruction's number. It has one encoding: engines
// differ in how they read others.
func (c *cursor) number(at int) uint32 {
	start := c.pos
	n := c.u32()
	if size := c.pos - start; size > 1 && n < 0x80 || size > 2 {
		c.fail(at, "instruction is not encoded in its shortest form")
	}
	return n
}

func (c *cursor) immediate(in *instr) {
	switch in.info.imm {
	case immNone, immUnknown:
	case immBlock:
		in.x = c.blockType()
	case immLabel:
		in.x = c.label()
	case immLabels:
		c.labelTable()
	case immFunc:
		at := c.pos
		in.x = c.m.funcIndex(&c.reader, at, c.u32())
	case immIndirect:
		in.x = c.m.typeIndex(&c.reader)
		in.y = c.index("table", len(c.m.tables))
	case immI32:
		in.n = c.signed(32)
	case immI64:
		in.n = c.signed(64)
	case immLocal:
		in.x = c.index("local", int(c.locals))
	case immGlobal:
		in.x = c.index("global", c.m.globals)
	case immMemArg:
		c.memArg()
	default:
		c.rareImmediate(in)
	}
}

func (c *cursor) rareImmediate(in *instr) {
	switch in.info.imm {
	case immSelect:
		if at := c.pos; c.u32() != 1 {
			c.fail(at, "invalid result arity of select")
		}
		in.x = uint32(c.valueType())
	case immRefType:
		in.x = uint32(c.refType())
	case immTable:
		in.x = c.index("table", len(c.m.tables))
	case immTable2:
		in.x = c.index("table", len(c.m.tables))
		in.y = c.index("table", len(c.m.tables))
	case immMemory:
		c.memory()
	case immMemory2:
		c.memory()
		c.memory()
	case immLane:
		c.byte()
	case immMemLane:
		c.memArg()
		c.byte()
	case immF32:
		c.bytes(4)
	case immF64:
		c.bytes(8)
	case immV128, immShuffle:
		c.bytes(16)
	case immData, immDataMem:
		in.x = c.dataIndex()
		if in.info.imm == immDataMem {
			c.memory()
		}
	case immElem:
		in.x = c.index("element segment", len(c.m.elements))
	case immElemTable:
		in.x = c.index("element segment", len(c.m.elements))
		in.y = c.index("table", len(c.m.tables))
	}
}

func (c *cursor) index(what string, n int) uint32 {
	at := c.pos
	i := c.u32()
	if uint64(i) >= uint64(n) {
		c.fail(at, fmt.Sprintf("unknown %s %d", what, i))
		return 0
	}
	return i
}

// dataIndex checks against the count section, since data stands behind code.
func (c *cursor) dataIndex() uint32 {
	if c.m.dataCount < 0 {
		c.fail(c.pos, "data count section required")
		return 0
	}
	return c.index("data segment", c.m.dataCount)
}

// blockType reads an empty type, a value type, or a type's index.
func (c *cursor) blockType() uint32 {
	at := c.pos
	if c.left() > 0 {
		if b := c.b[c.pos]; b == 0x40 {
			c.pos++
			return noType
		} else if b > 0x40 && b < 0x80 {
			return valueBlock | uint32(c.valueType())
		}
	}
	i := c.signed(33)
	if i < 0 || i >= int64(len(c.m.types)) {
		c.fail(at, "unknown type of a block")
		return noType
	}
	return uint32(i)
}

// arity gives the number of a block's parameters and results.
func (m *module) arity(blockType uint32) (params, results int) {
	switch {
	case blockType == noType:
		return 0, 0
	case blockType&valueBlock != 0:
		return 0, 1
	}
	t := m.types[blockType]
	return len(t.params), len(t.results)
}

func (c *cursor) label() uint32 {
	return c.index("label", c.depth)
}

func (c *cursor) labelTable() {
	n := c.count(1)
	c.labels = c.labels[:0]
	for i := 0; i <= n && c.err == nil; i++ {
		c.labels = append(c.labels, c.label())
	}
}

// memory reads the byte that stands for a memory's number.
func (c *cursor) memory() {
	at := c.pos
	if b := c.byte(); b != 0 {
		c.failWith(unsupported(at, "multiple memories"))
	} else {
		c.needMemory(at)
	}
}

func (c *cursor) needMemory(at int) {
	if len(c.m.memories) == 0 {
		c.fail(at, "unknown memory 0")
	}
}

func (c *cursor) memArg() {
	at := c.pos
	switch align := c.u32(); {
	case align >= 64 && align < 128:
		c.failWith(unsupported(at, "multiple memories"))
	case align >= 32:
		c.fail(at, "malformed alignment")
	}
	c.u32()
	c.needMemory(at)
}
