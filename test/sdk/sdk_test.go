package sdk

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/host/run"
	"github.com/loopground/loopground/internal/leak"
	"github.com/loopground/loopground/loop/trace"
)

// patience is far more than any scenario takes.
const patience = 30 * time.Second

// guests holds what TestMain built, and where compiled code is kept between
// tests.
type guests struct {
	command, reactor []byte
	cache            string
}

var built guests

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "loopground-sdk-")
	if err == nil {
		built, err = build(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	built.cache = filepath.Join(dir, "cache")
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

func build(dir string) (g guests, err error) {
	if g.command, err = compile(dir, "command"); err != nil {
		return g, err
	}
	g.reactor, err = compile(dir, "reactor", "-buildmode=c-shared")
	return g, err
}

func compile(dir, name string, flags ...string) ([]byte, error) {
	out := filepath.Join(dir, name)
	cmd := exec.Command("go", append(append([]string{"build", "-o", out}, flags...), "./"+name)...)
	cmd.Dir = "guests"
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=", "GOPROXY=off")
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the guest %s: %w\n%s", name, err, said)
	}
	return os.ReadFile(out)
}

// result is what a user sees of a run.
type result struct {
	Stdout []string
	Stderr []string
	Code   int
}

// setup changes what a run is granted.
type setup func(t *testing.T, s *run.Spec)

func runGuest(t *testing.T, wasm []byte, args []string, setups ...setup) result {
	t.Helper()
	leak.Check(t)
	rt, err := host.New(host.Options{CacheDir: built.cache})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { rt.Close() })
	var stdout, stderr strings.Builder
	spec := run.Spec{Name: "guest.wasm", Wasm: wasm, Args: args, Stdout: &stdout, Stderr: &stderr, Timeout: patience}
	for _, s := range setups {
		s(t, &spec)
	}
	r, err := run.NewLocal(rt).Start(context.Background(), spec)
	if err != nil {
		t.Fatal(err)
	}
	<-r.Done()
	first, recs := r.Trace().All()
	for _, p := range trace.Check(recs, trace.CheckOptions{First: first, Partial: r.State().Exit.Code != 0}) {
		t.Errorf("the trace breaks a rule: %+v", p)
	}
	return result{lines(stdout.String()), lines(stderr.String()), r.State().Exit.Code}
}

func lines(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}

func network(t *testing.T, s *run.Spec) {
	rule, err := host.ParseRule("loopback")
	if err != nil {
		t.Fatal(err)
	}
	s.Listen, s.Connect = []host.Rule{rule}, []host.Rule{rule}
}

func folder(readOnly bool, fill func(dir string) error) setup {
	return func(t *testing.T, s *run.Spec) {
		dir := t.TempDir()
		if fill != nil {
			if err := fill(dir); err != nil {
				t.Fatal(err)
			}
		}
		s.Dirs = []host.Dir{{Host: dir, Guest: "/data", ReadOnly: readOnly}}
	}
}

func virtual(_ *testing.T, s *run.Spec) { s.Virtual = true }

