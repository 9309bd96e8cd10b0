package samples

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// What an order may name. The names are those of the trace.
var (
	orderPhases    = []string{"outside", "timers", "pending", "idle", "prepare", "poll", "check", "closing"}
	orderCallbacks = []string{
		"timer", "idle", "prepare", "check", "async", "poll", "tcp", "connect", "write", "shutdown", "fs",
		WaitTimer, WaitForever,
	}
)

// ParseOrder reads an order, one constraint a line; empty lines and lines that
// begin with # are skipped. Errors name the line.
func ParseOrder(text string) (Order, error) {
	var order Order
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		c, err := parseConstraint(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		order = append(order, c)
	}
	return order, nil
}

func parseConstraint(line string) (Constraint, error) {
	tokens, err := scan(line)
	if err != nil {
		return Constraint{}, err
	}
	p := &parser{tokens: tokens}
	c := Constraint{Text: line}
	switch word := p.peek(); word {
	case "count", "first", "last", "never":
		p.next()
		c.word = word
		c.patterns = []pattern{p.pattern()}
		if word == "count" {
			c.compare, c.number = p.comparison()
		}
	default:
		c.patterns = []pattern{p.pattern()}
		for p.err == nil && (p.peek() == "<" || p.peek() == "<<") {
			c.before = append(c.before, p.next())
			c.patterns = append(c.patterns, p.pattern())
		}
	}
	if p.err == nil && len(p.tokens) > 0 {
		p.fail("%s was not expected here", p.peek())
	}
	return c, p.err
}

// scan cuts a line into strings, which keep their quotes, words, numbers and
// signs.
func scan(line string) (tokens []string, err error) {
	for rest := strings.TrimSpace(line); rest != ""; rest = strings.TrimSpace(rest) {
		var token string
		switch {
		case rest[0] == '"':
			if token, err = strconv.QuotedPrefix(rest); err != nil {
				return nil, fmt.Errorf("%s is not a quoted string", rest)
			}
		case strings.HasPrefix(rest, "<<"), strings.HasPrefix(rest, "<="), strings.HasPrefix(rest, ">="):
			token = rest[:2]
		case strings.IndexByte("<=:", rest[0]) >= 0:
			token = rest[:1]
		default:
			n := strings.IndexFunc(rest, func(r rune) bool {
				return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-'
			})
			if n < 0 {
				n = len(rest)
			}
			if n == 0 {
				return nil, fmt.Errorf("%q was not expected", rest)
			}
			token = rest[:n]
		}
		tokens = append(tokens, token)
		rest = rest[len(token):]
	}
	return tokens, nil
}

// parser takes tokens one by one and keeps its first error.
type parser struct {
	tokens []string
	err    error
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

func (p *parser) peek() string {
	if len(p.tokens) == 0 {
		return ""
	}
	return p.tokens[0]
}

func (p *parser) next() string {
	t := p.peek()
	if t == "" {
		p.fail("the line ends too early")
		return ""
	}
	p.tokens = p.tokens[1:]
	return t
}

func (p *parser) pattern() (out pattern) {
	t := p.next()
	if p.peek() == ":" {
		p.next()
		if !slices.Contains(orderPhases, t) {
			p.fail("%s is not a phase", t)
		}
		out.phase = t
		t = p.next()
	}
	switch {
	case p.err != nil:
	case t[0] == '"':
		out.isLine = true
		out.line, _ = strconv.Unquote(t) // scan has checked it
	case slices.Contains(orderCallbacks, t):
		out.callback = t
	default:
		p.fail("%s is neither a quoted line nor a callback", t)
	}
	return out
}

func (p *parser) comparison() (compare string, number int) {
	compare = p.next()
	if p.err == nil && !slices.Contains([]string{"=", ">=", "<="}, compare) {
		p.fail("%s is not =, >= or <=", compare)
	}
	digits := p.next()
	number, err := strconv.Atoi(digits)
	if err != nil || number < 0 {
		p.fail("%s is not a number", digits)
	}
	return compare, number
}
