package meter

// newImports is how many functions the meter imports: refill and overflow, in
// this order, behind the module's own.
const newImports = 2

// chunkBytes is the most that one bulk instruction moves. It takes less than
// 0.1 ms where memory is present.
const chunkBytes = 1 << 20

// bulk names a helper function: the instruction it stands for and its
// immediates.
type bulk struct {
	op   op
	x, y uint32
}

// Helpers that stand for no instruction.
const (
	doRefill   op = 0xff01
	doOverflow op = 0xff02
)

// helpers are the functions that the meter adds behind all others.
type helpers struct {
	m     *module
	fuel  uint32
	index map[bulk]uint32
	list  []bulk
	types []funcType // added behind the module's
}

func (h *helpers) get(b bulk) uint32 {
	i, ok := h.index[b]
	if !ok {
		i = uint32(h.m.funcs() + newImports + len(h.list))
		h.index[b] = i
		h.list = append(h.list, b)
	}
	return i
}

func (h *helpers) refill() uint32   { return h.get(bulk{op: doRefill}) }
func (h *helpers) overflow() uint32 { return h.get(bulk{op: doOverflow}) }

func (h *helpers) bulk(in *instr) uint32 { return h.get(bulk{in.op, in.x, in.y}) }

// typ gives the number of a function type, which it adds if needed.
func (h *helpers) typ(t funcType) uint32 {
	for i, o := range h.types {
		if o.key() == t.key() {
			return uint32(len(h.m.types) + i)
		}
	}
	h.types = append(h.types, t)
	return uint32(len(h.m.types) + len(h.types) - 1)
}

func (h *helpers) refillType() uint32 {
	return h.typ(funcType{[]byte{typeI64}, []byte{typeI64}})
}

func (h *helpers) emptyType() uint32 { return h.typ(funcType{}) }

// typeOf gives the type of a helper: that of the instruction.
func (h *helpers) typeOf(b bulk) uint32 {
	const i = typeI32
	switch b.op {
	case doRefill, doOverflow:
		return h.emptyType()
	case opMemoryGrow:
		return h.typ(funcType{[]byte{i}, []byte{i}})
	case opTableGrow:
		return h.typ(funcType{[]byte{h.m.tables[b.x].typ, i}, []byte{i}})
	case opTableFill:
		return h.typ(funcType{[]byte{i, h.m.tables[b.x].typ, i}, nil})
	default:
		return h.typ(funcType{[]byte{i, i, i}, nil})
	}
}

// name is what a stack trace shows.
func (b bulk) name() string {
	return map[op]string{doRefill: "fuel", doOverflow: "stack overflow",
		opMemoryInit: "memory.init", opMemoryCopy: "memory.copy", opMemoryFill: "memory.fill",
		opMemoryGrow: "memory.grow", opTableInit: "table.init", opTableCopy: "table.copy",
		opTableFill: "table.fill", opTableGrow: "table.grow"}[b.op]
}

// body writes a helper: locals and code.
func (h *helpers) body(b bulk) []byte {
	w := &writer{}
	w.u32(0) // locals
	switch b.op {
	case doRefill:
		w.opx(opGlobalGet, h.fuel)
		w.opx(opCall, uint32(len(h.m.importFuncs)))
		w.opx(opGlobalSet, h.fuel)
	case doOverflow:
		w.opx(opCall, uint32(len(h.m.importFuncs))+1)
		w.op(opUnreachable)
	case opMemoryGrow, opTableGrow:
		h.grow(w, b)
	default:
		h.copyOrFill(w, b)
	}
	w.op(opEnd)
	return w.b
}

// takeFor charges for the size in local n, shifted right.
func (h *helpers) takeFor(w *writer, n uint32, shift int64, unit uint32) {
	w.opx(opGlobalGet, h.fuel)
	w.opx(opLocalGet, n)
	w.op(opI64ExtendU)
	if shift > 0 {
		w.i64(shift)
		w.op(opI64ShrU)
	}
	w.i64(int64(unit))
	w.op(opI64Mul)
	h.takeRest(w)
}

