// Command playground runs WebAssembly guests on a native event loop, from the
// command line or in a page that shows the loop live.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/loopground/loopground/host"
)

// Exit statuses of the program itself; a guest's own status is passed on.
const (
	exitUsage       = 2
	exitFailure     = 1
	exitInterrupted = 130
)

// program is what a command works with: the streams, and what the command line
// was, so that a hint can repeat it.
type program struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	args           []string
	status         int // of a guest that ran
}

func main() {
	host.RunChild()
	ctx, stop := interruptible()
	p := &program{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, args: os.Args[1:]}
	status := p.main(ctx)
	stop()
	os.Exit(status)
}

// interruptible is a context that the first Ctrl-C ends; the second one ends
// the program.
func interruptible() (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		if _, ok := <-signals; !ok {
			return
		}
		cancel()
		if _, ok := <-signals; ok {
			os.Exit(exitInterrupted)
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(signals)
		cancel()
	}
}

// main runs the command line and answers the exit status.
func (p *program) main(ctx context.Context) int {
	root := p.rootCommand()
	root.SetArgs(p.args)
	root.SetIn(p.stdin)
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return p.status
	}
	var failed *failure
	if errors.As(err, &failed) {
		fmt.Fprintln(p.stderr, failed.Error())
		return exitFailure
	}
	fmt.Fprintf(p.stderr, "playground: %v\nSee: %s\n", err, helpCommand(root, p.args))
	return exitUsage
}

// failure is an error of the work, not of the command line.
type failure struct{ err error }

func (f *failure) Error() string { return "playground: " + f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// failed marks an error as one of the work; nil stays nil.
func failed(err error) error {
	if err == nil {
		return nil
	}
	return &failure{err}
}

// helpCommand asks for the help of the sub-command that was meant.
func helpCommand(root *cobra.Command, args []string) string {
	cmd, _, err := root.Find(args)
	if err != nil || cmd == root {
		return "playground help"
	}
	return "playground help" + strings.TrimPrefix(cmd.CommandPath(), "playground")
}

func (p *program) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "playground",
		Short: "Run WebAssembly guests on a native event loop, and see what it does",
		Long: `Loopground runs WebAssembly guests, sandboxed, on a native event loop that
behaves as libuv's does, and shows what the loop does.

  playground serve                  the page, on http://127.0.0.1:8080
  playground run guest.wasm         a guest, from the command line
  playground cc prog.c              a guest, from C that is written for libuv
  playground samples                guests to begin with`,
		Version:       versionString(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.AddCommand(p.runCommand(), p.serveCommand(), p.inspectCommand(), p.traceCommand(),
		p.ccCommand(), p.samplesCommand(), p.newCommand(), p.versionCommand())
	return root
}
