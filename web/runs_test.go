package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"

	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/host/run"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/trace"
)

func TestControlByRequest(t *testing.T) {
	w := newSite(t, Options{})
	id := w.started(w.upload(ticker()))
	post := func(command string) answer { return w.do("POST", "/api/runs/"+id+"/"+command, nil) }
	eventually(t, "it runs", func() bool { return w.state(id).Status == run.Running })
	w.wantProblem(post("step-phase"), 409, "not paused")
	for _, step := range []struct {
		command string
		want    run.Status
	}{{"pause", run.Paused}, {"step-callback", run.Paused}, {"step-phase", run.Paused}, {"step-iteration", run.Paused}, {"resume", run.Running}, {"stop", run.Stopped}} {
		if a := post(step.command); a.status != http.StatusNoContent {
			t.Fatalf("%s: %d %s", step.command, a.status, a.body)
		}
		eventually(t, step.command, func() bool { return w.state(id).Status == step.want })
	}
	if a := post("stop"); a.status != http.StatusNoContent {
		t.Errorf("a second stop: %d", a.status)
	}
	w.wantProblem(post("pause"), 409, "has ended")
	w.wantProblem(post("explode"), 404, "nothing at this address")
	if a := w.do("DELETE", "/api/runs/"+id, nil); a.status != http.StatusNoContent {
		t.Errorf("DELETE: %d", a.status)
	}
	w.wantProblem(w.get("/api/runs/"+id), 404, "not here")
	w.wantProblem(w.do("DELETE", "/api/runs/"+id, nil), 404, "not here")
}

func TestDeleteStops(t *testing.T) {
	w, fakes := newFakeSite(t, Options{}, 1<<20)
	f, id := w.startFake(fakes)
	w.do("DELETE", "/api/runs/"+id, nil)
	if diff := cmp.Diff([]run.Command{run.Stop}, f.commands()); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
}

func TestSnapshot(t *testing.T) {
	w := newSite(t, Options{})
	id := w.started(w.upload(ticker()))
	var snap loop.Snapshot
	eventually(t, "a timer in the snapshot", func() bool {
		a := w.get("/api/runs/" + id + "/snapshot")
		return a.status == http.StatusOK && json.Unmarshal(a.body, &snap) == nil && len(snap.Timers) == 1
	})
	if len(snap.Handles) != 1 || snap.Handles[0].Type != "timer" || snap.Timers[0].RepeatMs != 5 {
		t.Errorf("snapshot %+v", snap)
	}
	w.do("POST", "/api/runs/"+id+"/stop", nil)
	eventually(t, "it stops", func() bool { return w.state(id).Status == run.Stopped })
	w.wantProblem(w.get("/api/runs/"+id+"/snapshot"), 409, "has ended")
}

func TestTraceFormats(t *testing.T) {
	w, fakes := newFakeSite(t, Options{}, 2*1024*trace.RecordSize)
	f, id := w.startFake(fakes)
	f.write(5000, "label")
	path := "/api/runs/" + id + "/trace"

	// Two blocks are kept: 5000 records end in the fifth.
	a := w.get(path + "?to=4500")
	frames := decodeFrames(t, a.body)
	recs := uint64(0)
	for _, f := range frames[1:] {
		if f.first != 3072+recs || f.gapFrom != f.first || f.recs[0].Value != f.first {
			t.Errorf("%d records from %d on", len(f.recs), f.first)
		}
		recs += uint64(len(f.recs))
	}
	if gap := frames[0]; gap.gapFrom != 0 || gap.first != 3072 || len(gap.recs) != 0 || recs != 1428 {
		t.Errorf("gap [%d, %d), then %d records", gap.gapFrom, gap.first, recs)
	}
	a = w.get(path + "?from=10&to=20")
	if f, err := decodeFrame(a.body); err != nil || f.gapFrom != 10 || f.first != 20 || len(a.body) != 32 {
		t.Errorf("all dropped: %+v, %v", f, err)
	}
	if a = w.get(path + "?from=5000"); a.status != http.StatusOK || len(a.body) != 0 {
		t.Errorf("nothing there yet: %d %x", a.status, a.body)
	}

	for format, want := range map[string]string{"text": "label", "jsonl": `"label"`, "chrome": `"ph"`} {
		a := w.get(path + "?from=4990&format=" + format)
		if a.status != http.StatusOK || !strings.Contains(string(a.body), want) {
			t.Errorf("%s: %d %.300s", format, a.status, a.body)
		}
		if got := a.header.Get("Content-Disposition"); !strings.HasPrefix(got, `attachment; filename="guest.trace.`) {
			t.Errorf("%s: %s", format, got)
		}
		if format == "jsonl" && bytes.Count(a.body, []byte("\n")) < 10 {
			t.Errorf("jsonl: %s", a.body)
		}
		if format == "chrome" && !json.Valid(a.body) {
			t.Errorf("chrome: not JSON: %s", a.body)
		}
	}
	for _, query := range []string{"?from=x", "?to=-1", "?from=9&to=8", "?from=5001"} {
		w.wantProblem(w.get(path+query), 400, "no such record")
	}
	w.wantProblem(w.get(path+"?format=perfetto"), 400, `"perfetto"`)
}

