package wasmtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Clang compiles a C file without a library to a module. Debug information names
// the file as /src/NAME. The test is skipped where there is no clang.
func Clang(t testing.TB, source string, flags ...string) []byte {
	t.Helper()
	clang, err := exec.LookPath("clang")
	if err != nil {
		t.Skip("there is no clang")
	}
	if source, err = filepath.Abs(source); err != nil {
		t.Fatal(err)
	}
	dir, name := filepath.Split(source)
	out := filepath.Join(t.TempDir(), "c.wasm")
	args := append([]string{"--target=wasm32", "-nostdlib", "-Wl,--no-entry", "-fdebug-prefix-map=" + filepath.Clean(dir) + "=/src"}, flags...)
	cmd := exec.Command(clang, append(args, "-o", out, name)...)
	cmd.Dir = dir
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	wasm, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return wasm
}
