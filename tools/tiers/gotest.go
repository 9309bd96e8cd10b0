package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// goTest is a step that runs go test in dir with args. It counts tests and
// collects skips from the events that go test -json prints.
func goTest(title, dir string, args ...string) step {
	return step{title: title, run: func(r *runner, res *result) error {
		return r.goTest(dir, args, res, nil)
	}}
}

// An event is one line of go test -json.
type event struct {
	Action     string
	Package    string
	ImportPath string // of build events
	Test       string
	Elapsed    float64
	Output     string
}

func (r *runner) goTest(dir string, args []string, res *result, done func(event, counts)) error {
	cmd := exec.Command("go", append([]string{"test", "-json", "-timeout=5m"}, args...)...)
	cmd.Dir = filepath.Join(r.root, dir)
	cmd.Env = os.Environ()
	if contains(args, "-race") {
		cmd.Env = append(cmd.Env, "CGO_ENABLED=1")
	}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	log := newTestLog(done)
	log.read(out)
	err = cmd.Wait()
	res.tests.add(log.total)
	res.skipped = append(res.skipped, log.skipped...)
	switch {
	case err != nil:
		return errors.New(log.failures() + stderr.String())
	case log.total == counts{}:
		return errNoTest
	}
	return nil
}

var errNoTest = errors.New("ran no test")

// testLog reads the events of one go test.
type testLog struct {
	done     func(event, counts) // when a package has ended
	total    counts
	packages map[string]*counts
	output   map[string]*strings.Builder // by package and test, until it passed
	order    []string                    // of the failed
	skipped  []string
}

func newTestLog(done func(event, counts)) *testLog {
	return &testLog{done: done, packages: map[string]*counts{}, output: map[string]*strings.Builder{}}
}

func (l *testLog) read(in io.Reader) {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) != nil {
				e = event{Action: "output", Output: string(line)}
			}
			l.event(e)
		}
		if err != nil {
			return
		}
	}
}

func (l *testLog) event(e event) {
	if e.Package == "" {
		e.Package, _, _ = strings.Cut(e.ImportPath, " ") // "p [p.test]" is p's test binary
	}
	key := e.Package + " " + e.Test
	switch e.Action {
	case "output", "build-output":
		l.buffer(key).WriteString(e.Output)
		return
	case "pass", "skip", "fail", "build-fail":
	default:
		return
	}
	if e.Action == "fail" || e.Action == "build-fail" {
		l.order = append(l.order, key)
	}
	if e.Test == "" {
		l.packageEnded(e)
		return
	}
	l.testEnded(e, key)
}

func (l *testLog) buffer(key string) *strings.Builder {
	if l.output[key] == nil {
		l.output[key] = &strings.Builder{}
	}
	return l.output[key]
}

func (l *testLog) packageEnded(e event) {
	if l.done == nil || l.packages[e.Package] == nil {
		return
	}
	l.done(e, *l.packages[e.Package])
}

func (l *testLog) testEnded(e event, key string) {
	p := l.packages[e.Package]
	if p == nil {
		p = &counts{}
		l.packages[e.Package] = p
	}
	var c counts
	switch e.Action {
	case "pass":
		c.passed = 1
	case "fail":
		c.failed = 1
	case "skip":
		c.skipped = 1
		l.skipped = append(l.skipped, fmt.Sprintf("%s %s: %s", short(e.Package), e.Test, reason(l.buffer(key).String())))
	}
	p.add(c)
	l.total.add(c)
	if e.Action != "fail" {
		delete(l.output, key)
	}
}

// failures is what the failed tests, packages and builds wrote.
func (l *testLog) failures() string {
	var s strings.Builder
	for _, key := range l.order {
		if b := l.output[key]; b != nil {
			s.WriteString(tail(b.String(), 200) + "\n")
		}
	}
	return s.String()
}

// A line of t.Skip is "    file_test.go:12: why".
var skipLine = regexp.MustCompile(`(?m)^\s+\S+\.go:\d+: (.*)$`)

func reason(output string) string {
	if m := skipLine.FindStringSubmatch(output); m != nil {
		return m[1]
	}
	return "no reason given"
}

func short(pkg string) string {
	return strings.TrimPrefix(pkg, "github.com/loopground/loopground/")
}

// runNamed runs the Go tests whose name matches, and nothing else.
func (r *runner) runNamed(name string) int {
	expr := "(?i)" + name
	if _, err := regexp.Compile(expr); err != nil {
		r.printf("T=%s: %v\n", name, err)
		return 2
	}
	res := &result{}
	start := time.Now()
	status := 0
	for _, dir := range []string{"", "guest/go", "tools"} {
		err := r.goTest(dir, []string{"-run", expr, "./..."}, res, func(e event, c counts) {
			r.printf("%-4s %-30s %3d passed %3d failed %6.1fs\n", e.Action, short(e.Package), c.passed, c.failed, e.Elapsed)
		})
		if err != nil && !errors.Is(err, errNoTest) {
			r.printf("\n%v\n", err)
			status = 1
		}
	}
	for _, s := range res.skipped {
		r.printf("skipped: %s\n", s)
	}
	if status == 0 && res.tests == (counts{}) {
		r.printf("no Go test has a name that matches %q\n", name)
		status = 1
	}
	r.printf("\n%d passed, %d failed, %d skipped in %s\n", res.tests.passed, res.tests.failed, res.tests.skipped, round(time.Since(start)))
	return status
}

func contains(args []string, s string) bool {
	for _, a := range args {
		if a == s {
			return true
		}
	}
	return false
}
