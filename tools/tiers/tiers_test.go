package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const events = `{"Action":"start","Package":"m/loop"}
{"Action":"output","Package":"m/loop","Test":"TestA","Output":"    a_test.go:7: no epoll here\n"}
{"Action":"skip","Package":"m/loop","Test":"TestA"}
{"Action":"output","Package":"m/loop","Test":"TestB","Output":"    b_test.go:3: got 1, want 2\n"}
{"Action":"fail","Package":"m/loop","Test":"TestB"}
{"Action":"output","Package":"m/loop","Test":"TestC","Output":"chatter\n"}
{"Action":"pass","Package":"m/loop","Test":"TestC"}
{"Action":"pass","Package":"m/loop","Test":"TestC/sub"}
{"Action":"fail","Package":"m/loop","Elapsed":0.5}
{"ImportPath":"m/host [m/host.test]","Action":"build-output","Output":"host/a.go:1: undefined: x\n"}
{"ImportPath":"m/host [m/host.test]","Action":"build-fail"}
`

func TestReadsGoTest(t *testing.T) {
	l := newTestLog(nil)
	l.read(strings.NewReader(events))

	if diff := cmp.Diff(counts{2, 1, 1}, l.total, cmp.AllowUnexported(counts{})); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"m/loop TestA: no epoll here"}, l.skipped); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
	got := l.failures()
	for _, want := range []string{"got 1, want 2", "undefined: x"} {
		if !strings.Contains(got, want) {
			t.Errorf("failures lack %q:\n%s", want, got)
		}
	}
	if strings.Contains(got, "chatter") {
		t.Errorf("failures hold what a passed test wrote:\n%s", got)
	}
}

func TestCountsNodesTests(t *testing.T) {
	for name, tc := range map[string]struct {
		out  string
		want counts
	}{
		"node --test, spec": {"ℹ tests 6\nℹ pass 3\nℹ fail 1\nℹ cancelled 0\nℹ skipped 2\n", counts{3, 1, 2}},
		"node --test, tap":  {"# tests 3\n# pass 3\n# fail 0\n# skipped 0\n", counts{passed: 3}},
		"vitest":            {" Test Files  1 passed (1)\n      Tests  1 failed | 41 passed | 2 skipped (44)\n", counts{41, 1, 2}},
		"vitest, coloured":  {"\x1b[2m      Tests \x1b[22m \x1b[1m\x1b[32m4 passed\x1b[39m\x1b[22m (4)\n", counts{passed: 4}},
		"plain":             {"upload: 3 passed so far\n9 passed, 0 failed, 1 skipped\n", counts{9, 0, 1}},
		"none":              {"vite v9\n", counts{}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, countNode(tc.out), cmp.AllowUnexported(counts{})); diff != "" {
				t.Errorf("counts (-want +got):\n%s", diff)
			}
		})
	}
}

// A tier that lacks something is listed with the command that provides it, and
// fails CI and nothing else.
func TestReportsWhatDidNotRun(t *testing.T) {
	lack := &need{name: "Oracle", find: func() (string, bool) { return "", false }, apt: []string{"oracle"}, brew: "sudo apt-get install -y oracle"}
	results := []*result{
		{tier: tier{name: "unit"}, ran: true, tests: counts{passed: 5, skipped: 1}, skipped: []string{"loop TestA: why"}},
		{tier: tier{name: "guests", needs: []*need{lack}}},
	}
	for _, ci := range []bool{false, true} {
		var out strings.Builder
		r := &runner{out: &out, ci: ci}
		status := r.report(results)

		if want := map[bool]int{true: 1}[ci]; status != want {
			t.Errorf("CI %t: status %d, want %d", ci, status, want)
		}
		for _, want := range []string{"not run", "needs Oracle", "sudo apt-get install -y oracle", "loop TestA: why", "\n5 passed, 0 failed, 1 skipped\n"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("CI %t: the report lacks %q:\n%s", ci, want, out.String())
			}
		}
	}
}

func TestChoosesTiers(t *testing.T) {
	all := []tier{{name: "check"}, {name: "unit"}}
	if got, err := choose(all, []string{"unit"}); err != nil || len(got) != 1 || got[0].name != "unit" {
		t.Errorf("choose(unit) = %v, %v", got, err)
	}
	if _, err := choose(all, []string{"units"}); err == nil {
		t.Error("choose(units) found a tier")
	}
}
