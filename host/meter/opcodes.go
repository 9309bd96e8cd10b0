package meter

// op is an instruction: its byte, or its prefix byte and its number.
type op uint16

const (
	opUnreachable  op = 0x00
	opBlock        op = 0x02
	opLoop         op = 0x03
	opIf           op = 0x04
	opElse         op = 0x05
	opEnd          op = 0x0b
	opBr           op = 0x0c
	opBrIf         op = 0x0d
	opBrTable      op = 0x0e
	opReturn       op = 0x0f
	opCall         op = 0x10
	opCallIndirect op = 0x11
	opDrop         op = 0x1a
	opLocalGet     op = 0x20
	opLocalSet     op = 0x21
	opLocalTee     op = 0x22
	opGlobalGet    op = 0x23
	opGlobalSet    op = 0x24
	opMemorySize   op = 0x3f
	opMemoryGrow   op = 0x40
	opI32Const     op = 0x41
	opI64Const     op = 0x42
	opF32Const     op = 0x43
	opF64Const     op = 0x44
	opI32Eqz       op = 0x45
	opI32LtU       op = 0x49
	opI32GtU       op = 0x4b
	opI32LeU       op = 0x4d
	opI64LtS       op = 0x53
	opI64GtU       op = 0x56
	opI64GeS       op = 0x59
	opI32Add       op = 0x6a
	opI32Sub       op = 0x6b
	opI64Add       op = 0x7c
	opI64Sub       op = 0x7d
	opI64Mul       op = 0x7e
	opI64Shl       op = 0x86
	opI64ShrU      op = 0x88
	opI64ExtendU   op = 0xad
	opRefNull      op = 0xd0
	opRefFunc      op = 0xd2

	prefixMisc   = 0xfc
	prefixVector = 0xfd

	opMemoryInit op = prefixMisc<<8 | 0x08
	opDataDrop   op = prefixMisc<<8 | 0x09
	opMemoryCopy op = prefixMisc<<8 | 0x0a
	opMemoryFill op = prefixMisc<<8 | 0x0b
	opTableInit  op = prefixMisc<<8 | 0x0c
	opElemDrop   op = prefixMisc<<8 | 0x0d
	opTableCopy  op = prefixMisc<<8 | 0x0e
	opTableGrow  op = prefixMisc<<8 | 0x0f
	opTableSize  op = prefixMisc<<8 | 0x10
	opTableFill  op = prefixMisc<<8 | 0x11
)

// imm says what follows an instruction's number.
type imm uint8

const (
	immUnknown imm = iota // not an instruction that is known
	immNone
	immBlock // block type
	immLabel
	immLabels // br_table
	immFunc
	immIndirect // type, table
	immSelect   // value types
	immRefType
	immLocal
	immGlobal
	immTable
	immTable2 // destination, source
	immMemory // a zero byte
	immMemory2
	immMemArg
	immLane
	immMemLane
	immI32
	immI64
	immF32
	immF64
	immV128
	immShuffle
	immData
	immDataMem   // data segment, zero byte
	immElem      //
	immElemTable // element segment, table
)

// info is a row of the table of instructions.
type info struct {
	imm   imm
	class Class
	delta int8 // values pushed less values popped; calls and blocks: by type
}

// The table of instructions, by byte, and by number after their prefix.
// Everything that is not in it is refused.
var (
	plainOps  = plainTable()
	miscOps   = miscTable()
	vectorOps = vectorTable()
)

func (o op) info() info {
	switch o >> 8 {
	case 0:
		return plainOps[o]
	case prefixMisc:
		return miscOps[o&0xff]
	default:
		return vectorOps[o&0xff]
	}
}

type table [256]info

// set fills the rows from lo to hi.
func (t *table) set(lo, hi int, i info) {
	for ; lo <= hi; lo++ {
		t[lo] = i
	}
}

func (t *table) row(n int, i info) { t[n] = i }

