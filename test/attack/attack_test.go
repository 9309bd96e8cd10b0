//go:build unix

package attack

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/internal/leak"
	"github.com/loopground/loopground/internal/wasmtest"
)

// attack is one hostile guest and how it ends.
type attack struct {
	name  string // of its shape
	tries string // what it tries, for the table
	guest func(m *wasmtest.Module)
	wasm  []byte // instead of guest
	peer  bool   // instead of guest: flooder, with the port of a peer that never reads
	cfg   func(t *testing.T, c *host.Config)
	ends  end
}

// end is how a guest has to end.
type end struct {
	reason host.Reason // "": it is not loaded
	code   int         // of those that exit: the errno they were given
	name   string      // of that errno
	text   string      // in the message, or in the error of loading
}

func (e end) String() string {
	switch {
	case e.reason == "":
		return strings.TrimSuffix("refused: "+e.text, ": ")
	case e.reason == host.ReasonExited:
		return e.name
	}
	if e.text == "" {
		return string(e.reason)
	}
	return string(e.reason) + ": " + e.text
}

const (
	// goal is how long ending a guest may take. What is asserted is ten times
	// that: the machines of tests are busy.
	goal = 50 * time.Millisecond
	// deadline is what a guest is given that would never end.
	deadline = 100 * time.Millisecond
	// loading bounds reading, checking and compiling a module.
	loading = 20 * time.Second
)

var deadlineEnd = end{reason: host.ReasonDeadline}

func TestAttacks(t *testing.T) {
	leak.Check(t)
	rt, err := host.New(host.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := rt.Close(); err != nil {
			t.Error(err)
		}
	}()
	other := startBystander(t, rt)
	defer other.stop(t)
	first := attack{guest: spin, ends: deadlineEnd}
	first.run(t, rt) // what the runtime opens for all guests that compute is open
	for _, a := range attacks() {
		t.Run(a.name, func(t *testing.T) {
			leak.Check(t)
			other.begin()
			a.run(t, rt)
			other.check(t)
			if left := rt.Leaked(); len(left) > 0 {
				t.Errorf("leaked: %q", left)
			}
			if n := rt.Guests(); n != 1 {
				t.Errorf("%d guests are left", n)
			}
		})
	}
}

func (a *attack) bytes() []byte {
	if a.wasm != nil {
		return a.wasm
	}
	m := wasmtest.New()
	a.guest(m)
	return m.Bytes()
}

func (a *attack) run(t *testing.T, rt *host.Runtime) {
	if a.peer {
		a.guest, a.cfg = flooder(deafPeer(t)), grantLoopback
	}
	began := time.Now()
	mod, err := rt.Load(t.Context(), "attack.wasm", a.bytes())
	if took := time.Since(began); took > loading {
		t.Errorf("loading took %v", took)
	}
	if err != nil {
		var refused *host.LoadError
		if !errors.As(err, &refused) || a.ends.reason != "" || !strings.Contains(err.Error(), a.ends.text) {
			t.Fatalf("loading: %v", err)
		}
		return
	}
	defer mod.Close()
	cfg := host.Config{Limits: host.Limits{WallTime: deadline}}
	if a.cfg != nil {
		a.cfg(t, &cfg)
	}
	g, err := mod.Spawn(cfg)
	if err != nil {
		if a.ends.reason != "" || !strings.Contains(err.Error(), a.ends.text) {
			t.Fatalf("spawning: %v", err)
		}
		return
	}
	began = time.Now()
	exit := g.Run()
	if took := time.Since(began); took > deadline+10*goal {
		t.Errorf("it took %v to end", took)
	}
	if exit.Reason != a.ends.reason || exit.Reason == host.ReasonExited && exit.Code != a.ends.code ||
		!strings.Contains(exit.Message, a.ends.text) {
		t.Errorf("%+v, not %+v", exit, a.ends)
	}
}

// bystander is a guest that writes a byte every few milliseconds.
type bystander struct {
	g     *host.Guest
	mod   *host.Module
	ended chan host.Exit
	fired atomic.Int64
	at    int64 // fired when the attack began
}

