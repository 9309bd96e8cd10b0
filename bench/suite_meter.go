package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The suites of the meter: real programs as they are, metered, and with
// wazero's own check of deadlines.

var meterProgram = program{goPath: "bench/cmd/meter"}

const (
	kernelsFile  = "kernels.wasm"
	goGuestFile  = "guest.wasm"
	engineFile   = "quickjs.wasm"
	engineScript = "bench/wasm/scripts.js"
	// enginePackage is QuickJS for WASI, pinned.
	enginePackage = "quickjs-wasi@3.6.2"
)

// guestProgram is a function of a module, called with a size.
type guestProgram struct {
	name, file, function string
	size                 int
}

var guestPrograms = []guestProgram{
	{"c-fib", kernelsFile, "fib", 27},
	{"c-sort", kernelsFile, "sort", 20_000},
	{"c-matrix", kernelsFile, "matrix", 100},
	{"c-sha256", kernelsFile, "sha256", 200},
	{"c-lz", kernelsFile, "lz", 200_000},
	{"go-sort", goGuestFile, "sort", 20_000},
	{"go-sha256", goGuestFile, "sha256", 200},
	{"go-json", goGuestFile, "json", 100},
	{"go-flate", goGuestFile, "flate", 1500},
	{"go-regexp", goGuestFile, "regexp", 150},
	{"go-matrix", goGuestFile, "matrix", 80},
	{"js-fib", engineFile, "fib", 20},
	{"js-sort", engineFile, "sort", 3000},
	{"js-string", engineFile, "string", 5000},
	{"js-regexp", engineFile, "regexp", 300},
	{"js-json", engineFile, "json", 300},
}

func meterSuites(s scale) []suite {
	var all []suite
	for _, p := range guestPrograms {
		all = append(all, meterSuite(s, p))
	}
	return append(all, exportedCallSuite(s))
}

func meterSuite(s scale, p guestProgram) suite {
	language := map[string]string{kernelsFile: "C, clang -O2", goGuestFile: "Go", engineFile: "JavaScript in QuickJS"}[p.file]
	return suite{
		name: "meter-" + p.name, unit: "call", cores: 1, group: "meter",
		about:      fmt.Sprintf("%s(%d), in %s.", p.function, p.size, language),
		prepare:    func(dir string) error { return makeGuest(dir, p.file) },
		contenders: meterContenders(p, s.ops(50)),
	}
}

func meterContenders(p guestProgram, calls int) []contender {
	dir := filepath.Join(".cache", "bench")
	file := filepath.Join(dir, p.file)
	if p.file == engineFile {
		file += "+" + engineScript
	}
	with := func(mode string, calls int) []string {
		return args("-cache", filepath.Join(dir, "code"), "-mode", mode, "-warm", max(calls/10, 1), "-calls", calls, file, p.function, p.size)
	}
	return []contender{
		{name: "unmetered", role: peer, program: meterProgram, args: with("plain", calls)},
		{name: "metered", program: meterProgram, args: with("metered", calls)},
		{name: "wazero's deadline check", program: meterProgram, args: with("deadline", calls)},
	}
}

// exportedCallSuite is a call that does nothing: what entering and leaving cost.
func exportedCallSuite(s scale) suite {
	p := guestProgram{"call", kernelsFile, "nothing", 0}
	return suite{
		name: "meter-call", unit: "call", cores: 1,
		about:      "An exported function that does nothing, called from Go.",
		prepare:    func(dir string) error { return makeGuest(dir, p.file) },
		contenders: meterContenders(p, s.ops(5_000_000)),
	}
}

// makeGuest builds or fetches a module, if it is not there.
func makeGuest(dir, file string) error {
	path := filepath.Join(dir, file)
	switch file {
	case kernelsFile:
		return command("clang", "--target=wasm32-wasi", "-O2", "-mexec-model=reactor", "-o", path, "bench/wasm/kernels.c")
	case goGuestFile:
		return command("env", "GOOS=wasip1", "GOARCH=wasm", "go", "build", "-buildmode=c-shared", "-o", path, "./bench/wasm/guest")
	}
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	if err := command("npm", "pack", "--silent", "--pack-destination", dir, enginePackage); err != nil {
		return err
	}
	archive := filepath.Join(dir, strings.ReplaceAll(enginePackage, "@", "-")+".tgz")
	return command("tar", "-xzf", archive, "-C", dir, "--strip-components=1", "package/"+engineFile)
}

func command(name string, arg ...string) error {
	if out, err := exec.Command(name, arg...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w (apt-get install clang lld wasi-libc libclang-rt-dev-wasm32; npm)\n%s",
			name, strings.Join(arg, " "), err, out)
	}
	return nil
}
