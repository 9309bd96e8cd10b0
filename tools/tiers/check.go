package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Every system that the module must compile for. The loop runs on the unixes;
// on Windows it says that it cannot.
var systems = []string{"linux", "darwin", "freebsd", "openbsd", "netbsd", "windows"}

func checkSteps() []step {
	steps := []step{
		{"gofmt", formatted},
		{"go vet", inModules("go", "vet", "./...")},
		goTest("layers", "", "./internal/arch"),
		command("generated files are current", "", nil, "go", "run", "./internal/gen/cmd/gen", "-check"),
		command("licence list is current", "tools", nil, "go", "run", "./licences", "-check"),
		command("go.mod is tidy", "", nil, "go", "mod", "tidy", "-diff"),
		command("types of the page", "web/ui", nil, "npm", "run", "--silent", "typecheck"),
		{"golangci-lint", lint},
	}
	for _, goos := range systems {
		steps = append(steps, crossBuild(goos))
	}
	return append(steps, step{"nothing of the tree was changed", unchanged})
}

// command is a step that runs one program.
func command(title, dir string, env []string, name string, args ...string) step {
	return step{title, func(r *runner, _ *result) error {
		out, err := r.command(dir, env, name, args...)
		if err != nil {
			return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, tail(out, 100))
		}
		return nil
	}}
}

// inModules runs a program in each module that is compiled for the host, and in
// the Go SDK and the samples as guests are compiled.
func inModules(name string, args ...string) func(*runner, *result) error {
	return func(r *runner, res *result) error {
		return errors.Join(
			command("", "", nil, name, args...).run(r, res),
			command("", "tools", nil, name, args...).run(r, res),
			command("", "guest/go", []string{"GOOS=wasip1", "GOARCH=wasm"}, name, args...).run(r, res),
			command("", "samples/go", []string{"GOOS=wasip1", "GOARCH=wasm"}, name, args...).run(r, res),
		)
	}
}

// formatted checks that gofmt would change nothing.
func formatted(r *runner, _ *result) error {
	var faults []string
	err := filepath.WalkDir(r.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if n := d.Name(); n == "node_modules" || n == "testdata" || path != r.root && strings.HasPrefix(n, ".") {
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(r.root, path)
		switch want, err := format.Source(src); {
		case err != nil:
			faults = append(faults, fmt.Sprintf("%s: %v", name, err))
		case !bytes.Equal(src, want):
			faults = append(faults, "not formatted: gofmt -w "+name)
		}
		return nil
	})
	if err == nil && len(faults) > 0 {
		err = errors.New(strings.Join(faults, "\n"))
	}
	return err
}

// crossBuild compiles and vets the module, its tests too, for another system.
func crossBuild(goos string) step {
	env := []string{"GOOS=" + goos, "GOARCH=amd64", "CGO_ENABLED=0"}
	return step{"build and vet for " + goos, func(r *runner, res *result) error {
		if err := command("", "", env, "go", "build", "./...").run(r, res); err != nil {
			return err
		}
		return command("", "", env, "go", "vet", "./...").run(r, res)
	}}
}

const linterPackage = "github.com/golangci/golangci-lint/v2/cmd/golangci-lint"

// linter is where set-up puts the linter, at the version that tools/go.mod pins.
func (r *runner) linter() string { return filepath.Join(r.root, ".cache", "golangci-lint") }

func lint(r *runner, res *result) error {
	args := []string{"run", "--config", filepath.Join(r.root, ".golangci.yml"), "./..."}
	return errors.Join(
		command("", "", nil, r.linter(), args...).run(r, res),
		command("", "tools", nil, r.linter(), args...).run(r, res),
	)
}

// unchanged checks, under CI, that building and testing left the checkout as
// it was: what is generated is committed or ignored. Elsewhere the developer's
// own changes are none of its business.
func unchanged(r *runner, _ *result) error {
	if !r.ci {
		return nil
	}
	out, err := r.command("", nil, "git", "status", "--porcelain")
	if err != nil {
		return fmt.Errorf("git status: %w\n%s", err, out)
	}
	if out != "" {
		return errors.New("the checkout is dirty:\n" + out)
	}
	return nil
}
