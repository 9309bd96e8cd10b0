package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/loopground/loopground/internal/cc"
)

const timerProgram = `#include <stdio.h>
#include <uv.h>

static void on_timer(uv_timer_t* t) { puts("tick"); uv_close((uv_handle_t*) t, NULL); }

int main(void) {
  uv_timer_t t;
  uv_timer_init(uv_default_loop(), &t);
  uv_timer_start(&t, on_timer, 5, 0);
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  return uv_loop_close(uv_default_loop()) == 0 ? 3 : 1;
}
`

// needTools skips where the system cannot compile for WebAssembly.
func needTools(t *testing.T) {
	t.Helper()
	if _, err := cc.FindTools(); err != nil {
		t.Skip(err)
	}
}

func TestCCCompilesALibuvProgramThatRuns(t *testing.T) {
	needTools(t)
	t.Chdir(t.TempDir())
	if err := os.WriteFile("tick.c", []byte(timerProgram), 0o644); err != nil {
		t.Fatal(err)
	}
	r := playground(t, "cc", "-Wall", "-Werror", "tick.c", "-o", "tick.wasm", "-luv", "-lpthread")
	wantStatus(t, r, 0)
	if r.stdout+r.stderr != "" {
		t.Errorf("it says:\n%s%s", r.stdout, r.stderr)
	}
	r = playground(t, "run", "tick.wasm")
	wantStatus(t, r, 3)
	wantText(t, r.stdout, "tick\n")
}

func TestCCPassesClangsStatusOn(t *testing.T) {
	needTools(t)
	t.Chdir(t.TempDir())
	r := playground(t, "cc", "-c", "missing.c")
	wantStatus(t, r, 1)
	wantText(t, r.stderr, "missing.c")
}

func TestCCWithoutClangSaysWhatToInstall(t *testing.T) {
	t.Setenv("CLANG", "no-such-clang")
	r := playground(t, "cc", "x.c")
	wantStatus(t, r, exitFailure)
	wantText(t, r.stderr, "playground: cc: there is no clang", "sudo apt-get install -y clang lld", "dnf install", "brew install")
}

func TestCCHelpAndWrongUse(t *testing.T) {
	for _, args := range [][]string{{"cc", "--help"}, {"help", "cc"}} {
		r := playground(t, args...)
		wantStatus(t, r, 0)
		wantText(t, r.stdout, "--toolchain DIR", "playground cc -O2", "CMAKE_TOOLCHAIN_FILE")
	}
	for _, args := range [][]string{{"cc"}, {"cc", "--toolchain"}, {"cc", "--toolchain", "a", "b"}, {"cc", "--toolchain="}} {
		r := playground(t, args...)
		wantStatus(t, r, exitUsage)
		wantText(t, r.stderr, "playground help cc")
	}
	r := playground(t, "__complete", "cc", "")
	wantStatus(t, r, 0)
	wantText(t, r.stdout, "c\n", "8") // the directive for names' endings
}

func TestCCWritesAToolchain(t *testing.T) {
	needTools(t)
	t.Chdir(t.TempDir())
	r := playground(t, "cc", "--toolchain", "uv")
	wantStatus(t, r, 0)
	wantText(t, r.stdout, "cmake -DCMAKE_TOOLCHAIN_FILE=/", "/uv/uvcc.cmake -B build", "/uv/bin/uvcc AR=/")
	for _, name := range []string{"uvcc.cmake", "bin/uvcc", "bin/uvc++", "include/uv.h", "lib/libuv.a", "lib/pkgconfig/libuv.pc"} {
		if _, err := os.Stat(filepath.Join("uv", name)); err != nil {
			t.Error(err)
		}
	}
	if _, err := exec.LookPath("pkg-config"); err != nil {
		return
	}
	ask := exec.Command("pkg-config", "--modversion", "libuv")
	ask.Env = append(os.Environ(), "PKG_CONFIG_LIBDIR="+filepath.Join("uv", "lib", "pkgconfig"))
	if out, err := ask.Output(); err != nil || strings.TrimSpace(string(out)) != cc.Version() {
		t.Errorf("pkg-config: %s %v, want %s", out, err, cc.Version())
	}
}

// The two commands that `new c` prints are followed, and so is the native one
// of its README where libuv is installed.
func TestNewCAndItsTwoCommandsGiveARunningGuest(t *testing.T) {
	needTools(t)
	t.Chdir(t.TempDir())
	r := playground(t, "new", "c", "first")
	wantStatus(t, r, 0)
	wantText(t, r.stdout, "  cd first && playground cc -O2 -Wall main.c -o first.wasm\n  playground run first.wasm\n")
	t.Chdir("first")
	r = playground(t, "cc", "-O2", "-Wall", "-Werror", "main.c", "-o", "first.wasm")
	wantStatus(t, r, 0)
	r = playground(t, "run", "first.wasm")
	wantStatus(t, r, 0)
	if r.stdout != "tick 1\ntick 2\ntick 3\n" {
		t.Errorf("it says:\n%s", r.stdout)
	}
	if exec.Command("pkg-config", "--exists", "libuv").Run() != nil {
		return
	}
	if out, err := exec.Command("sh", "-c", "cc main.c -luv -o first && ./first").CombinedOutput(); err != nil || string(out) != r.stdout {
		t.Errorf("natively: %v\n%s", err, out)
	}
}
