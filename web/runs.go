package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/host/run"
)

// maxOrder bounds the JSON of a request to run a sample, in bytes.
const maxOrder = 4 << 10

// start runs a sample (application/json) or a module (application/wasm).
func (s *Server) start(w http.ResponseWriter, r *http.Request) {
	owner := session(w, r)
	release, p := s.runs.reserve(owner)
	if p != nil {
		refuseUnread(w, r, p)
		return
	}
	spec, p := s.order(w, r)
	if p != nil {
		release()
		refuseUnread(w, r, p)
		return
	}
	started, p := s.launch(r, spec)
	if p != nil {
		release()
		refuse(w, r, p)
		return
	}
	if !s.runs.add(started, release) {
		refuse(w, r, shuttingDown())
		return
	}
	s.log.Info("run started", "run", loggedID(started.ID()), "name", spec.Name, "size", len(spec.Wasm),
		"session", loggedID(owner), "from", r.RemoteAddr)
	w.Header().Set("Location", "/api/runs/"+started.ID())
	writeJSON(w, http.StatusCreated, map[string]string{"id": started.ID(), "name": started.Name()})
}

// refuseUnread refuses a request whose body may not have been read. The
// connection is closed: nothing waits for the rest.
func refuseUnread(w http.ResponseWriter, r *http.Request, p *problem) {
	w.Header().Set("Connection", "close")
	refuse(w, r, p)
}

// order reads what is to be run.
func (s *Server) order(w http.ResponseWriter, r *http.Request) (run.Spec, *problem) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err == nil && kind == "application/json" {
		return s.orderSample(w, r)
	}
	if err == nil && kind == "application/wasm" {
		return s.orderUpload(w, r)
	}
	return run.Spec{}, &problem{
		http.StatusUnsupportedMediaType, "This is neither a module nor the name of a sample",
		fmt.Sprintf("the Content-Type %q", shorten(r.Header.Get("Content-Type"))),
		"Send a .wasm as application/wasm, or {\"sample\": NAME} as application/json.",
	}
}

func (s *Server) orderSample(w http.ResponseWriter, r *http.Request) (run.Spec, *problem) {
	var order struct {
		Sample  string `json:"sample"`
		Virtual bool   `json:"virtual"`
	}
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxOrder))
	d.DisallowUnknownFields()
	err := d.Decode(&order)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("something follows the object")
		}
	}
	if err != nil {
		return run.Spec{}, &problem{
			http.StatusBadRequest, "The request cannot be read: " + shorten(err.Error()), "the body of POST /api/runs",
			"Send {\"sample\": NAME, \"virtual\": false}.",
		}
	}
	spec, p := s.sampleSpec(order.Sample, localPort(r))
	spec.Virtual = order.Virtual
	return spec, p
}

// launch hands the run to the runner. Its loading ends with the request, and
// with the server.
func (s *Server) launch(r *http.Request, spec run.Spec) (run.Run, *problem) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(s.closing, cancel)()
	started, err := s.opts.Runner.Start(ctx, spec)
	if err == nil {
		return started, nil
	}
	var load *host.LoadError
	switch {
	case errors.As(err, &load):
		where := load.Where
		if where == "" {
			where = spec.Name
		}
		return nil, &problem{http.StatusUnprocessableEntity, load.What, where, load.Try}
	case s.closing.Err() != nil:
		return nil, shuttingDown()
	}
	s.log.Error("run not started", "name", spec.Name, "error", err)
	return nil, &problem{
		http.StatusInternalServerError, "The guest could not be started: " + shorten(err.Error()), spec.Name,
		"Try again; if it stays so, the server's log says more.",
	}
}

// localPort is the port that the page is served on, 0 if unknown.
func localPort(r *http.Request) int {
	if a, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr); ok {
		return a.Port
	}
	return 0
}

// withRun finds the run that a path names.
func (s *Server) withRun(next func(http.ResponseWriter, *http.Request, *entry)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		e, ok := s.runs.find(r.PathValue("id"))
		if !ok {
			refuse(w, r, &problem{
				http.StatusNotFound, "This run is not here (any more)", "run " + shorten(r.PathValue("id")),
				"Run it again. A run is kept for a while after its end, and none outlasts the server.",
			})
			return
		}
		next(w, r, e)
	}
}

func (s *Server) state(w http.ResponseWriter, _ *http.Request, e *entry) {
	writeJSON(w, http.StatusOK, public(e.State()))
}

// public is a run's state without what only the owner of the machine may know:
// a flag that grants a directory tells which ones there are.
func public(st run.State) run.State {
	st.Denied = withoutDirs(st.Denied)
	if st.Exit != nil {
		exit := *st.Exit
		exit.Denied = withoutDirs(exit.Denied)
		st.Exit = &exit
	}
	return st
}

func withoutDirs(denied []host.Denial) []host.Denial {
	out := slices.Clone(denied)
	for i := range out {
		if strings.HasPrefix(out[i].Flag, "--dir") {
			out[i].Flag = ""
		}
	}
	return out
}

// forget stops a run and forgets it.
func (s *Server) forget(w http.ResponseWriter, _ *http.Request, e *entry) {
	s.runs.forget(e)
	w.WriteHeader(http.StatusNoContent)
}

// commands are what a page may tell a run.
var commands = map[run.Command]bool{
	run.Pause: true, run.Resume: true, run.Stop: true,
	run.StepCallback: true, run.StepPhase: true, run.StepIteration: true,
}

func (s *Server) control(w http.ResponseWriter, r *http.Request, e *entry) {
	command := run.Command(r.PathValue("command"))
	if !commands[command] {
		noSuchPath(w, r)
		return
	}
	err := e.Control(command)
	where := "run " + e.Name()
	switch {
	case err == nil || command == run.Stop && errors.Is(err, run.ErrEnded):
		w.WriteHeader(http.StatusNoContent)
	case errors.Is(err, run.ErrEnded):
		refuse(w, r, &problem{http.StatusConflict, "The run has ended", where, "Run it again."})
	case errors.Is(err, run.ErrNotPaused):
		refuse(w, r, &problem{http.StatusConflict, "The run is not paused", where, "Pause it first."})
	default:
		refuse(w, r, &problem{http.StatusInternalServerError, "The run did not take it: " + shorten(err.Error()), where, "Stop it, and run it again."})
	}
}

// snapshotPatience is how long a loop may take to describe itself.
const snapshotPatience = 2 * time.Second

func (s *Server) snapshot(w http.ResponseWriter, r *http.Request, e *entry) {
	ctx, cancel := context.WithTimeout(r.Context(), snapshotPatience)
	defer cancel()
	snap, err := e.Snapshot(ctx)
	where := "run " + e.Name()
	switch {
	case err == nil:
		writeJSON(w, http.StatusOK, snap)
	case errors.Is(err, run.ErrEnded):
		refuse(w, r, &problem{http.StatusConflict, "The run has ended, and its loop with it", where, "The trace is still there: GET /api/runs/ID/trace"})
	default:
		refuse(w, r, &problem{
			http.StatusGatewayTimeout, fmt.Sprintf("The loop has not answered for %v: one callback is computing", snapshotPatience),
			where, "Wait until it returns, or stop the run.",
		})
	}
}
