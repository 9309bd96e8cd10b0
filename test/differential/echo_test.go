//go:build unix

package differential

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/host/run"
	"github.com/loopground/loopground/internal/leak"
	"github.com/loopground/loopground/loop/trace"
)

const (
	echoConnections = 10_000
	echoAtOnce      = 16
)

// The guide's echo server is a guest that serves ten thousand connections of a
// real client without an error, its whole trace recorded and held to the rules.
func TestEchoServesTenThousandConnections(t *testing.T) {
	g := needGuests(t)
	wasm := g.compile(t, filepath.Join(examplesDir, "echo.c"), "-O2", "-luv")
	leak.Check(t)
	rt, err := host.New(host.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { rt.Close() })
	loopback, err := host.ParseRule("loopback")
	if err != nil {
		t.Fatal(err)
	}
	r, stdout := io.Pipe()
	running, err := run.NewLocal(rt).Start(t.Context(), run.Spec{
		Name: "echo.wasm", Wasm: wasm, Args: []string{"0", fmt.Sprint(echoConnections)},
		Stdout: stdout, Stderr: os.Stderr, Listen: []host.Rule{loopback}, Timeout: 2 * time.Minute,
	})
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(r)
	var port int
	if _, err := fmt.Fscanf(lines, "port %d\n", &port); err != nil {
		t.Fatal(err)
	}
	if err := echoClients(port); err != nil {
		t.Error(err)
		if err := running.Control(run.Stop); err != nil {
			t.Error(err)
		}
	}
	go func() {
		<-running.Done()
		stdout.Close()
	}()
	rest, err := io.ReadAll(lines)
	if err != nil {
		t.Error(err)
	}
	if d := cmp.Diff(fmt.Sprintf("%d connections, 0 errors\n", echoConnections), string(rest)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if exit := running.State().Exit; exit.Code != 0 {
		t.Errorf("status %d: %s", exit.Code, exit.Message)
	}
	first, records := running.Trace().All()
	for _, p := range trace.Check(records, trace.CheckOptions{First: first}) {
		t.Error(p)
	}
	if first != 0 || len(records) < 10*echoConnections {
		t.Errorf("the trace has %d records from %d on", len(records), first)
	}
}

// echoClients makes all connections, some at once.
func echoClients(port int) error {
	errs := make(chan error, echoAtOnce)
	var begun atomic.Int64
	var wg sync.WaitGroup
	for range echoAtOnce {
		wg.Go(func() {
			for n := begun.Add(1); n <= echoConnections; n = begun.Add(1) {
				if err := echoOnce(port, n); err != nil {
					errs <- fmt.Errorf("connection %d: %w", n, err)
					return
				}
			}
		})
	}
	wg.Wait()
	close(errs)
	var all error
	for err := range errs {
		all = errors.Join(all, err)
	}
	return all
}

// echoOnce sends a message of its own and reads it back, and then the end.
func echoOnce(port int, n int64) error {
	c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	message := fmt.Sprintf("%064d", n)
	if _, err := io.WriteString(c, message); err != nil {
		return err
	}
	if err := c.(*net.TCPConn).CloseWrite(); err != nil {
		return err
	}
	got, err := io.ReadAll(c)
	if err == nil && string(got) != message {
		err = fmt.Errorf("came back as %q", got)
	}
	return err
}
