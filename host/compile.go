package host

import (
	"errors"
	"fmt"

	"github.com/loopground/loopground/host/meter"
)

// defaultTableElements is Options.TableElements.
const defaultTableElements = 10 << 20

// rewrite adds the meter to a module. One result serves guests with any
// limits: memory is bounded by its allocator, the stack by a global.
func (rt *Runtime) rewrite(name string, wasm []byte) (*meter.Result, error) {
	r, err := meter.Rewrite(wasm, meter.Options{
		ImportModule: meterModule, RefillName: meterRefill, OverflowName: meterOverflow,
		StackBytes: int(DefaultLimits().Stack), MemoryPages: maxMemory / pageSize,
		TableElements: rt.opts.TableElements,
	})
	var refused *meter.Error
	if errors.As(err, &refused) {
		return nil, refusal(name, refused)
	}
	return r, err
}

// refusal puts the meter's error into words for who has the module.
func refusal(name string, e *meter.Error) *LoadError {
	place := *e
	place.What = "it is"
	where := ""
	if e.Function >= 0 || e.Offset >= 0 {
		where = place.Error()
	}
	switch {
	case e.Feature != "":
		return &LoadError{What: fmt.Sprintf("%s needs %s", name, e.Feature), Where: where, Try: features}
	case e.Limit != "":
		return &LoadError{What: fmt.Sprintf("%s is too complex: %s", name, e.What), Where: where, Try: simpler(e.Limit)}
	}
	return &LoadError{What: name + " is not valid WebAssembly", Where: e.Error(), Try: features}
}

const features = "Loopground runs WebAssembly 2.0: no threads, exceptions or garbage collection"

// simpler says how to get a module under a limit of the meter's.
func simpler(limit string) string {
	switch limit {
	case "TableElements", "MaxTables":
		return "Its tables are larger than any program's"
	case "MaxFunctions":
		return "Strip what is not used: wasm-opt -Oz, or the linker's --gc-sections"
	}
	return "Split the function, or have it optimised less: wasm-opt -Oz"
}
