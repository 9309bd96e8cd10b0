package cc

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// A Driver compiles and links as clang does, for guests.
type Driver struct {
	Tools Tools
	// CacheDir is where headers and library are kept; "" is a folder in the
	// user's cache.
	CacheDir       string
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Colour asks for coloured messages where the command line does not say.
	Colour bool
}

// Run runs a command line and answers the compiler's exit status. What clang
// says goes to Stderr as it is; after what a guest cannot have, one more line
// says what to do. An error is one of the driver's own: the cache, a library
// that does not compile, a tool that is missing.
func (d *Driver) Run(ctx context.Context, args []string) (status int, err error) {
	if args, err = expand(args); err != nil {
		return 0, err
	}
	cmd := parse(args)
	l, err := d.library()
	if err != nil {
		return 0, err
	}
	if cmd.inputs && cmd.links {
		if err := l.build(ctx); err != nil {
			return 0, err
		}
	}
	return d.clang(ctx, l.commandLine(cmd, d.Colour))
}

// library is that of the tools, unpacked.
func (d *Driver) library() (library, error) {
	base := d.CacheDir
	if base == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return library{}, err
		}
		base = filepath.Join(cache, "loopground", "cc")
	}
	k, err := key(d.Tools)
	if err != nil {
		return library{}, err
	}
	l := library{d.Tools, filepath.Join(base, k)}
	return l, l.unpack()
}

// commandLine is what clang is called with.
func (l library) commandLine(cmd command, colour bool) []string {
	args := l.compileFlags()
	if colour && !cmd.colour {
		args = append(args, "-fcolor-diagnostics")
	}
	if cmd.cxx {
		args = append(args, l.cxxFlags()...)
	}
	if !cmd.links || !cmd.inputs {
		return append(args, cmd.args...)
	}
	before, after := l.linkFlags()
	if !cmd.start {
		before = append(before, l.startFlags()...)
	}
	if cmd.cxx && !l.hasCxx() {
		before = append(before, "-nostdlib++")
	}
	// Flags of this kind of command are not used by every kind of input.
	return slices.Concat(args, before, []string{"-Wno-unused-command-line-argument"}, cmd.args, []string{"-xnone"}, after)
}

func (d *Driver) clang(ctx context.Context, args []string) (int, error) {
	args, done, err := packed(args)
	if err != nil {
		return 0, err
	}
	defer done()
	var a adviser
	cmd := exec.CommandContext(ctx, d.Tools.Clang, args...)
	cmd.Stdin, cmd.Stdout = d.Stdin, d.Stdout
	cmd.Stderr = io.MultiWriter(d.Stderr, &a)
	err = cmd.Run()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		return 0, err
	}
	status := cmd.ProcessState.ExitCode()
	if status < 0 { // a signal
		status = 1
	}
	if status != 0 {
		a.advise(d.Stderr)
	}
	return status, ctx.Err()
}
