package meter

// charge is a place where fuel is taken.
type charge struct {
	at     int    // offset in the module of the instruction before which it stands
	cost   uint64 // what it takes
	folded uint64 // of it, for code that may not run
	check  bool   // it calls refill if the fuel is then negative
	before int    // the charge that covers what is before it, -1: none
	path   uint64 // what was folded into that one on the way here
}

// fuel is what a charge takes: never nothing, so that there is no free loop.
func (c charge) fuel() int64 { return int64(max(c.cost+c.folded, 1)) }

// charging is what the planner notes on an open block.
type charging struct {
	loop    int    // its place among the loops, if it is one
	touched int    // planner.touched when it began
	site    int    // the charge that covers its beginning
	since   uint64 // the most that ran unchecked when it began
	path    uint64 // the most that was folded into site
	out     uint64 // since, at its end
	outs    uint64 // path, at its end
}

// stretch is code without branches and targets: all of it runs, or, but for
// traps, none.
type stretch struct {
	start   int
	cost    uint64
	between uint64 // what its callees may do without a check
	certain bool   // it runs whenever the charge before it is taken
}

// planner decides where a function's fuel is taken. A stretch of code is
// charged where it begins, or, if it is cheap, together with code that always
// runs before it and in the same turn of the same loop: then what runs for that
// one charge is at most what it took, and at least that less foldMax.
type planner struct {
	flow
	p       *plan
	n       int // the function at hand
	charges []charge
	calm    []bool // by loop, in their order: nothing in it changes the fuel but charges
	touched int    // instructions so far that do
	deepest int    // the most stack that a counted call takes, 0: there is none
	restore bool   // a call has to set the count of the stack when it is back
	now     int    // the charge that covers the code at hand
	s       stretch
	since   uint64 // the most that ran since the last check, up to s
	path    uint64 // the most that was folded into the charge now, up to s
}

// charges gives the places where function n takes fuel, in their order.
func (pl *planner) plan(n int, c *cursor) []charge {
	v := &pl.p.v[n]
	pl.n = n
	pl.charges, pl.since, pl.now = pl.charges[:0], 0, -1
	pl.calm, pl.touched, pl.deepest = pl.calm[:0], 0, 0
	pl.restore = false
	var in instr
	if v.kind == byCaller {
		for c.next(&in) {
			pl.measure(&in)
		}
		return nil
	}
	pl.begin(pl.p.m, pl.p.fs[n].typ)
	pl.add(c.pos, v.kind == checked)
	pl.s.cost = uint64(pl.p.m.o.Costs[Entry])
	for c.next(&in) {
		pl.one(c, &in)
	}
	pl.end()
	return pl.charges
}

// add opens a charge, and a stretch that it covers for certain.
func (pl *planner) add(at int, check bool) {
	pl.charges = append(pl.charges, charge{at: at, check: check, before: pl.now, path: pl.path})
	pl.now, pl.path = len(pl.charges)-1, 0
	pl.s = stretch{start: at, certain: true}
}

func (pl *planner) one(c *cursor, in *instr) {
	pl.measure(in)
	if !pl.dead && in.op != opLoop {
		pl.spend(in)
	}
	if pl.ends(in) {
		pl.end()
	}
	pl.arrive(c, in)
	begins, live := pl.ends(in), !pl.dead
	closed := pl.step(c, in)
	switch in.op {
	case opBlock, opIf:
		pl.top().charging = charging{site: pl.now, since: pl.since, path: pl.path}
	case opLoop:
		pl.loop(in)
		return
	case opElse:
		t := pl.top()
		pl.now, pl.since, pl.path = t.site, t.since, t.path
	case opEnd:
		if closed.op == opLoop {
			pl.calm[closed.loop] = pl.touched == closed.touched
		}
		if begins {
			pl.join(&closed, live)
		}
	}
	if begins {
		pl.s = stretch{start: in.end}
	}
}

