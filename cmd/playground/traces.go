package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/loopground/loopground/loop/trace"
)

func (p *program) traceCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "trace",
		Short: "Read a recorded trace",
		Long: `Read a trace that was recorded with: playground run --trace FILE.looptrace GUEST

Sequence numbers (@12) are those that "trace show" prints.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(p.traceShow(), p.traceConvert(), p.traceWhy())
	return cmd
}

func (p *program) traceShow() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "show FILE",
		Short: "Print a trace, a line a record",
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if !slices.Contains([]string{"text", "jsonl", "chrome"}, format) {
				return fmt.Errorf("--format %s: write text, jsonl or chrome", format)
			}
			t, err := readTrace(args[0])
			if err != nil {
				return failed(err)
			}
			out := bufio.NewWriter(p.stdout)
			defer out.Flush()
			return failed(exportTrace(newExporter(format, out), t))
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text, jsonl or chrome")
	return cmd
}

func (p *program) traceConvert() *cobra.Command {
	return &cobra.Command{
		Use:   "convert FILE OUT",
		Short: "Write a trace in another format, by the name of OUT (.txt, .jsonl, .json for Chrome and Perfetto)",
		Args:  cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			t, err := readTrace(args[0])
			if err != nil {
				return failed(err)
			}
			f, err := os.Create(args[1])
			if err != nil {
				return failed(err)
			}
			out := bufio.NewWriter(f)
			if formatOf(args[1]) == "looptrace" {
				err = trace.WriteFile(out, t)
			} else {
				err = exportTrace(newExporter(formatOf(args[1]), out), t)
			}
			if e := out.Flush(); err == nil {
				err = e
			}
			if e := f.Close(); err == nil {
				err = e
			}
			return failed(err)
		},
	}
}

func (p *program) traceWhy() *cobra.Command {
	return &cobra.Command{
		Use:   "why FILE SEQ",
		Short: "Print the chain of causes that led to a record",
		Args:  cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			seq, err := strconv.ParseUint(trimAt(args[1]), 10, 64)
			if err != nil {
				return fmt.Errorf("SEQ %s: write the number of a record, such as 12 or @12", args[1])
			}
			t, err := readTrace(args[0])
			if err != nil {
				return failed(err)
			}
			if seq < t.First || seq >= t.First+uint64(len(t.Records)) {
				return failed(fmt.Errorf("there is no record @%d in %s: it holds @%d to @%d", seq, args[0], t.First, t.First+uint64(len(t.Records))-1))
			}
			p.printWhy(t, seq)
			return nil
		},
	}
}

func trimAt(s string) string {
	if len(s) > 0 && s[0] == '@' {
		return s[1:]
	}
	return s
}

func readTrace(file string) (*trace.Trace, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t, err := trace.ReadFile(bufio.NewReader(f))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return t, nil
}

func exportTrace(e trace.Exporter, t *trace.Trace) error {
	if t.First > 0 {
		if err := e.Gap(0, t.First); err != nil {
			return err
		}
	}
	if err := e.Records(t.First, t.Records, t.Label); err != nil {
		return err
	}
	return e.Close()
}

// printWhy prints what led to a record, the first cause first.
func (p *program) printWhy(t *trace.Trace, seq uint64) {
	chain := t.Why(seq)
	for i := len(chain) - 1; i >= 0; i-- {
		r := t.At(chain[i])
		fmt.Fprintf(p.stdout, "@%-6d %9.3f ms  it %-4d %-8s %s\n",
			chain[i], float64(r.T)/1e6, r.Iter, r.Phase, t.Sentence(chain[i]))
	}
}
