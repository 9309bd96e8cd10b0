package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/web/ui"
)

// version is set when a release is built.
var version = ""

// versionString is the version of a release, or that of the module.
func versionString() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "dev"
}

func (p *program) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Say which version this is, and what it lacks",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprintf(p.stdout, "playground %s, wire %d, %s %s/%s\n",
				versionString(), abi.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			if _, ok := ui.Page(); !ok {
				fmt.Fprintln(p.stdout, "without the page: it is in the release archives, or build from source with make build")
			}
			return nil
		},
	}
}
