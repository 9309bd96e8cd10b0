// Package measure is what the programs that are measured share with the one
// that runs them: the window of the measurement, and the line that tells of it.
// Its twin for programs in C is bench/c/measure.h.
package measure

import (
	"encoding/json"
	"io"
	"time"
)

// Result is the last line that a contender prints, as JSON.
type Result struct {
	Ops    uint64 `json:"ops"`
	Bytes  uint64 `json:"bytes"`
	CPUNs  uint64 `json:"cpuNs"`  // user and system time of the process
	WallNs uint64 `json:"wallNs"` // from the begin of the window to its end
	// Check is a number that is the same for all who did the same work.
	Check uint64 `json:"check"`
	// Values are further numbers by the names that a suite gives them.
	Values map[string]float64 `json:"values,omitempty"`
}

// Window is the part of a program's life that is measured.
type Window struct {
	cpu  uint64
	wall time.Time
}

// Begin opens the window. What ran before was to warm up.
func (w *Window) Begin() { w.cpu, w.wall = cpu(), time.Now() }

// End closes the window. The result's Ops, Bytes and Check are the caller's.
func (w *Window) End() Result {
	wall := time.Since(w.wall)
	return Result{CPUNs: cpu() - w.cpu, WallNs: uint64(wall)}
}

// Print writes the line.
func (r Result) Print(to io.Writer) error { return json.NewEncoder(to).Encode(r) }

// Draw is the generator of pseudo-random numbers that every contender uses.
func Draw(state *uint64) uint64 {
	*state = *state*6364136223846793005 + 1442695040888963407
	return *state >> 33
}