func TestFileName(t *testing.T) {
	if got := fileName("a \"b\"\r\n;é.wasm"); got != "a__b_____" {
		t.Errorf("%q", got)
	}
}

// A tab that is closed says nothing; its run is stopped after a while.
func TestClosedTabStopsTheRun(t *testing.T) {
	w := newSite(t, Options{Grace: 100 * time.Millisecond})
	id := w.started(w.upload(ticker()))
	e, _ := w.s.runs.find(id)
	c := w.follow(id, 0)
	began := time.Now()
	c.until("it outlasts the grace while it is followed", func() bool { return time.Since(began) > 300*time.Millisecond })
	if err := c.conn.NetConn().Close(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-e.Done():
	case <-time.After(5 * time.Second):
		t.Fatal("the run goes on")
	}
	if st := e.State(); st.Status != run.Stopped {
		t.Errorf("%+v", st)
	}
}

// A run whose page never came is stopped too.
func TestRunNobodyFollowsIsStopped(t *testing.T) {
	w := newSite(t, Options{Grace: 20 * time.Millisecond})
	e, _ := w.s.runs.find(w.started(w.upload(ticker())))
	select {
	case <-e.Done():
	case <-time.After(5 * time.Second):
		t.Fatal("the run goes on")
	}
}

func TestLimitsCountSessionsFirst(t *testing.T) {
	w, fakes := newFakeSite(t, Options{MaxRuns: 3, MaxRunsPerSession: 2}, 1<<20)
	start := func(c *http.Client) answer {
		return w.as(c, "POST", "/api/runs", bytes.NewReader(printer("")), "Content-Type", "application/wasm")
	}
	one, two := newBrowser(t), newBrowser(t)
	first := w.started(start(one))
	w.started(start(one))
	w.wantProblem(start(one), 429, "2 runs")
	w.started(start(two))
	w.wantProblem(start(two), 503, "3 runs")
	w.do("DELETE", "/api/runs/"+first, nil)
	eventually(t, "the place is free", func() bool { return start(two).status == http.StatusCreated })
	w.wantProblem(start(two), 429, "2 runs")
	// A run that fails to start gives its place back.
	for _, f := range fakes.started {
		f.end(run.Finished)
	}
	eventually(t, "all places are free", func() bool {
		w.s.runs.mu.Lock()
		defer w.s.runs.mu.Unlock()
		return w.s.runs.live == 0 && len(w.s.runs.of) == 0
	})
}

func TestEndedRunsAreForgotten(t *testing.T) {
	w, fakes := newFakeSite(t, Options{Keep: 50 * time.Millisecond}, 1<<20)
	f, id := w.startFake(fakes)
	f.end(run.Finished)
	e, ok := w.s.runs.find(id)
	if !ok {
		t.Fatal("it is forgotten at once")
	}
	select {
	case <-e.forgotten:
	case <-time.After(5 * time.Second):
		t.Fatal("it is kept for good")
	}
	w.wantProblem(w.get("/api/runs/"+id), 404, "not here")
}

