package web

import (
	"net/http"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
)

func TestHost(t *testing.T) {
	w := newSite(t, Options{PublicURLs: []string{"https://Play.example.org:8443/"}})
	port := w.url[strings.LastIndex(w.url, ":"):]
	for host, want := range map[string]int{
		"127.0.0.1" + port:       200,
		"127.9.9.9":              200,
		"localhost" + port:       200,
		"LOCALHOST.":             200,
		"[::1]" + port:           200,
		"[::ffff:127.0.0.1]":     200,
		"play.example.org":       200,
		"play.example.org:8443":  200,
		"evil.example" + port:    421,
		"localhost.evil.example": 421,
		"127.0.0.1.evil.example": 421,
		"evil.example:127.0.0.1": 421,
		"192.0.2.1":              421, // nobody's
		"0.0.0.0" + port:         421,
		"[::]":                   421,
	} {
		for _, path := range []string{"/", "/api/samples", "/healthz"} {
			if a := w.do("GET", path, nil, "Host", host); a.status != want {
				t.Errorf("Host %s, %s: %d, want %d", host, path, a.status, want)
			}
		}
	}
	a := w.do("GET", "/api/samples", nil, "Host", "evil.example")
	w.wantProblem(a, 421, `"evil.example"`)
	if !strings.Contains(string(a.body), "--public-url http://evil.example") {
		t.Errorf("the refusal does not name the flag: %s", a.body)
	}
}

func TestOwnAddressesAreKnown(t *testing.T) {
	n, err := newNames(nil)
	if err != nil {
		t.Fatal(err)
	}
	if n.isOwn(addrOf(nil)) {
		t.Error("no address is one of the machine's")
	}
	for addr := range n.own {
		host := addr.String()
		if addr.Is6() {
			host = "[" + host + "]"
		}
		if !n.knows(host+":8080", nil) {
			t.Errorf("%s is the machine's own and refused", host)
		}
	}
}

func TestOrigin(t *testing.T) {
	w := newSite(t, Options{PublicURLs: []string{"https://play.example.org"}})
	ws := "ws" + strings.TrimPrefix(w.url, "http") + "/api/runs/none/ws"
	for _, tc := range []struct {
		origin, site string
		ok           bool
	}{
		{"", "", true},
		{"", "same-origin", true},
		{"", "cross-site", false},
		{"", "same-site", false},
		{w.url, "", true},
		{"https" + strings.TrimPrefix(w.url, "http"), "", true}, // behind a proxy that ends TLS
		{"https://play.example.org", "", true},
		{"http://play.example.org", "", false},
		{"https://play.example.org.evil.example", "", false},
		{"http://127.0.0.1:1", "", false},
		{"http://evil.example", "", false},
		{"null", "", false},
		{w.url + ", http://evil.example", "", false},
	} {
		header := http.Header{}
		var pairs []string
		if tc.origin != "" {
			header.Set("Origin", tc.origin)
			pairs = append(pairs, "Origin", tc.origin)
		}
		if tc.site != "" {
			header.Set("Sec-Fetch-Site", tc.site)
			pairs = append(pairs, "Sec-Fetch-Site", tc.site)
		}
		// What passes meets the next check: no such run.
		want := http.StatusForbidden
		if tc.ok {
			want = http.StatusNotFound
		}
		for _, method := range []string{"POST", "DELETE"} {
			path := "/api/runs/none"
			if method == "POST" {
				path += "/stop"
			}
			if a := w.do(method, path, nil, pairs...); a.status != want {
				t.Errorf("%s with Origin %q, Sec-Fetch-Site %q: %d, want %d", method, tc.origin, tc.site, a.status, want)
			}
		}
		_, res, err := websocket.DefaultDialer.Dial(ws, header)
		if err == nil || res == nil {
			t.Fatalf("websocket with Origin %q: %v", tc.origin, err)
		}
		if res.Body.Close(); res.StatusCode != want {
			t.Errorf("websocket with Origin %q: %d, want %d", tc.origin, res.StatusCode, want)
		}
		if a := w.do("GET", "/api/samples", nil, pairs...); a.status != http.StatusOK {
			t.Errorf("reading with Origin %q: %d", tc.origin, a.status)
		}
	}
}

func TestPublicURLsThatAreNone(t *testing.T) {
	for _, s := range []string{"", "play.example.org", "ftp://x", "https://", "https://x/loop", "https://x?y", "http://u@x", "://"} {
		if _, err := newNames([]string{s}); err == nil {
			t.Errorf("%q is taken", s)
		}
	}
}

func TestSessionCookie(t *testing.T) {
	w := newSite(t, Options{})
	cookie := w.get("/").header.Get("Set-Cookie")
	for _, want := range []string{"HttpOnly", "SameSite=Strict", "Path=/"} {
		if !strings.Contains(cookie, want) {
			t.Errorf("%q lacks %s", cookie, want)
		}
	}
	if again := w.get("/").header.Get("Set-Cookie"); again != "" {
		t.Errorf("a second cookie: %q", again)
	}
	made := w.do("GET", "/", nil, "Cookie", sessionCookie+"=../../made-up")
	if made.header.Get("Set-Cookie") == "" {
		t.Error("a made-up session is kept")
	}
}

func TestLoggedPathHidesIDs(t *testing.T) {
	id := newID()
	for in, want := range map[string]string{
		"/api/runs/" + id:         "/api/runs/" + id[:8],
		"/api/runs/" + id + "/ws": "/api/runs/" + id[:8] + "/ws",
		"/api/runs/":              "/api/runs/",
		"/assets/app.js":          "/assets/app.js",
	} {
		if got := loggedPath(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
