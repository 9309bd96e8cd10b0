package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/loopground/loopground/internal/wasmtest"
)

// spinner is a guest without a call or an end.
func spinner(t *testing.T) string {
	t.Helper()
	return module(t, "spin.wasm", func(m *wasmtest.Module) {
		f := m.Func("", "", wasmtest.Loop, wasmtest.Br(0), wasmtest.End)
		m.Name(f, "spin")
		m.Export("_start", f)
	})
}

// module writes a guest to a file.
func module(t *testing.T, name string, make func(m *wasmtest.Module)) string {
	t.Helper()
	m := wasmtest.New()
	make(m)
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, m.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// What is told to write instead of a size is taken, and is enough.
func TestTheSizeThatIsToldIsEnough(t *testing.T) {
	file := module(t, "large.wasm", func(m *wasmtest.Module) {
		m.Memory(201, 0) // 12.5625 MiB
		m.Export("_start", m.Func("", ""))
	})
	r := playground(t, "run", "--max-memory", "1MiB", file)
	wantStatus(t, r, exitFailure)
	_, hint, _ := strings.Cut(strings.TrimSpace(r.stderr), "More: ")
	flag, value, _ := strings.Cut(hint, " ")
	wantStatus(t, playground(t, "run", flag, value, file), 0)
}

// What a module's names are does not reach a terminal.
func TestInspectPrintsNoControlCharacters(t *testing.T) {
	file := module(t, "evil.wasm", func(m *wasmtest.Module) { m.Export("a\x1b[31m\nforged", m.Func("", "")) })
	r := playground(t, "inspect", file)
	wantStatus(t, r, 0)
	if strings.Contains(r.stdout, "\x1b") || strings.Contains(r.stdout, "\nforged") {
		t.Errorf("%q", r.stdout)
	}
}

func TestLimitsEndAGuestThatSpins(t *testing.T) {
	file := spinner(t)
	for _, c := range []struct {
		flag, value string
		status      int
		want        string
	}{
		{"--timeout", "50ms", 124, "stopped after 50ms, the limit of --timeout, in spin. More: --timeout 100ms\n"},
		{"--fuel", "1000000", 137, "stopped after 1000000 units of fuel, the limit of --fuel, in spin. More: --fuel 2000000\n"},
		{"--callback-fuel", "1000000", 137, "stopped after 1000000 units of fuel in one callback, the limit of --callback-fuel, in spin. " +
			"Let it give way with a timer, or allow more: --callback-fuel 2000000\n"},
	} {
		r := playground(t, "run", c.flag, c.value, file)
		wantStatus(t, r, c.status)
		if r.stderr != c.want {
			t.Errorf("%s says %q, want %q", c.flag, r.stderr, c.want)
		}
		r = playground(t, "run", c.flag, "-1", file)
		wantStatus(t, r, exitUsage)
	}
}

// A guest over its rate goes on, slowly: only its deadline ends it, and until
// then it has computed no more than the rate allows.
func TestFuelRateSlowsAGuestThatSpins(t *testing.T) {
	file := spinner(t)
	r := playground(t, "run", "--fuel-rate", "1000000", "--fuel", "50000000", "--timeout", "300ms", file)
	wantStatus(t, r, 124)
	wantStatus(t, playground(t, "run", "--fuel-rate", "-1", file), exitUsage)
}

func TestInspectTellsTheLimits(t *testing.T) {
	wantText(t, playground(t, "inspect", spinner(t)).stdout, "limits", "of run: 1 GiB of memory (--max-memory), 16 MiB of stack (--max-stack)", "--fuel-rate")
}

func TestMaxStackEndsRecursion(t *testing.T) {
	m := wasmtest.New()
	f := m.Func("", "", wasmtest.Call(0))
	m.Name(f, "deep")
	m.Export("_start", f)
	file := filepath.Join(t.TempDir(), "deep.wasm")
	if err := os.WriteFile(file, m.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	r := playground(t, "run", "--max-stack", "1MiB", file)
	wantStatus(t, r, 137)
	wantText(t, r.stderr, "stopped at 1 MiB of stack, the limit of --max-stack, in deep", "--max-stack 2MiB")
}

func TestCtrlCEndsAGuestThatSpins(t *testing.T) {
	file := spinner(t)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	began := time.Now()
	r := playgroundUntil(ctx, "run", file)
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("took %v", took)
	}
	wantStatus(t, r, exitInterrupted)
	wantText(t, r.stderr, "stopped by Ctrl-C")
}
