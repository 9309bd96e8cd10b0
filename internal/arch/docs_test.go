package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Pages that lead people to files.
var guides = []string{"README.md", "CONTRIBUTING.md", "RATIONALE.md", "SECURITY.md", "docs/architecture.md", "docs/systems.md"}

var (
	quoted = regexp.MustCompile("`([a-z][a-z0-9]*/[A-Za-z0-9_./*-]+\\.[a-z]+)`")
	linked = regexp.MustCompile(`\]\(([^)#:]+)\)`)
)

// What a guide names in backquotes or links to is there.
func TestGuidesNameFilesThatExist(t *testing.T) {
	for _, guide := range guides {
		text, err := os.ReadFile(filepath.Join(root, guide))
		if err != nil {
			t.Error(err)
			continue
		}
		for _, m := range quoted.FindAllStringSubmatch(string(text), -1) {
			expect(t, guide, m[1])
		}
		for _, m := range linked.FindAllStringSubmatch(string(text), -1) {
			expect(t, guide, filepath.Join(filepath.Dir(guide), m[1]))
		}
	}
}

func expect(t *testing.T, guide, path string) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(path)))
	if err != nil || len(found) == 0 && !strings.HasPrefix(path, "bin/") {
		t.Errorf("%s names %s, which is not there", guide, path)
	}
}

var (
	tested  = regexp.MustCompile("`(Test[A-Za-z0-9]+)`")
	defined = regexp.MustCompile(`(?m)^func (Test[A-Za-z0-9]+)\(`)
)

// Each test that the table of systems names is one of package loop.
func TestSystemsNameTestsThatExist(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, "loop", "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, f := range files {
		for _, m := range defined.FindAllStringSubmatch(read(t, f), -1) {
			there[m[1]] = true
		}
	}
	named := tested.FindAllStringSubmatch(read(t, filepath.Join(root, "docs", "systems.md")), -1)
	if len(named) < 20 {
		t.Errorf("docs/systems.md names %d tests only", len(named))
	}
	for _, m := range named {
		if !there[m[1]] {
			t.Errorf("docs/systems.md names %s, which is not there", m[1])
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
