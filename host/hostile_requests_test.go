//go:build unix

package host

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// stopSoon ends the guest from another goroutine, and gives the time when it did.
func (p *puppet) stopSoon() (at chan time.Time) {
	at = make(chan time.Time, 1)
	time.AfterFunc(5*time.Millisecond, func() { at <- time.Now(); p.g.Stop(ReasonStopped) })
	return at
}

// overlapping writes a list of buffers that are the same 256 KiB, 1.8 GiB together.
func (p *puppet) overlapping() (ptr, count uint64) {
	p.export("grow", 3)
	return p.bufs(slices.Repeat([]uint32{0, 4 * pageSize}, 7000)...)
}

// Output is told before it is written, however much a guest makes of a little
// memory, and a file takes all it is given: both can be stopped.
func TestWritingTheSameBytesOverAndOverCanBeStopped(t *testing.T) {
	for name, write := range map[string]func(p *puppet, ptr, n uint64){
		"output":          func(p *puppet, ptr, n uint64) { p.call("fs_write", 0, 1, ptr, n, here, 1) },
		"output, at once": func(p *puppet, ptr, n uint64) { p.call("fs_write", 0, 1, ptr, n, here, 0) },
		"file": func(p *puppet, ptr, n uint64) {
			h := p.must("pipe_init", 0, 0, 1)
			p.must("stream_open", h, p.openNow("/d/out", 0x41))
			p.call("try_write", h, ptr, n)
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPuppet(t, "_initialize")
			var at chan time.Time
			p.start = func() {
				ptr, n := p.overlapping()
				at = p.stopSoon()
				write(p, ptr, n)
				p.call("now", 0)
				t.Error("lives on")
			}
			buf, told := make([]byte, 4*pageSize), uint64(0)
			exit := p.run(Config{
				Output: func(_ int, b []byte) uint64 { told += uint64(copy(buf, b)); return told - uint64(len(b)) },
				Dirs:   []Dir{{Host: t.TempDir(), Guest: "/d"}},
			})
			if took := time.Since(<-at); exit.Reason != ReasonStopped || took > endsWithin {
				t.Errorf("%+v after %v", exit, took)
			}
		})
	}
}

// openNow opens a file before the call returns.
func (p *puppet) openNow(path string, flags uint64) uint64 {
	p.t.Helper()
	ptr, n := p.text(path)
	return p.must("fs_open", 0, ptr, n, flags, 0o600, 0)
}

