//go:build unix

package host

import (
	"io"
	"net"
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/internal/wasmtest"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// hanging is a file system in which opening does not come back before release
// is closed.
type hanging struct {
	loop.FileSystem
	release chan struct{}
	entered atomic.Bool
}

// Open is loop.FileSystem.
func (h *hanging) Open(string, int, uint32) (int, uv.Errno) {
	h.entered.Store(true)
	<-h.release
	return -1, uv.EIO
}

// A worker that hangs in the kernel holds up neither the guest's end nor the
// runtime's, and is listed until it comes back.
func TestAWorkerThatHangsIsLeftBehind(t *testing.T) {
	for _, by := range []string{"stop", "deadline", "close", "exit"} {
		t.Run(by, func(t *testing.T) {
			p := newPuppet(t, "_initialize")
			fs := &hanging{release: make(chan struct{})}
			began := time.Time{}
			end := func() {
				began = time.Now()
				switch by {
				case "stop":
					p.g.Stop(ReasonStopped)
				case "close":
					go func() { _ = p.rt.Close() }()
				}
			}
			p.start = func() {
				r, _ := p.g.newFS(0, 1)
				p.g.submitFS(r, func(r *fsReq, cb func()) error { return r.l.FSOpen(&r.req, fs, "/hangs", 0, 0, cb) })
				for !fs.entered.Load() {
					time.Sleep(100 * time.Microsecond)
				}
				if by == "exit" {
					began = time.Now()
					p.g.finish(ReasonExited, 0, "", "")
					p.g.leave()
				}
				end()
			}
			p.on = func(abi.Callback, loop.ID, uint64, int64) uint64 { t.Error("called back"); return 0 }
			limits := Limits{}
			if by == "deadline" {
				limits.WallTime = 20 * time.Millisecond
			}
			g, err := p.g.mod.Spawn(Config{Limits: limits})
			if err != nil {
				t.Fatal(err)
			}
			p.g = g
			g.Run()
			if took := time.Since(began); took > endsWithin {
				t.Errorf("took %v", took)
			}
			if left := p.rt.Leaked(); len(left) != 1 || left[0] != "puppet.wasm: 1 requests that hang in the kernel, and its memory" {
				t.Errorf("leaked: %q", left)
			}
			if p.g.mem.full == nil {
				t.Error("its memory was unmapped under the worker")
			}
			close(fs.release)
		})
	}
}

// waiting are guests that wait for ever, each for something else; granted is
// what they need for that.
func waiting() map[string]func(t *testing.T) (*wasmtest.Module, Config) {
	return map[string]func(t *testing.T) (*wasmtest.Module, Config){
		"asleep in WASI": func(t *testing.T) (*wasmtest.Module, Config) { return sleeper(3600e9), Config{} },
		"accepting":      func(t *testing.T) (*wasmtest.Module, Config) { return listener(), Config{Listen: rules(t, "loopback")} },
		"reading standard input": func(t *testing.T) (*wasmtest.Module, Config) {
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _, _ = r.Close(), w.Close() })
			return reader(), Config{Stdin: r}
		},
		"reading from a reader": func(t *testing.T) (*wasmtest.Module, Config) {
			r, w := io.Pipe()
			t.Cleanup(func() { _ = w.Close() })
			return reader(), Config{Stdin: r}
		},
		"writing to a pipe nobody reads": func(t *testing.T) (*wasmtest.Module, Config) {
			r, w := io.Pipe()
			t.Cleanup(func() { _ = r.Close() })
			return writer(), Config{Stdout: w}
		},
		"writing to a peer that never reads": func(t *testing.T) (*wasmtest.Module, Config) {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = l.Close() })
			return flooder(l.Addr().(*net.TCPAddr).Port), Config{Connect: rules(t, "loopback")}
		},
	}
}