// measure notes what does not depend on where charges are.
func (pl *planner) measure(in *instr) {
	if pl.p.changesFuel(in) {
		pl.touched++
	}
	pl.restore = pl.restore || pl.p.restores(pl.n, in)
	if pl.p.countedCall(pl.n, in) {
		pl.deepest = max(pl.deepest, pl.p.weight(pl.n, in))
	}
}

// ends tells whether a stretch ends with an instruction, and one begins behind
// it.
func (pl *planner) ends(in *instr) bool {
	switch in.op {
	case opIf, opElse, opBr, opBrIf, opBrTable, opReturn, opUnreachable, opLoop:
		return true
	case opEnd:
		t := pl.top()
		return t.op != opBlock || t.joined
	}
	return false
}

// spend adds an instruction to the stretch, and ends one that gets too long.
func (pl *planner) spend(in *instr) {
	pl.s.cost += uint64(pl.p.m.cost(in))
	switch in.op {
	case opCall:
		pl.s.cost += pl.p.charge(in.x)
		pl.s.between += pl.p.between(in.x)
	case opCallIndirect:
		pl.s.cost += foldMax // for a callee that its callers pay for
		pl.s.between += indirectMax
	}
	if pl.s.cost+pl.s.between > uncheckedMax {
		pl.end()
		pl.s = stretch{start: in.end}
	}
}

// arrive notes at the targets of a branch how much ran unchecked.
func (pl *planner) arrive(c *cursor, in *instr) {
	if pl.dead {
		return
	}
	switch in.op {
	case opBr, opBrIf:
		pl.reach(in.x)
	case opBrTable:
		for _, l := range c.labels {
			pl.reach(l)
		}
	case opElse:
		pl.reach(0)
	}
}

func (pl *planner) reach(label uint32) {
	t := &pl.frames[len(pl.frames)-1-int(label)]
	t.out = max(t.out, pl.since)
	t.outs = max(t.outs, pl.pathOf(t.site))
}

// pathOf gives what may have been folded, on the way here, into a charge that
// covers code before the one now.
func (pl *planner) pathOf(site int) uint64 {
	path := pl.path
	at := pl.now
	for range 8 {
		if at == site {
			return path
		}
		path, at = pl.charges[at].path, pl.charges[at].before
		if at < 0 {
			break
		}
	}
	return pl.charges[site].folded
}

func (pl *planner) loop(in *instr) {
	pl.top().charging = charging{site: pl.now, since: pl.since, path: pl.path, loop: len(pl.calm), touched: pl.touched}
	pl.calm = append(pl.calm, false)
	if pl.dead {
		pl.s = stretch{start: in.end}
		return
	}
	pl.add(in.end, true)
	pl.s.cost = uint64(pl.p.m.o.Costs[Loop])
	pl.since = 0
}

// join goes on behind a block's end, where only what was before the block is
// certain to have run, and, behind a loop, once.
func (pl *planner) join(closed *frame, live bool) {
	path, since := closed.outs, closed.out
	if live {
		path, since = max(path, pl.pathOf(closed.site)), max(since, pl.since)
	}
	if closed.op == opIf { // there is no else: control may come from its head
		path, since = max(path, closed.path), max(since, closed.since)
	}
	pl.now, pl.path, pl.since = closed.site, path, since
}

// end charges the stretch that ends here.
func (pl *planner) end() {
	s := pl.s
	pl.s = stretch{start: s.start}
	if s.cost == 0 && s.between == 0 {
		return
	}
	at := &pl.charges[pl.now]
	switch {
	case s.certain:
	case pl.since+s.cost+s.between > uncheckedMax:
		pl.add(s.start, true)
		pl.since = 0
	case pl.path+s.cost <= foldMax:
		pl.path += s.cost
		at.folded = max(at.folded, pl.path)
		pl.since += s.cost + s.between
		return
	default:
		pl.add(s.start, false)
	}
	pl.charges[pl.now].cost += s.cost
	pl.since += s.cost + s.between
}
