package main

import (
	"fmt"
	"math"
	"strings"
)

// summary gives a table for each group of suites: how each contender compares
// with the first over all of them, by CPU time.
func summary(tables []*table) string {
	var groups []string
	members := map[string][]*table{}
	for _, t := range tables {
		g := t.suite.group
		if g == "" {
			continue
		}
		if members[g] == nil {
			groups = append(groups, g)
		}
		members[g] = append(members[g], t)
	}
	var b strings.Builder
	for _, g := range groups {
		fmt.Fprintf(&b, "\n## %s: all of them\n\n| contender | geometric mean, × | worst | programs |\n|---|--:|--:|--:|\n", g)
		for i, c := range members[g][0].suite.contenders[1:] {
			mean, worst, n := compareAll(members[g], i+1)
			if n > 0 {
				fmt.Fprintf(&b, "| %s | %.2f | %.2f (%s) | %d of %d |\n", c.name, mean, worst.ratio, worst.name, n, len(members[g]))
			}
		}
		b.WriteString("\nPrograms whose spread is too large for a ratio are not in the mean.\n")
	}
	return b.String()
}

// worst is the suite in which a contender did worst.
type worst struct {
	ratio float64
	name  string
}

func compareAll(tables []*table, contender int) (mean float64, w worst, n int) {
	for _, t := range tables {
		first, c := take(t.results[0], cpuPerOp), take(t.results[contender], cpuPerOp)
		if ratio(c, first) == "–" {
			continue
		}
		r := c.median / first.median
		mean += math.Log(r)
		n++
		if r > w.ratio {
			w = worst{r, t.suite.name}
		}
	}
	return math.Exp(mean / float64(max(n, 1))), w, n
}