func plainTable() *table {
	t := new(table)
	t.row(0x00, info{immNone, Free, 0})        // unreachable
	t.row(0x01, info{immNone, Free, 0})        // nop
	t.set(0x02, 0x03, info{immBlock, Free, 0}) // block, loop
	t.row(0x04, info{immBlock, Branch, -1})    // if
	t.row(0x05, info{immNone, Free, 0})        // else
	t.row(0x0b, info{immNone, Free, 0})        // end
	t.row(0x0c, info{immLabel, Branch, 0})
	t.row(0x0d, info{immLabel, Branch, -1})
	t.row(0x0e, info{immLabels, Jump, -1})
	t.row(0x0f, info{immNone, Branch, 0}) // return
	t.row(0x10, info{immFunc, Call, 0})
	t.row(0x11, info{immIndirect, CallIndirect, -1})
	t.row(0x1a, info{immNone, Free, -1})   // drop
	t.row(0x1b, info{immNone, Simple, -2}) // select
	t.row(0x1c, info{immSelect, Simple, -2})
	t.row(0x20, info{immLocal, Free, 1})
	t.row(0x21, info{immLocal, Free, -1})
	t.row(0x22, info{immLocal, Free, 0})
	t.row(0x23, info{immGlobal, Simple, 1})
	t.row(0x24, info{immGlobal, Simple, -1})
	t.row(0x25, info{immTable, Memory, 0})
	t.row(0x26, info{immTable, Memory, -2})
	t.set(0x28, 0x35, info{immMemArg, Memory, 0})
	t.set(0x36, 0x3e, info{immMemArg, Memory, -2})
	t.row(0x3f, info{immMemory, Simple, 1})
	t.row(0x40, info{immMemory, Engine, 0})
	t.row(0x41, info{immI32, Free, 1})
	t.row(0x42, info{immI64, Free, 1})
	t.row(0x43, info{immF32, Simple, 1})
	t.row(0x44, info{immF64, Simple, 1})
	plainNumeric(t)
	t.row(0xd0, info{immRefType, Free, 1})
	t.row(0xd1, info{immNone, Simple, 0}) // ref.is_null
	t.row(0xd2, info{immFunc, Engine, 1})
	return t
}

func plainNumeric(t *table) {
	t.row(0x45, info{immNone, Simple, 0})        // i32.eqz
	t.set(0x46, 0x4f, info{immNone, Simple, -1}) // i32 comparisons
	t.row(0x50, info{immNone, Simple, 0})        // i64.eqz
	t.set(0x51, 0x5a, info{immNone, Simple, -1}) // i64 comparisons
	t.set(0x5b, 0x66, info{immNone, Float, -1})  // f32, f64 comparisons
	t.set(0x67, 0x69, info{immNone, Simple, 0})  // i32 clz, ctz, popcnt
	t.set(0x6a, 0x78, info{immNone, Simple, -1})
	t.set(0x6d, 0x70, info{immNone, Divide, -1})
	t.set(0x79, 0x7b, info{immNone, Simple, 0})
	t.set(0x7c, 0x8a, info{immNone, Simple, -1})
	t.set(0x7f, 0x82, info{immNone, Divide, -1})
	for _, f := range []int{0x8b, 0x99} { // f32, f64
		t.set(f, f+5, info{immNone, Float, 0})     // abs, neg, ceil, floor, trunc, nearest
		t.row(f+6, info{immNone, Divide, 0})       // sqrt
		t.set(f+7, f+13, info{immNone, Float, -1}) // add … copysign
		t.row(f+10, info{immNone, Divide, -1})     // div
	}
	t.set(0xa7, 0xbf, info{immNone, Float, 0})  // conversions
	t.set(0xac, 0xad, info{immNone, Simple, 0}) // i64.extend_i32
	t.row(0xa7, info{immNone, Simple, 0})       // i32.wrap_i64
	t.set(0xbc, 0xbf, info{immNone, Simple, 0}) // reinterpret
	t.set(0xc0, 0xc4, info{immNone, Simple, 0}) // sign extension
}

