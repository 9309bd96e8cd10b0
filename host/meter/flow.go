package meter

// frame is an open block of code.
type frame struct {
	op              op
	params, results int
	height          int  // of the operand stack below its parameters
	dead            bool // it stands where control never comes
	joined          bool // control comes to its end by a branch, or from its first arm
	charging             // of the planner
}

// flow follows code: which blocks are open, whether control can come here, and
// how high the operand stack is.
type flow struct {
	m         *module
	frames    []frame
	dead      bool
	height    int
	highest   int
	loops     int // open ones
	loopDepth int // the most of them
}

// begin opens the function itself.
func (f *flow) begin(m *module, typ uint32) {
	f.m = m
	f.frames = append(f.frames[:0], frame{op: opBlock, results: len(m.types[typ].results)})
	f.dead, f.height, f.highest, f.loops, f.loopDepth = false, 0, 0, 0, 0
}

func (f *flow) top() *frame { return &f.frames[len(f.frames)-1] }

// step follows one instruction. The frame that an end closes is given.
func (f *flow) step(c *cursor, in *instr) (closed frame) {
	f.height += int(in.info.delta)
	switch in.op {
	case opBlock, opLoop, opIf:
		f.open(in)
	case opElse:
		f.top().joined = f.top().joined || !f.dead
		f.dead, f.height = f.top().dead, f.top().height+f.top().params
		f.top().op = opElse
	case opEnd:
		closed = *f.top()
		f.frames = f.frames[:len(f.frames)-1]
		if closed.op == opLoop {
			f.loops--
		}
		f.dead = closed.dead || f.dead && !closed.joined && closed.op != opIf
		f.height = closed.height + closed.results
	case opBr, opBrIf:
		f.branch(in.x)
		f.dead = f.dead || in.op == opBr
	case opBrTable:
		for _, l := range c.labels {
			f.branch(l)
		}
		f.dead = true
	case opReturn, opUnreachable:
		f.dead = true
	case opCall:
		f.call(f.m.typeOf(in.x))
	case opCallIndirect:
		f.call(in.x)
	}
	f.highest = max(f.highest, f.height)
	return closed
}

func (f *flow) open(in *instr) {
	params, results := f.m.arity(in.x)
	f.frames = append(f.frames, frame{op: in.op, params: params, results: results,
		height: max(f.height-params, 0), dead: f.dead})
	if in.op == opLoop {
		f.loops++
		f.loopDepth = max(f.loopDepth, f.loops)
	}
}

// branch notes that control may come to the end of a block.
func (f *flow) branch(label uint32) {
	if t := &f.frames[len(f.frames)-1-int(label)]; !f.dead && t.op != opLoop {
		t.joined = true
	}
}

func (f *flow) call(typ uint32) {
	t := f.m.types[typ]
	f.height += len(t.results) - len(t.params)
}
