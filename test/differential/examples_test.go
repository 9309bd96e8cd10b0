//go:build unix

package differential

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const examplesDir = "../../guest/c/examples"

// An example is a program of guest/c/examples, as people write them after
// libuv's guide, with what it is given.
type example struct {
	name  string
	args  []string
	stdin string
	makes string // a file that it writes
}

var examples = []example{
	{name: "helloworld"},
	{name: "idle-basic"},
	{name: "uvcat", args: []string{"in.txt"}},
	{name: "uvcat", args: []string{"big.txt"}},
	{name: "uvtee", args: []string{"out.txt"}, stdin: "a line\nanother\n", makes: "out.txt"},
	{name: "fibonacci"},
	{name: "progress"},
	{name: "dns"},
	{name: "http"},
	{name: "chat"},
	{name: "queues"},
}

// The guide's programs do as guests what they do natively, and their
// uv_loop_close answers 0, which their status says.
func TestExamples(t *testing.T) {
	uv := findLibuv(t)
	g := needGuests(t)
	for _, e := range examples {
		t.Run(strings.Join(append([]string{e.name}, e.args...), " "), func(t *testing.T) {
			source := filepath.Join(examplesDir, e.name+".c")
			native := uv.compile(t, source)
			wasm := g.compile(t, source, "-luv")
			theirs, theirDir := e.native(t, native)
			ourDir := e.folder(t)
			ours := g.run(t, wasm, guestRun{args: e.args, stdin: piped(t, e.stdin), dir: ourDir})
			if d := cmp.Diff(theirs.Stdout, ours.Stdout); d != "" {
				t.Errorf("-native +guest:\n%s", d)
			}
			if d := cmp.Diff(e.made(t, theirDir), e.made(t, ourDir)); d != "" {
				t.Errorf("%s: -native +guest:\n%s", e.makes, d)
			}
		})
	}
}

// folder is a directory with the files that examples read.
func (e example) folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"in.txt": "short\n", "big.txt": strings.Repeat("0123456789abcdef\n", 1000)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func (e example) made(t *testing.T, dir string) string {
	t.Helper()
	if e.makes == "" {
		return ""
	}
	b, err := os.ReadFile(filepath.Join(dir, e.makes))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func (e example) native(t *testing.T, program string) (o outcome, dir string) {
	t.Helper()
	dir = e.folder(t)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, e.args...)
	cmd.Dir = dir
	cmd.Stdin = piped(t, e.stdin)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return outcome{Stdout: splitLines(string(out))}, dir
}

// piped is a pipe with a text in it, which must be less than a pipe holds.
func piped(t *testing.T, text string) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	if _, err := w.WriteString(text); err != nil {
		t.Fatal(err)
	}
	w.Close()
	return r
}

// The same CMake project, with a library of its own, pkg-config's libuv and
// checks of the system, is built by the system's compiler and with the
// toolchain file that `playground cc --toolchain` writes.
func TestCMakeProject(t *testing.T) {
	findLibuv(t)
	g := needGuests(t)
	if _, err := exec.LookPath("cmake"); err != nil {
		t.Skip("cmake is not installed: apt-get install cmake make pkg-config")
	}
	project, err := filepath.Abs("cmake")
	if err != nil {
		t.Fatal(err)
	}
	work := t.TempDir()
	command(t, "cmake", "-S", project, "-B", filepath.Join(work, "native"))
	command(t, "cmake", "--build", filepath.Join(work, "native"))
	want := command(t, filepath.Join(work, "native", "jobs"), "5")

	playground := filepath.Join(work, "playground")
	command(t, "go", "build", "-o", playground, "../../cmd/playground")
	t.Setenv("XDG_CACHE_HOME", filepath.Join(work, "cache"))
	toolchain := filepath.Join(work, "uv")
	if err := g.driver.Toolchain(t.Context(), toolchain, playground); err != nil {
		t.Fatal(err)
	}
	command(t, "cmake", "-DCMAKE_TOOLCHAIN_FILE="+filepath.Join(toolchain, "uvcc.cmake"), "-S", project, "-B", filepath.Join(work, "guest"))
	command(t, "cmake", "--build", filepath.Join(work, "guest"))
	got := command(t, playground, "run", "-q", filepath.Join(work, "guest", "jobs.wasm"), "5")
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-native +guest:\n%s", d)
	}
	command(t, "ctest", "--test-dir", filepath.Join(work, "guest"))
}

func command(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}
