package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/loopground/loopground/samples"
)

func (p *program) newCommand() *cobra.Command {
	return &cobra.Command{
		Use:       "new LANGUAGE NAME",
		Short:     "Make a first guest in a folder of its own (LANGUAGE: go, c)",
		Long:      "Make the folder NAME with a first guest and what it needs in it, and print the two commands that build and run it.",
		Example:   "  playground new go hello\n  playground new c hello",
		Args:      cobra.ExactArgs(2),
		ValidArgs: []string{"go", "c"},
		RunE: func(_ *cobra.Command, args []string) error {
			write, ok := map[string]func(dir, name string) ([]string, error){"go": samples.NewGo, "c": samples.NewC}[args[0]]
			if !ok {
				return fmt.Errorf("new %s: the languages so far are: go, c", args[0])
			}
			next, err := write(".", args[1])
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
