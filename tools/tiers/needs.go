package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"github.com/loopground/loopground/tools/internal/repo"
)

// A need is a program of the system that some tier cannot do without.
type need struct {
	name string
	find func() (path string, ok bool)
	apt  []string
	brew string
}

var cCompiler = &need{
	name: "a C compiler (the race detector links with it)",
	find: func() (string, bool) { return lookPath("gcc", "clang", "cc") },
	apt:  []string{"gcc", "libc6-dev"},
	brew: "xcode-select --install",
}

var libuv = &need{
	name: "libuv and gcc",
	find: findLibuv,
	apt:  []string{"libuv1-dev", "gcc", "libc6-dev", "pkg-config"},
	brew: "brew install libuv pkg-config",
}

// findLibuv asks pkg-config, and without it looks where Debian puts the header.
func findLibuv() (string, bool) {
	gcc, ok := lookPath("gcc")
	if !ok {
		return "", false
	}
	if exec.Command("pkg-config", "--exists", "libuv").Run() == nil {
		return gcc, true
	}
	_, err := os.Stat("/usr/include/uv.h")
	return gcc, err == nil
}

var wasmCompiler = &need{
	name: "clang, lld and wasi-libc (C programs become guests)",
	find: findWasmCompiler,
	apt:  []string{"clang", "lld", "llvm", "wasi-libc", "libclang-rt-dev-wasm32"},
	brew: "brew install llvm lld wasi-libc wasi-runtimes",
}

// findWasmCompiler asks playground cc, which says itself what it lacks.
func findWasmCompiler() (string, bool) {
	root, err := repo.Root()
	if err != nil {
		return "", false
	}
	ask := exec.Command("go", "run", "./cmd/playground", "cc", "--version")
	ask.Dir = root
	return "clang", ask.Run() == nil
}

var cmake = &need{
	name: "cmake and make",
	find: func() (string, bool) {
		if _, ok := lookPath("make"); !ok {
			return "", false
		}
		return lookPath("cmake")
	},
	apt:  []string{"cmake", "make"},
	brew: "brew install cmake",
}

var chromium = &need{
	name: "Chromium",
	find: findChromium,
	apt:  []string{"chromium", "fonts-liberation"},
	brew: "brew install --cask chromium",
}

func findChromium() (string, bool) {
	if path := os.Getenv("CHROMIUM"); path != "" {
		_, err := os.Stat(path)
		return path, err == nil
	}
	for _, path := range []string{
		"/Applications/Chromium.app/Contents/MacOS/Chromium",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	} {
		if _, err := os.Stat(path); err == nil {
			return path, true
		}
	}
	return lookPath("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
}

func lookPath(names ...string) (string, bool) {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, true
		}
	}
	return "", false
}

// command is what a person would type to have the need.
func (n *need) command() string {
	if runtime.GOOS == "darwin" {
		return n.brew
	}
	return "sudo apt-get install -y " + strings.Join(n.apt, " ")
}

// missing returns what the tiers need and the system lacks.
func missing(chosen []tier) []*need {
	var lacks []*need
	seen := map[*need]bool{}
	for _, t := range chosen {
		for _, n := range t.needs {
			if _, ok := n.find(); !ok && !seen[n] {
				seen[n] = true
				lacks = append(lacks, n)
			}
		}
	}
	return lacks
}

// install gets the Debian packages of lacks, if this process may.
func (r *runner) install(lacks []*need) error {
	apt, err := r.apt()
	if err != nil {
		return err
	}
	var packages []string
	for _, n := range lacks {
		packages = append(packages, n.apt...)
	}
	r.printf("  installing %s\n", strings.Join(packages, " "))
	var out strings.Builder
	for _, args := range [][]string{
		{"update", "-q"},
		append([]string{"install", "-y", "-q", "--no-install-recommends"}, packages...),
	} {
		cmd := exec.Command(apt[0], append(apt[1:], args...)...)
		cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("apt-get %s: %w\n%s", args[0], err, tail(out.String(), 20))
		}
	}
	return nil
}

var errMayNot = errors.New("not root and not CI: nothing is installed")

// apt returns the command that installs packages, sudo included.
func (r *runner) apt() ([]string, error) {
	path, err := exec.LookPath("apt-get")
	if err != nil {
		return nil, errMayNot
	}
	if os.Geteuid() == 0 {
		return []string{path}, nil
	}
	if r.ci && exec.Command("sudo", "-n", "true").Run() == nil {
		return []string{"sudo", "-n", path}, nil
	}
	return nil, errMayNot
}
