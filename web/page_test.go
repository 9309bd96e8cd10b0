package web

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/host/run"
	"github.com/loopground/loopground/samples"
	"github.com/loopground/loopground/web/ui"
)

func TestPageIsServedPackedAndRevalidated(t *testing.T) {
	w := newSite(t, Options{})
	plain := w.get("/assets/app.js")
	packed := w.do("GET", "/assets/app.js", nil, "Accept-Encoding", "gzip, deflate")
	r, err := gzip.NewReader(bytes.NewReader(packed.body))
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := io.ReadAll(r)
	if err != nil || !bytes.Equal(unpacked, plain.body) || !bytes.Equal(plain.body, testPage["app.js"].Data) {
		t.Errorf("the packed file is not the file: %v", err)
	}
	if a, b := plain.header.Get("ETag"), packed.header.Get("ETag"); a == b || a == "" || strings.HasPrefix(a, "W/") {
		t.Errorf("ETags %s and %s: want two strong ones", a, b)
	}
	for k, want := range map[string]string{
		"Content-Type": "text/javascript; charset=utf-8", "Content-Encoding": "gzip",
		"Cache-Control": "no-cache", "Vary": "Accept-Encoding",
	} {
		if got := packed.header.Get(k); got != want {
			t.Errorf("%s: %q, want %q", k, got, want)
		}
	}
	again := w.do("GET", "/assets/app.js", nil, "Accept-Encoding", "gzip", "If-None-Match", `"x", W/`+packed.header.Get("ETag"))
	if again.status != http.StatusNotModified || len(again.body) > 0 {
		t.Errorf("asked again: %d with %d bytes, want 304", again.status, len(again.body))
	}
	refused := w.do("GET", "/assets/app.js", nil, "Accept-Encoding", "gzip;q=0")
	if refused.header.Get("Content-Encoding") != "" {
		t.Error("packed for a browser that does not take it")
	}
	if a := w.do("HEAD", "/", nil); a.status != http.StatusOK || a.header.Get("Content-Length") != "34" {
		t.Errorf("HEAD /: %d, %v", a.status, a.header)
	}
}

func TestEveryAnswerHasTheHeaders(t *testing.T) {
	w := newSite(t, Options{})
	for _, path := range []string{"/", "/assets/app.js", "/api/samples", "/api/runs/none", "/none", "/healthz"} {
		a := w.get(path)
		want := "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; " +
			"img-src 'self' data:; frame-ancestors 'self'; base-uri 'none'"
		if got := a.header.Get("Content-Security-Policy"); got != want {
			t.Errorf("%s: policy %q", path, got)
		}
		if a.header.Get("X-Content-Type-Options") != "nosniff" || a.header.Get("Referrer-Policy") == "" {
			t.Errorf("%s: headers %v", path, a.header)
		}
	}
}

func TestPageThatWasNotBuiltSaysHow(t *testing.T) {
	w := newSite(t, Options{Page: fstest.MapFS{}})
	w.s.assets = &assets{}
	a := w.get("/")
	if a.status != http.StatusServiceUnavailable || string(a.body) != ui.How+"\n" {
		t.Errorf("%d %q", a.status, a.body)
	}
	if a := w.get("/api/samples"); a.status != http.StatusOK {
		t.Errorf("the API does not work without a page: %d", a.status)
	}
}

func TestUnknownAddresses(t *testing.T) {
	w := newSite(t, Options{})
	w.wantProblem(w.get("/api/nothing"), http.StatusNotFound, "nothing at this address")
	w.wantProblem(w.do("POST", "/api/samples", nil), http.StatusNotFound, "nothing at this address")
	for _, path := range []string{"/nothing", "/../etc/passwd", "/index.html/"} {
		if a := w.get(path); a.status != http.StatusNotFound {
			t.Errorf("%s: %d", path, a.status)
		}
	}
}

