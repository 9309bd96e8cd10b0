package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/loopground/loopground/internal/wasmtest"
)

// spinner is a guest without a call or an end.
func spinner(t *testing.T) string {
	t.Helper()
	m := wasmtest.New()
	f := m.Func("", "", wasmtest.Loop, wasmtest.Br(0), wasmtest.End)
	m.Name(f, "spin")
	m.Export("_start", f)
	file := filepath.Join(t.TempDir(), "spin.wasm")
	if err := os.WriteFile(file, m.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
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
