package cc

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWhatClangDoesNotKnowIsLeftOut(t *testing.T) {
	for line, want := range map[string]string{
		"a.c -luv -lpthread -lpthreads -pthread -ldl -lrt -lm -lutil": "a.c",
		"a.c -l uv -o x -lfoo":                                            "a.c -o x -lfoo",
		"-O2 -g -Wall -DX=1 -Iinc -c a.c -o a.o -MMD -MF d":               "-O2 -g -Wall -DX=1 -Iinc -c a.c -o a.o -MMD -MF d",
		"a.o libx.a -rdynamic -Wl,-rpath,/x -L/usr/lib -Lx":               "a.o libx.a -Lx",
		"-I /usr/include -isystem /usr/include -I/usr/include -I own a.c": "-I own a.c",
		"-fstack-protector-strong -march=native -static a.c":              "a.c",
		"-o -luv a.c": "-o -luv a.c",
	} {
		got := strings.Join(parse(strings.Fields(line)).args, " ")
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", line, got, want)
		}
	}
}

func TestTheLinkerGetsTheLibraryOnlyWhenItRuns(t *testing.T) {
	for line, want := range map[string]bool{
		"a.c":            true,
		"a.o -o x":       true,
		"-x c -":         true,
		"-lfoo":          true,
		"-c a.c":         false,
		"-S a.c":         false,
		"-E -dM -x c -":  false,
		"--version":      false,
		"-v":             false,
		"-print-targets": false,
		"-o x -I y":      false,
	} {
		c := parse(strings.Fields(line))
		if got := c.links && c.inputs; got != want {
			t.Errorf("%s: %v, want %v", line, got, want)
		}
	}
}

func TestResponseFilesAreExpanded(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "inner", "-DTEXT=\"a b\" 'c d' e\\ f\n\t-luv")
	write(t, "outer", "x.c @inner \"\"")
	got, err := expand([]string{"-O2", "@outer", "@missing"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"-O2", "x.c", "-DTEXT=a b", "c d", "e f", "-luv", "", "@missing"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	write(t, "self", "@self")
	if _, err := expand([]string{"@self"}); err == nil {
		t.Error("a file that names itself was expanded")
	}
}

func TestLongCommandLinesComeBackWhole(t *testing.T) {
	var args []string
	for i := range 5000 {
		args = append(args, fmt.Sprintf(`-DX%d="a \ 'b"`, i), "")
	}
	passed, done, err := packed(args)
	if err != nil {
		t.Fatal(err)
	}
	got, err := expand(passed)
	if err != nil || len(passed) != 1 {
		t.Fatal(len(passed), err)
	}
	if d := cmp.Diff(args, got); d != "" {
		t.Error(d)
	}
	done()
	if exists(strings.TrimPrefix(passed[0], "@")) {
		t.Error("the file is left")
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}