func TestCatalogue(t *testing.T) {
	bare := sample(t, "bare", `{"title":"Bare"}`, nil)
	w := newSite(t, Options{Samples: []samples.Sample{bare}, MaxUpload: 1234, Version: "v1"})
	var got any
	if err := json.Unmarshal(w.get("/api/samples").body, &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"maxUpload": 1234.0, "upload": true, "version": "v1",
		"samples": []any{map[string]any{
			"name": "bare", "title": "Bare", "look": "This.", "try": "That.", "language": "",
			"source": "package main\n", "order": []any{`"x"`}, "endless": false, "wasm": true,
		}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("catalogue (-want +got):\n%s", diff)
	}
}

// A sample gets what it declares, and never more than an upload does.
func TestGrants(t *testing.T) {
	quiet := sample(t, "quiet", `{"title":"Quiet"}`, printer("quiet\n"))
	open := sample(t, "open", `{"title":"Open","dirs":["/data"],"listen":["all"],"connect":["public"]}`, printer("open\n"))
	w := newSite(t, Options{Samples: []samples.Sample{quiet, open}})
	for _, name := range []string{"quiet", "open"} {
		w.started(w.do("POST", "/api/runs", strings.NewReader(`{"sample":"`+name+`","virtual":true}`), "Content-Type", "application/json"))
	}
	w.started(w.upload(printer("up\n")))
	type grants struct {
		Name            string
		Virtual         bool
		Dirs            []string
		Listen, Connect int
	}
	var got []grants
	for _, spec := range w.runner.specs {
		g := grants{Name: spec.Name, Virtual: spec.Virtual, Listen: len(spec.Listen), Connect: len(spec.Connect)}
		for _, d := range spec.Dirs {
			if !d.ReadOnly {
				t.Errorf("%s may write %s", spec.Name, d.Guest)
			}
			g.Dirs = append(g.Dirs, d.Guest)
		}
		for _, rule := range append(spec.Listen, spec.Connect...) {
			if !strings.HasPrefix(rule.String(), "127.0.0.1:") {
				t.Errorf("%s is granted %s", spec.Name, rule)
			}
		}
		got = append(got, g)
	}
	want := []grants{
		{Name: "quiet.wasm", Virtual: true},
		{Name: "open.wasm", Virtual: true, Dirs: []string{"/data"}, Listen: 2, Connect: 2},
		{Name: "guest.wasm", Dirs: []string{"/demo"}, Listen: 2, Connect: 2},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("grants (-want +got):\n%s", diff)
	}
	w.wantProblem(w.do("POST", "/api/runs", strings.NewReader(`{"sample":"none"}`), "Content-Type", "application/json"), 404, `no sample "none"`)
}

// The page's own port is not among the guest's: it could start runs with it.
func TestLoopbackLeavesOutThePage(t *testing.T) {
	for port, want := range map[int][]string{
		0:    {"127.0.0.1"},
		8080: {"127.0.0.1:0-8079", "127.0.0.1:8081-65535"},
	} {
		var got []string
		for _, r := range loopback(port) {
			got = append(got, r.String())
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("page on %d (-want +got):\n%s", port, diff)
		}
	}
}

func TestBadOrders(t *testing.T) {
	w := newSite(t, Options{})
	for body, what := range map[string]string{
		``:                         "cannot be read",
		`{`:                        "cannot be read",
		`{"sample":1}`:             "cannot be read",
		`{"sample":"a","x":1}`:     "cannot be read",
		`{"sample":"a"}{}`:         "cannot be read",
		strings.Repeat(" ", 1<<20): "cannot be read",
	} {
		w.wantProblem(w.do("POST", "/api/runs", strings.NewReader(body), "Content-Type", "application/json"), 400, what)
	}
	w.wantProblem(w.do("POST", "/api/runs", strings.NewReader("x"), "Content-Type", "text/plain"), 415, "neither a module")
	w.wantProblem(w.do("POST", "/api/runs", nil), 415, "neither a module")
}

var _ run.Runner = (*recordingRunner)(nil)
