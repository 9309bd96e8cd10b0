package meter

// How a function is charged.
const (
	byCaller  = iota // its callers pay for it; it has no code of the meter
	unchecked        // it pays when it is entered, and checks nothing
	checked          // it pays and checks
)

const (
	// foldMax is the most that is charged without being certain to run: what is
	// behind a branch is charged with what is before it, up to this sum.
	foldMax = 100
	// uncheckedMax bounds what runs between two checks.
	uncheckedMax = 10_000
	// indirectMax bounds what a function does without a check that an indirect
	// call may reach.
	indirectMax = 1_000
	// uncountedFrames is the most stack, in bytes, that a path of calls may take
	// uncounted which can come back to where it began. The larger, the fewer
	// calls are counted, and the more each is taken to need.
	uncountedFrames = 1 << 10
	// uncountedStack is the same for calls that cannot.
	uncountedStack = 64 << 10
)

// verdict is what is decided on a function.
type verdict struct {
	kind    int
	target  bool   // of a back edge
	touches bool   // it, or what it calls, changes the fuel
	depth   bool   // it, or what it calls, counts calls
	keeps   bool   // it leaves the count of the stack as it found it
	whole   uint64 // its cost with that of those it calls and pays for
	between uint64 // the most it does without a check, whole included if it pays
	frames  int    // the most stack, uncounted, of it and those it calls in its component
	stack   int    // the most stack, uncounted, of it and all it calls
}

// plan is what is decided on all of them.
type plan struct {
	*graph
	v      []verdict // the last one: all that indirect calls may reach
	byType []int     // by type: the most frames that an indirect call of it enters
}

// classify decides, callees first.
func (m *module) classify(fs []facts) *plan {
	p := &plan{graph: newGraph(m, fs), v: make([]verdict, len(fs)+1)}
	for _, nodes := range p.order {
		p.decideStack(nodes)
		p.findDepth(nodes)
		p.findTargets(nodes)
		for _, n := range nodes {
			if int(n) != p.any {
				p.decide(int(n))
			}
		}
	}
	p.findKeepers()
	p.findByType()
	return p
}

// findByType fills byType. Types that are written twice are one.
func (p *plan) findByType() {
	frames := map[string]int{}
	for _, n := range p.taken {
		k := p.m.types[p.fs[n].typ].key()
		frames[k] = max(frames[k], p.v[n].frames)
	}
	for _, t := range p.m.types {
		p.byType = append(p.byType, max(frames[t.key()], minFrame))
	}
}

// callees calls f for every node that a node calls.
func (g *graph) callees(node int, f func(callee int)) {
	for n := 0; ; n++ {
		callee, ok := g.edge(node, n)
		if !ok {
			return
		}
		if callee >= 0 {
			f(callee)
		}
	}
}

// decideStack finds how much stack the functions of a component need between
// calls that are counted.
func (p *plan) decideStack(nodes []int32) {
	outside := 0 // what they need outside the component
	for _, n := range nodes {
		v := &p.v[n]
		if int(n) != p.any {
			v.frames = p.fs[n].frame
		}
		own := v.frames
		p.callees(int(n), func(c int) {
			if p.counted(int(n), c) {
				return
			}
			if p.together(int(n), c) {
				v.frames = max(v.frames, own+p.v[c].frames)
			} else {
				outside = max(outside, p.v[c].stack)
			}
		})
	}
	for _, n := range nodes {
		p.v[n].stack = p.v[n].frames + outside
	}
}

// counted tells whether a call takes from the counted stack.
func (p *plan) counted(from, to int) bool {
	switch {
	case from == p.any:
		return false // not a call
	case p.together(from, to):
		return p.back(from, to) || p.v[to].frames > uncountedFrames
	default:
		return p.v[to].stack > uncountedStack
	}
}

// countedCall tells whether an instruction is a call that is counted.
func (p *plan) countedCall(from int, in *instr) bool {
	switch in.op {
	case opCall:
		c := int(in.x) - p.first
		return c >= 0 && p.counted(from, c)
	case opCallIndirect:
		return p.counted(from, p.any)
	}
	return false
}

