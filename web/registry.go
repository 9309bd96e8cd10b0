package web

import (
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/loopground/loopground/host/run"
	"github.com/loopground/loopground/loop/trace"
)

// What is kept of ended runs at most; the oldest go first.
const (
	maxEnded      = 64
	maxEndedBytes = 512 << 20 // of traces
)

// maxViewers bounds the connections that follow one run.
const maxViewers = 512

// registry knows the runs: those that go on, and those that ended a while ago.
type registry struct {
	opts *Options
	log  *slog.Logger

	// work counts what Shutdown waits for: starts, runs, viewers.
	work sync.WaitGroup

	mu     sync.Mutex
	byID   map[string]*entry
	ended  []*entry // those of byID that have ended, oldest first
	live   int      // runs that go on or are being started
	of     map[string]int
	closed bool
}

// entry is one run.
type entry struct {
	run.Run
	feed      *feed
	forgotten chan struct{} // closed when it has left the registry

	mu   sync.Mutex
	seen time.Time // when someone last asked about it
}

func newRegistry(o *Options) *registry {
	return &registry{opts: o, log: o.Log, byID: map[string]*entry{}, of: map[string]int{}}
}

// reserve takes the place of a run before its module is read, so that what is
// being uploaded is bounded too. release gives it back.
func (g *registry) reserve(session string) (release func(), p *problem) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.closed:
		return nil, shuttingDown()
	case g.of[session] >= g.opts.MaxRunsPerSession:
		return nil, &problem{
			http.StatusTooManyRequests, fmt.Sprintf("You have %d runs going, as many as one browser may", g.of[session]),
			"the limit of runs per session", "Stop one of them, then try again.",
		}
	case g.live >= g.opts.MaxRuns:
		return nil, &problem{
			http.StatusServiceUnavailable, fmt.Sprintf("This server is busy with %d runs, as many as it takes", g.live),
			"the limit of runs", "Try again in a moment. Whoever runs the server can raise it with --max-runs.",
		}
	}
	g.live++
	g.of[session]++
	g.work.Add(1)
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.live--
		if g.of[session]--; g.of[session] == 0 {
			delete(g.of, session)
		}
		g.work.Done()
	}, nil
}

func shuttingDown() *problem {
	return &problem{http.StatusServiceUnavailable, "The server is shutting down", "this server", "Try again when it is back."}
}

// add takes in a run that was started; release is called when it has ended. It
// answers false if the server has begun to close: the run is stopped then.
func (g *registry) add(r run.Run, release func()) bool {
	e := &entry{
		Run: r, feed: newFeed(r, g.opts.times.batch),
		forgotten: make(chan struct{}), seen: time.Now(),
	}
	g.mu.Lock()
	closed := g.closed
	if !closed {
		g.byID[r.ID()] = e
	}
	g.mu.Unlock()
	if closed {
		g.stop(e)
	}
	go func() {
		g.attend(e)
		release()
		if !closed {
			g.retire(e)
		}
	}()
	return !closed
}

// attend waits for a run's end, and brings it about when nobody follows it.
func (g *registry) attend(e *entry) {
	timer := time.NewTimer(g.opts.Grace)
	defer timer.Stop()
	for {
		select {
		case <-e.Done():
			st := e.State()
			log := g.log.With("run", loggedID(e.ID()), "status", st.Status, "iterations", st.Iterations, "took", time.Duration(st.Ns))
			if st.Exit != nil {
				log = log.With("reason", st.Exit.Reason, "message", st.Exit.Message)
			}
			log.Info("run ended")
			return
		case <-timer.C:
			if idle := e.idle(); idle < g.opts.Grace {
				timer.Reset(g.opts.Grace - idle)
				continue
			}
			g.log.Info("run abandoned: nobody follows it", "run", loggedID(e.ID()))
			g.stop(e)
		}
	}
}

// retire keeps an ended run for a while. Its goroutine ends with the server.
func (g *registry) retire(e *entry) {
	g.mu.Lock()
	if g.byID[e.ID()] == e {
		g.ended = append(g.ended, e)
	}
	g.trim()
	g.mu.Unlock()
	timer := time.NewTimer(g.opts.Keep)
	defer timer.Stop()
	for {
		select {
		case <-e.forgotten:
			return
		case <-timer.C:
			idle := e.idle()
			if idle >= g.opts.Keep {
				g.forget(e)
				return
			}
			timer.Reset(g.opts.Keep - idle)
		}
	}
}

// trim forgets the oldest of the ended runs until what is left fits.
func (g *registry) trim() {
	bytes := uint64(0)
	for i, e := range slices.Backward(g.ended) {
		rec := e.Trace()
		bytes += (rec.Head() - rec.Tail()) * trace.RecordSize
		if len(g.ended)-i > maxEnded || bytes > maxEndedBytes && i < len(g.ended)-1 {
			for range i + 1 {
				g.drop(g.ended[0])
			}
			return
		}
	}
}

// forget takes a run out of the registry; it is stopped if it goes on.
func (g *registry) forget(e *entry) {
	g.stop(e)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.drop(e)
}

func (g *registry) drop(e *entry) {
	if g.byID[e.ID()] != e {
		return
	}
	delete(g.byID, e.ID())
	if i := slices.Index(g.ended, e); i >= 0 {
		g.ended = slices.Delete(g.ended, i, i+1)
	}
	close(e.forgotten)
}

func (g *registry) stop(e *entry) {
	if err := e.Control(run.Stop); err != nil {
		return // it has ended
	}
}

// find gives the run of an id, and notes that someone asked.
func (g *registry) find(id string) (*entry, bool) {
	g.mu.Lock()
	e, ok := g.byID[id]
	g.mu.Unlock()
	if ok {
		e.touch()
	}
	return e, ok
}

// close refuses further runs, stops those there are, and forgets them all.
func (g *registry) close() {
	g.mu.Lock()
	g.closed = true
	var all []*entry
	for _, e := range g.byID {
		all = append(all, e)
	}
	g.mu.Unlock()
	for _, e := range all {
		g.forget(e)
	}
}

// watch counts a viewer in, unless the server is closing.
func (g *registry) watch() (leave func(), ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return nil, false
	}
	g.work.Add(1)
	return g.work.Done, true
}

func (e *entry) touch() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.seen = time.Now()
}

// idle is how long nobody has followed the run or asked about it.
func (e *entry) idle() time.Duration {
	if e.feed.viewers() > 0 {
		return 0
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return time.Since(e.seen)
}
