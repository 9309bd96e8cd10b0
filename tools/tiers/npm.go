package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
)

// npmTest is a step that runs a script of web/ui and reads how many tests it
// ran from its closing lines.
func npmTest(title, script string, env func(r *runner) []string) step {
	return step{title, func(r *runner, res *result) error {
		vars := []string{"NO_COLOR=1"}
		if env != nil {
			vars = append(vars, env(r)...)
		}
		out, err := r.command(filepath.Join("web", "ui"), vars, "npm", "run", "--silent", script)
		c := countNode(out)
		res.tests.add(c)
		if c.skipped > 0 {
			res.skipped = append(res.skipped, fmt.Sprintf("web/ui npm run %s: %d, see its output", script, c.skipped))
		}
		switch {
		case err != nil:
			return fmt.Errorf("npm run %s: %w\n%s", script, err, tail(out, 200))
		case c == counts{}:
			return errors.New("ran no test:\n" + tail(out, 50))
		}
		return nil
	}}
}

func browserEnv(r *runner) []string {
	path, _ := chromium.find()
	return []string{
		"CHROMIUM=" + path,
		"PLAYGROUND=" + filepath.Join(r.root, "bin", "playground"),
	}
}

// The closing lines of node --test ("# pass 3", or a sign for the #), of Vitest
// ("Tests  1 failed | 3 passed (4)") and the plain "3 passed, 1 failed".
var (
	nodeTest = regexp.MustCompile(`(?m)^\S+ (pass|fail|skipped) (\d+)$`)
	vitest   = regexp.MustCompile(`(?m)^\s*Tests\s+.*$`)
	plain    = regexp.MustCompile(`(?m)^\d+ passed, \d+ failed.*$`)
	number   = regexp.MustCompile(`(\d+) (passed|failed|skipped)`)
	colours  = regexp.MustCompile("\x1b\\[[0-9;]*m")
)

func countNode(out string) counts {
	var c counts
	out = colours.ReplaceAllString(out, "")
	for _, m := range nodeTest.FindAllStringSubmatch(out, -1) {
		c.count(m[1], m[2])
	}
	for _, line := range append(vitest.FindAllString(out, -1), plain.FindAllString(out, -1)...) {
		for _, m := range number.FindAllStringSubmatch(line, -1) {
			c.count(m[2], m[1])
		}
	}
	return c
}

func (c *counts) count(word, digits string) {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return
	}
	switch word {
	case "pass", "passed":
		c.passed += n
	case "fail", "failed":
		c.failed += n
	case "skipped":
		c.skipped += n
	}
}
