// Command licences writes docs/third-party-licences.md: what of others is in
// the program and the page, under which licence, and what for.
//
//	licences          write the file
//	licences -check   fail if it is not what would be written
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/loopground/loopground/tools/internal/page"
	"github.com/loopground/loopground/tools/internal/repo"
)

const output = "docs/third-party-licences.md"

func main() {
	check := flag.Bool("check", false, "compare instead of writing")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

func run(check bool) error {
	root, err := repo.Root()
	if err != nil {
		return err
	}
	want, err := generate(root)
	if err != nil {
		return err
	}
	path := filepath.Join(root, filepath.FromSlash(output))
	if !check {
		return os.WriteFile(path, want, 0o644)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if !bytes.Equal(got, want) {
		return errors.New(output + " is not current: make gen")
	}
	return nil
}

// A part is one thing of others.
type part struct {
	name, version, spdx, use string
	text                     string // of its licence
}

func generate(root string) ([]byte, error) {
	modules, err := goModules(root)
	if err != nil {
		return nil, err
	}
	bundle, err := page.Build(root, page.Options{})
	if err != nil {
		return nil, err
	}
	packages, err := npmPackages(root, bundle.Packages)
	if err != nil {
		return nil, err
	}
	shipped := append(modules, packages...)
	tools, err := buildTools(root)
	if err != nil {
		return nil, err
	}
	if err := explain(shipped, uses); err != nil {
		return nil, err
	}
	if err := explain(tools, toolUses); err != nil {
		return nil, err
	}
	return render(shipped, tools), nil
}

// explain fills in what each part is for; a part that nobody gave a reason for
// is an error.
func explain(parts []part, uses map[string]string) error {
	var errs []error
	for i := range parts {
		p := &parts[i]
		p.use = uses[p.name]
		if p.use == "" {
			errs = append(errs, fmt.Errorf("what is %s used for? Say so in tools/licences/uses.go", p.name))
		}
		if p.spdx == "" {
			errs = append(errs, fmt.Errorf("the licence of %s is not recognised", p.name))
		}
	}
	return errors.Join(errs...)
}
