// Package meter rewrites a WebAssembly module so that what it computes is
// counted and can be ended: wasm in, equivalent wasm out.
//
// The new module keeps fuel in a global of its own, exported under
// Result.FuelGlobal. Code takes from it what the instructions that follow cost
// (DefaultCosts), and calls the import RefillName of ImportModule when it has
// run out: the host then lets others run and sets the global anew, or ends the
// guest by panicking. Calls on a cycle of the call graph take their frame from
// a second global, Result.DepthGlobal, and call OverflowName when none is left.
// Bulk instructions are charged by size before they run.
//
// Modules that would compile for too long, and features beyond wazero's
// CoreFeaturesV2, are refused with an Error that names function and offset.
// Result.Offsets maps places of the new code to those of the old one.
package meter
