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
	whole   uint64 // its cost with that of those it calls and pays for
	between uint64 // the most it does without a check, whole included if it pays
	frames  int    // the most stack, uncounted, of it and those it calls in its component
	stack   int    // the most stack, uncounted, of it and all it calls
}

// plan is what is decided on all of them.
type plan struct {
	*graph
	v      []verdict      // the last one: all that indirect calls may reach
	byType map[string]int // the most frames that an indirect call enters
}

// classify decides, callees first.
func (m *module) classify(fs []facts) *plan {
	p := &plan{graph: newGraph(m, fs), v: make([]verdict, len(fs)+1), byType: map[string]int{}}
	for _, nodes := range p.order {
		p.decideStack(nodes)
		p.findTargets(nodes)
		for _, n := range nodes {
			if int(n) != p.any {
				p.decide(int(n))
			}
		}
	}
	for _, n := range p.taken {
		k := m.types[fs[n].typ].key()
		p.byType[k] = max(p.byType[k], p.v[n].frames)
	}
	return p
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
		return max(p.byType[p.m.types[in.x].key()], minFrame)
	default:
		return p.v[to].frames
	}
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
