package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/loopground/loopground/samples"
)

func (p *program) samplesCommand() *cobra.Command {
	var source, save bool
	o := runOptions{}
	cmd := &cobra.Command{
		Use:   "samples [NAME]",
		Short: "List the samples, or run one with what it needs granted",
		Args:  cobra.MaximumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, s := range samples.All() {
				names = append(names, s.Name+"\t"+s.Title)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(samples.All()) == 0 {
				return failed(fmt.Errorf("%s", samples.How))
			}
			if len(args) == 0 {
				p.listSamples()
				return nil
			}
			s, ok := samples.Find(args[0])
			if !ok {
				return failed(fmt.Errorf("there is no sample %s; the names: %s", args[0], sampleNames()))
			}
			if source {
				fmt.Fprint(p.stdout, s.Source)
				return nil
			}
			if save {
				return failed(p.saveSample(s))
			}
			return p.runSample(cmd, &o, s)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&source, "source", false, "print the sample's source instead of running it")
	f.BoolVar(&save, "save", false, "write the sample's module and files here, and print the command that runs it")
	f.BoolVar(&o.explain, "explain", false, "begin each line of output with its iteration, phase and reason")
	o.trace.register(f)
	o.limits.register(f)
	return cmd
}

func (p *program) listSamples() {
	w := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	for _, s := range samples.All() {
		fmt.Fprintf(w, "%s\t%s\t%s\n", s.Name, s.Language, s.Title)
	}
	_ = w.Flush()
	fmt.Fprintln(p.stdout, "\nRun one: playground samples NAME. See its source: playground samples --source NAME")
	fmt.Fprintln(p.stdout, "Take it along: playground samples --save NAME")
}

func sampleNames() string {
	var names []string
	for _, s := range samples.All() {
		names = append(names, s.Name)
	}
	return strings.Join(names, ", ")
}

// saveSample writes NAME.wasm and the files it reads into the working
// directory; what is there already stays as it is.
func (p *program) saveSample(s samples.Sample) error {
	wasm, ok := s.Wasm()
	if !ok {
		return fmt.Errorf("the sample %s was not built: %s", s.Name, samples.How)
	}
	file := s.Name + ".wasm"
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if _, err = f.Write(wasm); err == nil {
		err = s.WriteFiles(".")
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	command := append(append([]string{"run"}, s.Flags(".")...), file)
	fmt.Fprintf(p.stdout, "wrote %s. Now:\n  playground %s\n", file, strings.Join(shellWords(command), " "))
	return nil
}

// runSample runs a sample with the grants it names; its files lie in a
// temporary folder meanwhile.
func (p *program) runSample(cmd *cobra.Command, o *runOptions, s samples.Sample) error {
	dir, err := os.MkdirTemp("", "playground-"+s.Name+"-")
	if err != nil {
		return failed(err)
	}
	defer os.RemoveAll(dir)
	if err := s.WriteFiles(dir); err != nil {
		return failed(err)
	}
	wasm, ok := s.Wasm()
	if !ok {
		return failed(fmt.Errorf("the sample %s was not built: %s", s.Name, samples.How))
	}
	for _, d := range s.Dirs {
		o.grants.dirs = append(o.grants.dirs, filepath.Join(dir)+":"+d+":ro")
	}
	o.grants.listen, o.grants.connect = s.Listen, s.Connect
	spec, err := o.spec(s.Name+".wasm", nil)
	if err != nil {
		return err
	}
	spec.Wasm, spec.Stdin = wasm, p.stdin
	if s.Endless {
		fmt.Fprintln(p.stderr, "This sample runs until Ctrl-C.")
	}
	p.status, err = p.runSpec(cmd.Context(), o, spec, newCommandLine(p.args, s.Name+".wasm", nil))
	return err
}