func startBystander(t *testing.T, rt *host.Runtime) *bystander {
	t.Helper()
	m := wasmtest.New()
	write := m.Import(wasi, "fd_write", "iiii", "i")
	timerInit, timerStart := m.UV("timer_init"), m.UV("timer_start")
	m.Memory(1, 1)
	m.ExportMemory("memory")
	m.Data(0, []byte{16, 0, 0, 0, 1, 0, 0, 0})
	m.Export(abi.ExportDispatch, m.Func("iiII", "I",
		wasmtest.I32(1), wasmtest.I32(0), wasmtest.I32(1), wasmtest.I32(8), wasmtest.Call(write), wasmtest.Drop, wasmtest.I64(0)))
	m.Export("_initialize", m.Func("", "", wasmtest.I32(0), wasmtest.I64(1), wasmtest.Call(timerInit),
		wasmtest.I64(5), wasmtest.I64(5), wasmtest.Call(timerStart), wasmtest.Drop))
	mod, err := rt.Load(t.Context(), "bystander.wasm", m.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	b := &bystander{mod: mod, ended: make(chan host.Exit, 1)}
	b.g, err = mod.Spawn(host.Config{Output: func(int, []byte) uint64 { b.fired.Add(1); return 0 }})
	if err != nil {
		t.Fatal(err)
	}
	go func() { b.ended <- b.g.Run() }()
	b.check(t) // all that it opens is open
	return b
}

func (b *bystander) begin() { b.at = b.fired.Load() }

// check waits until it has fired since the attack began, and once more.
func (b *bystander) check(t *testing.T) {
	t.Helper()
	for began := time.Now(); b.fired.Load() < b.at+2; time.Sleep(time.Millisecond) {
		if time.Since(began) > 10*goal {
			t.Fatal("the other guest's timer does not fire")
		}
	}
}

func (b *bystander) stop(t *testing.T) {
	b.g.Stop(host.ReasonStopped)
	if exit := <-b.ended; exit.Reason != host.ReasonStopped {
		t.Errorf("the other guest: %+v", exit)
	}
	b.mod.Close()
}

// While guests compute for ever, the other one's timers fire all the time.
func TestTimersFireWhileTwoGuestsSpin(t *testing.T) {
	leak.Check(t)
	rt, err := host.New(host.Options{})
	if err != nil {
		t.Fatal(err)
	}
	other := startBystander(t, rt)
	ended := make(chan host.Exit, 2)
	for range 2 {
		mod, err := rt.Load(t.Context(), "spin.wasm", (&attack{guest: spin}).bytes())
		if err != nil {
			t.Fatal(err)
		}
		defer mod.Close()
		g, err := mod.Spawn(host.Config{Limits: host.Limits{WallTime: time.Second}})
		if err != nil {
			t.Fatal(err)
		}
		go func() { ended <- g.Run() }()
	}
	other.begin()
	for range 2 {
		if exit := <-ended; exit.Reason != host.ReasonDeadline {
			t.Errorf("%+v", exit)
		}
	}
	// 200 are due; a tenth of them is a timer that is 50 ms late each time.
	if n := other.fired.Load() - other.at; n < 20 {
		t.Errorf("the other guest's timer fired %d times in a second", n)
	}
	other.stop(t)
	if err := rt.Close(); err != nil {
		t.Error(err)
	}
}

var update = flag.Bool("update", false, "write README.md")

// The table in README.md is the table of this test: -update writes it.
func TestREADME(t *testing.T) {
	var b strings.Builder
	b.WriteString(readme)
	for _, a := range attacks() {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", a.name, a.tries, a.ends)
	}
	if *update {
		if err := os.WriteFile("README.md", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != b.String() {
		t.Error("README.md is not current: go test ./test/attack -run README -update")
	}
}

const readme = `# Hostile guests

<!-- Written by the test of this folder: go test ./test/attack -run README -update -->

Each of these guests runs in one process with a guest that only has a timer. The test asserts that it ends as this table
says and in time, that the other guest's timer goes on, and that nothing is left behind: no goroutine, no descriptor, no
guest, and nothing that ` + "`Runtime.Leaked`" + ` would list. Where the end is a number of an error, the guest has it from the
call that was refused, and exits with it.

| guest | what it tries | how it ends |
|---|---|---|
`
