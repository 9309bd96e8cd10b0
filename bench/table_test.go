package main

import (
	"math"
	"strings"
	"testing"

	"github.com/loopground/loopground/bench/measure"
)

func ops(cpu ...uint64) (runs []measure.Result) {
	for _, ns := range cpu {
		runs = append(runs, measure.Result{Ops: 10, CPUNs: ns * 10, WallNs: ns * 20})
	}
	return runs
}

func TestMedianAndSpreadAreOfTheQuartiles(t *testing.T) {
	s := take(ops(104, 100, 96, 300, 98), cpuPerOp)
	if s.median != 100 || math.Abs(s.spread-0.06) > 1e-9 {
		t.Errorf("median %v, spread %v", s.median, s.spread)
	}
	if s := take(ops(100, 110), cpuPerOp); s.median != 105 {
		t.Errorf("median of two: %v", s.median)
	}
}

func testTable(results ...[]measure.Result) *table {
	cs := []contender{{name: "limit", role: limit}, {name: "slow", role: peer}, {name: "fast", role: peer}, {name: "loop"}}
	return &table{suite: suite{name: "s", contenders: cs}, results: results, calls: make([]float64, 4)}
}

func TestRatiosAreAgainstTheFastestPeer(t *testing.T) {
	page := testTable(ops(10, 10, 10), ops(300, 300, 300), ops(200, 200, 200), ops(100, 100, 100)).markdown()
	for _, row := range []string{
		"| limit | 10 | 0 % | 0.05 |",
		"| fast | 200 | 0 % | 1.00 |",
		"| loop | 100 | 0 % | 0.50 | – | 5000000 | 0 % | 2.00 |",
	} {
		if !strings.Contains(page, row) {
			t.Errorf("no %q in\n%s", row, page)
		}
	}
}

func TestNoRatioIsToldWhereTheSpreadIsWide(t *testing.T) {
	page := testTable(ops(10, 10, 10), ops(300, 300, 300), ops(200, 200, 200), ops(100, 130, 160)).markdown()
	if row := "| loop | 130 | 23 % | – |"; !strings.Contains(page, row) {
		t.Errorf("no %q in\n%s", row, page)
	}
}

func TestContendersThatDidOtherWorkAreRefused(t *testing.T) {
	same := func() *table { return testTable(ops(1), ops(2), ops(3), ops(4)) }
	if err := same().sameWork(); err != nil {
		t.Error(err)
	}
	for name, spoil := range map[string]func(*measure.Result){
		"operations": func(r *measure.Result) { r.Ops = 9 },
		"bytes":      func(r *measure.Result) { r.Bytes = 64 },
		"check":      func(r *measure.Result) { r.Check = 1 },
	} {
		tab := same()
		spoil(&tab.results[2][0])
		if tab.sameWork() == nil {
			t.Errorf("other %s were let through", name)
		}
	}
}

func TestCountersOfCallsAreRead(t *testing.T) {
	if n := parsePerf("# started\n\n29,,raw_syscalls:sys_enter,627131,100.00,,\n"); n != 29 {
		t.Errorf("perf: %d", n)
	}
	if n := parseStrace("% time ...\n 50.00 0.1 3 7 read\n------\n100.00    0.000110           2        45         3 total\n"); n != 45 {
		t.Errorf("strace: %d", n)
	}
}

func TestSuitesAreChosenByTheBeginOfTheirName(t *testing.T) {
	all := []suite{{name: "echo"}, {name: "echo-try"}, {name: "read"}}
	got, err := choose(all, "echo,read")
	if err != nil || len(got) != 3 {
		t.Errorf("%d suites, %v", len(got), err)
	}
	if _, err := choose(all, "nothing"); err == nil || !strings.Contains(err.Error(), "echo-try") {
		t.Errorf("unknown name: %v", err)
	}
}

func TestValuesShowTheMedianAndTheWorst(t *testing.T) {
	run := func(p99 float64) measure.Result {
		return measure.Result{Ops: 1, Values: map[string]float64{"p99": p99}}
	}
	tab := testTable([]measure.Result{run(2), run(9), run(3)}, ops(1, 1, 1), ops(1, 1, 1), ops(1, 1, 1))
	tab.suite.valuesOnly = true
	page := tab.markdown()
	if row := "| limit | 3 (9) |\n| slow | – |"; !strings.Contains(page, row) || strings.Contains(page, "CPU") {
		t.Errorf("no %q, or CPU, in\n%s", row, page)
	}
}