func TestAFileAsAStream(t *testing.T) {
	dir := t.TempDir()
	p := newPuppet(t, "_initialize")
	var done []int64
	p.start = func() {
		fd, h := p.openNow("/d/out", 0x42), p.must("pipe_init", 0, 0, 1)
		p.must("stream_open", h, fd)
		p.refuses(uv.EBUSY, "fs_close", 0, fd, 0)
		p.refuses(uv.EBUSY, "stream_open", h, fd)
		p.refuses(uv.EEXIST, "stream_open", p.must("pipe_init", 0, 0, 2), fd)
		p.refuses(uv.ENOTCONN, "read_start", h, atData, 8)
		ptr, n := p.data("one ")
		p.must("try_write", h, ptr, n)
		p.must("write", h, ptr, n, 3)
		if got := p.must("fileno", h); got != fd {
			t.Errorf("fileno: %d, not %d", got, fd)
		}
		r := p.must("pipe_init", 0, 0, 4)
		p.must("stream_open", r, p.openNow("/d/out", 0))
		p.refuses(uv.EPIPE, "try_write", r, ptr, n)
	}
	p.on = func(kind abi.Callback, _ loop.ID, _ uint64, status int64) uint64 {
		if kind == abi.CallbackWrite {
			done = append(done, status)
		}
		return 0
	}
	p.mustExit(Config{Dirs: []Dir{{Host: dir, Guest: "/d"}}})
	got, err := os.ReadFile(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("one one ", string(got)); diff != "" || len(done) != 1 || done[0] != 0 {
		t.Error(diff, done)
	}
}

// A guest makes loops without end. Those that are open never have one number.
func TestNumbersOfLoopsInTheTraceWrap(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() {
		a := p.must("loop_init") // 1
		p.g.loops.made = 1<<16 - 2
		for i, n := range []uint64{a, p.must("loop_init"), p.must("loop_init")} {
			p.must("timer_start", p.must("timer_init", n, uint64(i)), 0, 0)
			p.must("run", n, 0)
		}
	}
	p.on = func(kind abi.Callback, id loop.ID, _ uint64, _ int64) uint64 {
		if kind == abi.CallbackTimer {
			p.must("close", uint64(id))
		}
		return 0
	}
	p.mustExit(Config{})
	var numbers []uint16
	_, recs := p.rec.All()
	for _, r := range recs {
		if r.Kind == trace.HandleInit {
			numbers = append(numbers, r.Loop)
		}
	}
	if diff := cmp.Diff([]uint16{1, 1<<16 - 1, 2}, numbers); diff != "" {
		t.Error(diff)
	}
}

// A request that is done at once ends with its guest, also in a callback of a loop
// that runs inside another's.
func TestTheEndInARequestAtOnceWithinTwoLoops(t *testing.T) {
	p := newPuppet(t, "_initialize")
	var at chan time.Time
	var second uint64
	p.start = func() {
		second = p.must("loop_init")
		p.must("timer_start", p.must("timer_init", 0, 1), 0, 0)
		p.must("timer_start", p.must("timer_init", second, 2), 0, 0)
	}
	p.on = func(kind abi.Callback, _ loop.ID, cookie uint64, _ int64) uint64 {
		if kind != abi.CallbackTimer {
			return 0
		}
		if cookie == 1 {
			p.must("run", second, 0)
		}
		at = p.stopSoon()
		ptr, n := p.text("/d/no")
		p.g.mem.write(atText2, []byte("name"))
		for {
			p.refuses(uv.ENOENT, "fs_stat", second, ptr, n, atStat, 0)
			p.refuses(uv.EACCES, "getaddrinfo", 0, atText2, 4, 0, 0, 0, 0, 0, 0, atData, 8, 0)
			p.must("random", 0, pageSize/2, pageSize/2, 0, 0)
		}
	}
	exit := p.run(Config{Dirs: []Dir{{Host: t.TempDir(), Guest: "/d"}}})
	if took := time.Since(<-at); exit.Reason != ReasonStopped || took > endsWithin {
		t.Errorf("%+v after %v", exit, took)
	}
}

// Numbers that stand for a handle, for a directory, or for nothing.
func TestNumbersThatAreNoFiles(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() {
		sock := p.must("fileno", p.must("tcp_socket", 0, 4, 1))
		ptr, n := p.text("/d")
		dir := p.must("fs_opendir", 0, ptr, n, 0)
		for _, fd := range []uint64{0, 1, 2, sock, dir, 99, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1<<32 - 100} {
			p.refuses(uv.EBADF, "fs_dup", fd)
			p.refuses(uv.EBADF, "fs_seek", fd, 0, 0)
			p.refuses(uv.EBADF, "fs_sendfile", 0, fd, fd, 0, ^uint64(0), 0)
			p.refuses(uv.EBADF, "fs_ftruncate", 0, fd, 0, 0)
		}
		file := p.openNow("/d/f", 0x42)
		p.refuses(uv.EINVAL, "fs_seek", file, ^uint64(0), 0)
		p.refuses(uv.EINVAL, "fs_seek", file, 0, 3)
		p.refuses(uv.EINVAL, "fs_sendfile", 0, file, file, ^uint64(0), ^uint64(0), 0)
		p.refuses(uv.ENOBUFS, "fs_readdir", 0, dir, 1<<32-1, atData, 1, 0)
		p.refuses(uv.ENOBUFS, "fs_readdir", 0, dir, 1, 0, 0, 0)
		p.refuses(uv.EFAULT, "fs_readdir", 0, dir, 1, memBytes-1, 2, 0)
		if got := p.must("fs_readdir", 0, dir, 1<<32-1, atData, 64, 0); got != 1 {
			t.Errorf("%d entries", got)
		}
		p.must("fs_closedir", 0, dir, 0)
		p.must("fs_dup", file)
		p.must("fs_dup", file)
		p.refuses(uv.EMFILE, "fs_dup", file)
		p.refuses(uv.EMFILE, "socket_pair", 1, 0, 0, 0, atStat, 8)
		ptr, n = p.text("/d/g")
		p.refuses(uv.EMFILE, "fs_open", 0, ptr, n, 0x42, 0, 0)
	}
	p.mustExit(Config{Dirs: []Dir{{Host: t.TempDir(), Guest: "/d"}}, Limits: Limits{Files: 4}})
}

// Templates that lead out, or into a link that does.
func TestTemplatesOfHostilePaths(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	if err := os.Symlink(outside, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	p := newPuppet(t, "_initialize")
	p.start = func() {
		for template, want := range map[string]uv.Errno{
			"/d/link/XXXXXX": uv.EACCES, "/d/../XXXXXX": uv.EACCES, "../XXXXXX": uv.EACCES,
			"/d/XXXXXX/": uv.EINVAL, "/d/XXXXX": uv.EINVAL, "/d/XXXXXX/..": uv.EINVAL, "/d/a/XXXXXX": uv.ENOENT,
			"/d/" + strings.Repeat("a", 300) + "XXXXXX": uv.ENAMETOOLONG,
		} {
			for _, name := range []string{"fs_mkdtemp", "fs_mkstemp"} {
				ptr, n := p.text(template)
				p.refuses(want, name, 0, ptr, n, atData, 4096, 0)
			}
		}
		ptr, n := p.text("/d/link/../XXXXXX")
		p.must("fs_mkdtemp", 0, ptr, n, atData, n, 0) // a path is cleaned before it is looked up
		p.refuses(uv.ENAMETOOLONG, "fs_mkdtemp", 0, ptr, n, atData, n-1, 0)
	}
	p.mustExit(Config{Dirs: []Dir{{Host: dir, Guest: "/d"}}})
	if left, err := os.ReadDir(outside); err != nil || len(left) > 0 {
		t.Error(left, err)
	}
}

// A guest fills the pool with work and look-ups and cancels what it can: each calls
// back once.
func TestAFloodOfWorkThatIsCancelled(t *testing.T) {
	p := newPuppet(t, "_initialize")
	var began, ended, worked int
	p.start = func() {
		p.g.mem.write(atData, []byte(strings.Repeat("a.", 120)))
		for range 200 {
			ids := []uint64{p.must("queue_work", 0, 1), p.must("getaddrinfo", 0, atData, 240, 0, 0, 0, 0, 0, 0, atStat, 1, 2)}
			for _, id := range ids {
				began++
				p.call("cancel", id)
			}
		}
		p.refuses(uv.EINVAL, "getaddrinfo", 0, atData, 4097, 0, 0, 0, 0, 0, 0, atStat, 1, 2)
	}
	p.on = func(kind abi.Callback, id loop.ID, _ uint64, _ int64) uint64 {
		switch kind {
		case abi.CallbackWork:
			worked++
			p.refuses(uv.EBUSY, "cancel", uint64(id))
		case abi.CallbackAfterWork, abi.CallbackGetaddrinfo:
			ended++
		}
		return 0
	}
	p.mustExit(Config{})
	if ended != began || worked > began {
		t.Errorf("%d of %d, %d worked", ended, began, worked)
	}
}

// Whatever a guest asks for over and over, it ends soon after it was stopped.
func TestStormsOfCallsEnd(t *testing.T) {
	for name, call := range map[string]func(p *puppet, i, dir, file uint64){
		"loops": func(p *puppet, i, _, _ uint64) {
			if l := p.call("loop_init"); l > 0 && i%3 > 0 {
				p.call("loop_close", uint64(l))
			}
		},
		"runs":    func(p *puppet, i, _, _ uint64) { p.call("run", i%(maxLoops+1), i%4) },
		"pairs":   func(p *puppet, i, _, _ uint64) { p.call("socket_pair", 1+i%2, 0, 0, 0, atStat, 8) },
		"dups":    func(p *puppet, _, _, file uint64) { p.call("fs_dup", file) },
		"work":    func(p *puppet, _, _, _ uint64) { p.call("cancel", uint64(p.call("queue_work", 0, 1))) },
		"entries": func(p *puppet, i, dir, _ uint64) { p.call("fs_readdir", 0, dir, 1, atData, 1, i%2) },
		"copies": func(p *puppet, i, _, _ uint64) {
			ptr, n := p.text("/d/f")
			p.call("fs_copyfile", 0, ptr, n, ptr, n, 0, i%2)
		},
		"names": func(p *puppet, i, _, _ uint64) {
			ptr, n := p.text(strings.Repeat("a.", 120))
			p.call("getaddrinfo", 0, ptr, n, 0, 0, 0, 0, 0, 0, atData, 1, i%2)
		},
		"long lists": func(p *puppet, _, _, file uint64) {
			ptr, n := p.bufs(make([]uint32, 2*1500)...)
			p.call("fs_write", 0, file, ptr, n, here, 0)
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPuppet(t, "_initialize")
			var at chan time.Time
			p.start = func() {
				ptr, n := p.text("/d")
				dir, file := p.must("fs_opendir", 0, ptr, n, 0), p.openNow("/d/f", 0x42)
				at = p.stopSoon()
				for i := uint64(0); ; i++ {
					call(p, i, dir, file)
				}
			}
			exit := p.run(Config{Dirs: []Dir{{Host: t.TempDir(), Guest: "/d"}}})
			if took := time.Since(<-at); exit.Reason != ReasonStopped || took > endsWithin {
				t.Errorf("%+v after %v", exit, took)
			}
		})
	}
}
