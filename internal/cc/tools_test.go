package cc

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// machine is a system with these files under root.
func machine(t *testing.T, goos string, vars map[string]string, files ...string) environment {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		write(t, root+f, "#!/bin/sh\n")
	}
	return environment{root: root, goos: goos, getenv: func(name string) string {
		if name == "PATH" {
			return root + "/usr/bin"
		}
		return strings.ReplaceAll(vars[name], "ROOT", root)
	}}
}

func TestToolsAreFoundWhereSystemsHaveThem(t *testing.T) {
	brew := "/opt/homebrew/opt"
	for _, c := range []struct {
		name  string
		goos  string
		vars  map[string]string
		files []string
		want  Tools
	}{
		{"Debian", "linux", nil,
			[]string{"/usr/bin/clang", "/usr/bin/wasm-ld", "/usr/bin/llvm-ar", "/usr/lib/wasm32-wasi/libc.a"},
			Tools{"/usr/bin/clang", "/usr/bin/wasm-ld", "/usr/bin/llvm-ar", "/usr", "wasm32-wasi"}},
		{"with numbers", "linux", nil,
			[]string{"/usr/bin/clang-16", "/usr/bin/clang-19", "/usr/bin/wasm-ld-19", "/usr/lib/wasm32-wasip1/libc.a"},
			Tools{"/usr/bin/clang-19", "/usr/bin/wasm-ld-19", "", "/usr", "wasm32-wasip1"}},
		{"Fedora", "linux", nil,
			[]string{"/usr/bin/clang", "/usr/bin/wasm-ld", "/usr/bin/llvm-ar", "/usr/wasm32-wasi/lib/wasm32-wasi/libc.a"},
			Tools{"/usr/bin/clang", "/usr/bin/wasm-ld", "/usr/bin/llvm-ar", "/usr/wasm32-wasi", "wasm32-wasi"}},
		{"Homebrew", "darwin", nil,
			[]string{brew + "/llvm/bin/clang", brew + "/llvm/bin/llvm-ar", brew + "/lld/bin/wasm-ld", "/usr/bin/clang",
				brew + "/wasi-libc/share/wasi-sysroot/lib/wasm32-wasi/libc.a"},
			Tools{brew + "/llvm/bin/clang", brew + "/lld/bin/wasm-ld", brew + "/llvm/bin/llvm-ar", brew + "/wasi-libc/share/wasi-sysroot", "wasm32-wasi"}},
		{"wasi-sdk", "linux", map[string]string{"WASI_SDK_PATH": "ROOT/sdk"},
			[]string{"/usr/bin/clang", "/sdk/bin/clang", "/sdk/bin/wasm-ld", "/sdk/bin/llvm-ar", "/sdk/share/wasi-sysroot/lib/wasm32-wasi/libc.a"},
			Tools{"/sdk/bin/clang", "/sdk/bin/wasm-ld", "/sdk/bin/llvm-ar", "/sdk/share/wasi-sysroot", "wasm32-wasi"}},
		{"named", "linux", map[string]string{"CLANG": "ROOT/mine/clang", "WASI_SYSROOT": "ROOT/root"},
			[]string{"/usr/bin/clang", "/usr/bin/wasm-ld", "/mine/clang", "/usr/lib/wasm32-wasi/libc.a", "/root/lib/wasm32-wasi/libc.a"},
			Tools{"/mine/clang", "/usr/bin/wasm-ld", "", "/root", "wasm32-wasi"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := machine(t, c.goos, c.vars, c.files...)
			got, err := e.find()
			if err != nil {
				t.Fatal(err)
			}
			for _, path := range []*string{&got.Clang, &got.Linker, &got.Ar, &got.Sysroot} {
				*path = strings.TrimPrefix(*path, e.root)
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestWhatIsMissingIsNamedWithWhatToInstall(t *testing.T) {
	for _, c := range []struct {
		files []string
		vars  map[string]string
		want  string
	}{
		{nil, nil, "no clang"},
		{[]string{"/usr/bin/clang"}, map[string]string{"CLANG": "clang-99"}, "no clang"},
		{[]string{"/usr/bin/clang", "/usr/bin/wasm-ld"}, nil, "wasi-libc"},
		{[]string{"/usr/bin/clang", "/usr/lib/wasm32-wasi/libc.a"}, map[string]string{"WASI_SYSROOT": "/nowhere"}, "WASI_SYSROOT is /nowhere"},
		{[]string{"/usr/bin/clang", "/usr/lib/wasm32-wasi/libc.a"}, nil, "wasm-ld"},
	} {
		_, err := machine(t, "linux", c.vars, c.files...).find()
		var missing *MissingError
		if !errors.As(err, &missing) || !strings.Contains(missing.What, c.want) {
			t.Errorf("%v: %v, want %q", c.files, err, c.want)
			continue
		}
		for _, command := range []string{"sudo apt-get install -y clang lld", "sudo dnf install", "brew install"} {
			if !strings.Contains(err.Error(), command) {
				t.Errorf("%q is missing in:\n%v", command, err)
			}
		}
	}
}
