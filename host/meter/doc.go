// Package meter rewrites a WebAssembly module so that it counts what it does:
// a program that computes for ever comes back to its host, and one that calls
// itself for ever is stopped before the host's memory is full. It imports
// nothing but the standard library.
//
// # Basics
//
//	res, err := meter.Rewrite(wasm, meter.Options{})
//
// The result imports two functions from the module "loopground":
//
//	refill(fuel i64) i64   the fuel is used up: fuel is what is left, below 0.
//	                       What it gives is the fuel to go on with.
//	stack_overflow()       calls are nested too deeply. It must not return; if
//	                       it does, the guest traps.
//
// A host ends the guest by panicking in either (wazero gives the panic's value
// as the error of the call), or lets others run and gives new fuel. With wazero
// refill is an api.GoFunc that changes stack[0].
//
// The result exports two mutable i64 globals: FuelGlobal, and DepthGlobal, the
// bytes of stack that are left. A host may read the first to learn what a call
// took: what it gave, less what is left. It sets the second after a call that
// did not return: such a call does not give back its stack.
//
// # Fuel
//
// Each instruction has a cost (CostTable). It is taken where a stretch of code
// begins, before the code runs: at the entry of functions, at every turn of a
// loop, and behind a branch if what follows is worth more than 100 units. What
// is worth less is taken before the branch, whether the code then runs or not,
// the dearest way counting. So fuel is never less than what ran, and a program
// with small loops over large switches pays up to 100 units a turn too much.
// The same program with the same input takes the same fuel, whatever it is
// given at a time (but for a trap, see Caveats).
//
// The fuel is tested at every turn of a loop, once at least on every cycle of
// calls, and else once in 10,000 units. A function that is worth at most 100
// units, has no loop, and is not exported has no code of the meter at all: its
// callers pay. So does one that is called through a table, where every caller
// pays 100.
//
// Instructions whose work depends on an operand are charged for it before they
// run: memory.fill, copy, init and grow, table.fill, copy, init and grow. They
// become calls of functions that the meter adds. More than 1 MiB is done in
// pieces, each with its charge; what does not fit traps before anything is
// written, as it should. With a small constant size they stay as they are.
//
// # Stack
//
// A call that can come back to the function it stands in is counted, once at
// least on each cycle; an indirect call counts as a call of all functions that
// have their reference taken or are exported. It takes what the functions on the
// way need, as estimated from their size; a function that makes such calls ends
// the guest when it is entered, if there is no stack for the largest of them.
// Other calls are counted only if they
// need more than 64 KiB in all, so that a module without recursion counts
// nothing.
//
// # What is refused
//
// Rewrite knows WebAssembly 2.0, which is what wazero calls CoreFeaturesV2, and
// refuses everything else with the name of the feature and the offset. It
// checks all that it needs for being safe: lengths before it allocates, every
// index, since what it adds has numbers behind those of the module. It does not
// check types. A module that is not valid gives a result that is not valid, so
// an engine will tell.
//
// It refuses what would take an engine too long to compile (Options.MaxCompile),
// and memories and tables that begin too large; those that may grow too large
// get a lower maximum.
//
// # Caveats
//
// Function indices of the module's own functions grow by 2. The name section
// follows. Debug information (DWARF) is written anew: files, lines and inlined
// calls are true for the result, types and variables are gone. OffsetMap maps
// other addresses.
//
// A trap leaves the fuel of its stretch taken, but for what a loop without calls
// took since it began or was last given fuel, and the count of the stack as it
// was where it happened.
//
// The estimate of compile time, the order in which code is written, and the
// choice of branches fit wazero 1.12. Any engine runs the result.
package meter
