package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/samples"
)

// grantedMixed is the command of the README.
var grantedMixed = []string{"run", "--dir", ".:/data:ro", "--allow-listen", "loopback", "--allow-connect", "loopback"}

func TestMixedRunsWithItsGrantsInItsOrder(t *testing.T) {
	sampleFiles(t, "mixed")
	r := playground(t, append(grantedMixed, "--trace", "mixed.looptrace", "mixed.wasm")...)
	wantStatus(t, r, 0)
	if r.stderr != "" {
		t.Errorf("stderr: %s", r.stderr)
	}
	tr, err := readTrace("mixed.looptrace")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range tr.Check(trace.CheckOptions{Closed: true}) {
		t.Error(p)
	}
	if string(tr.Output) != r.stdout {
		t.Errorf("the trace holds another output:\n%s\nprinted:\n%s", tr.Output, r.stdout)
	}
	for i := range tr.Records {
		if rec := &tr.Records[i]; rec.Kind == trace.PollBegin && rec.Lane == uint8(trace.WhyNone) {
			t.Errorf("poll @%d does not say why it waits", tr.First+uint64(i))
		}
	}
}

func TestTraceOnStderrTellsEachPhase(t *testing.T) {
	sampleFiles(t, "mixed")
	r := playground(t, append(grantedMixed, "--trace", "-", "mixed.wasm")...)
	wantStatus(t, r, 0)
	wantText(t, r.stdout, "timer: tick 3\n", "file: read ")
	wantText(t, r.stderr, "polls for up to", "until timer #1", "pool (fast I/O)", "close callback", "nothing is left to do")
}

func TestTraceFormatFollowsTheFilesName(t *testing.T) {
	sampleFiles(t, "mixed")
	r := playground(t, append(grantedMixed, "--trace", "t.jsonl", "mixed.wasm")...)
	wantStatus(t, r, 0)
	for i, line := range lines(t, "t.jsonl") {
		if !json.Valid([]byte(line)) {
			t.Fatalf("line %d is no JSON: %s", i+1, line)
		}
	}
	r = playground(t, append(grantedMixed, "--trace", "t.json", "mixed.wasm")...)
	wantStatus(t, r, 0)
	chrome, err := os.ReadFile("t.json")
	if err != nil {
		t.Fatal(err)
	}
	var events []map[string]any
	if err := json.Unmarshal(chrome, &events); err != nil || len(events) < 50 {
		t.Fatalf("%d events, %v", len(events), err)
	}
}

func lines(t *testing.T, file string) []string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(b)), "\n")
}

// TestEveryPrintedCommandGrantsWhatWasDenied follows the hints, as people do:
// each must get past what was denied, until the guest runs.
func TestEveryPrintedCommandGrantsWhatWasDenied(t *testing.T) {
	sampleFiles(t, "mixed")
	args := []string{"run", "mixed.wasm"}
	seen := map[string]bool{}
	for range 5 {
		r := playground(t, args...)
		if r.status == 0 {
			if len(seen) != 3 {
				t.Errorf("denials on the way: %v, want listen, connect and a folder", seen)
			}
			return
		}
		what, command := deniedCommand(t, r.stderr)
		if seen[what] {
			t.Fatalf("%s is denied again, after following:\n%v", what, args)
		}
		seen[what] = true
		args = command
	}
	t.Fatalf("no success after five hints, last: %v", args)
}

// deniedCommand finds the kind of the last denial and the printed command.
func deniedCommand(t *testing.T, stderr string) (what string, args []string) {
	t.Helper()
	for line := range strings.Lines(stderr) {
		if rest, ok := strings.CutPrefix(line, "denied: "); ok {
			what, _, _ = strings.Cut(rest, " ")
		}
		if command, ok := strings.CutPrefix(line, "  playground "); ok {
			args = shellSplit(strings.TrimSpace(command))
		}
	}
	if what == "" || args == nil {
		t.Fatalf("no denial with a command in:\n%s", stderr)
	}
	return what, args
}

// shellSplit undoes shellWord.
func shellSplit(s string) (words []string) {
	var word strings.Builder
	quoted, any := false, false
	for _, c := range s {
		switch {
		case c == '\'':
			quoted, any = !quoted, true
		case c == ' ' && !quoted:
			words = append(words, word.String())
			word.Reset()
			any = false
		default:
			word.WriteRune(c)
			any = true
		}
	}
	if any {
		words = append(words, word.String())
	}
	return words
}

func TestAFlagBehindTheGuestIsExplained(t *testing.T) {
	sampleFiles(t, "mixed")
	r := playground(t, "run", "mixed.wasm", "--allow-listen", "loopback")
	wantStatus(t, r, 1)
	wantText(t, r.stderr, "You gave --allow-listen after mixed.wasm, so the guest got it. Write:",
		"playground run --allow-listen loopback mixed.wasm")
}

func TestPlainWASIRunsAndSaysThatItNeverWaited(t *testing.T) {
	sampleFiles(t, "hello-wasi")
	r := playground(t, "run", "hello-wasi.wasm")
	wantStatus(t, r, 0)
	wantText(t, r.stdout, "hello")
	wantText(t, r.stderr, "it never waited")
	if r := playground(t, "run", "--quiet", "hello-wasi.wasm"); r.stderr != "" {
		t.Errorf("with --quiet stderr is: %s", r.stderr)
	}
}

