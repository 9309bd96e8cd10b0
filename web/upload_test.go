package web

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/loopground/loopground/host/run"
)

func TestUploadRuns(t *testing.T) {
	w := newSite(t, Options{})
	for name, a := range map[string]answer{
		"plain":    w.upload(printer("hello\n")),
		"gzip":     w.upload(gzipped(printer("hello\n")), "Content-Encoding", "gzip"),
		"streamed": w.do("POST", "/api/runs?name=x", io.MultiReader(bytes.NewReader(printer("hello\n"))), "Content-Type", "application/wasm"),
	} {
		id := w.started(a)
		eventually(t, name+" finishes", func() bool { return w.state(id).Status == run.Finished })
		if st := w.state(id); st.Exit == nil || st.Exit.Code != 0 {
			t.Errorf("%s: %+v", name, st)
		}
	}
}

func TestUploadsThatAreRefused(t *testing.T) {
	const limit = 64 << 10
	w := newSite(t, Options{MaxUpload: limit})
	good := printer("hello\n")
	bomb := gzipped(make([]byte, 50<<20))
	if len(bomb) > limit {
		t.Fatalf("the bomb has %d bytes: it would be refused for its own size", len(bomb))
	}
	for name, tc := range map[string]struct {
		body   []byte
		header []string
		status int
		what   string
	}{
		"empty":            {nil, nil, 422, "empty"},
		"text":             {[]byte("print('hello')\n"), nil, 422, ""},
		"truncated module": {good[:len(good)-9], nil, 422, ""},
		"unknown import":   {stranger(), nil, 422, "imports what does not exist"},
		"too large":        {make([]byte, limit+1), nil, 413, "larger than"},
		"gzip bomb":        {bomb, []string{"Content-Encoding", "gzip"}, 413, "larger than"},
		"large and gzip":   {make([]byte, limit+1), []string{"Content-Encoding", "gzip"}, 413, "larger than"},
		"not gzip":         {good, []string{"Content-Encoding", "gzip"}, 400, "Content-Encoding"},
		"truncated gzip":   {gzipped(good)[:40], []string{"Content-Encoding", "gzip"}, 400, "ended too early"},
		"empty gzip":       {nil, []string{"Content-Encoding", "gzip"}, 400, "ended too early"},
		"gzip of nothing":  {gzipped(nil), []string{"Content-Encoding", "gzip"}, 422, "empty"},
		"unknown encoding": {good, []string{"Content-Encoding", "br"}, 415, `"br"`},
		"unknown type":     {good, []string{"Content-Type", "application/zip"}, 415, "neither a module"},
	} {
		t.Run(name, func(t *testing.T) {
			w := &site{t: t, s: w.s, url: w.url, client: w.client}
			w.wantProblem(w.upload(tc.body, tc.header...), tc.status, tc.what)
		})
	}
	if n := w.s.runs.live; n != 0 {
		t.Errorf("%d places are still taken", n)
	}
	w.started(w.upload(good))
}

func TestUploadTooLargeWithoutLength(t *testing.T) {
	w := newSite(t, Options{MaxUpload: 1000})
	endless := io.LimitReader(zeros{}, 100<<20)
	w.wantProblem(w.do("POST", "/api/runs?name=big.wasm", endless, "Content-Type", "application/wasm"), 413, "1000 bytes")
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// 100 MB are refused by their Content-Length, before they are sent.
func TestHugeUploadIsNotRead(t *testing.T) {
	w := newSite(t, Options{})
	conn := w.dialTCP()
	fmt.Fprintf(conn, "POST /api/runs?name=huge.wasm HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/wasm\r\nContent-Length: 100000000\r\n\r\n")
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	w.wantProblem(answer{res.StatusCode, res.Header, body}, 413, "16 MiB")
	if !res.Close {
		t.Error("the connection stays open for a body that is not read")
	}
	// A client that sends it all the same is cut off.
	sent, chunk := 0, make([]byte, 64<<10)
	for sent < 100_000_000 {
		n, err := conn.Write(chunk)
		if sent += n; err != nil {
			break
		}
	}
	if sent >= 50_000_000 {
		t.Errorf("%d bytes were taken", sent)
	}
}

func (w *site) dialTCP() net.Conn {
	w.t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(w.url, "http://"))
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	return conn
}

func TestUploadThatStandsStill(t *testing.T) {
	w := newSite(t, Options{times: times{upload: 30 * time.Millisecond}})
	conn := w.dialTCP()
	fmt.Fprintf(conn, "POST /api/runs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/wasm\r\nContent-Length: 100\r\n\r\nabc")
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(res.Body)
	w.wantProblem(answer{res.StatusCode, res.Header, body}, 408, "stood still")
}

func TestUploadThatBreaksOff(t *testing.T) {
	w := newSite(t, Options{})
	conn := w.dialTCP()
	fmt.Fprintf(conn, "POST /api/runs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/wasm\r\nContent-Length: 100\r\n\r\nabc")
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, conn)
	eventually(t, "the place is free again", func() bool {
		w.s.runs.mu.Lock()
		defer w.s.runs.mu.Unlock()
		return w.s.runs.live == 0
	})
}

func TestNoUpload(t *testing.T) {
	w := newSite(t, Options{NoUpload: true})
	w.wantProblem(w.upload(printer("x")), 403, "samples only")
}

func TestUploadName(t *testing.T) {
	for in, want := range map[string]string{
		"":                       "upload.wasm",
		"a.wasm":                 "a.wasm",
		"/etc/passwd":            "passwd",
		`C:\guests\a.wasm`:       "a.wasm",
		"..":                     "upload.wasm",
		"../..":                  "upload.wasm",
		"a\x00b\n\u202ec.wasm":   "abc.wasm",
		"größe.wasm":             "größe.wasm",
		"\xff\xfe":               "upload.wasm",
		strings.Repeat("x", 999): strings.Repeat("x", 100),
	} {
		if got := uploadName(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
