//go:build unix

package host

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

const here = ^uint64(0) // the offset -1

// What requests write to the standard streams is counted and told as what WASI
// writes is, in the order of the calls.
func TestRequestsWriteOutput(t *testing.T) {
	p := newPuppet(t, "_initialize")
	var told []string
	p.start = func() {
		ptr, n := p.data("one ")
		p.refuses(uv.ESPIPE, "fs_write", 0, 1, ptr, n, 0, 0)
		p.must("fs_write", 0, 1, ptr, n, here, 1)
		p.g.mem.write(atStat, []byte("two three\n"))
		ptr, n = p.bufs(atStat, 4, atStat+4, 0, atStat+4, 6)
		if got := p.call("fs_write", 0, 2, ptr, n, here, 0); got != 10 {
			t.Errorf("wrote %d", got)
		}
	}
	p.on = func(_ abi.Callback, _ loop.ID, _ uint64, status int64) uint64 {
		if status != 4 {
			t.Errorf("wrote %d", status)
		}
		return 0
	}
	p.mustExit(Config{Output: func(stream int, b []byte) uint64 {
		told = append(told, fmt.Sprint(stream, string(b)))
		return p.g.written.Load() - uint64(len(b))
	}})
	if diff := cmp.Diff([]string{"1one ", "2two ", "2three\n"}, told); diff != "" {
		t.Error(diff)
	}
	if got := p.out.String(); len(got) != 14 || !strings.Contains(got, "one ") || !strings.Contains(got, "two three\n") {
		t.Errorf("wrote %q", got)
	}
	if p.g.Usage().Output != 14 {
		t.Errorf("counted %d", p.g.Usage().Output)
	}
	_, recs := p.rec.All()
	for _, r := range recs {
		if r.Kind == trace.ReqStart {
			t.Error("a worker was kept by a stream")
		}
	}
}

// Reading standard input neither holds the loop up nor keeps a worker, and is
// answered in the order of asking.
func TestReadingStandardInputWaitsBesideTheLoop(t *testing.T) {
	for _, kind := range []string{"pipe", "reader"} {
		var r io.ReadCloser
		var w io.WriteCloser
		if kind == "pipe" {
			pr, pw, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			r, w = pr, pw
		} else {
			r, w = io.Pipe()
		}
		p := newPuppet(t, "_initialize")
		var got []string
		p.start = func() {
			a, n := p.bufs(atData, 0, atData, 3)
			p.must("fs_read", 0, 0, a, n, here, 1)
			b, n := p.bufs(atData+100, 100)
			p.must("fs_read", 0, 0, b, n, here, 2)
			p.must("timer_start", p.must("timer_init", 0, 9), 1, 0)
		}
		p.on = func(kind abi.Callback, _ loop.ID, cookie uint64, status int64) uint64 {
			switch {
			case kind == abi.CallbackTimer: // the loop went on
				got = append(got, "timer")
				go func() { _, _ = io.WriteString(w, "abc"); _, _ = io.WriteString(w, "def"); _ = w.Close() }()
			case status > 0:
				at := uint32(atData + 100*(cookie-1))
				got = append(got, p.read(at, uint32(status)))
				if cookie == 2 {
					ptr, n := p.bufs(atData+100, 100)
					p.must("fs_read", 0, 0, ptr, n, here, 2)
				}
			default:
				got = append(got, fmt.Sprint(status))
				ptr, n := p.bufs(atData, 3)
				got = append(got, fmt.Sprint(p.call("fs_read", 0, 0, ptr, n, here, 0)))
			}
			return 0
		}
		p.mustExit(Config{Stdin: r, Loop: loop.Options{PoolSize: 1}})
		if diff := cmp.Diff("timer abc def 0 0", strings.Join(got, " ")); diff != "" {
			t.Errorf("%s: %s", kind, diff)
		}
		_ = r.Close()
	}
}

// A file as standard input has offsets, and a pipe has none.
func TestStandardInputThatIsAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "in")
	write(t, path, "0123456789")
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p := newPuppet(t, "_initialize")
	p.start = func() {
		ptr, n := p.bufs(atData, 4)
		for _, c := range []struct {
			at   uint64
			want string
		}{{6, "6789"}, {8, "89"}, {here, "0123"}, {here, "4567"}, {100, ""}} {
			got := p.call("fs_read", 0, 0, ptr, n, c.at, 0)
			if text := p.read(atData, uint32(max(got, 0))); text != c.want {
				t.Errorf("at %d: %d, %q", int64(c.at), got, text)
			}
		}
	}
	p.mustExit(Config{Stdin: f})
	r, w := io.Pipe()
	defer w.Close()
	p.start = func() {
		ptr, n := p.bufs(atData, 4)
		p.refuses(uv.ESPIPE, "fs_read", 0, 0, ptr, n, 3, 0)
	}
	p.rec = trace.NewRecorder(trace.Options{})
	p.mustExit(Config{Stdin: r})
}

// A guest that waits for standard input, or for who reads its output, is ended like
// any other.
func TestTheEndOfAGuestThatWaitsForAStream(t *testing.T) {
	for _, fd := range []uint64{0, 1} {
		for cookie := range uint64(2) {
			for _, by := range []string{"stop", "exit"} {
				if by == "exit" && cookie == 0 {
					continue // it waits
				}
				r, w, err := os.Pipe()
				if err != nil {
					t.Fatal(err)
				}
				unread, full := io.Pipe()
				p := newPuppet(t, "_initialize")
				began := time.Time{}
				p.start = func() {
					began = time.Now()
					if by == "stop" {
						time.AfterFunc(5*time.Millisecond, func() { p.g.Stop(ReasonStopped) })
					}
					ptr, n := p.bufs(atData, 4)
					p.must([]string{"fs_read", "fs_write"}[fd], 0, fd, ptr, n, here, cookie)
					if by == "exit" {
						p.g.finish(ReasonExited, 0, "", "")
						p.g.leave()
					}
				}
				g, err := p.g.mod.Spawn(Config{Stdin: r, Stdout: full})
				if err != nil {
					t.Fatal(err)
				}
				p.g = g
				g.Run()
				if took := time.Since(began); took > endsWithin {
					t.Errorf("fd %d, cookie %d, %s: took %v", fd, cookie, by, took)
				}
				// Nobody can take back a write that has begun; a read ends when its
				// worker gets to it.
				for len(p.rt.Leaked()) > int(fd) {
					if time.Since(began) > 10*endsWithin {
						t.Fatalf("fd %d, cookie %d, %s: leaked %q", fd, cookie, by, p.rt.Leaked())
					}
					time.Sleep(time.Millisecond)
				}
				_, _, _, _ = r.Close(), w.Close(), unread.Close(), full.Close()
			}
		}
	}
}