func TestTimeoutEndsWith124AndNamesTheFlag(t *testing.T) {
	sampleFiles(t, "prepare-alone")
	r := playground(t, "run", "--timeout", "50ms", "prepare-alone.wasm")
	wantStatus(t, r, 124)
	wantText(t, r.stderr, "the limit of --timeout", "More: --timeout 100ms")
}

func TestCtrlCEndsTheGuestWith130(t *testing.T) {
	sampleFiles(t, "prepare-alone")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	time.AfterFunc(50*time.Millisecond, cancel)
	r := playgroundUntil(ctx, "run", "prepare-alone.wasm")
	wantStatus(t, r, exitInterrupted)
	wantText(t, r.stderr, "Ctrl-C")
}

func TestFilesThatAreNoGuestsAreExplained(t *testing.T) {
	sampleFiles(t, "hello-wasi")
	whole, err := os.ReadFile("hello-wasi.wasm")
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{
		"empty.wasm": {}, "text.wasm": []byte("hello there, this is no module\n"), "cut.wasm": whole[:len(whole)/2],
		"component.wasm": []byte("\x00asm\x0d\x00\x01\x00"),
	} {
		if err := os.WriteFile(name, content, 0o644); err != nil {
			t.Fatal(err)
		}
		r := playground(t, "run", name)
		if r.status != exitFailure || !strings.Contains(r.stderr, name) && !strings.Contains(r.stderr, "component") {
			t.Errorf("%s: status %d, %s", name, r.status, r.stderr)
		}
	}
	r := playground(t, "run", "missing.wasm")
	wantStatus(t, r, exitFailure)
	wantText(t, r.stderr, "missing.wasm")
	r = playground(t, "run", ".")
	wantStatus(t, r, exitFailure)
	wantText(t, r.stderr, "not a file")
}

func TestVirtualTimeIsExactlyRepeatable(t *testing.T) {
	sampleFiles(t, "one-shot")
	var traces [2][]byte
	for i := range traces {
		began := time.Now()
		r := playground(t, "run", "--virtual-time", "--trace", "t.looptrace", "one-shot.wasm")
		wantStatus(t, r, 0)
		if r.stderr != "" {
			t.Errorf("stderr: %s", r.stderr)
		}
		if d := time.Since(began); i > 0 && d > 1900*time.Millisecond { // the first one compiles
			t.Errorf("a timer of 2 s took %v of real time", d)
		}
		var err error
		if traces[i], err = os.ReadFile("t.looptrace"); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(traces[0], traces[1]) {
		t.Error("two runs on virtual time have different traces")
	}
}

func TestVirtualTimeSaysWhenARunIsNotRepeatable(t *testing.T) {
	sampleFiles(t, "mixed")
	r := playground(t, append(grantedMixed, "--virtual-time", "mixed.wasm")...)
	wantStatus(t, r, 0)
	wantText(t, r.stderr, "not exactly repeatable")
}

func TestExplainTellsIterationPhaseAndReason(t *testing.T) {
	sampleFiles(t, "mixed")
	r := playground(t, append(grantedMixed, "--explain", "mixed.wasm")...)
	wantStatus(t, r, 0)
	wantText(t, r.stdout, "it 0 · outside · in _start | server: listening\n", "· timers · Timer #1 fires", "| timer: tick 1\n")
}

func TestTraceCommandsReadWhatRunWrote(t *testing.T) {
	sampleFiles(t, "mixed")
	wantStatus(t, playground(t, append(grantedMixed, "--trace", "t.looptrace", "mixed.wasm")...), 0)
	r := playground(t, "trace", "show", "t.looptrace")
	wantStatus(t, r, 0)
	wantText(t, r.stdout, "polls for up to")
	seq := ""
	for line := range strings.Lines(r.stdout) {
		if strings.Contains(line, `fs #`) && strings.Contains(line, "called") {
			seq = strings.Fields(line)[0]
		}
	}
	r = playground(t, "trace", "why", "t.looptrace", seq)
	wantStatus(t, r, 0)
	wantText(t, r.stdout, "submitted", "Worker", seq)
	wantStatus(t, playground(t, "trace", "convert", "t.looptrace", "t.json"), 0)
	if b, err := os.ReadFile("t.json"); err != nil || !json.Valid(b) {
		t.Errorf("convert wrote no JSON: %v", err)
	}
	wantStatus(t, playground(t, "trace", "why", "t.looptrace", "999999"), exitFailure)
	wantStatus(t, playground(t, "trace", "show", "mixed.wasm"), exitFailure)
}

func TestSamplesAreListedAndRun(t *testing.T) {
	r := playground(t, "samples")
	wantStatus(t, r, 0)
	for _, s := range samples.All() {
		wantText(t, r.stdout, s.Name)
	}
	r = playground(t, "samples", "gc-unref")
	wantStatus(t, r, 0)
	r = playground(t, "samples", "--source", "mixed")
	wantStatus(t, r, 0)
	wantText(t, r.stdout, "package main")
	r = playground(t, "samples", "no-such")
	wantStatus(t, r, exitFailure)
	wantText(t, r.stderr, "mixed")
}

func TestASavedSampleRunsByThePrintedCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	r := playground(t, "samples", "--save", "mixed")
	wantStatus(t, r, 0)
	_, command, _ := strings.Cut(r.stdout, "  playground ")
	r = playground(t, shellSplit(strings.TrimSpace(command))...)
	wantStatus(t, r, 0)
	wantText(t, r.stdout, "loop: nothing left to wait for")
	r = playground(t, "samples", "--save", "mixed")
	wantStatus(t, r, exitFailure)
	wantText(t, r.stderr, "mixed.wasm", "exists")
}

