package cc

import (
	"bytes"
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// testCache is the cache of these tests.
var testCache string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "loopground-cc-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	testCache = dir
	status := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(status)
}

// A compiler is the system's, with a cache for tests.
type compiler struct {
	Driver
	stdout, stderr bytes.Buffer
}

func newCompiler(t *testing.T, cache string) *compiler {
	t.Helper()
	tools, err := FindTools()
	if err != nil {
		t.Skip(err)
	}
	c := &compiler{Driver: Driver{Tools: tools, CacheDir: cache, Stdin: strings.NewReader("")}}
	c.Stdout, c.Stderr = &c.stdout, &c.stderr
	return c
}

func (c *compiler) run(t *testing.T, line string) int {
	t.Helper()
	c.stdout.Reset()
	c.stderr.Reset()
	status, err := c.Run(t.Context(), strings.Fields(line))
	if err != nil {
		t.Fatal(err)
	}
	return status
}

func (c *compiler) succeed(t *testing.T, line string) {
	t.Helper()
	if status := c.run(t, line); status != 0 || c.stderr.Len() > 0 {
		t.Fatalf("%s: status %d\n%s", line, status, &c.stderr)
	}
}

// isModule says whether a file begins as a WebAssembly module does.
func isModule(t *testing.T, name string) bool {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.HasPrefix(b, []byte("\x00asm"))
}

const (
	answerHeader = "int answer(void);\n"
	answerFile   = "#include \"answer.h\"\nint answer(void) { return 42; }\n"
	mainFile     = "#include <stdio.h>\n#include <uv.h>\n#include \"answer.h\"\n" +
		"int main(void) { printf(\"%d %s\\n\", answer(), uv_err_name(UV_EOF)); return 0; }\n"
)

// What makefiles do: objects with their dependencies, an archive, a link.
func TestObjectsArchivesAndDependencies(t *testing.T) {
	c := newCompiler(t, testCache)
	t.Chdir(t.TempDir())
	write(t, "inc/answer.h", answerHeader)
	write(t, "answer.c", answerFile)
	write(t, "main.c", mainFile)
	c.succeed(t, "-O2 -g -Wall -Werror -Iinc -MMD -c answer.c")
	if d, err := os.ReadFile("answer.d"); err != nil || !strings.Contains(string(d), "inc/answer.h") {
		t.Errorf("answer.d: %s %v", d, err)
	}
	if !isModule(t, "answer.o") {
		t.Error("answer.o is no WebAssembly")
	}
	if err := run(t.Context(), c.Tools.Ar, "rcs", "libanswer.a", "answer.o"); err != nil {
		t.Fatal(err)
	}
	write(t, "args", "-pthread -L. -lanswer -luv -ldl -lrt -lm")
	c.succeed(t, "-Wall -Werror -Iinc main.c -o main.wasm @args")
	c.succeed(t, "-Iinc main.c answer.c")
	for _, name := range []string{"main.wasm", "a.out"} {
		if !isModule(t, name) {
			t.Errorf("%s is no WebAssembly", name)
		}
	}
	c.succeed(t, "-E -dM main.c -Iinc")
	if !strings.Contains(c.stdout.String(), "#define __wasi__ 1\n") || !strings.Contains(c.stdout.String(), "#define UV_VERSION_MAJOR 1\n") {
		t.Error("-E does not show the target's macros and uv.h's")
	}
	c.succeed(t, "-S -o - answer.c -Iinc")
	c.succeed(t, "--version")
}

func TestStatusAndMessagesAreClangs(t *testing.T) {
	c := newCompiler(t, testCache)
	t.Chdir(t.TempDir())
	write(t, "bad.c", "int main(void) { return x; }\n")
	if status := c.run(t, "-c bad.c"); status != 1 {
		t.Errorf("status %d", status)
	}
	if said := c.stderr.String(); !strings.Contains(said, "bad.c:1:25: error: use of undeclared identifier 'x'") || strings.Contains(said, "playground") {
		t.Errorf("stderr:\n%s", said)
	}
}

func TestWhatAGuestLacksIsAWarningUnderWerror(t *testing.T) {
	c := newCompiler(t, testCache)
	t.Chdir(t.TempDir())
	write(t, "x.c", "#include <unistd.h>\nint main(void) { return fork() > 0; }\n")
	status := c.run(t, "-Wall -Wextra -Werror x.c -o x.wasm")
	if said := c.stderr.String(); status != 0 || !strings.Contains(said, "warning: a guest is one process") {
		t.Errorf("status %d, stderr:\n%s", status, said)
	}
}

