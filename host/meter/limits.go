package meter

import (
	"fmt"
	"time"
)

// The defaults of Options' limits.
const (
	defaultNesting       = 256
	defaultCompile       = 5 * time.Second
	moduleCompile        = 6 // times the limit of a function
	defaultFunctions     = 200_000
	defaultFunctionBytes = 4 << 20
	defaultLocals        = 50_000
	defaultParams        = 1_000
	defaultTables        = 32
	defaultGlobals       = 100_000
	defaultSegments      = 100_000
	defaultElements      = 1 << 18
	defaultCustoms       = 10_000
	defaultTableElements = 1 << 17
	defaultMemoryPages   = 1024
	defaultStackBytes    = 16 << 20
)

func orDefault(v *int, d int) {
	if *v <= 0 {
		*v = d
	}
}

func (o Options) withDefaults() Options {
	orDefault(&o.MaxNesting, defaultNesting)
	orDefault(&o.MaxFunctions, defaultFunctions)
	orDefault(&o.MaxFunctionBytes, defaultFunctionBytes)
	orDefault(&o.MaxLocals, defaultLocals)
	orDefault(&o.MaxParams, defaultParams)
	orDefault(&o.MaxTables, defaultTables)
	orDefault(&o.MaxGlobals, defaultGlobals)
	orDefault(&o.MaxSegments, defaultSegments)
	orDefault(&o.MaxElements, defaultElements)
	orDefault(&o.MaxCustoms, defaultCustoms)
	orDefault(&o.TableElements, defaultTableElements)
	orDefault(&o.MemoryPages, defaultMemoryPages)
	orDefault(&o.StackBytes, defaultStackBytes)
	if o.MaxCompile <= 0 {
		o.MaxCompile = defaultCompile
	}
	if o.ImportModule == "" {
		o.ImportModule = "loopground"
	}
	if o.RefillName == "" {
		o.RefillName = "refill"
	}
	if o.OverflowName == "" {
		o.OverflowName = "stack_overflow"
	}
	if o.Costs == nil {
		c := DefaultCosts()
		o.Costs = &c
	}
	return o
}

// over is the error of a limit that is passed.
func (o *Options) over(at int, what string, is, limit int, option string) *Error {
	return &Error{What: fmt.Sprintf("%d %s exceed the limit of %d (%s)", is, what, limit, option),
		Limit: option, Function: -1, Offset: at}
}

// most reads how many entries follow, each of size bytes at least, of which
// there may be limit; 0 if there are more.
func (o *Options) most(r *reader, size, limit int, what, option string) int {
	at := r.pos
	n := r.count(size)
	if n > limit {
		r.failWith(o.over(at, what, n, limit, option))
		return 0
	}
	return n
}

// limitMemory checks a module's memories against the options, and lowers how
// far they may grow.
func (m *module) limitMemory() *Error {
	if len(m.memories) > 1 {
		return unsupported(m.memories[1].offset, "multiple memories")
	}
	for i := range m.memories {
		l := &m.memories[i]
		if int(l.min) > m.o.MemoryPages {
			return m.o.over(l.offset, "pages of memory (64 KiB each) at start", int(l.min), m.o.MemoryPages, "MemoryPages")
		}
		if i >= m.imported.memories && (!l.hasMax || int(l.max) > m.o.MemoryPages) {
			l.hasMax, l.max = true, uint32(min(m.o.MemoryPages, maxPages))
		}
	}
	return nil
}

// limitTables does so for tables: all of them together stay in TableElements,
// each with an equal share of what is left after their minimal sizes.
func (m *module) limitTables() *Error {
	if n := len(m.tables); n > m.o.MaxTables {
		return m.o.over(m.tables[0].offset, "tables", n, m.o.MaxTables, "MaxTables")
	}
	spare := int64(m.o.TableElements)
	for _, t := range m.tables {
		if spare -= int64(t.min); spare < 0 {
			return m.o.over(t.offset, "elements of tables at start", m.o.TableElements-int(spare), m.o.TableElements, "TableElements")
		}
	}
	for i := m.imported.tables; i < len(m.tables); i++ {
		t := &m.tables[i]
		top := int64(t.min) + spare/int64(len(m.tables)-m.imported.tables)
		if !t.hasMax || int64(t.max) > top {
			t.hasMax, t.max = true, uint32(min(top, 1<<32-1))
		}
	}
	return nil
}

// shape is what decides how long an engine compiles a function.
type shape struct {
	blocks    int // basic blocks: block, if, else, loop, br_if
	loops     int
	backward  int // branches to loops
	targets   int // entries of br_table
	loopDepth int // loops open inside each other
	locals    int // parameters included
}

// compileCost estimates, in nanoseconds, how long wazero's compiler takes for a
// function at the worst, beyond what is linear in its size. Each term was
// fitted to functions that are all of one kind (wazero 1.12, amd64):
//
//	10,000 loops in a row            13.4 s
//	10,000 br_if to one loop          2.4 s
//	20,000 blocks in a row            7.3 s
//	100,000 br_table entries, 1 block 2.1 s
//	25 loops, 20,000 locals          22.3 s
//	300 loops in each other           4.9 s
//
// Blocks in each other, which is what a switch becomes, are cheap: a limit on
// their depth refuses every program that Go compiles.
func (s shape) compileCost() float64 {
	loops, locals := float64(s.loops), float64(s.locals)
	square := func(n int) float64 { return float64(n) * float64(n) }
	return 130*square(s.loops) + 25*square(s.backward) + 5*square(s.blocks) + 0.2*square(s.targets) +
		(float64(s.blocks)+loops)*locals*locals + 80*square(s.loopDepth)*locals
}

// complexity refuses a function that would take too long to compile.
func (m *module) complexity(s shape, at int) *Error {
	if s.loopDepth > m.o.MaxNesting {
		return m.o.over(at, "loops inside each other", s.loopDepth, m.o.MaxNesting, "MaxNesting")
	}
	cost := s.compileCost()
	if cost > float64(m.o.MaxCompile) {
		what := fmt.Sprintf("it takes too long to compile: %d locals, %d blocks, %d loops, %d branches to loops, %d entries of br_table",
			s.locals, s.blocks, s.loops, s.backward, s.targets)
		return &Error{What: what, Limit: "MaxCompile", Function: -1, Offset: at}
	}
	if m.compile += cost; m.compile > moduleCompile*float64(m.o.MaxCompile) {
		return &Error{What: "the module takes too long to compile", Limit: "MaxCompile", Function: -1, Offset: at}
	}
	return nil
}