func TestInspectTellsHowALibraryIsCalled(t *testing.T) {
	t.Chdir(t.TempDir())
	empty := []byte("\x00asm\x01\x00\x00\x00")
	if err := os.WriteFile("lib.wasm", empty, 0o600); err != nil {
		t.Fatal(err)
	}
	wantText(t, playground(t, "inspect", "lib.wasm").stdout, "a library", "playground run --call NAME lib.wasm")
}

func TestInspectTellsWhatAGuestNeeds(t *testing.T) {
	sampleFiles(t, "mixed")
	r := playground(t, "inspect", "mixed.wasm")
	wantStatus(t, r, 0)
	wantText(t, r.stdout, "command", "Go", "uv_preview1.timer_start", "--allow-listen", "playground run mixed.wasm")
}

func TestNewRefusesAFolderThatExists(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("taken", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("taken", "main.go"), []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	r := playground(t, "new", "go", "taken")
	wantStatus(t, r, exitFailure)
	wantText(t, r.stderr, "taken")
	if b, _ := os.ReadFile("taken/main.go"); string(b) != "mine" {
		t.Error("new wrote over a file")
	}
}

// TestNewGoAndItsTwoCommandsGiveARunningGuest follows them in a folder outside
// of the checkout.
func TestNewGoAndItsTwoCommandsGiveARunningGuest(t *testing.T) {
	t.Chdir(t.TempDir())
	r := playground(t, "new", "go", "first")
	wantStatus(t, r, 0)
	var commands []string
	for line := range strings.Lines(r.stdout) {
		if c, ok := strings.CutPrefix(line, "  "); ok {
			commands = append(commands, strings.TrimSpace(c))
		}
	}
	if len(commands) != 2 {
		t.Fatalf("%d commands in:\n%s", len(commands), r.stdout)
	}
	build := exec.Command("sh", "-c", commands[0])
	build.Env = append(os.Environ(), "GOPROXY=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", commands[0], err, out)
	}
	run := strings.Fields(commands[1])
	if strings.HasPrefix(commands[0], "cd ") {
		t.Chdir("first")
	}
	r = playground(t, run[1:]...)
	wantStatus(t, r, 0)
	if r.stdout == "" {
		t.Error("the first guest prints nothing")
	}
}

func TestASecondRunTakesTheCompiledCodeOfTheFirst(t *testing.T) {
	sampleFiles(t, "hello-wasi")
	wantStatus(t, playground(t, "run", "hello-wasi.wasm"), 0)
	kept, err := filepath.Glob(filepath.Join(testCache, "loopground", "code", "*", "*"))
	if err != nil || len(kept) == 0 {
		t.Fatalf("nothing is kept: %v", err)
	}
	if err := os.Chmod(filepath.Join(testCache, "loopground", "code"), 0o755); err != nil {
		t.Fatal(err)
	}
	r := playground(t, "run", "hello-wasi.wasm")
	wantStatus(t, r, 0)
	wantText(t, r.stderr, "compiled code is not kept", "chmod 700")
	if err := os.Chmod(filepath.Join(testCache, "loopground", "code"), 0o700); err != nil {
		t.Fatal(err)
	}
}

func TestARunThatDoesNotStartLeavesTheTraceFileAsItWas(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("old.txt", []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("bad.wasm", []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	wantStatus(t, playground(t, "run", "--trace", "old.txt", "bad.wasm"), exitFailure)
	if got, err := os.ReadFile("old.txt"); err != nil || string(got) != "before" {
		t.Errorf("old.txt holds %q: %v", got, err)
	}
	wantStatus(t, playground(t, "run", "--trace", "new.txt", "bad.wasm"), exitFailure)
	if _, err := os.Stat("new.txt"); err == nil {
		t.Error("an empty trace was left behind")
	}
}

func TestAMissingGuestThatIsASampleSaysHowToRunIt(t *testing.T) {
	t.Chdir(t.TempDir())
	r := playground(t, "run", "timers-wat.wasm")
	wantStatus(t, r, exitFailure)
	wantText(t, r.stderr, "there is no file timers-wat.wasm", "playground samples timers-wat")
}

func TestATraceThatCannotBeWrittenIsTold(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	sampleFiles(t, "timers-wat")
	wantText(t, playground(t, "run", "--trace", "/dev/full", "timers-wat.wasm").stderr, "the trace is not whole")
}
