package meter

// Class groups instructions of about the same cost.
type Class uint8

// The classes, each with its default cost. A unit is about one machine
// instruction, a third of a nanosecond on a machine of 2024.
const (
	Free         Class = iota // 0: leaves no code: constants, locals, blocks, drop, nop
	Simple                    // 1: integer arithmetic, comparisons, globals, select
	Memory                    // 2: loads, stores, table.get and table.set
	Float                     // 2: floating point, conversions
	Divide                    // 12: division, remainder, square root
	Branch                    // 1: br, br_if, if, return
	Jump                      // 4: br_table
	Call                      // 6: a call of a function of the module
	CallIndirect              // 12: call_indirect
	CallImport                // 40: a call of an imported function, without what that does
	Vector                    // 2: SIMD
	VectorSlow                // 8: SIMD that takes several machine instructions
	Bulk                      // 20: memory and table copies, fills and inits, without their size
	Engine                    // 200: what leaves compiled code: memory.grow, table.grow, ref.func
	Entry                     // 2: entering a function
	Loop                      // 2: one turn of a loop
	Unit8                     // 1: 8 bytes copied or filled
	Page                      // 1024: a page (64 KiB) of memory.grow
	Element                   // 1: an element of table.grow, copy, fill or init
	classes
)

// CostTable gives each class its cost. Zero is no cost. Costs are at most
// 1<<20.
type CostTable [classes]uint32

// DefaultCosts are the costs that Rewrite uses when Options.Costs is nil.
func DefaultCosts() CostTable {
	return CostTable{
		Free: 0, Simple: 1, Memory: 2, Float: 2, Divide: 12, Branch: 1, Jump: 4,
		Call: 6, CallIndirect: 12, CallImport: 40, Vector: 2, VectorSlow: 8,
		Bulk: 20, Engine: 200, Entry: 2, Loop: 2, Unit8: 1, Page: 1024, Element: 1,
	}
}

const maxCost = 1 << 20

func (c CostTable) check() *Error {
	for _, v := range c {
		if v > maxCost {
			return &Error{What: "a cost is over 1048576", Function: -1, Offset: -1}
		}
	}
	return nil
}
