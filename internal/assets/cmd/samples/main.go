// Samples builds the sample guests and the archive of the Go SDK into
// samples/built, from where they are embedded.
//
//	go run ./internal/assets/cmd/samples
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/loopground/loopground/internal/assets"
)

func main() {
	o := assets.Options{Log: os.Stdout}
	flag.StringVar(&o.Root, "root", ".", "root of the repository")
	flag.StringVar(&o.Wabt, "wabt", "", "folder of the npm package wabt (default web/ui/node_modules/wabt)")
	flag.Parse()
	if err := assets.Build(o); err != nil {
		fmt.Fprintln(os.Stderr, "samples:", err)
		os.Exit(1)
	}
}
