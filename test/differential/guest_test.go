//go:build unix

package differential

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/host/run"
	"github.com/loopground/loopground/internal/cc"
	"github.com/loopground/loopground/internal/leak"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/trace"
)

// guests compiles C programs with the driver of `playground cc` and runs them
// in the sandbox. The library is built once for all tests of one group.
type guests struct{ driver cc.Driver }

func newGuests(t *testing.T) (*guests, error) {
	tools, err := cc.FindTools()
	return &guests{cc.Driver{Tools: tools, CacheDir: t.TempDir()}}, err
}

func needGuests(t *testing.T) *guests {
	g, err := newGuests(t)
	if err != nil {
		t.Skip(err)
	}
	return g
}

// compile makes a module of C files; flags as for the native compiler.
func (g *guests) compile(t *testing.T, flags ...string) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), "guest.wasm")
	var said strings.Builder
	d := g.driver
	d.Stdout, d.Stderr = &said, &said
	status, err := d.Run(t.Context(), append([]string{"-Wall", "-Werror", "-o", out}, flags...))
	if err != nil || status != 0 {
		t.Fatalf("playground cc: %d %v\n%s", status, err, &said)
	}
	wasm, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return wasm
}

// outcome is what a program leaves behind.
type outcome struct {
	Stdout []string
	Code   int
	end    string // how it ended if not well
}

// A guestRun is a run of a guest in a directory of its own, which it may
// change, with the addresses of this machine.
type guestRun struct {
	args  []string
	stdin io.Reader
	dir   string // "" is a new one
	pool  int
	order loop.Order
	// timeout ends it; 0 is patience, and then it must end well
	timeout time.Duration
}

// run runs a guest to its end and holds its trace against the rules.
func (g *guests) run(t *testing.T, wasm []byte, r guestRun) outcome {
	t.Helper()
	leak.Check(t)
	if r.dir == "" {
		r.dir = t.TempDir()
	}
	mayFail := r.timeout != 0
	if !mayFail {
		r.timeout = patience
	}
	t.Chdir(r.dir)
	everywhere, err := host.ParseRule("all") // with multicast groups
	if err != nil {
		t.Fatal(err)
	}
	rules := []host.Rule{everywhere}
	var stdout, stderr strings.Builder
	rt, err := host.New(host.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { rt.Close() })
	running, err := run.NewLocal(rt).Start(t.Context(), run.Spec{
		Name: "guest.wasm", Wasm: wasm, Args: r.args, Stdin: r.stdin, Stdout: &stdout, Stderr: &stderr,
		Dirs: []host.Dir{{Host: r.dir}}, Listen: rules, Connect: rules, DNS: true,
		Limits:   host.Limits{Memory: 256 << 20, QueuedBytes: host.Unlimited}, // tcp_try_write has 64 MiB
		PoolSize: r.pool, Order: r.order, Timeout: r.timeout,
	})
	if err != nil {
		t.Fatal(err)
	}
	<-running.Done()
	state := running.State()
	end := fmt.Sprintf("ended with %d: %s; denied: %v\n%s", state.Exit.Code, state.Exit.Message, state.Denied, &stderr)
	if !mayFail && (state.Exit.Code != 0 || stderr.Len() > 0) {
		t.Error(end)
	}
	first, records := running.Trace().All()
	for _, p := range trace.Check(records, trace.CheckOptions{
		First: first, Order144: r.order == loop.Order144, Partial: state.Exit.Code != 0,
	}) {
		t.Error(p)
	}
	return outcome{splitLines(stdout.String()), state.Exit.Code, end}
}

func splitLines(s string) []string {
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}

// perform compiles and runs c/NAME.c as a guest.
func (g *guests) perform(t *testing.T, sc scenario, order loop.Order) []string {
	wasm := g.compile(t, filepath.Join("c", sc.name+".c"), "-luv", "-lpthread")
	r := guestRun{pool: sc.pool, order: order, stdin: strings.NewReader(sc.input)}
	if guestExceptions[sc.name].why != "" {
		r.timeout = exceptionPatience
	}
	o := g.run(t, wasm, r)
	if o.Code != 0 {
		o.Stdout = append(o.Stdout, o.end)
	}
	return o.Stdout
}

// exceptionPatience ends programs that wait for what a guest does not get.
const exceptionPatience = 2 * time.Second

// A guestException is a scenario whose program writes something else as a
// guest. With a release, it does so only beside libuv before that one.
type guestException struct {
	why   string
	since release
	// open: it is to be mended, so that it may be gone at any time
	open bool
}

const (
	oneThread = "a guest has one thread: uv_thread_create answers ENOTSUP, and work is done there"
	oneWorker = "work runs on the guest's one thread, so that it cannot wait for the loop"
	noSignals = "a guest gets no signals: ENOSYS"
	noSockets = "a guest has the sockets of uv.h: the system's own calls answer ENOSYS"
	noEvents  = "a guest is not told of changes to files: ENOSYS"
)

var guestExceptions = map[string]guestException{
	"async_thread":   {why: oneThread},
	"cancel_others":  {why: oneWorker},
	"err_names":      {why: "errors that came after 1.44 have names", since: 46},
	"fs_event_dir":   {why: noEvents},
	"fs_event_file":  {why: noEvents},
	"fs_bad_files":   {why: "errors of what is no descriptor come first", open: true},
	"fs_rename":      {why: "the host does not rename over a directory", open: true},
	"poll_hangup":    {why: noSockets, open: true},
	"udp_open":       {why: noSockets, open: true},
	"signal_errors":  {why: noSignals},
	"signal_handles": {why: noSignals},
	"work_cancel":    {why: oneWorker},
	"work_order":     {why: oneThread},
}

// compareGuest also holds the exceptions to being some.
func compareGuest(t *testing.T, uv libuv, sc scenario, want, got []string) {
	d := cmp.Diff(want, got)
	e := guestExceptions[sc.name]
	excepted := e.why != "" && (e.since == 0 || uv.release < e.since)
	switch {
	case excepted && d == "" && e.open:
		t.Logf("it is no exception any more (%s)", e.why)
	case excepted && d == "":
		t.Errorf("the guest does the same: it is no exception (%s)", e.why)
	case !excepted && d != "":
		t.Errorf("-native +guest:\n%s", d)
	}
}
