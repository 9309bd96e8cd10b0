package cc

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Tools are the programs and folders of the system that a build needs.
type Tools struct {
	Clang   string // absolute
	Linker  string // wasm-ld, absolute
	Ar      string // llvm-ar; "" where it is not installed
	Sysroot string // of wasi-libc
	Target  string // wasm32-wasi, or the name that newer releases have for it
}

// Versions of LLVM whose names Debian gives a number.
const (
	newestLLVM = 22
	oldestLLVM = 14
)

// A MissingError says what is not installed, and what to install.
type MissingError struct{ What string }

func (e *MissingError) Error() string {
	return e.What + `. What compiles C for WebAssembly is installed by:
  Debian, Ubuntu  sudo apt-get install -y ` + strings.Join(DebianPackages, " ") + `
  Fedora          sudo dnf install clang lld llvm wasi-libc-devel wasi-libc-static
  macOS           brew install llvm lld wasi-libc wasi-runtimes
or take a release of wasi-sdk and set WASI_SDK_PATH to its folder`
}

// DebianPackages are what a build needs on Debian and Ubuntu.
var DebianPackages = []string{"clang", "lld", "llvm", "wasi-libc", "libclang-rt-dev-wasm32"}

// environment is where tools are looked for; tests have their own.
type environment struct {
	getenv func(string) string
	goos   string
	// root is put before absolute folders that are looked into.
	root string
}

// FindTools looks for the tools: CLANG, WASI_SDK_PATH and WASI_SYSROOT of the
// environment come first. Errors: [MissingError].
func FindTools() (Tools, error) {
	return environment{getenv: os.Getenv, goos: runtime.GOOS}.find()
}

func (e environment) find() (t Tools, err error) {
	if t.Clang = e.clang(); t.Clang == "" {
		return t, &MissingError{"there is no clang"}
	}
	if t.Sysroot, t.Target, err = e.sysroot(); err != nil {
		return t, err
	}
	if t.Linker = e.beside(t.Clang, "wasm-ld"); t.Linker == "" {
		return t, &MissingError{"there is no linker for WebAssembly (wasm-ld, a part of lld)"}
	}
	t.Ar = e.beside(t.Clang, "llvm-ar")
	return t, nil
}

// sdks are the folders of wasi-sdk.
func (e environment) sdks() (dirs []string) {
	if dir := e.getenv("WASI_SDK_PATH"); dir != "" {
		dirs = append(dirs, dir)
	}
	return append(dirs, e.root+"/opt/wasi-sdk")
}

// brews are Homebrew's folders; none where there is no Homebrew.
func (e environment) brews() []string {
	if e.goos != "darwin" {
		return nil
	}
	return []string{e.root + "/opt/homebrew/opt", e.root + "/usr/local/opt"}
}

func (e environment) clang() string {
	if named := e.getenv("CLANG"); named != "" {
		return e.look(named)
	}
	if sdk := e.getenv("WASI_SDK_PATH"); sdk != "" {
		if path := e.look(filepath.Join(sdk, "bin", "clang")); path != "" {
			return path
		}
	}
	for _, brew := range e.brews() {
		if path := e.look(brew + "/llvm/bin/clang"); path != "" {
			return path
		}
	}
	if path := e.look(numbered("clang")...); path != "" && !e.apple(path) {
		return path
	}
	return e.look(e.root + "/opt/wasi-sdk/bin/clang")
}

// apple says whether it is Apple's clang, which has no WebAssembly.
func (e environment) apple(path string) bool { return e.goos == "darwin" && path == "/usr/bin/clang" }

// numbered is a tool's name, and those that Debian gives it.
func numbered(name string) []string {
	names := []string{name}
	for v := newestLLVM; v >= oldestLLVM; v-- {
		names = append(names, fmt.Sprintf("%s-%d", name, v))
	}
	return names
}

// look returns the first of the programs that is there; names without a slash
// are looked for in PATH.
func (e environment) look(names ...string) string {
	for _, name := range names {
		for _, dir := range filepath.SplitList(e.getenv("PATH")) {
			path := name
			if !strings.ContainsRune(name, filepath.Separator) {
				path = filepath.Join(dir, name)
			}
			if path, err := exec.LookPath(path); err == nil {
				if path, err = filepath.Abs(path); err == nil {
					return path
				}
			}
		}
	}
	return ""
}

// beside looks for a tool where clang is, and then elsewhere.
func (e environment) beside(clang, name string) string {
	if whole, err := filepath.EvalSymlinks(clang); err == nil {
		clang = whole
	}
	names := []string{filepath.Join(filepath.Dir(clang), name)}
	for _, brew := range e.brews() {
		names = append(names, brew+"/lld/bin/"+name)
	}
	return e.look(append(names, numbered(name)...)...)
}

// sysroots are where wasi-libc is installed: Debian, Fedora, Arch, Homebrew,
// wasi-sdk.
func (e environment) sysroots() (dirs []string) {
	for _, sdk := range e.sdks() {
		dirs = append(dirs, sdk+"/share/wasi-sysroot")
	}
	for _, brew := range e.brews() {
		dirs = append(dirs, brew+"/wasi-libc/share/wasi-sysroot", brew+"/wasi-runtimes/share/wasi-sysroot")
	}
	for _, dir := range []string{"/usr", "/usr/wasm32-wasi", "/usr/share/wasi-sysroot"} {
		dirs = append(dirs, e.root+dir)
	}
	return dirs
}

// targets are the names of WASI preview 1.
var targets = []string{"wasm32-wasi", "wasm32-wasip1"}

func (e environment) sysroot() (dir, target string, err error) {
	dirs := e.sysroots()
	named := e.getenv("WASI_SYSROOT")
	if named != "" {
		dirs = []string{named}
	}
	for _, dir := range dirs {
		for _, target := range targets {
			if exists(filepath.Join(dir, "lib", target, "libc.a")) {
				return dir, target, nil
			}
		}
	}
	if named != "" {
		return "", "", &MissingError{"WASI_SYSROOT is " + named + ", and has no lib/" + targets[0] + "/libc.a"}
	}
	return "", "", &MissingError{"there is no C library for WebAssembly (wasi-libc)"}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
