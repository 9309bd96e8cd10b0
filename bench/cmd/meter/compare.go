package main

import (
	"fmt"
	"runtime"
	"slices"

	"github.com/loopground/loopground/bench/measure"
)

// compare runs the program in every mode, in turns, and prints the medians.
func compare(p program, calls int) {
	runtime.LockOSThread()
	modes := []string{"plain", "metered", "deadline"}
	runs := make([]func() int64, len(modes))
	times := make([][]float64, len(modes))
	for i, mode := range modes {
		runs[i] = p.load(mode)
		runs[i]()
	}
	for range calls {
		for i, run := range runs {
			begin := measure.ThreadCPU()
			run()
			times[i] = append(times[i], float64(measure.ThreadCPU()-begin))
		}
	}
	for i := range times {
		slices.Sort(times[i])
	}
	at := func(i int, q float64) float64 { return times[i][int(q*float64(calls-1))] }
	fmt.Printf("%-8s plain %8.0f µs ± %2.0f %%   metered %+6.1f %%   deadline × %.2f\n", p.function,
		at(0, 0.25)/1e3, 100*(at(0, 0.75)-at(0, 0.25))/at(0, 0.5), 100*(at(1, 0.25)/at(0, 0.25)-1), at(2, 0.25)/at(0, 0.25))
}
