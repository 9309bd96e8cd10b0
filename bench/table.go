package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/loopground/loopground/bench/measure"
)

// maxSpread is the spread beyond which no ratio is printed.
const maxSpread = 0.10

// table is what a suite's contenders did.
type table struct {
	suite        suite
	results      [][]measure.Result // by contender, then run
	calls        []float64          // system calls an operation; 0: not known
	callsMissing string
}

// sameWork fails unless all did as much, and the same.
func (t *table) sameWork() error {
	first := t.results[0][0]
	for i, runs := range t.results {
		for _, r := range runs {
			if near(r.Ops, first.Ops) && near(r.Bytes, first.Bytes) && r.Check == first.Check {
				continue
			}
			return fmt.Errorf("%s did other work than %s: %d operations, %d bytes, check %d; not %d, %d, %d",
				t.suite.contenders[i].name, t.suite.contenders[0].name,
				r.Ops, r.Bytes, r.Check, first.Ops, first.Bytes, first.Check)
		}
	}
	return nil
}

// near allows for a window that begins in the middle of a batch.
func near(a, b uint64) bool { return max(a, b)-min(a, b) <= max(a, b)/1000 }

// sample is one figure over all runs.
type sample struct{ median, spread float64 }

// take takes a figure from every run. The spread is the distance of the
// quartiles, as a share of the median.
func take(runs []measure.Result, f func(measure.Result) float64) sample {
	var v []float64
	for _, r := range runs {
		v = append(v, f(r))
	}
	slices.Sort(v)
	s := sample{median: quantile(v, 0.5)}
	if s.median > 0 {
		s.spread = (quantile(v, 0.75) - quantile(v, 0.25)) / s.median
	}
	return s
}

// quantile interpolates in sorted values.
func quantile(v []float64, q float64) float64 {
	at := q * float64(len(v)-1)
	i := int(at)
	if i+1 >= len(v) {
		return v[len(v)-1]
	}
	return v[i] + (at-float64(i))*(v[i+1]-v[i])
}

func cpuPerOp(r measure.Result) float64  { return float64(r.CPUNs) / float64(r.Ops) }
func wallPerOp(r measure.Result) float64 { return float64(r.WallNs) / float64(r.Ops) }

// ratio compares two figures; where either is spread too far it says nothing.
func ratio(a, b sample) string {
	if a.spread > maxSpread || b.spread > maxSpread || b.median == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f", a.median/b.median)
}

// fastest is the peer with the lowest figure.
func (t *table) fastest(f func(measure.Result) float64) (best sample, ok bool) {
	for i, c := range t.suite.contenders {
		if s := take(t.results[i], f); c.role == peer && (!ok || s.median < best.median) {
			best, ok = s, true
		}
	}
	return best, ok
}

func (t *table) markdown() string {
	page := fmt.Sprintf("\n## %s\n\n%s One operation is one %s.\n", t.suite.name, t.suite.about, t.suite.unit)
	if !t.suite.valuesOnly {
		page += t.costs()
	}
	return page + t.values() + t.notes()
}

// costs is the table that suites have in common.
func (t *table) costs() string {
	var b strings.Builder
	b.WriteString("\n| contender | CPU, ns/op | spread | × peer | system calls/op | op/s | spread | × peer |\n")
	b.WriteString("|---|--:|--:|--:|--:|--:|--:|--:|\n")
	bestCPU, _ := t.fastest(cpuPerOp)
	bestWall, _ := t.fastest(wallPerOp)
	for i, c := range t.suite.contenders {
		cpu, wall := take(t.results[i], cpuPerOp), take(t.results[i], wallPerOp)
		fmt.Fprintf(&b, "| %s | %.0f | %.0f %% | %s | %s | %.0f | %.0f %% | %s |\n", c.name,
			cpu.median, 100*cpu.spread, ratio(cpu, bestCPU), t.callsOf(i),
			1e9/wall.median, 100*wall.spread, ratio(bestWall, wall))
	}
	return b.String()
}

func (t *table) callsOf(i int) string {
	if t.calls[i] == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f", t.calls[i])
}

// values is a table of the figures that only this suite has: the median of the
// runs, and the worst.
func (t *table) values() string {
	names := t.valueNames()
	if len(names) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n| contender | %s |\n|---|%s\n", strings.Join(names, " | "), strings.Repeat("--:|", len(names)))
	for i, c := range t.suite.contenders {
		fmt.Fprintf(&b, "| %s |", c.name)
		for _, name := range names {
			fmt.Fprintf(&b, " %s |", valueOf(t.results[i], name))
		}
		b.WriteString("\n")
	}
	b.WriteString("\nMedian of the runs, and the worst run in brackets.\n")
	return b.String()
}

func (t *table) valueNames() (names []string) {
	for _, runs := range t.results {
		for name := range runs[0].Values {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}

func valueOf(runs []measure.Result, name string) string {
	if _, ok := runs[0].Values[name]; !ok {
		return "–"
	}
	var v []float64
	for _, r := range runs {
		v = append(v, r.Values[name])
	}
	slices.Sort(v)
	return fmt.Sprintf("%.3g (%.3g)", quantile(v, 0.5), v[len(v)-1])
}

func (t *table) notes() string {
	var lines []string
	for _, c := range t.suite.contenders {
		if c.role == limit {
			lines = append(lines, "- "+c.name+": the limit, no peer: it promises nothing"+orNote(c.note)+".")
		} else if c.note != "" {
			lines = append(lines, "- "+c.name+": "+c.note+".")
		}
	}
	if t.callsMissing != "" {
		lines = append(lines, "- "+t.callsMissing)
	}
	if len(lines) == 0 {
		return ""
	}
	return "\n" + strings.Join(lines, "\n") + "\n"
}

func orNote(note string) string {
	if note == "" {
		return ""
	}
	return "; " + note
}