func miscTable() *table {
	t := new(table)
	t.set(0x00, 0x07, info{immNone, Float, 0}) // saturating truncation
	t.row(0x08, info{immDataMem, Bulk, -3})
	t.row(0x09, info{immData, Simple, 0})
	t.row(0x0a, info{immMemory2, Bulk, -3})
	t.row(0x0b, info{immMemory, Bulk, -3})
	t.row(0x0c, info{immElemTable, Bulk, -3})
	t.row(0x0d, info{immElem, Simple, 0})
	t.row(0x0e, info{immTable2, Bulk, -3})
	t.row(0x0f, info{immTable, Engine, -1})
	t.row(0x10, info{immTable, Simple, 1})
	t.row(0x11, info{immTable, Bulk, -3})
	return t
}

func vectorTable() *table {
	t := new(table)
	t.set(0x00, 0xff, info{immNone, Vector, -1}) // most take two and give one
	for _, n := range []int{0x9a, 0xa2, 0xa5, 0xa6, 0xaf, 0xb0, 0xb2, 0xb3, 0xb4, 0xbb,
		0xc2, 0xc5, 0xc6, 0xcf, 0xd0, 0xd2, 0xd3, 0xd4, 0xe2, 0xee} {
		t.row(n, info{}) // not assigned
	}
	vectorMemory(t)
	t.row(0x0c, info{immV128, Simple, 1})
	t.row(0x0d, info{immShuffle, VectorSlow, -1})
	t.row(0x0e, info{immNone, VectorSlow, -1})  // swizzle
	t.set(0x0f, 0x14, info{immNone, Vector, 0}) // splat
	t.set(0x15, 0x22, info{immLane, Vector, -1})
	for _, n := range []int{0x15, 0x16, 0x18, 0x19, 0x1b, 0x1d, 0x1f, 0x21} {
		t.row(n, info{immLane, Vector, 0}) // extract_lane
	}
	t.row(0x52, info{immNone, Vector, -2}) // bitselect
	vectorUnary(t)
	for _, n := range []int{0x62, 0x94, 0xd5, 0xe7, 0xf3, 0xf8, 0xf9, 0xfb, 0xfc, 0xfd, 0xff, 0xe3, 0xef,
		0x6b, 0x6c, 0x6d, 0xcc} {
		t[n].class = VectorSlow
	}
	return t
}

func vectorMemory(t *table) {
	t.set(0x00, 0x0a, info{immMemArg, Memory, 0})
	t.row(0x0b, info{immMemArg, Memory, -2})
	t.set(0x54, 0x57, info{immMemLane, Memory, -1})
	t.set(0x58, 0x5b, info{immMemLane, Memory, -2})
	t.set(0x5c, 0x5d, info{immMemArg, Memory, 0})
}

// vectorUnary sets the rows of those that take one operand.
func vectorUnary(t *table) {
	for _, n := range [][2]int{{0x4d, 0x4d}, {0x53, 0x53}, {0x5e, 0x5f}, {0x60, 0x64}, {0x67, 0x6a},
		{0x74, 0x75}, {0x7a, 0x7a}, {0x7c, 0x81}, {0x83, 0x84}, {0x87, 0x8a}, {0x94, 0x94},
		{0xa0, 0xa1}, {0xa3, 0xa4}, {0xa7, 0xaa}, {0xc0, 0xc1}, {0xc3, 0xc4}, {0xc7, 0xca},
		{0xe0, 0xe1}, {0xe3, 0xe3}, {0xec, 0xed}, {0xef, 0xef}, {0xf8, 0xff}} {
		t.set(n[0], n[1], info{immNone, Vector, 0})
	}
}

// proposal names the feature that a byte outside the table belongs to.
func proposal(b byte) string {
	switch b {
	case 0x06, 0x07, 0x08, 0x09, 0x0a, 0x18, 0x19, 0x1f:
		return "exception handling"
	case 0x12, 0x13:
		return "tail calls"
	case 0x14, 0x15, 0xd4, 0xd5, 0xd6:
		return "typed function references"
	case 0xd3, 0xfb:
		return "garbage collection"
	case 0xfe:
		return "threads"
	}
	return ""
}
