// Command soak runs every fuzz target of the module, one after the other, and
// fails at the first that finds something. What it found is then a file below
// testdata/fuzz, which go test runs from then on.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/loopground/loopground/tools/internal/repo"
)

func main() {
	each := flag.Duration("time", time.Minute, "for each target")
	flag.Parse()
	if err := run(*each); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

func run(each time.Duration) error {
	root, err := repo.Root()
	if err != nil {
		return err
	}
	targets, err := fuzzTargets(root)
	if err != nil {
		return err
	}
	if len(targets) == 0 {
		return errors.New("there is no fuzz target yet")
	}
	fmt.Printf("%d fuzz targets, %s each\n", len(targets), each)
	for _, t := range targets {
		fmt.Printf("\n%s in %s\n", t.name, t.pkg)
		cmd := exec.Command("go", "test", "-run", "^$", "-fuzz", "^"+t.name+"$", "-fuzztime", each.String(),
			"-fuzzminimizetime", "10x", t.pkg)
		cmd.Dir, cmd.Stdout, cmd.Stderr = root, os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	return nil
}

type target struct{ pkg, name string }

func fuzzTargets(root string) ([]target, error) {
	cmd := exec.Command("go", "test", "-list", "^Fuzz", "./...")
	cmd.Dir, cmd.Stderr = root, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go test -list: %w", err)
	}
	return parse(string(out)), nil
}

// parse reads what go test -list prints: for each package its targets, then a
// line "ok  	package	0.01s".
func parse(out string) []target {
	var targets []target
	var names []string
	for line := range strings.Lines(out) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 1 && strings.HasPrefix(fields[0], "Fuzz"):
			names = append(names, fields[0])
		case len(fields) > 1 && fields[0] == "ok":
			for _, n := range names {
				targets = append(targets, target{fields[1], n})
			}
			names = nil
		}
	}
	return targets
}
