package main

import (
	"fmt"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/loopground/loopground/host"
)

func (p *program) inspectCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "inspect GUEST",
		Short:             "Say what a guest is, what it imports and needs, and whether it can run",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeGuest,
		RunE: func(cmd *cobra.Command, args []string) error {
			wasm, err := readGuest(args[0])
			if err != nil {
				return failed(err)
			}
			rt, err := host.New(host.Options{})
			if err != nil {
				return failed(err)
			}
			defer rt.Close()
			mod, err := rt.Load(cmd.Context(), args[0], wasm)
			if err != nil {
				return failed(err)
			}
			p.printInfo(args[0], mod.Inspect())
			return nil
		},
	}
}

func (p *program) printInfo(name string, info host.Info) {
	w := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	row := func(what, format string, args ...any) {
		fmt.Fprintf(w, what+"\t%s\n", strings.Map(printable, fmt.Sprintf(format, args...)))
	}
	row("guest", "%s, a %s", name, info.Shape)
	if info.Maker != "" {
		row("made by", "%s", info.Maker)
	}
	row("size", "%s: code %s in %d functions, data %s", bytesText(info.Size), bytesText(info.CodeSize), info.Funcs, bytesText(info.DataSize))
	row("memory", "%s at start, %s at most", bytesText(int(info.MemoryMin)), bytesText(int(info.MemoryMax)))
	m := info.Meter
	row("metering", "%d checks, %d of %d functions are bounded without; %d calls count the stack; %+d %% in size",
		m.Checks, m.Bounded, info.Funcs, m.Depth, (m.Size-info.Size)*100/max(info.Size, 1))
	if m.Compile > longCompile {
		row("compiling", "may take up to %s more than its size lets expect", m.Compile.Round(100*time.Millisecond))
	}
	row("limits", "%s", limitsText(host.RunLimits()))
	row("imports", "%d: %s", len(info.Imports), strings.Join(info.Imports, ", "))
	row("exports", "%d: %s", len(info.Exports), strings.Join(info.Exports, ", "))
	if len(info.Wants) > 0 {
		row("may want", "%s", strings.Join(info.Wants, ", "))
	}
	if info.Shape == host.Library {
		row("to call", "playground run --call NAME %s", shellWord(name))
	} else {
		row("it can run", "playground run %s", shellWord(name))
	}
	_ = w.Flush()
}

// limitsText is what run lets a guest use when no flag says otherwise.
func limitsText(l host.Limits) string {
	return fmt.Sprintf("of run: %s of memory (--max-memory), %s of stack (--max-stack), %d handles (--max-handles), %d table elements, "+
		"any fuel (--fuel, --callback-fuel, --fuel-rate), any time (--timeout)",
		bytesText(int(l.Memory)), bytesText(int(l.Stack)), l.Handles, l.TableElements)
}

// printable keeps a module's names from the terminal's control characters.
func printable(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return unicode.ReplacementChar
}

// longCompile is from when on it is told how long compiling may take.
const longCompile = 100 * time.Millisecond

// bytesText is a size for people.
func bytesText(n int) string {
	switch {
	case n >= 1<<30 && n%(1<<30) == 0:
		return fmt.Sprintf("%d GiB", n>>30)
	case n >= 10<<20:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 10<<10:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}
