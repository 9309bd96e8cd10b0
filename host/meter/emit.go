package meter

import "slices"

// emitter writes the code of the module's functions.
type emitter struct {
	writer  // the function at hand
	p       *plan
	m       *module
	planner planner
	h       *helpers
	offsets *OffsetMap
	debug   []debugSection // not written yet
	stats   *Stats
	fuel    uint32 // index of the global
	depth   uint32
	from    int // what stands from here in the module is not yet copied
	labels  []label
	level   int    // blocks that are open in what is written
	saved   uint32 // index of the local with the stack's count when the function was entered
	keeps   bool   // it has to be so again after a call
	local   uint32 // index of the local that keeps the fuel in regions
	region  int    // labels that are open outside of the region at hand, 0: there is none
	loops   int    // loops so far
}

func newEmitter(p *plan, stats *Stats) *emitter {
	e := &emitter{p: p, m: p.m, offsets: &OffsetMap{}, stats: stats,
		fuel: uint32(p.m.globals), depth: uint32(p.m.globals) + 1}
	e.planner.p = p
	e.h = &helpers{m: p.m, fuel: e.fuel, index: map[bulk]uint32{}}
	return e
}

// function writes function n's body.
func (e *emitter) function(n int) *Error {
	f := &e.m.functions[n]
	c, b, err := e.m.open(f)
	if err != nil {
		return err
	}
	charges := e.planner.plan(n, c)
	if c.err != nil {
		return c.err
	}
	e.b = e.b[:0]
	e.offsets.function(f.start - e.m.sections[secCode].start)
	e.declare(n, f, b)
	e.from = b.code
	c, _, _ = e.m.open(f)
	e.labels, e.level = append(e.labels[:0], label{}), 0
	e.region, e.loops = 0, 0
	e.enter(n)
	var in instr
	for c.next(&in) {
		if len(charges) > 0 && charges[0].at == in.at {
			e.insert(in.at)
			e.charge(charges[0])
			e.mark(in.at)
			charges = charges[1:]
		}
		if in.op == opLoop {
			e.enterRegion(&in)
		}
		if in.op == opLoop && len(charges) > 0 && charges[0].at == in.end && e.loop(&in, charges[0]) {
			charges = charges[1:]
			continue
		}
		e.instr(n, c, &in)
	}
	e.flush(f.end)
	return nil
}

// declare writes the locals, with those of the meter: one if calls are counted,
// one if there are regions.
func (e *emitter) declare(n int, f *function, b body) {
	next, more := b.parameter+b.locals, uint32(0)
	if e.saved = next; e.planner.deepest > 0 || e.planner.restore {
		more++
	}
	if e.local = next + more; slices.Contains(e.planner.calm, true) {
		more++
	}
	groups := e.m.wasm[b.groupsAt:b.code]
	if more == 0 {
		e.u32(uint32(b.groups))
		e.raw(groups)
	} else {
		e.u32(uint32(b.groups) + 1)
		e.raw(groups)
		e.u32(more)
		e.byte(typeI64)
	}
	e.mark(b.code)
}

// enterRegion begins a region at a loop in which only charges change the fuel:
// there it is kept in a local, since in a global each turn would wait until the
// one before has reached memory. On every way out it goes back to the global. A
// trap loses what was taken since.
func (e *emitter) enterRegion(in *instr) {
	calm := e.loops < len(e.planner.calm) && e.planner.calm[e.loops]
	if e.loops++; !calm || e.region > 0 {
		return
	}
	e.insert(in.at)
	e.load()
	e.mark(in.at)
	e.region = len(e.labels)
}

// leaveRegion stores the fuel before an instruction that may leave the region.
func (e *emitter) leaveRegion(in *instr) {
	e.insert(in.at)
	e.store()
	e.mark(in.at)
}

// leaves tells whether a label stands outside of the region.
func (e *emitter) leaves(l uint32) bool { return len(e.labels)-1-int(l) < e.region }

func (e *emitter) load() {
	e.opx(opGlobalGet, e.fuel)
	e.opx(opLocalSet, e.local)
}

func (e *emitter) store() {
	e.opx(opLocalGet, e.local)
	e.opx(opGlobalSet, e.fuel)
}

// lent writes a call that changes the fuel.
func (e *emitter) lent(write func()) {
	if e.region == 0 {
		write()
		return
	}
	e.store()
	write()
	e.load()
}

// enter makes sure, in a function with counted calls, that there is stack for
// the largest of them.
func (e *emitter) enter(n int) {
	e.keeps = e.p.v[n].keeps
	switch {
	case e.planner.deepest > 0:
	case e.planner.restore:
		e.insert(e.from)
		e.opx(opGlobalGet, e.depth)
		e.opx(opLocalSet, e.saved)
		e.mark(e.from)
		return
	default:
		return
	}
	e.insert(e.from)
	e.opx(opGlobalGet, e.depth)
	e.opx(opLocalTee, e.saved)
	e.i64(int64(e.planner.deepest))
	e.op(opI64GeS)
	e.block(opIf)
	e.op(opElse)
	e.opx(opCall, e.h.overflow())
	e.op(opUnreachable)
	e.op(opEnd)
	e.mark(e.from)
}

