package web

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/gorilla/websocket"

	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/host/run"
	"github.com/loopground/loopground/samples"
	"github.com/loopground/loopground/web/ui"
)

// Options of a Server. All but Runner may be left out.
type Options struct {
	// Runner runs the guests.
	Runner run.Runner
	// Samples are offered in this order.
	Samples []samples.Sample
	// Page holds index.html and what it needs; nil: the page of this binary.
	Page fs.FS

	// MaxUpload is the size of the largest module taken, unpacked, in bytes. 0: 16 MiB.
	MaxUpload int64
	// NoUpload refuses all modules but the samples.
	NoUpload bool
	// MaxRuns is how many runs there may be at once. 0: 64.
	MaxRuns int
	// MaxRunsPerSession is how many of them one browser may have. 0: 4.
	MaxRunsPerSession int
	// Keep is how long a run is kept after its end, counted from when it was
	// last looked at. 0: 10 minutes.
	Keep time.Duration
	// Grace is how long a run goes on that nobody follows. 0: 30 s.
	Grace time.Duration
	// Timeout ends a run. 0: 1 hour; negative: none.
	Timeout time.Duration

	// Connect are addresses guests may connect to besides 127.0.0.1.
	Connect []host.Rule
	// Limits of the guests; zero: host's defaults.
	Limits host.Limits
	// TraceBytes is how much of each run's trace stays in memory. 0: 64 MiB.
	TraceBytes int

	// PublicURLs are further names the server answers to, such as
	// "https://play.example.org", for proxies and names of the machine. The
	// machine's own addresses need none.
	PublicURLs []string

	// Log takes what happens; nil: nothing is logged.
	Log *slog.Logger
	// Version is shown by the page.
	Version string

	times times
}

// times are the clocks of a connection; tests shorten them.
type times struct {
	batch    time.Duration // between two wake-ups of the viewers
	ping     time.Duration
	write    time.Duration // for one message
	upload   time.Duration // for the next bytes of a body
	farewell time.Duration // for a run to end once the server is closing
	lag      time.Duration // how long a viewer may be far behind before it skips
}

func (o *Options) defaults() {
	setDefault(&o.MaxUpload, 16<<20)
	setDefault(&o.MaxRuns, 64)
	setDefault(&o.MaxRunsPerSession, 4)
	setDefault(&o.Keep, 10*time.Minute)
	setDefault(&o.Grace, 30*time.Second)
	setDefault(&o.Timeout, time.Hour)
	o.Timeout = max(o.Timeout, 0)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	setDefault(&o.times.batch, 16*time.Millisecond)
	setDefault(&o.times.ping, 20*time.Second)
	setDefault(&o.times.write, 5*time.Second)
	setDefault(&o.times.upload, 30*time.Second)
	setDefault(&o.times.farewell, 2*time.Second)
	setDefault(&o.times.lag, 2*time.Second)
}

func setDefault[T comparable](v *T, d T) {
	var zero T
	if *v == zero {
		*v = d
	}
}

// Server serves the page. Make it with New, end it with Shutdown.
type Server struct {
	opts   Options
	log    *slog.Logger
	names  *names
	assets *assets
	shelf  *shelf
	runs   *registry
	http   *http.Server

	upgrader *websocket.Upgrader

	// closing is cancelled when Shutdown begins, killed when its time is over.
	closing, killed context.Context
	close, kill     context.CancelFunc
}

// New makes a server. It writes the demo files into a temporary directory,
// which Shutdown removes. Errors: no Runner, a PublicURL that is none, a file
// that cannot be written.
func New(o Options) (*Server, error) {
	if o.Runner == nil {
		return nil, errors.New("web: no Runner")
	}
	o.defaults()
	names, err := newNames(o.PublicURLs)
	if err != nil {
		return nil, err
	}
	page := o.Page
	if page == nil {
		page, _ = ui.Page()
	}
	assets, err := loadAssets(page)
	if err != nil {
		return nil, fmt.Errorf("the page: %w", err)
	}
	shelf, err := newShelf(o.Samples)
	if err != nil {
		return nil, err
	}
	s := &Server{opts: o, log: o.Log, names: names, assets: assets, shelf: shelf, upgrader: newUpgrader()}
	s.closing, s.close = context.WithCancel(context.Background())
	s.killed, s.kill = context.WithCancel(context.Background())
	s.runs = newRegistry(&s.opts)
	s.http = &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(o.Log.Handler(), slog.LevelWarn),
	}
	return s, nil
}

// Handler answers all requests of the page; it may be mounted at the root of
// another server, which bounds reading headers itself.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", s.health)
	mux.HandleFunc("GET /api/samples", s.catalogue)
	mux.HandleFunc("POST /api/runs", s.start)
	mux.HandleFunc("GET /api/runs/{id}", s.withRun(s.state))
	mux.HandleFunc("DELETE /api/runs/{id}", s.withRun(s.forget))
	mux.HandleFunc("POST /api/runs/{id}/{command}", s.withRun(s.control))
	mux.HandleFunc("GET /api/runs/{id}/snapshot", s.withRun(s.snapshot))
	mux.HandleFunc("GET /api/runs/{id}/trace", s.withRun(s.trace))
	mux.HandleFunc("GET /api/runs/{id}/ws", s.withRun(s.follow))
	mux.HandleFunc("/api/", noSuchPath)
	mux.HandleFunc("/", s.page)
	return s.logged(s.guarded(mux))
}

// Serve answers connections until Shutdown; then it returns nil.
func (s *Server) Serve(ln net.Listener) error {
	if err := s.http.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Shutdown stops all runs, tells the pages, waits until both have ended, and
// removes the demo files. What has not ended when ctx is done is cut off, and
// ctx's error returned. No request is served afterwards.
func (s *Server) Shutdown(ctx context.Context) error {
	s.close()
	s.runs.close()
	ended := make(chan struct{})
	go func() {
		s.runs.work.Wait()
		close(ended)
	}()
	errHTTP := s.http.Shutdown(ctx)
	var err error
	select {
	case <-ended:
	case <-ctx.Done():
		err = fmt.Errorf("shutting down: %w", ctx.Err())
	}
	s.kill()
	if errHTTP != nil {
		err = errors.Join(err, s.http.Close())
	}
	return errors.Join(err, s.shelf.remove())
}

func (s *Server) health(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if s.closing.Err() != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprintln(w, "shutting down")
		return
	}
	fmt.Fprintln(w, "ok")
}

func (s *Server) catalogue(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]any{
		"samples":   s.shelf.catalogue,
		"maxUpload": s.opts.MaxUpload,
		"upload":    !s.opts.NoUpload,
		"version":   s.opts.Version,
	})
}

// logged writes a line a request; ids of runs are secrets and are cut.
func (s *Server) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		rec := &statusWriter{ResponseWriter: w}
		next.ServeHTTP(rec, r)
		level := slog.LevelDebug
		if rec.status >= http.StatusBadRequest {
			level = slog.LevelInfo
		}
		s.log.Log(r.Context(), level, "request", "method", r.Method, "path", loggedPath(r.URL.Path),
			"status", rec.status, "bytes", rec.bytes, "took", time.Since(began), "from", r.RemoteAddr)
	})
}
