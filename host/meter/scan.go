package meter

// facts are what one walk over a function's code finds.
type facts struct {
	*function
	cost     uint64   // of its instructions, without what it calls
	calls    []uint32 // functions it calls, as often as it does
	indirect int      // how many indirect calls it has
	shape    shape
	helped   bool // it calls a helper of the meter in place of an instruction
	frame    int  // bytes of stack, estimated
}

// scan walks over all code once, and refuses what is malformed, unsupported or
// too complex.
func (m *module) scan() ([]facts, *Error) {
	all := make([]facts, len(m.functions))
	var fl flow
	for i := range m.functions {
		all[i].function = &m.functions[i]
		if err := m.scanOne(&all[i], &fl); err != nil {
			return nil, m.at(m.functions[i].index, err)
		}
	}
	return all, nil
}

func (m *module) scanOne(f *facts, fl *flow) *Error {
	c, b, err := m.open(f.function)
	if err != nil {
		return err
	}
	f.shape.locals = int(b.locals + b.parameter)
	fl.begin(m, f.typ)
	var in instr
	for c.next(&in) {
		if in.op == opElse && fl.top().op != opIf {
			return malformed(in.at, "else without if")
		}
		m.note(f, &in)
		f.shape.note(fl, c, &in)
		fl.step(c, &in)
	}
	if c.err != nil {
		return c.err
	}
	f.shape.loopDepth = fl.loopDepth
	f.frame = frameBytes(f, b, fl.highest)
	return m.complexity(f.shape, f.start)
}

// note adds one instruction to a function's facts.
func (m *module) note(f *facts, in *instr) {
	f.cost += uint64(m.cost(in))
	switch in.op {
	case opCall:
		f.calls = append(f.calls, in.x)
	case opCallIndirect:
		f.indirect++
	case opRefFunc:
		m.taken[in.x] = true
	}
	f.helped = f.helped || in.helped()
}

// helped tells whether a helper stands in place of an instruction.
func (in *instr) helped() bool {
	return in.info.class == Bulk && !in.sized || in.op == opMemoryGrow || in.op == opTableGrow
}

// note adds one instruction to a function's shape.
func (s *shape) note(fl *flow, c *cursor, in *instr) {
	switch in.op {
	case opLoop:
		s.loops++
		s.blocks++
	case opBlock, opIf, opElse:
		s.blocks++
	case opBrTable:
		s.targets += len(c.labels)
	case opBr, opBrIf:
		if fl.frames[len(fl.frames)-1-int(in.x)].op == opLoop {
			s.backward++
		}
		s.blocks++
	}
}

// cost of an instruction by itself.
func (m *module) cost(in *instr) uint32 {
	switch {
	case in.op == opLoop:
		return m.o.Costs[Loop]
	case in.op == opCall && int(in.x) < len(m.importFuncs):
		return m.o.Costs[CallImport]
	case in.sized:
		return m.o.Costs[Bulk] + m.bulkCost(in.op, uint32(in.n))
	}
	return m.o.Costs[in.info.class]
}

// bulkCost is what the size of a small bulk instruction costs.
func (m *module) bulkCost(o op, n uint32) uint32 {
	if o >= opTableInit {
		return min(n, smallBulk) * min(m.o.Costs[Element], 1<<16)
	}
	return min(n, smallBulk) / 8 * min(m.o.Costs[Unit8], 1<<16)
}

// minFrame is what a call takes without locals and operands, in bytes.
const minFrame = 64

// frameBytes estimates the stack that a call of a function takes. wazero gives
// every value that lives across a call a place of its own, so that frames grow
// with the code. Of 4,148 functions of two programs (QuickJS, and a Go one)
// nine in ten take between 0.3 and 1.3 times the estimate, the worst 2.5 times.
func frameBytes(f *facts, b body, highest int) int {
	return minFrame + 8*(f.shape.locals+int(b.vectors)+highest) + (f.end-f.start)/4
}