// takeRest subtracts what is on the stack from the fuel under it, and checks.
func (h *helpers) takeRest(w *writer) {
	w.op(opI64Sub)
	w.opx(opGlobalSet, h.fuel)
	w.opx(opGlobalGet, h.fuel)
	w.elseRefill(func() { w.opx(opCall, h.refill()) })
}

// grow is: if size+n > max { return -1 }; charge n; return grow(…, n).
func (h *helpers) grow(w *writer, b bulk) {
	n, unit := uint32(0), h.m.o.Costs[Page]
	if b.op == opTableGrow {
		n, unit = 1, h.m.o.Costs[Element]
	}
	h.size(w, b)
	w.opx(opLocalGet, n)
	w.op(opI64ExtendU)
	w.op(opI64Add)
	w.i64(h.most(b))
	w.op(opI64GtU)
	w.block(opIf)
	w.i32(-1)
	w.op(opReturn)
	w.op(opEnd)
	h.takeFor(w, n, 0, unit)
	for i := uint32(0); i <= n; i++ {
		w.opx(opLocalGet, i)
	}
	w.opx(b.op, b.x) // of memory.grow: the zero byte
}

// most is how far a memory or table may grow.
func (h *helpers) most(b bulk) int64 {
	var l limits
	var limit int64
	if b.op == opTableGrow {
		l, limit = h.m.tables[b.x], int64(h.m.o.TableElements)
	} else {
		l, limit = h.m.memories[0], int64(h.m.o.MemoryPages)
	}
	if l.hasMax {
		return min(int64(l.max), limit)
	}
	return limit
}

// size puts the size of what an instruction writes to on the stack, in bytes,
// elements, or, for memory.grow, pages.
func (h *helpers) size(w *writer, b bulk) {
	switch b.op {
	case opMemoryInit, opMemoryCopy, opMemoryFill, opMemoryGrow:
		w.opx(opMemorySize, 0)
	case opTableInit:
		w.opx(opTableSize, b.y)
	default:
		w.opx(opTableSize, b.x)
	}
	w.op(opI64ExtendU)
	if b.op == opMemoryInit || b.op == opMemoryCopy || b.op == opMemoryFill {
		w.i64(16)
		w.op(opI64Shl)
	}
}

// sourceSize does so for what it reads from.
func (h *helpers) sourceSize(w *writer, b bulk) {
	switch b.op {
	case opMemoryInit:
		w.i64(int64(h.m.segments[b.x]))
	case opTableInit:
		w.i64(int64(h.m.elements[b.x]))
	case opTableCopy:
		w.opx(opTableSize, b.y)
		w.op(opI64ExtendU)
	default:
		h.size(w, b)
	}
}

// The parameters of copies, fills and inits.
const (
	argTo   = 0
	argFrom = 1 // or the value that fills
	argSize = 2
)

func (b bulk) fills() bool { return b.op == opMemoryFill || b.op == opTableFill }

func (b bulk) copies() bool { return b.op == opMemoryCopy || b.op == opTableCopy }

// units gives what a chunk is and what it costs: shift and unit for takeFor.
func (h *helpers) units(b bulk) (chunk int32, shift int64, unit uint32) {
	if b.op >= opTableInit {
		return chunkBytes / 8, 0, h.m.o.Costs[Element]
	}
	return chunkBytes, 3, h.m.o.Costs[Unit8]
}

// copyOrFill charges for a chunk at a time. Of what does not fit nothing may be
// written, so the whole is checked first, and the instruction itself traps.
func (h *helpers) copyOrFill(w *writer, b bulk) {
	chunk, shift, unit := h.units(b)
	w.opx(opLocalGet, argSize)
	w.i32(chunk)
	w.op(opI32LeU)
	w.block(opIf)
	h.takeFor(w, argSize, shift, unit)
	h.whole(w, b)
	w.op(opReturn)
	w.op(opEnd)
	h.outside(w, b)
	if b.copies() {
		w.opx(opLocalGet, argFrom)
		w.opx(opLocalGet, argTo)
		w.op(opI32LtU)
		w.block(opIf)
		h.backward(w, b)
		w.op(opReturn)
		w.op(opEnd)
	}
	h.forward(w, b)
}

