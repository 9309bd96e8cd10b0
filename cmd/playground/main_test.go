package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/internal/leak"
	"github.com/loopground/loopground/samples"
)

// testCache is the cache folder of these tests.
var testCache string

func TestMain(m *testing.M) {
	host.RunChild()
	dir, err := os.MkdirTemp("", "playground-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	testCache = dir
	status := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(status)
}

// result is what a command line printed and its exit status.
type result struct {
	stdout, stderr string
	status         int
}

// playground runs a command line in this process.
func playground(t *testing.T, args ...string) result {
	t.Helper()
	leak.Check(t)
	t.Setenv("XDG_CACHE_HOME", testCache)
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	return playgroundUntil(ctx, args...)
}

func playgroundUntil(ctx context.Context, args ...string) result {
	var stdout, stderr bytes.Buffer
	p := &program{stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr, args: args}
	status := p.main(ctx)
	return result{stdout.String(), stderr.String(), status}
}

// sampleFiles writes a sample's module, and its files beside it, into a new
// folder and makes it the working directory.
func sampleFiles(t *testing.T, name string) {
	t.Helper()
	s, ok := samples.Find(name)
	if !ok {
		t.Fatalf("the sample %s is not built: make samples", name)
	}
	wasm, ok := s.Wasm()
	if !ok {
		t.Fatalf("the sample %s is not built: make samples", name)
	}
	dir := t.TempDir()
	if err := s.WriteFiles(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".wasm"), wasm, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
}

func wantStatus(t *testing.T, r result, status int) {
	t.Helper()
	if r.status != status {
		t.Fatalf("exit status %d, want %d\nstdout:\n%s\nstderr:\n%s", r.status, status, r.stdout, r.stderr)
	}
}

func wantText(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("%q is missing in:\n%s", p, text)
		}
	}
}

func TestWrongCommandLinesEndWithStatus2AndNameTheMistake(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"run"}, "needs a guest"},
		{[]string{"run", "--dir", "", "x.wasm"}, "--dir"},
		{[]string{"run", "--allow-listen", "nowhere:99999", "x.wasm"}, "--allow-listen nowhere:99999"},
		{[]string{"run", "--allow-connect", "10.0.0.0/99", "x.wasm"}, "--allow-connect 10.0.0.0/99"},
		{[]string{"run", "--env", "=x", "x.wasm"}, "NAME=value"},
		{[]string{"run", "--max-memory", "lots", "x.wasm"}, "KiB"},
		{[]string{"run", "--pool", "4096", "x.wasm"}, "1 to 1024"},
		{[]string{"run", "--order", "2.0", "x.wasm"}, "current or 1.44"},
		{[]string{"run", "--timeout", "-1s", "x.wasm"}, "--timeout"},
		{[]string{"run", "--trace-format", "xml", "x.wasm"}, "chrome"},
		{[]string{"run", "--no-such-flag", "x.wasm"}, "no-such-flag"},
		{[]string{"run", "--trace-format", "jsonl", "x.wasm"}, "--trace FILE"},
		{[]string{"frobnicate"}, "frobnicate"},
		{[]string{"trace", "frobnicate"}, "frobnicate"},
		{[]string{"trace", "show", "--format", "looptrace", "f"}, "text, jsonl or chrome"},
		{[]string{"trace", "why", "f"}, "See: playground help trace why\n"},
		{[]string{"trace", "why", "f", "x"}, "number of a record"},
		{[]string{"new", "cobol", "x"}, "languages so far"},
	} {
		r := playground(t, c.args...)
		if r.status != exitUsage || !strings.Contains(r.stderr, c.want) {
			t.Errorf("%v: status %d, want %d and %q in:\n%s", c.args, r.status, exitUsage, c.want, r.stderr)
		}
	}
}

func TestHelpNamesEveryCommand(t *testing.T) {
	r := playground(t, "help")
	wantStatus(t, r, 0)
	wantText(t, r.stdout, "run", "serve", "cc", "inspect", "trace", "samples", "new", "version", "completion")
}

func TestCompletionOffersFlagsValues(t *testing.T) {
	r := playground(t, "__complete", "run", "--order", "")
	wantStatus(t, r, 0)
	wantText(t, r.stdout, "current", "1.44")
}

func TestVersionNamesTheWire(t *testing.T) {
	r := playground(t, "version")
	wantStatus(t, r, 0)
	wantText(t, r.stdout, "playground ", "wire 2")
}
