// Command sample starts a new sample: a guest in Go with a timer, its README,
// and the order that is expected of it.
package main

import (
	"embed"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/loopground/loopground/tools/internal/repo"
)

//go:embed template
var template embed.FS

func main() {
	flag.Parse()
	if err := run(flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "sample:", err)
		os.Exit(1)
	}
}

func run(name string) error {
	root, err := repo.Root()
	if err != nil {
		return err
	}
	files, err := create(filepath.Join(root, "samples", "go"), name)
	if err != nil {
		return err
	}
	for _, f := range files {
		fmt.Printf("  samples/go/%s/%s\n", name, f)
	}
	fmt.Printf("\nWrite it, then:\n\n  make build\n  bin/playground samples %s\n  make test T=sample\n", name)
	return nil
}

var names = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// create writes the template's files to dir/name and returns their names.
func create(dir, name string) ([]string, error) {
	if !names.MatchString(name) {
		return nil, errors.New("a sample's name is small letters, digits and single hyphens: make sample NAME=my-sample")
	}
	to := filepath.Join(dir, name)
	if _, err := os.Stat(to); err == nil {
		return nil, fmt.Errorf("%s is there already", to)
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return nil, err
	}
	words := strings.ReplaceAll(name, "-", " ")
	fill := strings.NewReplacer("NAME", name, "TITLE", strings.ToUpper(words[:1])+words[1:])
	entries, err := template.ReadDir("template")
	if err != nil {
		return nil, err
	}
	var written []string
	for _, e := range entries {
		text, err := fs.ReadFile(template, "template/"+e.Name())
		if err != nil {
			return nil, err
		}
		file := strings.TrimSuffix(e.Name(), ".txt")
		if e.Name() == "order.txt" {
			file = e.Name()
		}
		if err := os.WriteFile(filepath.Join(to, file), []byte(fill.Replace(string(text))), 0o644); err != nil {
			return nil, err
		}
		written = append(written, file)
	}
	return written, nil
}
