package meter

import "slices"

// label is an open block of the original code.
type label struct {
	level int    // of its block in what is written
	cold  bool   // it is a loop that is written with its refill behind it
	fuel  charge // of such a loop
	head  int    // where its first instruction stands in the module
}

// loop writes the head of a loop that takes fuel and checks it, so that the way
// through it has no call and no jump:
//
//	block exit
//	  loop
//	    block cold
//	      fuel -= cost; br_if cold (fuel < 0)
//	      block
//	        …
//	      end
//	      br exit
//	    end
//	    refill(); fuel += cost; br loop
//	  end
//	end
//
// The innermost block keeps invalid code invalid: a branch drops what is too
// much. A loop with parameters is not written so: they would be lost.
func (e *emitter) loop(in *instr, c charge) bool {
	if params, _ := e.m.arity(in.x); params > 0 {
		return false
	}
	e.insert(in.at)
	typ := e.m.wasm[in.at+1 : in.end]
	e.op(opBlock)
	e.raw(typ)
	e.op(opLoop)
	e.raw(typ)
	e.block(opBlock)
	e.level += 4
	e.labels = append(e.labels, label{level: e.level - 2, cold: true, fuel: c, head: in.end})
	e.take(c)
	e.stats.Checks++
	e.fuelNow()
	e.i64(0)
	e.op(opI64LtS)
	e.opx(opBrIf, 0)
	e.op(opBlock)
	e.raw(typ)
	e.from = in.end
	e.mark(in.end)
	return true
}

// closeLabel writes an end, and what stands behind a loop.
func (e *emitter) closeLabel(in *instr) {
	l := e.labels[len(e.labels)-1]
	e.labels = e.labels[:len(e.labels)-1]
	if l.cold {
		e.closeLoop(in, l)
	} else {
		e.level--
	}
	if e.region == len(e.labels) && e.region > 0 {
		e.flush(in.end)
		e.store()
		e.mark(in.end)
		e.region = 0
	}
}

func (e *emitter) closeLoop(in *instr, l label) {
	e.level -= 4
	e.flush(in.at)
	e.mark(in.at)
	e.op(opEnd)
	start := len(e.b)
	e.opx(opBr, 2)
	e.op(opEnd)
	e.lent(func() { e.opx(opCall, e.h.refill()) })
	e.fuelNow()
	e.i64(l.fuel.fuel())
	e.op(opI64Add)
	e.setFuel()
	e.opx(opBr, 0)
	e.op(opEnd)
	e.op(opEnd)
	e.offsets.piece(start, len(e.b), l.head-e.m.sections[secCode].start)
	e.from = in.end
	e.mark(in.end)
}

// branch writes a branch if its labels changed.
func (e *emitter) branch(c *cursor, in *instr) {
	if e.region > 0 && (in.op == opBrTable && slices.ContainsFunc(c.labels, e.leaves) || in.op != opBrTable && e.leaves(in.x)) {
		e.leaveRegion(in)
	}
	if e.level == len(e.labels)-1 {
		return // no block was added around
	}
	e.instead(in, func() {
		e.op(in.op)
		if in.op != opBrTable {
			e.u32(e.relabel(in.x))
			return
		}
		e.u32(uint32(len(c.labels) - 1))
		for _, l := range c.labels {
			e.u32(e.relabel(l))
		}
	})
}

// relabel gives the number of a label in what is written.
func (e *emitter) relabel(l uint32) uint32 {
	return uint32(e.level - e.labels[len(e.labels)-1-int(l)].level)
}