func TestOldestEndedRunsGoFirst(t *testing.T) {
	w, fakes := newFakeSite(t, Options{}, 1<<20)
	var ids []string
	for range maxEnded + 3 {
		f, id := w.startFake(fakes)
		ids = append(ids, id)
		f.end(run.Finished)
		eventually(t, "it is shelved", func() bool {
			w.s.runs.mu.Lock()
			defer w.s.runs.mu.Unlock()
			n := len(w.s.runs.ended)
			return n > 0 && n <= maxEnded && w.s.runs.ended[n-1].ID() == id
		})
	}
	for i, id := range ids {
		if _, ok := w.s.runs.find(id); ok != (i >= 3) {
			t.Errorf("run %d of %d is here: %v", i, len(ids), ok)
		}
	}
}

func TestShutdownTellsThePages(t *testing.T) {
	w := newSite(t, Options{})
	id := w.started(w.upload(ticker()))
	c := w.follow(id, 0)
	c.until("it ticks", func() bool { return c.out > 0 })
	ended := make(chan struct{})
	go func() {
		w.shutdown()
		close(ended)
	}()
	c.wantClosed(websocket.CloseGoingAway, "shutting down")
	if !c.over() {
		t.Errorf("the page was not told the run's end: %+v", c.states)
	}
	<-ended
	a := httpHandler(w.s, "GET", "/healthz")
	if a.status != http.StatusServiceUnavailable {
		t.Errorf("healthz: %d", a.status)
	}
	if _, p := w.s.runs.reserve("x"); p == nil || p.status != http.StatusServiceUnavailable {
		t.Errorf("runs are still taken: %v", p)
	}
}

// What does not end in time is cut off, and Shutdown says so.
func TestShutdownDoesNotWaitForGood(t *testing.T) {
	w, fakes := newFakeSite(t, Options{}, 1<<20)
	f, id := w.startFake(fakes)
	f.once.Do(func() {}) // deaf: it does not end when told to
	c := w.follow(id, 0)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if err := w.s.Shutdown(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Shutdown: %v", err)
	}
	w.ended = true
	c.all()
	close(f.done)
}

func TestRunnerThatFails(t *testing.T) {
	for _, tc := range []struct {
		err    error
		status int
		what   string
	}{
		{&host.LoadError{What: "it is a component", Try: "build it otherwise"}, 422, "it is a component"},
		{fmt.Errorf("wrapped: %w", &host.LoadError{What: "no start", Where: "exports", Try: "--call"}), 422, "no start"},
		{errors.New("out of memory"), 500, "could not be started: out of memory"},
	} {
		w := newSite(t, Options{Runner: broken{tc.err}, MaxRunsPerSession: 1})
		w.wantProblem(w.upload(printer("")), tc.status, tc.what)
		w.wantProblem(w.upload(printer("")), tc.status, tc.what) // the place is free again
		w.shutdown()
	}
}

// A module that compiles for long does not hold up the end of the server.
func TestShutdownEndsLoading(t *testing.T) {
	loading := make(chan struct{})
	w := newSite(t, Options{Runner: starter(func(ctx context.Context) error {
		close(loading)
		<-ctx.Done()
		return ctx.Err()
	})})
	got := make(chan answer)
	go func() { got <- w.upload(printer("")) }()
	<-loading
	w.shutdown()
	w.wantProblem(<-got, 503, "shutting down")
}

// starter loads for as long as it likes, and fails.
type starter func(ctx context.Context) error

func (s starter) Start(ctx context.Context, _ run.Spec) (run.Run, error) { return nil, s(ctx) }

type broken struct{ err error }

func (b broken) Start(context.Context, run.Spec) (run.Run, error) { return nil, b.err }

// Two browsers follow one run; a busy loop does not wait for either.
func TestTwoViewersOfABusyRun(t *testing.T) {
	w := newSite(t, Options{})
	id := w.started(w.upload(spinner()))
	a, b := w.follow(id, 0), w.follow(id, 0)
	a.until("output", func() bool { return a.out > 1000 })
	b.until("output", func() bool { return b.out > 1000 })
	w.do("POST", "/api/runs/"+id+"/stop", nil)
	a.all()
	b.all()
	if !a.over() || !b.over() || a.next != b.next {
		t.Errorf("one saw %d records, the other %d", a.next, b.next)
	}
	total := a.out + a.lost
	if e, ok := w.s.runs.find(id); !ok || total != e.Output().Len() {
		t.Errorf("told of %d bytes of output", total)
	}
}