func TestWhatAGuestCannotHaveIsFollowedByAdvice(t *testing.T) {
	c := newCompiler(t, testCache)
	t.Chdir(t.TempDir())
	for source, want := range map[string]string{
		"#include <sys/epoll.h>\nint main(void) { return 0; }\n":                 "uv.h has the portable way",
		"#include <nothing.h>\nint main(void) { return 0; }\n":                   "nothing.h is not among the headers",
		"#include <libintl.h>\nint main(void) { return 0; }\n":                   "libintl.h is not among the headers", // this machine's is not seen
		"#include <setjmp.h>\nint main(void) { return 0; }\n":                    "no non-local jumps",
		"int epoll_create1(int);\nint main(void) { return epoll_create1(0); }\n": "epoll_create1: the loop is the host's",
		"int uv_fly(void);\nint main(void) { return uv_fly(); }\n":               "uv_fly: this libuv has no such function",
	} {
		write(t, "x.c", source)
		status := c.run(t, "x.c -o x.wasm")
		lines := strings.Split(strings.TrimSpace(c.stderr.String()), "\n")
		if last := lines[len(lines)-1]; status == 0 || !strings.HasPrefix(last, "playground cc: ") || !strings.Contains(last, want) {
			t.Errorf("status %d, want %q at the end of:\n%s", status, want, &c.stderr)
		}
	}
}

func TestAdviceForLinkersMessages(t *testing.T) {
	for line, want := range map[string]string{
		"wasm-ld: error: x.o: undefined symbol: fork":                         "fork: a guest is one process",
		"x.c:3:5: error: call to undeclared function 'execvp'; ISO C99":       "execvp: a guest is one process",
		"wasm-ld: error: x.o: undefined symbol: pthread_create":               "pthread_create: a guest has one thread",
		"wasm-ld: error: unable to find library -lz":                          `libz must be compiled for WebAssembly too`,
		"wasm-ld: error: libx.a: archive has no index; run ranlib to add one": "AR=llvm-ar",
		"wasm-ld: error: unknown file type: x.o":                              "x.o is not WebAssembly",
		"x.c:1:1: warning: unused variable 'fork'":                            "",
	} {
		if _, got := adviceFor([]byte(line)); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// An object that another compiler made is recognised by what wasm-ld says.
func TestObjectsOfThisMachineAreExplained(t *testing.T) {
	c := newCompiler(t, testCache)
	t.Chdir(t.TempDir())
	write(t, "x.o", elf.ELFMAG+strings.Repeat("\x00", 64))
	if status := c.run(t, "x.o -o x.wasm"); status == 0 || !strings.Contains(c.stderr.String(), "playground cc: x.o is not WebAssembly") {
		t.Errorf("status %d:\n%s", status, &c.stderr)
	}
}

// Builds start compilers side by side, and the first of them find no cache.
func TestManyAtOnceBuildOneLibrary(t *testing.T) {
	cache := t.TempDir()
	newCompiler(t, cache)
	t.Chdir(t.TempDir())
	write(t, "x.c", "#include <uv.h>\nint main(void) { return uv_err_name(UV_EOF) == 0; }\n")
	var wg sync.WaitGroup
	for _, name := range []string{"a", "b"} {
		c := newCompiler(t, cache)
		wg.Go(func() {
			if status, err := c.Run(t.Context(), []string{"x.c", "-o", name}); status != 0 || err != nil {
				t.Errorf("%s: %d %v\n%s", name, status, err, &c.stderr)
			}
		})
	}
	wg.Wait()
	left, err := filepath.Glob(filepath.Join(cache, "*"))
	if err != nil || len(left) != 1 {
		t.Fatalf("the cache has %v, %v", left, err)
	}
	made, err := filepath.Glob(filepath.Join(left[0], "*"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range made {
		if !strings.HasPrefix(filepath.Base(m), "s") { // shim and src
			names = append(names, filepath.Base(m))
		}
	}
	if d := cmp.Diff([]string{"include", "lib"}, names); d != "" {
		t.Error(d)
	}
}

func TestCxxLinksWithoutItsLibrary(t *testing.T) {
	c := newCompiler(t, testCache)
	t.Chdir(t.TempDir())
	write(t, "x.cpp", "struct s { int n; s() : n(1) {} };\nint main() { return s().n - 1; }\n")
	c.succeed(t, "--driver-mode=g++ x.cpp -o x.wasm")
}

// A callback of the host runs neither constructors nor what atexit was given.
func TestDispatchIsCalledAsItIs(t *testing.T) {
	c := newCompiler(t, testCache)
	t.Chdir(t.TempDir())
	write(t, "x.c", "#include <uv.h>\nint main(void) { return uv_run(uv_default_loop(), UV_RUN_DEFAULT); }\n")
	c.succeed(t, "x.c -o x.wasm")
	wasm, err := os.ReadFile("x.wasm")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(wasm, []byte("uv_dispatch")) || bytes.Contains(wasm, []byte("command_export")) {
		t.Error("the dispatch function is not exported, or wrapped by the linker")
	}
}
