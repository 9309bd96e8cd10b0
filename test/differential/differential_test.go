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

// The same scenario on libuv, on package loop, and its program as a guest.
func TestDifferential(t *testing.T) {
	uv := findLibuv(t)
	g, why := newGuests(t)
	for _, sc := range scenarios() {
		t.Run(sc.name, func(t *testing.T) {
			if sc.skip != "" {
				t.Skip(sc.skip)
			}
			want := compare(t, sc, uv)
			t.Run("guest", func(t *testing.T) {
				if why != nil {
					t.Skip(why)
				}
				compareGuest(t, uv, sc, want, g.perform(t, sc, uv.options(sc).Order))
			})
		})
	}
}

// compare gives what the guest's log must be: libuv's, or loop's where they differ.
func compare(t *testing.T, sc scenario, uv libuv) (want []string) {
	page, err := filepath.Abs(exceptionsPage)
	if err != nil {
		t.Fatal(err)
	}
	want = uv.perform(t, sc)
	t.Run("loop", func(t *testing.T) {
		t.Chdir(t.TempDir())
		ours := perform(t, sc, uv.options(sc))
		if uv.exception(sc) {
			checkException(t, sc, page, want, ours)
			want = ours
		} else if d := cmp.Diff(want, ours); d != "" {
			t.Errorf("-libuv %v +loop:\n%s", uv.release, d)
		}
	})
	return want
}

// options are those of a loop that does as this libuv.
func (uv libuv) options(sc scenario) loop.Options {
	o := loop.Options{PoolSize: sc.pool}
	if uv.release < sc.since && sc.order {
		o.Order = loop.Order144
	}
	return o
}

// exception says whether this libuv does otherwise than loop.
func (uv libuv) exception(sc scenario) bool { return uv.release < sc.since && sc.why != "" }

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
