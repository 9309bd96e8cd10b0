//go:build unix

package differential

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/loop"
)

// A scenario is c/NAME.c for package loop. Before the release since, libuv
// did otherwise: with order that is all made up for by loop.Order144, with why
// it is an exception that docs/libuv-1.44.md shows.
type scenario struct {
	name  string
	run   func(*script)
	since release
	order bool
	why   string
	pool  int    // workers; the C program says so to libuv
	input string // what the C program reads
	skip  string // why it cannot run on this system
}

func scenarios() []scenario {
	return slices.Concat(
		timerScenarios(), runScenarios(), phaseScenarios(), asyncScenarios(), handleScenarios(),
		pollScenarios(), tcpScenarios(), udpScenarios(), udpHandleScenarios(), pipeScenarios(), pipeStreamScenarios(), poolScenarios(), signalScenarios(),
		fsScenarios(), fsEventScenarios(), cornerScenarios(), programScenarios(),
	)
}

func TestDifferential(t *testing.T) {
	uv := findLibuv(t)
	for _, sc := range scenarios() {
		t.Run(sc.name, func(t *testing.T) {
			compare(t, sc, uv)
		})
	}
}

func compare(t *testing.T, sc scenario, uv libuv) {
	if sc.skip != "" {
		t.Skip(sc.skip)
	}
	o := loop.Options{PoolSize: sc.pool}
	older := uv.release < sc.since
	if older && sc.order {
		o.Order = loop.Order144
	}
	page, err := filepath.Abs(exceptionsPage)
	if err != nil {
		t.Fatal(err)
	}
	theirs := uv.perform(t, sc)
	t.Chdir(t.TempDir())
	ours := perform(t, sc, o)
	if older && sc.why != "" {
		checkException(t, sc, page, theirs, ours)
		return
	}
	if d := cmp.Diff(theirs, ours); d != "" {
		t.Errorf("-libuv %v +loop:\n%s", uv.release, d)
	}
}

// A program that no scenario names is compiled by nobody.
func TestEveryProgramHasItsScenario(t *testing.T) {
	files, err := filepath.Glob("c/*.c")
	if err != nil {
		t.Fatal(err)
	}
	var programs, names []string
	for _, f := range files {
		programs = append(programs, strings.TrimSuffix(filepath.Base(f), ".c"))
	}
	for _, sc := range scenarios() {
		names = append(names, sc.name)
	}
	slices.Sort(names)
	if d := cmp.Diff(programs, names); d != "" {
		t.Errorf("-programs +scenarios:\n%s", d)
	}
}
