package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/host/run"
	"github.com/loopground/loopground/samples"
	"github.com/loopground/loopground/web"
	"github.com/loopground/loopground/web/ui"
)

const (
	defaultAddr = "127.0.0.1:8080"
	// portsTried is how many ports after the default one are tried.
	portsTried = 20
	// shutdownTime is how long pages and runs get to end.
	shutdownTime = 5 * time.Second
)

// serveOptions are the flags of the serve command.
type serveOptions struct {
	addr              string
	publicURLs        []string
	maxRuns           int
	maxRunsPerSession int
	keep              time.Duration
	grace             time.Duration
	connect           []string
	noUpload          bool
	verbose           bool
}

func (p *program) serveCommand() *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the page that runs guests and shows their loop",
		Long: `Serve the page. Guests that people run there see a folder of demo files and
the loopback addresses of this machine, and nothing else. A guest that computes
without end gives way to the others, and is ended at the limit of a callback.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return p.serve(cmd.Context(), &o, cmd.Flags().Changed("addr"))
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&o.addr, "addr", defaultAddr, "`ADDRESS` of the page; the next free port is taken if the default one is not free")
	f.StringArrayVar(&o.publicURLs, "public-url", nil, "further `URL` under which the page is reached (repeatable)")
	f.IntVar(&o.maxRuns, "max-runs", 0, "most runs at a time (default 64)")
	f.IntVar(&o.maxRunsPerSession, "max-runs-per-session", 0, "most runs of one browser at a time (default 4)")
	f.DurationVar(&o.keep, "keep", 0, "how long a finished run can be looked at (default 10m)")
	f.DurationVar(&o.grace, "grace", 0, "how long a run goes on that nobody looks at (default 30s)")
	f.StringArrayVar(&o.connect, "allow-connect", nil, "let guests connect to `RULE` too, besides 127.0.0.1 (repeatable; see playground run)")
	f.BoolVar(&o.noUpload, "no-upload", false, "run the samples only")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "log every request")
	return cmd
}

func (p *program) serve(ctx context.Context, o *serveOptions, fixed bool) error {
	if o.maxRuns < 0 || o.maxRunsPerSession < 0 || o.keep < 0 || o.grace < 0 {
		return errors.New("--max-runs, --max-runs-per-session, --keep and --grace must be above 0")
	}
	connect, err := rules("--allow-connect", o.connect)
	if err != nil {
		return err
	}
	listener, err := listen(ctx, o.addr, fixed)
	if err != nil {
		return failed(err)
	}
	rt, err := p.newRuntime(true)
	if err != nil {
		return failed(errors.Join(err, listener.Close()))
	}
	defer rt.Close()
	server, err := web.New(o.web(run.NewLocal(rt), connect, p))
	if err != nil {
		return failed(errors.Join(err, listener.Close()))
	}
	p.greet(listener.Addr())
	return failed(serveUntil(ctx, server, listener, func() { fmt.Fprintln(p.stderr, "stopping; Ctrl-C again ends at once") }))
}

func (o *serveOptions) web(r run.Runner, connect []host.Rule, p *program) web.Options {
	level := slog.LevelWarn
	if o.verbose {
		level = slog.LevelDebug
	}
	return web.Options{
		Runner: r, Samples: samples.All(), MaxRuns: o.maxRuns, MaxRunsPerSession: o.maxRunsPerSession,
		Keep: o.keep, Grace: o.grace, Connect: connect, PublicURLs: o.publicURLs, NoUpload: o.noUpload, Version: versionString(),
		Log: slog.New(slog.NewTextHandler(p.stderr, &slog.HandlerOptions{Level: level})),
	}
}

// serveUntil serves until the context ends, then lets pages and runs end.
func serveUntil(ctx context.Context, s *web.Server, l net.Listener, stopping func()) error {
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	stopping()
	late, cancel := context.WithTimeout(context.Background(), shutdownTime)
	defer cancel()
	return errors.Join(s.Shutdown(late), <-ended)
}

// listen takes the address, or with the default one the next free port.
func listen(ctx context.Context, addr string, fixed bool) (net.Listener, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", addr)
	if err == nil || fixed || !errors.Is(err, syscall.EADDRINUSE) {
		return l, listenError(addr, err)
	}
	host, port, _ := net.SplitHostPort(addr)
	first, _ := strconv.Atoi(port)
	for n := first + 1; n <= first+portsTried; n++ {
		if l, err = config.Listen(ctx, "tcp", net.JoinHostPort(host, strconv.Itoa(n))); err == nil {
			return l, nil
		}
	}
	return nil, listenError(addr, err)
}

func listenError(addr string, err error) error {
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is in use by another program; name another one with --addr", addr)
	}
	return err
}

func (p *program) greet(addr net.Addr) {
	fmt.Fprintf(p.stdout, "Loopground is at http://%s\n", addr)
	if _, ok := ui.Page(); !ok {
		fmt.Fprintln(p.stderr, "This binary has no page: build it with make build, or take a release archive.")
	}
	if len(samples.All()) == 0 {
		fmt.Fprintln(p.stderr, samples.How)
	}
	if tcp, ok := addr.(*net.TCPAddr); ok && !tcp.IP.IsLoopback() {
		fmt.Fprintln(p.stderr, "Everyone who reaches this address can run guests here.")
	}
}
