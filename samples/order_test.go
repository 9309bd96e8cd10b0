package samples

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

type orderCases struct {
	Events                 map[string][]string
	Holds, Broken, Invalid []string
}

func readCases(t *testing.T) orderCases {
	t.Helper()
	b, err := os.ReadFile("testdata/order.json")
	if err != nil {
		t.Fatal(err)
	}
	var c orderCases
	if err := json.Unmarshal(b, &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// event reads what Event.String writes, which is a pattern.
func event(t *testing.T, text string) Event {
	t.Helper()
	o, err := ParseOrder(text)
	if err != nil {
		t.Fatal(err)
	}
	p := o[0].patterns[0]
	e := Event{Phase: p.phase, Line: p.line, Callback: p.callback}
	if e.String() != text {
		t.Fatalf("event %s writes itself as %s", text, e)
	}
	return e
}

func TestConstraints(t *testing.T) {
	cases := readCases(t)
	var events []Event
	for _, text := range cases.Events["ticks"] {
		events = append(events, event(t, text))
	}
	check := func(line string) string {
		o, err := ParseOrder(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		return o[0].check(events)
	}
	for _, line := range cases.Holds {
		if fault := check(line); fault != "" {
			t.Errorf("%s should hold: %s", line, fault)
		}
	}
	for _, line := range cases.Broken {
		if check(line) == "" {
			t.Errorf("%s should not hold", line)
		}
	}
	for _, line := range cases.Invalid {
		if _, err := ParseOrder(line); err == nil {
			t.Errorf("%s should not parse", line)
		}
	}
}

func TestOrderIsComplete(t *testing.T) {
	o, err := ParseOrder("# only these\n\n\"a\" < poll: fs\nnever \"b\"")
	if err != nil {
		t.Fatal(err)
	}
	run := []Event{{Phase: "outside", Line: "a"}, {Phase: "poll", Callback: "fs"}, {Phase: "poll", Callback: WaitTimer}}
	if faults := o.Check(run); len(faults) > 0 {
		t.Errorf("a run with nothing else: %q", faults)
	}
	run = append(run, Event{Phase: "closing", Callback: "tcp"}, Event{Phase: "closing", Callback: "tcp"})
	faults := o.Check(run)
	if len(faults) != 1 || !strings.Contains(faults[0], "closing: tcp") {
		t.Errorf("two callbacks more should be one fault that names them, got %q", faults)
	}
}

func TestOrderErrorNamesItsLine(t *testing.T) {
	_, err := ParseOrder("\"a\"\n\nnonsense")
	if err == nil || !strings.HasPrefix(err.Error(), "line 3:") {
		t.Errorf("got %v", err)
	}
}