// weight is what a counted call takes from the stack.
func (p *plan) weight(from int, in *instr) int {
	to := p.any
	if in.op == opCall {
		to = int(in.x) - p.first
	}
	switch {
	case !p.together(from, to):
		return p.v[to].stack
	case to == p.any:
		return p.byType[in.x]
	default:
		return p.v[to].frames
	}
}

// findDepth tells which functions of a component count calls.
func (p *plan) findDepth(nodes []int32) {
	if p.cycle[p.scc[nodes[0]]] {
		for _, n := range nodes {
			p.v[n].depth = true // one of them does
		}
		return
	}
	p.callees(int(nodes[0]), func(c int) {
		p.v[nodes[0]].depth = p.v[nodes[0]].depth || p.v[c].depth || p.counted(int(nodes[0]), c)
	})
}

// findKeepers tells which functions leave the count of the stack as they found
// it. One need not if its callers set it before each call or after it: those
// that count the call, or, of a function that calls itself, all.
func (p *plan) findKeepers() {
	itself := make([]bool, len(p.v))
	for n := range p.fs {
		itself[n] = p.callsItself(n)
	}
	for n := range p.fs {
		v := &p.v[n]
		v.keeps = v.keeps || p.m.exported[p.fs[n].index] || p.m.taken[p.fs[n].index] || p.m.start == int(p.fs[n].index)
		p.callees(n, func(c int) {
			if !p.v[c].depth || p.counted(n, c) {
				return
			}
			v.keeps = true // what it calls reads it
			p.v[c].keeps = p.v[c].keeps || !itself[c]
		})
	}
}

// restores tells whether a call has to set the count of the stack when it is
// back, whatever the function that it stands in leaves.
func (p *plan) restores(from int, in *instr) bool {
	c := int(in.x) - p.first
	return in.op == opCall && c >= 0 && p.v[c].depth && !p.v[c].keeps && !p.counted(from, c)
}

// findTargets marks one function at least of each cycle.
func (p *plan) findTargets(nodes []int32) {
	if !p.cycle[p.scc[nodes[0]]] {
		return
	}
	for _, n := range nodes {
		p.callees(int(n), func(c int) {
			if p.together(int(n), c) && (p.back(int(n), c) || int(n) == p.any) {
				p.v[c].target = true
			}
		})
	}
}

// decide finds how a function is charged. Its callees are decided, but for
// those that a back edge leads to, which are targets.
func (p *plan) decide(n int) {
	f, v := &p.fs[n], &p.v[n]
	v.whole = f.cost + uint64(p.m.o.Costs[Entry])
	for _, c := range f.calls {
		v.whole += p.charge(c)
		v.between += p.between(c)
	}
	v.touches = f.helped || f.indirect > 0
	for _, c := range f.calls {
		v.touches = v.touches || p.touches(c)
	}
	v.whole += uint64(f.indirect) * foldMax
	v.between += uint64(f.indirect) * indirectMax
	most := uint64(uncheckedMax)
	if p.m.taken[f.index] {
		most = indirectMax
	}
	switch {
	case v.target || v.whole+v.between > most:
		v.kind, v.between = checked, 0
	case v.whole <= foldMax && f.shape.loops == 0 && !p.m.exported[f.index] && p.m.start != int(f.index):
		v.kind = byCaller
	default:
		v.kind, v.between = unchecked, v.between+v.whole
	}
	v.touches = v.touches || v.kind != byCaller
}

// touches tells whether a direct call may change the fuel. Hosts may.
func (p *plan) touches(callee uint32) bool {
	c := int(callee) - p.first
	return c < 0 || p.v[c].touches || p.v[c].target
}

// changesFuel tells whether an instruction may change the fuel.
func (p *plan) changesFuel(in *instr) bool {
	return in.op == opCall && p.touches(in.x) || in.op == opCallIndirect || in.helped()
}

// charge is what a caller pays for a direct call, beyond the call itself.
func (p *plan) charge(callee uint32) uint64 {
	if c := int(callee) - p.first; c >= 0 && p.v[c].kind == byCaller && !p.v[c].target {
		return p.v[c].whole
	}
	return 0
}

// between is what a direct call may do without a check, beyond its charge.
func (p *plan) between(callee uint32) uint64 {
	if c := int(callee) - p.first; c >= 0 {
		return p.v[c].between
	}
	return 0
}