// whole runs the instruction on the parameters as they stand.
func (h *helpers) whole(w *writer, b bulk) {
	w.opx(opLocalGet, argTo)
	w.opx(opLocalGet, argFrom)
	w.opx(opLocalGet, argSize)
	h.run(w, b)
}

func (h *helpers) run(w *writer, b bulk) {
	switch b.op {
	case opMemoryFill:
		w.opx(b.op, 0)
	case opTableFill:
		w.opx(b.op, b.x)
	default: // of memory instructions: zero bytes
		w.opx(b.op, b.x, b.y)
	}
}

// outside traps if a range does not fit.
func (h *helpers) outside(w *writer, b bulk) {
	h.trapIfOver(w, b, argTo, h.size)
	if !b.fills() {
		h.trapIfOver(w, b, argFrom, h.sourceSize)
	}
}

func (h *helpers) trapIfOver(w *writer, b bulk, from uint32, size func(*writer, bulk)) {
	w.opx(opLocalGet, from)
	w.op(opI64ExtendU)
	w.opx(opLocalGet, argSize)
	w.op(opI64ExtendU)
	w.op(opI64Add)
	size(w, b)
	w.op(opI64GtU)
	w.block(opIf)
	h.whole(w, b)
	w.op(opUnreachable)
	w.op(opEnd)
}

// takeChunk charges for a chunk.
func (h *helpers) takeChunk(w *writer, b bulk) {
	chunk, shift, unit := h.units(b)
	w.opx(opGlobalGet, h.fuel)
	w.i64(int64(chunk) >> shift * int64(unit))
	h.takeRest(w)
}

// forward moves chunks from the lowest address on, the rest at last.
func (h *helpers) forward(w *writer, b bulk) {
	chunk, shift, unit := h.units(b)
	w.block(opLoop)
	h.takeChunk(w, b)
	w.opx(opLocalGet, argTo)
	w.opx(opLocalGet, argFrom)
	w.i32(chunk)
	h.run(w, b)
	add(w, argTo, opI32Add, chunk)
	if !b.fills() {
		add(w, argFrom, opI32Add, chunk)
	}
	h.again(w, chunk)
	h.takeFor(w, argSize, shift, unit)
	h.whole(w, b)
}

// backward moves chunks from the highest address on, since the ranges may
// overlap and the target is the higher one.
func (h *helpers) backward(w *writer, b bulk) {
	chunk, shift, unit := h.units(b)
	w.block(opLoop)
	h.takeChunk(w, b)
	add(w, argSize, opI32Sub, chunk)
	for _, arg := range []uint32{argTo, argFrom} {
		w.opx(opLocalGet, arg)
		w.opx(opLocalGet, argSize)
		w.op(opI32Add)
	}
	w.i32(chunk)
	h.run(w, b)
	w.opx(opLocalGet, argSize)
	w.i32(chunk)
	w.op(opI32GtU)
	w.opx(opBrIf, 0)
	w.op(opEnd)
	h.takeFor(w, argSize, shift, unit)
	h.whole(w, b)
}

// again takes a chunk from the size and goes on while more than one is left.
func (h *helpers) again(w *writer, chunk int32) {
	add(w, argSize, opI32Sub, chunk)
	w.opx(opLocalGet, argSize)
	w.i32(chunk)
	w.op(opI32GtU)
	w.opx(opBrIf, 0)
	w.op(opEnd)
}

func add(w *writer, local uint32, o op, n int32) {
	w.opx(opLocalGet, local)
	w.i32(n)
	w.op(o)
	w.opx(opLocalSet, local)
}
