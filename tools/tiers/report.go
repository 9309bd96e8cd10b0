package main

import (
	"fmt"
	"text/tabwriter"
)

// report prints the table and returns the exit status.
func (r *runner) report(results []*result) int {
	var total counts
	status := 0
	r.printf("\n")
	w := tabwriter.NewWriter(r.out, 0, 8, 3, ' ', 0)
	fmt.Fprintln(w, "tier\tresult\tsteps\ttests\tskipped\ttime\tbudget")
	for _, res := range results {
		total.add(res.tests)
		if res.err != nil || (!res.ran && r.ci) {
			status = 1
		}
		if !res.ran {
			fmt.Fprintf(w, "%s\tnot run\t\t\t\t\t%s\n", res.tier.name, res.tier.budget)
			continue
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%s\t%s\n", res.tier.name, res.word(), res.steps,
			res.tests.passed+res.tests.failed, res.tests.skipped, round(res.took), res.tier.budget)
	}
	w.Flush()
	r.reportGaps(results)
	r.printf("\n%d passed, %d failed, %d skipped\n", total.passed, total.failed, total.skipped)
	return status
}

func (res *result) word() string {
	switch {
	case res.err != nil:
		return "FAILED"
	case res.took > res.tier.budget:
		return "passed, late"
	}
	return "passed"
}

// reportGaps lists what was not tested, and how it would be.
func (r *runner) reportGaps(results []*result) {
	for _, res := range results {
		if res.ran {
			continue
		}
		for _, n := range missing([]tier{res.tier}) {
			r.printf("\n%s did not run: it needs %s.\n  %s\n", res.tier.name, n.name, n.command())
		}
		if r.ci {
			r.printf("  CI demands every tier.\n")
		}
	}
	for _, res := range results {
		if len(res.skipped) == 0 {
			continue
		}
		r.printf("\n%s skipped:\n", res.tier.name)
		for _, s := range res.skipped {
			r.printf("  %s\n", s)
		}
	}
}