func listener() *wasmtest.Module {
	m := wasmtest.New()
	tcpInit, bind, listen := m.UV("tcp_init"), m.UV("tcp_bind"), m.UV("listen")
	m.Memory(1, 1)
	m.Data(0, []byte{4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 127, 0, 0, 1})
	at := wasmtest.Cat(wasmtest.I32(100), wasmtest.Load)
	m.Export(abi.ExportDispatch, m.Func("iiII", "I", wasmtest.I64(0)))
	m.Export("_initialize", m.Func("", "",
		wasmtest.I32(100), wasmtest.I32(0), wasmtest.I64(1), wasmtest.Call(tcpInit), wasmtest.Store,
		at, wasmtest.I32(0), wasmtest.I32(0), wasmtest.Call(bind), wasmtest.Drop,
		at, wasmtest.I32(16), wasmtest.Call(listen), wasmtest.Drop))
	return m
}

// flooder connects to a port and writes into it again with every write that
// has ended.
func flooder(port int) *wasmtest.Module {
	m := wasmtest.New()
	tcpInit, connect, write := m.UV("tcp_init"), m.UV("tcp_connect"), m.UV("write")
	m.Memory(64, 64)
	m.Data(0, []byte{4, 0, byte(port), byte(port >> 8), 0, 0, 0, 0, 0, 0, 0, 0, 127, 0, 0, 1})
	m.Data(16, []byte{0, 0, 1, 0, 0, 0, 32, 0}) // 2 MiB at 64 KiB
	at := wasmtest.Cat(wasmtest.I32(100), wasmtest.Load)
	m.Export(abi.ExportDispatch, m.Func("iiII", "I",
		at, wasmtest.I32(16), wasmtest.I32(1), wasmtest.I64(1), wasmtest.Call(write), wasmtest.Drop, wasmtest.I64(0)))
	m.Export("_initialize", m.Func("", "",
		wasmtest.I32(100), wasmtest.I32(0), wasmtest.I64(1), wasmtest.Call(tcpInit), wasmtest.Store,
		at, wasmtest.I32(0), wasmtest.I64(1), wasmtest.Call(connect), wasmtest.Drop))
	return m
}

// io1 calls fd_read or fd_write with one buffer of 64 bytes.
func io1(name string, fd int32) *wasmtest.Module {
	m := wasmtest.New()
	f := m.Import(wasi, name, "iiii", "i")
	m.Memory(1, 1)
	m.ExportMemory("memory")
	m.Data(0, []byte{64, 0, 0, 0, 64, 0, 0, 0})
	m.Export("_start", m.Func("", "", wasmtest.I32(fd), wasmtest.I32(0), wasmtest.I32(1), wasmtest.I32(32), wasmtest.Call(f), wasmtest.Drop))
	return m
}

func reader() *wasmtest.Module { return io1("fd_read", 0) }
func writer() *wasmtest.Module { return io1("fd_write", 1) }

func TestStopEndsAGuestThatWaits(t *testing.T) {
	for name, guest := range waiting() {
		t.Run(name, func(t *testing.T) {
			rt := newRuntime(t, Options{})
			m, cfg := guest(t)
			var all []time.Duration
			for range 5 {
				g := spawn(t, rt, m.Bytes(), cfg)
				ended := startedRun(g)
				time.Sleep(5 * time.Millisecond) // it waits by then, or else for the same end
				began := time.Now()
				g.Stop(ReasonStopped)
				if exit := <-ended; exit.Reason != ReasonStopped {
					t.Errorf("%+v", exit)
				}
				all = append(all, time.Since(began))
				if left := rt.Leaked(); len(left) > 0 {
					if diff := cmp.Diff([]string{"guest.wasm: a read or write of its streams that blocks"}, left); diff != "" {
						t.Error(diff)
					}
					break // the stream is still in use
				}
			}
			if slowest := slices.Max(all); slowest > endsWithin {
				t.Errorf("took %v", slowest)
			}
		})
	}
}

func startedRun(g *Guest) <-chan Exit {
	ended := make(chan Exit, 1)
	go func() { ended <- g.Run() }()
	return ended
}
