// Bench runs the benchmarks that have peers: the same work done by package loop,
// by libuv, and by a program without a library, side by side in one go.
//
// Each contender is a program of its own that prints one line of JSON
// (measure.Result) about the part of its life that is measured. A suite lists
// its contenders; the runner builds them, runs them in turns, holds their counts
// against each other, and writes medians, spreads and ratios. A new suite is a
// function that returns one, in a file of its own, and a line in suites.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// suites lists every suite, in the order of the results.
func suites(s scale) []suite {
	all := []suite{
		timersSuite(s, "ascending"),
		timersSuite(s, "random"),
		iterationsSuite(s),
		asyncSuite(s),
		echoSuite(s),
		echoTrySuite(s),
		readSuite(s),
		hostingServiceSuite(s),
		hostingTimersSuite(s),
	}
	return append(all, meterSuites(s)...)
}

func main() {
	only := flag.String("only", "", "run the suites whose names begin so (comma-separated)")
	runs := flag.Int("runs", 0, "runs of each contender (0: 5, with -quick 3)")
	quick := flag.Bool("quick", false, "a tenth of the work: to see that it runs")
	flag.Parse()
	b := &bench{dir: filepath.Join(".cache", "bench"), runs: *runs, scale: scale{quick: *quick}}
	if b.runs <= 0 {
		b.runs = map[bool]int{false: 5, true: 3}[*quick]
	}
	if err := b.main(*only); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench is one go.
type bench struct {
	dir   string // for what is built and made
	runs  int
	scale scale
	cores []string
}

// scale says how much work is done.
type scale struct{ quick bool }

// ops is n, or a tenth of it.
func (s scale) ops(n int) int {
	if s.quick {
		return n / 10
	}
	return n
}

func (b *bench) main(only string) error {
	chosen, err := choose(suites(b.scale), only)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(b.dir, 0o755); err != nil {
		return err
	}
	if b.cores, err = cores(); err != nil {
		return err
	}
	if err := b.build(chosen); err != nil {
		return err
	}
	page := b.header()
	var tables []*table
	for _, s := range chosen {
		t, err := b.run(s)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		text := t.markdown()
		tables = append(tables, t)
		fmt.Print(text)
		page += text
	}
	sums := summary(tables)
	fmt.Print(sums)
	page += sums
	return b.write(page, only == "" && !b.scale.quick)
}

// write puts the page where it belongs: only a whole go replaces the results
// that are kept.
func (b *bench) write(page string, whole bool) error {
	path := filepath.Join(b.dir, "RESULTS.md")
	if whole {
		path = filepath.Join("bench", "RESULTS.md")
	}
	fmt.Println("\nwritten to", path)
	return os.WriteFile(path, []byte(page), 0o644)
}

func choose(all []suite, only string) ([]suite, error) {
	if only == "" {
		return all, nil
	}
	var chosen []suite
	var names []string
	for _, s := range all {
		names = append(names, s.name)
		for want := range strings.SplitSeq(only, ",") {
			if strings.HasPrefix(s.name, want) {
				chosen = append(chosen, s)
				break
			}
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("no suite is called %s; there are %s", only, strings.Join(names, ", "))
	}
	return chosen, nil
}