// flush copies what was read and not changed.
func (e *emitter) flush(to int) {
	e.raw(e.m.wasm[e.from:to])
	e.from = to
}

// insert copies what was read up to an instruction, before which the meter's
// code comes.
func (e *emitter) insert(at int) {
	e.flush(at)
	e.offsets.insert(len(e.b), at-e.m.sections[secCode].start)
}

// mark says that what is written next stood at an offset of the module.
func (e *emitter) mark(at int) {
	e.offsets.mark(len(e.b), at-e.m.sections[secCode].start)
}

// instead writes what stands instead of an instruction.
func (e *emitter) instead(in *instr, write func()) {
	e.flush(in.at)
	write()
	e.from = in.end
	e.mark(in.end)
}

func (e *emitter) instr(n int, c *cursor, in *instr) {
	switch in.op {
	case opBlock, opLoop, opIf:
		e.level++
		e.labels = append(e.labels, label{level: e.level})
	case opEnd:
		e.closeLabel(in)
	case opBr, opBrIf, opBrTable:
		e.branch(c, in)
	case opCall:
		e.call(n, in)
	case opReturn:
		if e.region > 0 {
			e.leaveRegion(in)
		}
	case opCallIndirect:
		if e.p.counted(n, e.p.any) {
			e.instead(in, func() { e.countedCall(n, in) })
		}
	case opRefFunc:
		e.instead(in, func() { e.opx(opRefFunc, e.m.shift(in.x)) })
	case opMemoryInit, opMemoryCopy, opMemoryFill, opTableInit, opTableCopy, opTableFill, opMemoryGrow, opTableGrow:
		if !in.sized {
			e.stats.BulkCalls++
			e.instead(in, func() { e.opx(opCall, e.h.bulk(in)) })
		}
	}
}

func (e *emitter) call(n int, in *instr) {
	callee := int(in.x) - e.p.first
	switch {
	case callee < 0: // imports keep their numbers
	case e.p.counted(n, callee):
		e.instead(in, func() { e.countedCall(n, in) })
	default:
		e.instead(in, func() {
			e.opx(opCall, e.m.shift(in.x))
			if e.p.restores(n, in) {
				e.restoreDepth()
			}
		})
	}
}

// charge takes fuel: fuel -= cost; if fuel < 0 { refill() }.
func (e *emitter) charge(c charge) {
	e.take(c)
	if !c.check {
		return
	}
	e.stats.Checks++
	e.fuelNow()
	e.elseRefill(func() { e.lent(func() { e.opx(opCall, e.h.refill()) }) })
}

func (e *emitter) take(c charge) {
	e.stats.Charges++
	e.fuelNow()
	e.i64(c.fuel())
	e.op(opI64Sub)
	e.setFuel()
}

// fuelNow puts the fuel on the stack.
func (e *emitter) fuelNow() {
	if e.region > 0 {
		e.opx(opLocalGet, e.local)
	} else {
		e.opx(opGlobalGet, e.fuel)
	}
}

func (e *emitter) setFuel() {
	if e.region > 0 {
		e.opx(opLocalSet, e.local)
	} else {
		e.opx(opGlobalSet, e.fuel)
	}
}

// elseRefill writes what is done if the fuel, on the stack, is negative. It
// stands in an else: so wazero keeps on the way past it what is in registers
// there, and loads it again behind the call only. With the call in an if, values
// are in memory behind it, whichever way was taken: that made an inner loop a
// third slower.
func (w *writer) elseRefill(refill func()) {
	w.i64(0)
	w.op(opI64GeS)
	w.block(opIf)
	w.op(opElse)
	refill()
	w.op(opEnd)
}

// countedCall is: stack = saved - weight; call; and, if need be, stack = saved.
func (e *emitter) countedCall(n int, in *instr) {
	e.stats.DepthCalls++
	e.opx(opLocalGet, e.saved)
	e.i64(int64(e.p.weight(n, in)))
	e.op(opI64Sub)
	e.opx(opGlobalSet, e.depth)
	if in.op == opCall {
		e.opx(opCall, e.m.shift(in.x))
	} else {
		e.raw(e.m.wasm[in.at:in.end])
	}
	if e.keeps {
		e.restoreDepth()
	}
}

func (e *emitter) restoreDepth() {
	e.opx(opLocalGet, e.saved)
	e.opx(opGlobalSet, e.depth)
}

func (w *writer) op(o op) {
	if o > 0xff {
		w.byte(byte(o >> 8))
		w.u32(uint32(o & 0xff))
		return
	}
	w.byte(byte(o))
}

func (w *writer) opx(o op, x ...uint32) {
	w.op(o)
	for _, v := range x {
		w.u32(v)
	}
}

func (w *writer) i64(v int64) {
	w.op(opI64Const)
	w.s64(v)
}

func (w *writer) i32(v int32) {
	w.op(opI32Const)
	w.s64(int64(v))
}

// block opens a block, loop or if without parameters and results.
func (w *writer) block(o op) {
	w.op(o)
	w.byte(0x40)
}
