package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/host/run"
	"github.com/loopground/loopground/samples"
)

// runOptions are the flags of the run command.
type runOptions struct {
	grants  grants
	limits  limits
	trace   traceOutput
	explain bool
	quiet   bool
	call    string
}

func (p *program) runCommand() *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run [flags] GUEST [args]",
		Short: "Run a guest",
		Long: `Run a WebAssembly guest on a loop of its own. What follows GUEST is the guest's.

Nothing is granted by default: the guest sees no file, no address and no
variable that a flag does not give it. What it is denied is printed with the
command that would grant it. Through WASI, directories are read-only.

A guest that computes without end is ended by Ctrl-C, by --timeout, or by a
limit of what it may compute: --fuel in all, --callback-fuel at a time.

The guest's exit status is the program's; 124 is a deadline, 134 a trap, 137 a
limit or a kill, 130 Ctrl-C.`,
		Example: `  playground run hello.wasm
  playground run --dir ./data:/data:ro --allow-listen loopback server.wasm --port 8080
  playground run --trace - --timeout 5s guest.wasm
  playground run --call add math.wasm 1 2`,
		Args: needGuest,
		RunE: func(cmd *cobra.Command, args []string) error {
			status, err := p.runGuest(cmd.Context(), &o, args[0], args[1:])
			p.status = status
			return err
		},
		ValidArgsFunction: completeGuest,
	}
	f := cmd.Flags()
	f.SetInterspersed(false)
	f.SortFlags = false
	o.grants.register(f)
	o.limits.register(f)
	o.trace.register(f)
	f.BoolVar(&o.explain, "explain", false, "begin each line of output with its iteration, phase and reason")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "say nothing about how the run ended when it ended well")
	f.StringVar(&o.call, "call", "", "call the exported function `NAME` with the arguments as numbers")
	completeFlags(cmd)
	return cmd
}

func needGuest(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("run needs a guest: playground run [flags] GUEST [args]")
	}
	return nil
}

func completeGuest(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return []string{"wasm"}, cobra.ShellCompDirectiveFilterFileExt
}

func completeFlags(cmd *cobra.Command) {
	words := func(list ...string) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return list, cobra.ShellCompDirectiveNoFileComp
		}
	}
	for flag, list := range map[string][]string{
		"order":         {"current", "1.44"},
		"trace-format":  {"text", "jsonl", "chrome", "looptrace"},
		"allow-listen":  {"loopback", "private", "public", "all"},
		"allow-connect": {"loopback", "private", "public", "all"},
	} {
		_ = cmd.RegisterFlagCompletionFunc(flag, words(list...))
	}
	_ = cmd.MarkFlagDirname("dir")
	_ = cmd.MarkFlagFilename("env-file")
}

// runGuest runs a guest from a file and answers its exit status.
func (p *program) runGuest(ctx context.Context, o *runOptions, file string, args []string) (int, error) {
	spec, err := o.spec(filepath.Base(file), args)
	if err != nil {
		return 0, err
	}
	if spec.Wasm, err = readGuest(file); err != nil {
		return 0, failed(err)
	}
	spec.Stdin = p.stdin
	return p.runSpec(ctx, o, spec, newCommandLine(p.args, file, args))
}

// spec is what the flags say. Its errors are errors of the command line.
func (o *runOptions) spec(name string, args []string) (run.Spec, error) {
	spec := run.Spec{Name: name, Args: args, Call: o.call}
	if err := o.grants.apply(&spec); err != nil {
		return spec, err
	}
	if err := o.limits.apply(&spec, os.Getenv("UV_THREADPOOL_SIZE")); err != nil {
		return spec, err
	}
	return spec, o.trace.check()
}

// maxGuestFile is the largest file that is taken for a guest.
const maxGuestFile = 256 << 20

func readGuest(file string) ([]byte, error) {
	info, err := os.Stat(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil, noSuchFile(file)
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a file; a guest is a .wasm file", file)
	}
	if info.Size() > maxGuestFile {
		return nil, fmt.Errorf("%s has %d MiB; a guest may have %d", file, info.Size()>>20, maxGuestFile>>20)
	}
	return os.ReadFile(file)
}

