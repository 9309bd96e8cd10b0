package samples

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An Event is one thing a run did that an order can speak of: a console line,
// a callback, or a wait.
type Event struct {
	Phase    string // the phase it happened in, "outside" before, between and after runs of the loop
	Line     string // a line of the guest's output without its end; "" for others
	Callback string // type of the handle or request called back, or one of the waits; "" for lines
}

// The waits: poll slept until a timer was due, or without a timeout.
const (
	WaitTimer   = "wait-timer"
	WaitForever = "wait-forever"
)

func (e Event) wait() bool { return e.Callback == WaitTimer || e.Callback == WaitForever }

// String writes an event as a pattern that matches it.
func (e Event) String() string {
	if e.Line != "" || e.Callback == "" {
		return e.Phase + ": " + strconv.Quote(e.Line)
	}
	if e.wait() {
		return e.Callback
	}
	return e.Phase + ": " + e.Callback
}

// Order is what a sample promises about the order of its events, in the small
// language that order.md describes.
type Order []Constraint

// A Constraint is one line of an order.
type Constraint struct {
	Text     string // the line as it was written
	word     string // count, first, last, never; "" for a chain
	patterns []pattern
	before   []string // of a chain: "<" or "<<" between two patterns
	compare  string   // of count: =, >= or <=
	number   int
}

type pattern struct {
	phase    string // "": any
	line     string
	isLine   bool
	callback string
}

func (p pattern) matches(e Event) bool {
	switch {
	case p.phase != "" && p.phase != e.Phase:
		return false
	case !p.isLine:
		return p.callback == e.Callback
	case e.Callback != "":
		return false
	}
	if start, ok := strings.CutSuffix(p.line, "*"); ok {
		return strings.HasPrefix(e.Line, start)
	}
	return p.line == e.Line
}

// Check returns what of the order does not hold for the events of a run, one
// sentence each: constraints that are broken, and events of which no line
// speaks.
func (o Order) Check(events []Event) []string {
	var faults []string
	for _, c := range o {
		if fault := c.check(events); fault != "" {
			faults = append(faults, c.Text+": "+fault)
		}
	}
	var strangers []string
	for _, e := range events {
		if !e.wait() && !o.mentions(e) && !slices.Contains(strangers, e.String()) {
			strangers = append(strangers, e.String())
		}
	}
	for _, s := range strangers {
		faults = append(faults, "no line of the order speaks of "+s)
	}
	return faults
}

func (o Order) mentions(e Event) bool {
	return slices.ContainsFunc(o, func(c Constraint) bool {
		return c.word != "never" && slices.ContainsFunc(c.patterns, func(p pattern) bool { return p.matches(e) })
	})
}

func (c Constraint) check(events []Event) string {
	p := c.patterns[0]
	switch c.word {
	case "count":
		return c.checkCount(count(events, p))
	case "never":
		if n := count(events, p); n > 0 {
			return fmt.Sprintf("happened %d times", n)
		}
	case "first":
		return edge(events, p, "first")
	case "last":
		backwards := slices.Clone(events)
		slices.Reverse(backwards)
		return edge(backwards, p, "last")
	default:
		return c.checkChain(events)
	}
	return ""
}

func (c Constraint) checkCount(n int) string {
	ok := n == c.number
	switch c.compare {
	case ">=":
		ok = n >= c.number
	case "<=":
		ok = n <= c.number
	}
	if ok {
		return ""
	}
	return fmt.Sprintf("happened %d times", n)
}

func (c Constraint) checkChain(events []Event) string {
	for i, p := range c.patterns {
		if count(events, p) == 0 {
			return p.String() + " never happened"
		}
		if i == 0 {
			continue
		}
		before := c.patterns[i-1]
		at := slices.IndexFunc(events, before.matches)
		if c.before[i-1] == "<<" {
			at = lastIndex(events, before)
		}
		if slices.IndexFunc(events, p.matches) < at {
			return p.String() + " happened before " + before.String()
		}
	}
	return ""
}

// edge tells what came first, if not the pattern. Waits are no events here.
func edge(events []Event, p pattern, which string) string {
	for _, e := range events {
		if e.wait() {
			continue
		}
		if p.matches(e) {
			return ""
		}
		return e.String() + " came " + which
	}
	return "nothing happened"
}

func count(events []Event, p pattern) (n int) {
	for _, e := range events {
		if p.matches(e) {
			n++
		}
	}
	return n
}

func lastIndex(events []Event, p pattern) int {
	for i, e := range slices.Backward(events) {
		if p.matches(e) {
			return i
		}
	}
	return -1
}

func (p pattern) String() string {
	s := p.callback
	if p.isLine {
		s = strconv.Quote(p.line)
	}
	if p.phase != "" {
		s = p.phase + ": " + s
	}
	return s
}
