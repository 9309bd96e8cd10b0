package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/loopground/loopground/samples"
)

func (p *program) newCommand() *cobra.Command {
	return &cobra.Command{
		Use:       "new LANGUAGE NAME",
		Short:     "Make a first guest in a folder of its own (LANGUAGE: go)",
		Long:      "Make the folder NAME with a first guest and the SDK in it, and print the two commands that build and run it.",
		Example:   "  playground new go hello",
		Args:      cobra.ExactArgs(2),
		ValidArgs: []string{"go"},
		RunE: func(_ *cobra.Command, args []string) error {
			if args[0] != "go" {
				return fmt.Errorf("new %s: the languages so far are: go", args[0])
			}
			next, err := samples.NewGo(".", args[1])
			if err != nil {
				return failed(err)
			}
			fmt.Fprintf(p.stdout, "made %s. Now:\n", args[1])
			for _, command := range next {
				fmt.Fprintf(p.stdout, "  %s\n", command)
			}
			return nil
		},
	}
}
