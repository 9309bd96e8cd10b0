package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/host/run"
	"github.com/loopground/loopground/internal/leak"
	"github.com/loopground/loopground/samples"
)

// site is a server under test with one browser in front of it.
type site struct {
	t      testing.TB
	s      *Server
	url    string
	client *http.Client
	runner *recordingRunner
	ended  bool
}

// recordingRunner notes what it was asked to run.
type recordingRunner struct {
	run.Runner
	specs []run.Spec
}

func (r *recordingRunner) Start(ctx context.Context, spec run.Spec) (run.Run, error) {
	r.specs = append(r.specs, spec)
	return r.Runner.Start(ctx, spec)
}

func newRuntime(t testing.TB) *host.Runtime {
	t.Helper()
	leak.Check(t)
	rt, err := host.New(host.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := rt.Close(); err != nil {
			t.Error(err)
		}
	})
	return rt
}

var testPage = fstest.MapFS{
	"index.html": {Data: []byte("<!doctype html><title>page</title>")},
	"app.js":     {Data: []byte(strings.Repeat("console.log('loop');\n", 200))},
}

// newSite serves on a free port. It fails the test if anything is left of it.
func newSite(t testing.TB, o Options) *site {
	t.Helper()
	rt := newRuntime(t)
	runner := &recordingRunner{Runner: run.NewLocal(rt)}
	if o.Runner != nil {
		runner.Runner = o.Runner
	}
	o.Runner = runner
	if o.Page == nil {
		o.Page = testPage
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve(ln) }()
	web := &site{t: t, s: s, url: "http://" + ln.Addr().String(), client: newBrowser(t), runner: runner}
	t.Cleanup(func() {
		web.shutdown()
		if err := <-served; err != nil {
			t.Errorf("Serve: %v", err)
		}
		if _, err := os.Stat(s.shelf.dir); !os.IsNotExist(err) {
			t.Errorf("the demo files are still there: %v", err)
		}
	})
	return web
}

// newBrowser has cookies and connections of its own.
func newBrowser(t testing.TB) *http.Client {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	tr := &http.Transport{DisableCompression: true}
	t.Cleanup(tr.CloseIdleConnections)
	return &http.Client{Jar: jar, Transport: tr}
}

func (w *site) shutdown() {
	w.t.Helper()
	if w.ended {
		return
	}
	w.ended = true
	w.client.CloseIdleConnections()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := w.s.Shutdown(ctx); err != nil {
		w.t.Errorf("Shutdown: %v", err)
	}
}

// answer is a response that was read.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (w *site) do(method, path string, body io.Reader, header ...string) answer {
	w.t.Helper()
	return w.as(w.client, method, path, body, header...)
}

func (w *site) as(c *http.Client, method, path string, body io.Reader, header ...string) answer {
	w.t.Helper()
	req, err := http.NewRequest(method, w.url+path, body)
	if err != nil {
		w.t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		if header[i] == "Host" {
			req.Host = header[i+1]
		}
		req.Header.Set(header[i], header[i+1])
	}
	res, err := c.Do(req)
	if err != nil {
		w.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		w.t.Fatalf("%s %s: %v", method, path, err)
	}
	return answer{res.StatusCode, res.Header, data}
}

func (w *site) get(path string) answer { w.t.Helper(); return w.do("GET", path, nil) }

func (w *site) upload(wasm []byte, header ...string) answer {
	w.t.Helper()
	return w.do("POST", "/api/runs?name=guest.wasm", bytes.NewReader(wasm), append([]string{"Content-Type", "application/wasm"}, header...)...)
}

// started is the id of the run that an answer tells of.
func (w *site) started(a answer) string {
	w.t.Helper()
	var created struct{ ID, Name string }
	if a.status != http.StatusCreated || json.Unmarshal(a.body, &created) != nil || !validID(created.ID) {
		w.t.Fatalf("not started: %d %s", a.status, a.body)
	}
	return created.ID
}

// wantProblem checks the status and that all three parts are there, and what
// happened among them.
func (w *site) wantProblem(a answer, status int, what string) {
	w.t.Helper()
	var got struct{ Error problem }
	if err := json.Unmarshal(a.body, &got); err != nil {
		w.t.Fatalf("status %d, not a problem: %v: %s", a.status, err, a.body)
	}
	p := got.Error
	if a.status != status || !strings.Contains(p.What, what) || p.Where == "" || p.Try == "" {
		w.t.Errorf("got %d %+v, want %d with %q, a place and something to try", a.status, p, status, what)
	}
}

func (w *site) state(id string) run.State {
	w.t.Helper()
	a := w.get("/api/runs/" + id)
	var st run.State
	if err := json.Unmarshal(a.body, &st); err != nil || a.status != http.StatusOK {
		w.t.Fatalf("state: %d %s: %v", a.status, a.body, err)
	}
	return st
}

// eventually waits for something that another goroutine does.
func eventually(t testing.TB, what string, done func() bool) {
	t.Helper()
	for until := time.Now().Add(5 * time.Second); !done(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("not within 5 s: %s", what)
		}
	}
}

func gzipped(b []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Bytes()
}

// sample is one with the given declaration and module.
func sample(t testing.TB, name, meta string, wasm []byte) samples.Sample {
	t.Helper()
	s, err := samples.Read(name, fstest.MapFS{
		"sample.json":      {Data: []byte(meta)},
		"README.md":        {Data: []byte("# S\n\n## What to look for\n\nThis.\n\n## Try this\n\nThat.\n")},
		"source":           {Data: []byte("package main\n")},
		"order.txt":        {Data: []byte("\"x\"\n")},
		"files/poem.txt":   {Data: []byte("a poem\n")},
		samples.ModuleFile: {Data: gzipped(wasm)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// httpHandler asks a server without a connection.
func httpHandler(s *Server, method, path string) answer {
	rec := httptest.NewRecorder()
	r := httptest.NewRequest(method, path, nil)
	r.Host = "localhost"
	s.Handler().ServeHTTP(rec, r)
	return answer{rec.Code, rec.Header(), rec.Body.Bytes()}
}
