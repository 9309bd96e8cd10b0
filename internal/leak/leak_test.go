package leak

import (
	"fmt"
	"os"
	"os/signal"
	"strings"
	"testing"
	"time"
)

// recorder stands in for a test: it keeps what Check registers and reports.
type recorder struct {
	testing.TB
	cleanups []func()
	errors   []string
}

func (r *recorder) Helper()                   {}
func (r *recorder) Cleanup(f func())          { r.cleanups = append(r.cleanups, f) }
func (r *recorder) Errorf(f string, a ...any) { r.errors = append(r.errors, fmt.Sprintf(f, a...)) }

func (r *recorder) end() string {
	for _, f := range r.cleanups {
		f()
	}
	return strings.Join(r.errors, "\n")
}

// Long enough for a goroutine that is on its way out, short enough to wait for
// in a test that expects a leak.
const patience = 20 * time.Millisecond

func leakedGoroutine(block chan struct{}) { <-block }

func TestFindsGoroutine(t *testing.T) {
	r := &recorder{}
	check(r, patience)
	block := make(chan struct{})
	defer close(block)
	go leakedGoroutine(block)

	got := r.end()
	if len(r.errors) != 1 || !strings.Contains(got, "leak.leakedGoroutine") {
		t.Errorf("reported %q, want one goroutine in leakedGoroutine", got)
	}
}

func TestFindsFile(t *testing.T) {
	needTargets(t)
	r := &recorder{}
	check(r, patience)
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()

	want := fmt.Sprintf("left behind: fd %d -> %s", f.Fd(), os.DevNull)
	if got := r.end(); got != want {
		t.Errorf("reported %q, want %q", got, want)
	}
}

// A descriptor that was open before, but is another file now, is new.
func TestFindsReplacedFile(t *testing.T) {
	needTargets(t)
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	r := &recorder{}
	check(r, patience)
	fd := f.Fd()
	f.Close()
	dir, err := os.Open("/")
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	if dir.Fd() != fd {
		t.Fatalf("the file opened next is fd %d, not the lowest free one, %d", dir.Fd(), fd)
	}

	if got, want := r.end(), fmt.Sprintf("left behind: fd %d -> /", fd); got != want {
		t.Errorf("reported %q, want %q", got, want)
	}
}

func TestWaitsForWhatIsEnding(t *testing.T) {
	r := &recorder{}
	check(r, settle)
	block := make(chan struct{})
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		<-block
		time.Sleep(10 * time.Millisecond) // still there when the check first looks
		f.Close()
	}()
	close(block)

	if got := r.end(); got != "" {
		t.Errorf("reported %q, want nothing", got)
	}
}

func TestIgnoresTheRuntimesOwn(t *testing.T) {
	r := &recorder{}
	check(r, patience)
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt) // starts a goroutine that stays
	signal.Stop(c)
	t.Run("subtest", func(t *testing.T) {}) // its goroutine may still be ending

	if got := r.end(); got != "" {
		t.Errorf("reported %q, want nothing", got)
	}
}

func TestCheckOfACleanTest(t *testing.T) {
	Check(t)
	done := make(chan struct{})
	go close(done)
	<-done
}

func needTargets(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip("what a descriptor refers to is known on Linux only")
	}
}
