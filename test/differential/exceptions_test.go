//go:build unix

package differential

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write docs/libuv-1.44.md anew")

// exceptionsPage has the exceptions: each has a heading of its scenario's name,
// the reason, and both logs.
const exceptionsPage = "../../docs/libuv-1.44.md"

// checkException holds the page's section to what both did.
func checkException(t *testing.T, sc scenario, file string, theirs, ours []string) {
	if slices.Equal(theirs, ours) {
		t.Error("libuv and loop do the same: it is no exception")
	}
	want := exceptionText(sc, theirs, ours)
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sections := splitSections(string(page))
	if *update {
		sections[sc.name] = want
		if err := os.WriteFile(file, []byte(joinSections(sections)), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(sections[sc.name], want); d != "" {
		t.Errorf("docs/libuv-1.44.md differs (go test ./test/differential -update writes it):\n%s", d)
	}
}

func exceptionText(sc scenario, theirs, ours []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\nSince %v: %s\n\n```diff\n", sc.name, sc.since, sc.why)
	for _, line := range sideBySide(theirs, ours) {
		b.WriteString(line + "\n")
	}
	b.WriteString("```\n")
	return b.String()
}

// sideBySide marks what only libuv 1.44 wrote with - and what only loop wrote
// with +. It finds the longest common part.
func sideBySide(a, b []string) []string {
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			common[i][j] = max(common[i+1][j], common[i][j+1])
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			}
		}
	}
	var lines []string
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			lines = append(lines, " "+a[i])
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			lines = append(lines, "-"+a[i])
			i++
		default:
			lines = append(lines, "+"+b[j])
			j++
		}
	}
	return lines
}

var heading = regexp.MustCompile(`(?m)^### (\w+)$`)

// splitSections takes the page apart by its headings; what stands before the
// first is under "".
func splitSections(page string) map[string]string {
	sections := map[string]string{}
	name, from := "", 0
	for _, at := range heading.FindAllStringSubmatchIndex(page, -1) {
		sections[name] = strings.TrimSuffix(page[from:at[0]], "\n")
		name, from = page[at[2]:at[3]], at[0]
	}
	sections[name] = page[from:]
	return sections
}

func joinSections(sections map[string]string) string {
	var parts []string
	for _, sc := range append([]scenario{{}}, scenarios()...) {
		if text := sections[sc.name]; text != "" {
			parts = append(parts, strings.TrimRight(text, "\n")+"\n")
		}
	}
	return strings.Join(parts, "\n")
}

// The page lists the exceptions and nothing else.
func TestExceptionsPageIsWhole(t *testing.T) {
	page, err := os.ReadFile(exceptionsPage)
	if err != nil {
		t.Fatal(err)
	}
	var listed, want []string
	for _, m := range heading.FindAllStringSubmatch(string(page), -1) {
		listed = append(listed, m[1])
	}
	for _, sc := range scenarios() {
		if sc.why != "" {
			want = append(want, sc.name)
		}
	}
	if d := cmp.Diff(want, listed); d != "" {
		t.Errorf("-scenarios +page:\n%s", d)
	}
}
