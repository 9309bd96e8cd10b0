// Command bundle builds the page: web/ui/src to web/ui/dist, from where the
// program embeds it.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"

	"github.com/loopground/loopground/tools/internal/page"
	"github.com/loopground/loopground/tools/internal/repo"
)

func main() {
	dev := flag.Bool("dev", false, "readable, with source maps inside")
	flag.Parse()
	if err := run(page.Options{Dev: *dev}); err != nil {
		fmt.Fprintln(os.Stderr, "bundle:", err)
		os.Exit(1)
	}
}

func run(opts page.Options) error {
	root, err := repo.Root()
	if err != nil {
		return err
	}
	b, err := page.Build(root, opts)
	if err != nil {
		return err
	}
	if err := b.Write(root); err != nil {
		return err
	}
	var names []string
	for name := range b.Files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Printf("  web/ui/dist/%-14s %6.1f KB\n", name, float64(len(b.Files[name]))/1000)
	}
	return nil
}
