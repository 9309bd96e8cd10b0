//go:build unix

package differential

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// release is a release of libuv: 1.44 is 44.
type release int

func (r release) String() string { return fmt.Sprintf("1.%d", int(r)) }

var minorVersion = regexp.MustCompile(`(?m)^#define UV_VERSION_MINOR (\d+)$`)

// libuv is what the C programs are compiled with.
type libuv struct {
	release release
	flags   []string
}

// findLibuv asks pkg-config, and without it takes what the compiler finds.
func findLibuv(t *testing.T) libuv {
	uv := libuv{flags: []string{"-luv"}}
	if out, err := exec.Command("pkg-config", "--cflags", "--libs", "libuv").Output(); err == nil {
		uv.flags = strings.Fields(string(out))
	}
	gcc := exec.Command("gcc", append(uv.flags, "-E", "-dM", "-x", "c", "-")...)
	gcc.Stdin = strings.NewReader("#include <uv.h>\n")
	out, err := gcc.Output()
	if err != nil {
		t.Skip("libuv and gcc are not installed: apt-get install libuv1-dev gcc libc6-dev")
	}
	m := minorVersion.FindStringSubmatch(string(out))
	if m == nil {
		t.Fatal("uv.h does not say its version")
	}
	minor, _ := strconv.Atoi(m[1])
	uv.release = release(minor)
	return uv
}

// patience is how long a C program may take. It takes some milliseconds.
const patience = 30 * time.Second

// compile compiles a C program for this machine.
func (uv libuv) compile(t *testing.T, source string) (program string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), "native")
	args := append([]string{"-Wall", "-Werror", "-o", program, source}, uv.flags...)
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	return program
}

// perform compiles and runs c/NAME.c, in a directory of its own.
func (uv libuv) perform(t *testing.T, sc scenario) []string {
	program := uv.compile(t, filepath.Join("c", sc.name+".c"))
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	run := exec.CommandContext(ctx, program)
	run.Dir = t.TempDir()
	run.Env = []string{"LC_ALL=C"}
	run.Stdin = strings.NewReader(sc.input)
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", sc.name, err, out)
	}
	return splitLines(string(out))
}