// noSuchFile also says how to run the sample of that name, if there is one.
func noSuchFile(file string) error {
	name := strings.TrimSuffix(filepath.Base(file), ".wasm")
	if _, ok := samples.Find(name); ok {
		return fmt.Errorf("there is no file %s. The sample of that name runs with: playground samples %s", file, name)
	}
	return fmt.Errorf("there is no file %s", file)
}

// runSpec runs what was prepared, with everything that is told beside it.
func (p *program) runSpec(ctx context.Context, o *runOptions, spec run.Spec, line commandLine) (int, error) {
	rt, err := p.newRuntime(false)
	if err != nil {
		return 0, failed(err)
	}
	defer rt.Close()
	tracer, err := o.trace.open(p.stderr)
	if err != nil {
		return 0, failed(err)
	}
	if !o.explain {
		spec.Stdout, spec.Stderr = p.stdout, p.stderr
	}
	r, err := run.NewLocal(rt).Start(ctx, spec)
	if errors.Is(err, context.Canceled) {
		fmt.Fprintf(p.stderr, "stopped by Ctrl-C while %s was being compiled\n", spec.Name)
		return exitInterrupted, failed(tracer.discard())
	}
	if err != nil {
		return 0, failed(errors.Join(err, tracer.discard()))
	}
	tracer.follow(r)
	explained := p.explain(r, o.explain)
	told := p.watch(ctx, r, line)
	if err := tracer.wait(); err != nil {
		fmt.Fprintf(p.stderr, "playground: the trace is not whole: %v\n", err)
	}
	explained()
	return p.report(r, o, told), nil
}

// watch waits for the end of a run. On Ctrl-C it stops it; denials are told
// when they happen. It reports whether Ctrl-C ended the run.
func (p *program) watch(ctx context.Context, r run.Run, line commandLine) (interrupted bool) {
	changes, unwatch := r.Watch()
	defer unwatch()
	told := 0
	for {
		if denied := r.State().Denied; len(denied) > told {
			line.printDenied(p.stderr, denied, told)
			told = len(denied)
		}
		select {
		case <-r.Done():
			if denied := r.State().Denied; len(denied) > told {
				line.printDenied(p.stderr, denied, told)
			}
			return interrupted
		case <-changes:
		case <-ctx.Done():
			interrupted = true
			_ = r.Control(run.Stop) // ErrEnded: it was faster
			p.waitStopped(r)
		}
	}
}

// stopTime is after how long a run that Ctrl-C has not ended is told about.
const stopTime = time.Second

// waitStopped waits for the end of a run that was told to stop.
func (p *program) waitStopped(r run.Run) {
	late := time.NewTimer(stopTime)
	defer late.Stop()
	select {
	case <-r.Done():
		return
	case <-late.C:
		fmt.Fprintln(p.stderr, "the guest has not ended yet; Ctrl-C again ends the program at once")
	}
	<-r.Done()
}

// report says how the run ended, where there is something to say, and answers
// the exit status.
func (p *program) report(r run.Run, o *runOptions, interrupted bool) int {
	state := r.State()
	exit := state.Exit
	if interrupted && exit.Reason != host.ReasonExited {
		fmt.Fprintf(p.stderr, "stopped by Ctrl-C after %s\n", seconds(state.Ns))
		return exitInterrupted
	}
	if o.limits.virtual && !exit.Repeatable && !o.quiet {
		fmt.Fprintln(p.stderr, "virtual time: this run is not exactly repeatable, since sockets, files or the pool had a part in it")
	}
	message, try := exit.Message, exit.Try
	if message != "" && (!o.quiet || exit.Reason != host.ReasonExited) {
		fmt.Fprintln(p.stderr, sentence(message, try))
	}
	return exit.Code
}

func sentence(message, try string) string {
	if try == "" {
		return message
	}
	return message + ". " + try
}

func seconds(ns int64) string {
	d := time.Duration(ns)
	if d < time.Second {
		return d.Round(time.Millisecond).String()
	}
	return d.Round(100 * time.Millisecond).String()
}
