// Command tiers runs the project's tests, tier by tier, and ends with a table
// of what ran and what did not.
//
//	tiers                  all of them: what make test does
//	tiers check            one of them: what make check does
//	tiers -run timer       the Go tests whose name matches, whatever its case
//
// What a tier needs of the system is installed when the program runs as root or
// under CI=true on a system with apt. Otherwise a tier that lacks something is
// listed as not run, with the command that would provide it; under CI=true that
// is a failure.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/loopground/loopground/tools/internal/repo"
)

func main() {
	name := flag.String("run", "", "run only the Go tests whose name matches this expression")
	flag.Parse()
	root, err := repo.Root()
	if err != nil {
		fmt.Fprintln(os.Stderr, "tiers:", err)
		os.Exit(2)
	}
	r := &runner{root: root, out: os.Stdout, ci: os.Getenv("CI") == "true"}

	if *name != "" {
		os.Exit(r.runNamed(*name))
	}
	chosen, err := choose(tiers(root), flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "tiers:", err)
		os.Exit(2)
	}
	os.Exit(r.runTiers(chosen))
}

func choose(all []tier, names []string) ([]tier, error) {
	if len(names) == 0 {
		return all, nil
	}
	var chosen []tier
	for _, name := range names {
		i := index(all, name)
		if i < 0 {
			return nil, fmt.Errorf("no tier is called %q", name)
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}

func index(all []tier, name string) int {
	for i, t := range all {
		if t.name == name {
			return i
		}
	}
	return -1
}
