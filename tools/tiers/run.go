package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// runner runs tiers in the checkout at root and reports on out.
type runner struct {
	root string
	out  io.Writer
	ci   bool // everything is demanded
}

// A result is what became of one tier.
type result struct {
	tier    tier
	ran     bool
	err     error
	took    time.Duration
	steps   int
	tests   counts
	skipped []string // "loop.TestX: why"
}

type counts struct{ passed, failed, skipped int }

func (c *counts) add(d counts) {
	c.passed += d.passed
	c.failed += d.failed
	c.skipped += d.skipped
}

func (r *runner) printf(format string, args ...any) { fmt.Fprintf(r.out, format, args...) }

// runTiers returns the exit status of the program.
func (r *runner) runTiers(chosen []tier) int {
	if r.setUp(chosen) != nil {
		r.printf("\nset-up failed: no tier ran\n")
		return 1
	}
	var results []*result
	for _, t := range chosen {
		results = append(results, r.runTier(t))
	}
	return r.report(results)
}

// setUp installs what may be installed, and builds what the tiers share. Its
// time is in no budget: most of it is spent once.
func (r *runner) setUp(chosen []tier) error {
	var steps []step
	if lacks := missing(chosen); len(lacks) > 0 {
		steps = append(steps, step{"packages of the system", func(r *runner, _ *result) error {
			if err := r.install(lacks); !errors.Is(err, errMayNot) {
				return err
			}
			return nil
		}})
	}
	if slices.ContainsFunc(chosen, func(t tier) bool { return t.built }) {
		steps = append(steps, command("make build", "", nil, "make", "--no-print-directory", "build"))
	}
	if index(chosen, "check") >= 0 {
		steps = append(steps, command("the linter (compiled once)", "tools", nil, "go", "build", "-o", r.linter(), linterPackage))
	}
	r.printf("set-up\n")
	res := &result{}
	for _, s := range steps {
		if r.runStep(s, res); res.err != nil {
			return res.err
		}
	}
	return nil
}

func (r *runner) runTier(t tier) *result {
	res := &result{tier: t}
	r.printf("\n%s (budget %s)\n", t.name, t.budget)
	if lacks := missing([]tier{t}); len(lacks) > 0 {
		for _, n := range lacks {
			r.printf("  not run: needs %s: %s\n", n.name, n.command())
		}
		return res
	}
	res.ran = true
	start := time.Now()
	for _, s := range t.steps {
		r.runStep(s, res)
	}
	res.took = time.Since(start)
	over := ""
	if res.took > t.budget {
		over = " (over budget)"
	}
	r.printf("  %s of %s%s\n", round(res.took), t.budget, over)
	return res
}

func (r *runner) runStep(s step, res *result) {
	start := time.Now()
	err := s.run(r, res)
	res.steps++
	word := "ok  "
	if err != nil {
		word = "FAIL"
	}
	r.printf("  %s %-44s %7s\n", word, s.title, round(time.Since(start)))
	if err != nil {
		r.printf("%s\n", indent(err.Error()))
		if res.err == nil {
			res.err = err
		}
	}
}

// command runs a program in a folder of the checkout and returns all it wrote.
func (r *runner) command(dir string, env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = filepath.Join(r.root, dir)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func round(d time.Duration) time.Duration {
	if d < time.Second {
		return d.Round(10 * time.Millisecond)
	}
	return d.Round(100 * time.Millisecond)
}

func indent(s string) string {
	return "       " + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n       ")
}

// tail keeps the last lines of s.
func tail(s string, lines int) string {
	all := strings.Split(strings.TrimRight(s, "\n"), "\n")
	if len(all) > lines {
		all = append([]string{fmt.Sprintf("... %d lines before", len(all)-lines)}, all[len(all)-lines:]...)
	}
	return strings.Join(all, "\n")
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
