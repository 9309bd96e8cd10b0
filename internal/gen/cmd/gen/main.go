// Gen writes every generated file of the repository.
//
//	go run ./internal/gen/cmd/gen          writes what differs
//	go run ./internal/gen/cmd/gen -check   lists what differs, and fails if anything does
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/loopground/loopground/internal/gen"
)

func main() {
	check := flag.Bool("check", false, "write nothing, fail where a file differs")
	root := flag.String("root", ".", "root of the repository")
	flag.Parse()
	if err := run(*root, *check); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(root string, check bool) error {
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		return fmt.Errorf("%s is not the root of the repository: run it there, or give -root", root)
	}
	files, err := gen.Outputs(root)
	if err != nil {
		return err
	}
	stale := 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		differs, err := update(filepath.Join(root, filepath.FromSlash(name)), files[name], check)
		if err != nil {
			return err
		}
		if differs {
			stale++
			fmt.Println(name)
		}
	}
	if check && stale > 0 {
		return fmt.Errorf("%d generated files differ: go run ./internal/gen/cmd/gen", stale)
	}
	return nil
}

// update writes the file where it differs, unless it should only check.
func update(path string, want []byte, check bool) (differs bool, err error) {
	have, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if err == nil && bytes.Equal(have, want) {
		return false, nil
	}
	if check {
		return true, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return true, err
	}
	return true, os.WriteFile(path, want, 0o644)
}