// many fills a folder with more and longer names than one buffer holds.
func many(dir string) error {
	if err := os.Mkdir(filepath.Join(dir, "many"), 0o755); err != nil {
		return err
	}
	for i := range 300 {
		name := fmt.Sprintf("%0200d", i)
		if err := os.WriteFile(filepath.Join(dir, "many", name), nil, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// What each scenario of guests/command prints. Words in order where the order
// is the loop's promise; see also TestEcho, where it is not.
func TestCommand(t *testing.T) {
	for _, c := range []struct {
		name  string
		setup []setup
		want  string
	}{
		{"timers", []setup{virtual}, `
again before start: EINVAL: invalid argument
a 1 repeat 10ms
a 2 repeat 10ms
due in 50ms
b
a 3 repeat 50ms
active false
after
end`},
		{"phases", []setup{virtual}, `
idle
prepare
check
check closed
prepare closed
timer
end`},
		{"modes", []setup{virtual}, `
timer
once false <nil>
nowait false <nil>
nowait true <nil> timeout true
stopped <nil> alive true
end`},
		{"handles", []setup{func(_ *testing.T, s *run.Spec) { s.Limits.Handles = 20 }}, `
limit: EMFILE: too many open files
walked all: true
twice: EINVAL: invalid argument EINVAL: invalid argument
end`},
		{"async", nil, `
async 1
end`},
		{"nested", nil, `
nested: EBUSY: resource busy or locked
end`},
		{"goroutines", []setup{virtual}, `
goroutine: ready
goroutine: got word 1
goroutine: got word 2
goroutine: done
end`},
		{"big", []setup{network}, `
second accept: EAGAIN: resource temporarily unavailable
queued: true
got 4194304 bad 0
end`},
		{"refused", []setup{network}, `
connect: ECONNREFUSED: connection refused true
end`},
		{"denied", nil, `
bind: EACCES: permission denied
listen: EACCES: permission denied
connect: EACCES: permission denied
open: EACCES: permission denied
end`},
		{"cancelled", []setup{network}, `
second accept: EAGAIN: resource temporarily unavailable
first: ECANCELED: operation canceled
second: ECANCELED: operation canceled
closed
end`},
		{"files", []setup{folder(false, nil)}, `
wrote 11 <nil>
read file <nil>
past the end: 0 EOF
size 11 true false true <nil>
read after close: true
lstat 11 <nil>
rmdir of a full one: ENOTEMPTY: directory not empty
whole hello, file <nil>
[{b file} {sub dir}] <nil>
gone <nil>
end`},
		{"missing", []setup{folder(true, many)}, `
stat: ENOENT: no such file or directory true true
read: true ENOENT: no such file or directory
entries: 300 200 file <nil>
end`},
		{"readonly", []setup{folder(true, nil)}, `
create: EROFS: read-only file system false
end`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := runGuest(t, built.command, []string{c.name}, c.setup...)
			want := result{Stdout: lines(strings.TrimPrefix(c.want, "\n"))}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Server and client of the echo share a loop: which of them is first in an
// iteration is the kernel's choice, the order on each side is not.
func TestEcho(t *testing.T) {
	got := runGuest(t, built.command, []string{"echo"}, network)
	sides := map[string][]string{}
	for _, line := range got.Stdout {
		side, _, _ := strings.Cut(line, ":")
		sides[side] = append(sides[side], line)
	}
	want := map[string][]string{
		"write before connect": {"write before connect: EBADF: bad file descriptor"},
		"second accept":        {"second accept: EAGAIN: resource temporarily unavailable"},
		"write after shutdown": {"write after shutdown: EPIPE: broken pipe"},
		"server":               {"server: one two", "server: wrote 7 <nil>", "server: end", "server: shut down <nil>"},
		"client": {"client: connected true <nil> true true", "client: written <nil>", "client: ONE TWO",
			"client: shut down <nil>", "client: end true", "client: closed"},
		"end": {"end"},
	}
	if diff := cmp.Diff(want, sides); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestPollStdin(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if _, err := w.WriteString("typed"); err != nil {
		t.Fatal(err)
	}
	got := runGuest(t, built.command, []string{"stdin"}, func(_ *testing.T, s *run.Spec) { s.Stdin = r })
	want := result{Stdout: []string{"stdin: true typed <nil>", "end"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// However a callback does not return, the guest ends with words and a status.
func TestCrashes(t *testing.T) {
	for _, c := range []struct {
		name   string
		code   int
		stderr string // its first line
		place  string // a line further down holds it
	}{
		{"panic", 2, "panic: the cup is broken", "main.panics.func1"},
		{"recover", 2, "panic: the cup is broken", "main.panics.func1"},
		{"goexit", 2, "panic: runtime.Goexit called in a callback", "goroutine"},
		{"stuck", 2, "fatal error: all goroutines are asleep - deadlock!", "main.stuck.func1"},
		{"exit", 7, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			crashed(t, runGuest(t, built.command, []string{c.name}), c.code, nil, c.stderr, c.place)
		})
	}
}

func crashed(t *testing.T, got result, code int, stdout []string, first, place string) {
	t.Helper()
	if got.Code != code {
		t.Errorf("exit status %d, want %d", got.Code, code)
	}
	if diff := cmp.Diff(stdout, got.Stdout); diff != "" {
		t.Errorf("stdout (-want +got):\n%s", diff)
	}
	text := strings.Join(got.Stderr, "\n")
	if !strings.HasPrefix(text, first) || !strings.Contains(text, place) || first == "" && text != "" {
		t.Errorf("stderr should begin with %q and name %q:\n%s", first, place, text)
	}
}

func TestReactor(t *testing.T) {
	got := runGuest(t, built.reactor, nil, virtual)
	want := result{Stdout: []string{"init", "start", "timer of init", "tick 1", "tick 2", "tick 3", "closed"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	got = runGuest(t, built.reactor, []string{"panic"}, virtual)
	crashed(t, got, 2, want.Stdout[:6], "panic: the reactor is broken", "main.start.func1")
}
