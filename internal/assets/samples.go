package assets

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/loopground/loopground/samples"
)

// A guest is a sample's folder on its way into samples/built.
type guest struct {
	name   string
	dir    string // its folder, from the root
	lang   string
	source string // its source file
}

// The languages, each with the files that are its source and what compiles all
// guests of it: the module of a guest is then at out/NAME.
var languages = []struct {
	name, source string
	compile      func(o Options, guests []guest, out string) error
}{
	{"go", "main.go", compileGo},
	{"wat", "*.wat", compileWat},
}

func buildSamples(o Options) error {
	out, err := os.MkdirTemp("", "loopground-samples-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(out)
	kept := map[string]bool{"placeholder.txt": true, ".gitignore": true, sdkFile: true}
	for _, l := range languages {
		guests, err := find(o, l.name, l.source)
		if err != nil {
			return err
		}
		if err := l.compile(o, guests, out); err != nil {
			return err
		}
		for _, g := range guests {
			if err := install(o, g, filepath.Join(out, g.name)); err != nil {
				return fmt.Errorf("sample %s: %w", g.name, err)
			}
			kept[g.name] = true
		}
	}
	return sweep(o, kept)
}

// find lists the samples of a language: the folders below samples/LANGUAGE.
func find(o Options, lang, source string) ([]guest, error) {
	entries, err := os.ReadDir(o.path("samples", lang))
	if err != nil {
		return nil, err
	}
	var guests []guest
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		g := guest{name: e.Name(), dir: filepath.Join("samples", lang, e.Name()), lang: lang}
		files, err := filepath.Glob(o.path(g.dir, source))
		if err != nil {
			return nil, err
		}
		if len(files) != 1 {
			return nil, fmt.Errorf("%s has %d files %s, not one", g.dir, len(files), source)
		}
		g.source = filepath.Base(files[0])
		guests = append(guests, g)
	}
	return guests, nil
}

// compileGo builds all guests in one go, offline: their module has no
// requirement but the SDK beside it.
func compileGo(o Options, guests []guest, out string) error {
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", out + string(filepath.Separator)}
	for _, g := range guests {
		args = append(args, "./"+g.name)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = o.path("samples", "go")
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=", "GOPROXY=off")
	return run(cmd)
}

func compileWat(o Options, guests []guest, out string) error {
	wabt := o.Wabt
	if wabt == "" {
		wabt = o.path("web", "ui", "node_modules", "wabt")
	}
	if wabt, err := filepath.Abs(wabt); err != nil {
		return err
	} else if _, err := os.Stat(filepath.Join(wabt, "bin", "wat2wasm")); err != nil {
		return fmt.Errorf("the assembler wabt is not in %s: npm ci --prefix web/ui fetches it", wabt)
	}
	for _, g := range guests {
		cmd := exec.Command("node", filepath.Join(wabt, "bin", "wat2wasm"), o.path(g.dir, g.source), "-o", filepath.Join(out, g.name))
		if err := run(cmd); err != nil {
			return err
		}
	}
	return nil
}

func run(cmd *exec.Cmd) error {
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, said)
	}
	return nil
}

// install writes a sample's folder in samples/built.
func install(o Options, g guest, module string) error {
	wasm, err := os.ReadFile(module)
	if err != nil {
		return err
	}
	packed, err := pack(wasm)
	if err != nil {
		return err
	}
	meta, err := describe(o, g)
	if err != nil {
		return err
	}
	for name, data := range map[string][]byte{samples.ModuleFile: packed, "sample.json": meta} {
		if err := write(o.built(g.name, name), data); err != nil {
			return err
		}
	}
	for from, to := range map[string]string{g.source: samples.SourceFile, "README.md": "README.md", "order.txt": "order.txt"} {
		data, err := os.ReadFile(o.path(g.dir, from))
		if err != nil {
			return err
		}
		if err := write(o.built(g.name, to), data); err != nil {
			return err
		}
	}
	if err := copyTree(o.path(g.dir, "files"), o.built(g.name, "files")); err != nil {
		return err
	}
	o.logf("%-14s %-4s %5d KB, %4d KB packed", g.name, g.lang, len(wasm)>>10, len(packed)>>10)
	_, err = samples.Read(g.name, os.DirFS(o.built(g.name))) // what the program would not read must not get in
	return err
}

// describe is the sample's own sample.json with what the folder says.
func describe(o Options, g guest) ([]byte, error) {
	b, err := os.ReadFile(o.path(g.dir, "sample.json"))
	if err != nil {
		return nil, err
	}
	var meta map[string]any
	if err := json.Unmarshal(b, &meta); err != nil {
		return nil, fmt.Errorf("sample.json: %w", err)
	}
	meta["language"], meta["file"] = g.lang, g.source
	return json.Marshal(meta)
}

// sweep removes what earlier builds left of samples that are no more.
func sweep(o Options, kept map[string]bool) error {
	entries, err := os.ReadDir(o.built())
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !kept[e.Name()] {
			if err := os.RemoveAll(o.built(e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}
