package meter

import (
	"fmt"
	"time"
)

// Options say what Rewrite adds and what it refuses. The zero value is ready
// for use.
type Options struct {
	// ImportModule, RefillName and OverflowName name the two functions that the
	// rewritten module imports. Default: "loopground", "refill",
	// "stack_overflow". See the package comment for their types.
	ImportModule, RefillName, OverflowName string

	// Costs is what instructions cost. Nil: DefaultCosts.
	Costs *CostTable

	// InitialFuel is the fuel of a new instance. With 0 the first check calls
	// refill, which is where a host learns of the instance at the latest.
	InitialFuel int64

	// StackBytes bounds the stack of an instance, in bytes as they are estimated
	// from the size of functions. Default 16 MiB. A host may set the exported
	// global of Result.DepthGlobal to another value.
	StackBytes int

	// MemoryPages bounds memory, in pages of 64 KiB. Default 1024 (64 MiB). A
	// memory that begins larger is refused, one that may grow larger cannot.
	MemoryPages int
	// TableElements bounds the elements of all tables together. Default 131072.
	TableElements int

	// MaxCompile bounds how long wazero may take to compile one function, as
	// estimated at the worst from its shape, beyond what is linear in its size.
	// Default 5 s; six times that for all functions together.
	MaxCompile time.Duration
	// MaxNesting bounds the loops open inside each other. Default 256.
	MaxNesting int

	// Further limits: functions (default 200,000), bytes of code of a function
	// (4 MiB), locals (50,000), parameters and results of a type (1,000),
	// tables (32), and what an engine works through for each instance: globals
	// (100,000), segments of data and of elements (100,000 each), functions in
	// all element segments (262,144). Custom sections: 10,000.
	MaxFunctions     int
	MaxFunctionBytes int
	MaxLocals        int
	MaxParams        int
	MaxTables        int
	MaxGlobals       int
	MaxSegments      int
	MaxElements      int
	MaxCustoms       int
}

// Names of the globals that a rewritten module exports: both are mutable i64.
const (
	FuelGlobal  = "__loopground_fuel"
	DepthGlobal = "__loopground_stack"
)

// Result is a rewritten module.
type Result struct {
	Wasm        []byte
	FuelGlobal  string // the name under which the fuel is exported
	DepthGlobal string // the same for the bytes of stack that are left
	StackBytes  int    // its initial value
	Offsets     *OffsetMap
	Stats       Stats
}

// Stats count what was rewritten.
type Stats struct {
	Functions  int // defined by the module
	Free       int // of them, without code of the meter: callers are charged
	Unchecked  int // of them, charged when entered, but not checked
	Loops      int
	Charges    int           // places where fuel is taken
	Checks     int           // of them, that test it
	DepthCalls int           // calls that count the stack
	BulkCalls  int           // bulk instructions that became calls
	Compile    time.Duration // what MaxCompile bounds, of all functions
	BytesIn    int
	BytesOut   int
}

// Error says why a module was refused.
type Error struct {
	What     string // what is wrong
	Feature  string // the feature it needs that is not supported, or ""
	Limit    string // the field of Options it exceeds, or ""
	Function int    // index of the function, -1: in none
	Name     string // of the function, if it has one
	Offset   int    // in the module's bytes, -1: in none
}

func (e *Error) Error() string {
	s := e.What
	if e.Function >= 0 {
		s += fmt.Sprintf(" in %s", e.Name)
		if e.Name == "" {
			s += fmt.Sprintf("function %d", e.Function)
		}
	}
	if e.Offset >= 0 {
		s += fmt.Sprintf(" at offset 0x%x", e.Offset)
	}
	return s
}

func malformed(at int, what string) *Error { return &Error{What: what, Function: -1, Offset: at} }

func unsupported(at int, feature string) *Error {
	return &Error{What: "it needs " + feature + ", which is not supported",
		Feature: feature, Function: -1, Offset: at}
}

// Rewrite gives an equivalent module that counts fuel and stack. It does not
// validate the module: what it gives is valid exactly if wasm was, so an engine
// finds out. Its error is always an *Error.
func Rewrite(wasm []byte, o Options) (*Result, error) {
	r, err := rewrite(wasm, o.withDefaults())
	if err != nil {
		return nil, err
	}
	return r, nil
}

func rewrite(wasm []byte, o Options) (*Result, *Error) {
	if err := o.Costs.check(); err != nil {
		return nil, err
	}
	m, err := decode(wasm, &o)
	if err != nil {
		return nil, err
	}
	for _, step := range []func() *Error{m.limitMemory, m.limitTables, m.reserved} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	fs, err := m.scan()
	if err != nil {
		return nil, err
	}
	return m.write(m.classify(fs))
}

// reserved refuses a module that uses the meter's names.
func (m *module) reserved() *Error {
	for _, n := range []string{FuelGlobal, DepthGlobal} {
		if m.exports[n] {
			return malformed(m.sections[secExport].start, fmt.Sprintf("the export name %q is the meter's own", n))
		}
	}
	for i, text := range m.importTexts {
		if text == m.o.ImportModule+"."+m.o.RefillName || text == m.o.ImportModule+"."+m.o.OverflowName {
			return malformed(m.sections[secImport].start, fmt.Sprintf("import %d (%s) is the meter's own", i, text))
		}
	}
	return nil
}
