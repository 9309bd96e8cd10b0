package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/loopground/loopground/internal/leak"
)

// tail is a writer that one goroutine fills and another reads.
type tail struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (w *tail) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.buf.Write(p)
}

func (w *tail) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.buf.String()
}

// served starts serve and answers its link; it is ended with the test.
func served(t *testing.T, args ...string) (link string, stderr *tail) {
	t.Helper()
	leak.Check(t)
	t.Setenv("XDG_CACHE_HOME", testCache)
	ctx, cancel := context.WithCancel(context.Background())
	var stdout tail
	stderr = &tail{}
	p := &program{stdin: strings.NewReader(""), stdout: &stdout, stderr: stderr, args: append([]string{"serve"}, args...)}
	ended := make(chan int, 1)
	go func() { ended <- p.main(ctx) }()
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		cancel()
		if status := <-ended; status != 0 {
			t.Errorf("serve ended with %d: %s", status, stderr)
		}
	})
	for range 1000 {
		if m := regexp.MustCompile(`http://\S+`).FindString(stdout.String()); m != "" {
			return m, stderr
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("no link: %s %s", &stdout, stderr)
	return "", nil
}

func TestServeAnswersAndEndsOnCtrlC(t *testing.T) {
	link, _ := served(t, "--addr", "127.0.0.1:0")
	for _, path := range []string{"/healthz", "/api/samples"} {
		r, err := http.Get(link + path)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(r.Body)
		_ = r.Body.Close()
		if r.StatusCode != http.StatusOK || len(body) == 0 {
			t.Errorf("%s: %s %s", path, r.Status, body)
		}
	}
}

func TestServeSaysWhenTheNamedAddressIsTaken(t *testing.T) {
	leak.Check(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	r := playgroundUntil(context.Background(), "serve", "--addr", l.Addr().String())
	wantStatus(t, r, exitFailure)
	wantText(t, r.stderr, "in use", "--addr")
}

func TestServeTakesTheNextFreePortWhenTheDefaultIsTaken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	next, err := listen(context.Background(), l.Addr().String(), false)
	if err != nil {
		t.Fatal(err)
	}
	defer next.Close()
	taken, got := l.Addr().(*net.TCPAddr).Port, next.Addr().(*net.TCPAddr).Port
	if got <= taken || got > taken+portsTried {
		t.Errorf("port %d after %d", got, taken)
	}
}
