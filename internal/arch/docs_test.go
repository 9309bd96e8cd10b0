package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Pages that lead people to files.
var guides = []string{"README.md", "CONTRIBUTING.md", "RATIONALE.md", "SECURITY.md", "docs/architecture.md"}

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
