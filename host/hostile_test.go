//go:build unix

package host

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/internal/wasmtest"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// Ids that are none, of a closed handle or of another kind are EBADF, for every
// import that takes one.
func TestBadIDs(t *testing.T) {
	p := newPuppet(t, "_initialize")
	kinds := []string{"timer", "idle", "prepare", "check", "async", "tcp", "pipe", "udp"}
	p.start = func() {
		ids := map[string]uint64{}
		for _, k := range kinds {
			if k == "pipe" || k == "udp" {
				ids[k] = p.must(k+"_init", 0, 0, 1)
			} else {
				ids[k] = p.must(k+"_init", 0, 1)
			}
		}
		gone := p.must("timer_init", 0, 1)
		p.must("close", gone)
		p.refuses(uv.EINVAL, "close", gone)
		bad := []uint64{0, 1 << 24, ids["timer"] | 1<<24, 0x7fffffff, 0x80000000, 0xffffffff, 12345}
		p.must("unref", ids["async"])
		p.badIDs(ids, bad)
		p.must("update_time", 0)
		p.must("timer_start", p.must("timer_init", 0, gone), 20, 0)
	}
	p.on = func(kind abi.Callback, _ loop.ID, cookie uint64, _ int64) uint64 {
		if kind == abi.CallbackTimer {
			for _, name := range []string{"is_active", "is_closing", "close", "ref", "timer_stop"} {
				p.refuses(uv.EBADF, name, cookie)
			}
		}
		return 0
	}
	p.mustExit(Config{})
}

// badIDs calls every import whose first parameter is an id with wrong ones.
func (p *puppet) badIDs(ids map[string]uint64, bad []uint64) {
	for _, f := range abi.Funcs {
		if len(f.Params) == 0 || f.Params[0].Kind != abi.ID || f.Name == "cancel" {
			continue
		}
		wrong := bad
		for kind, id := range ids {
			if !takes(f.Name, kind) {
				wrong = append(wrong, id)
			}
		}
		for _, id := range wrong {
			args := make([]uint64, len(f.Params))
			args[0] = id
			p.refuses(uv.EBADF, f.Name, args...)
		}
	}
	for _, id := range bad {
		p.refuses(uv.EINVAL, "cancel", id)
	}
}

// takes reports whether an import takes handles of a kind.
func takes(name, kind string) bool {
	switch name {
	case "close", "is_active", "is_closing", "ref", "unref", "has_ref", "fileno":
		return true // fileno says EINVAL
	case "listen", "accept", "read_start", "read_stop", "write", "try_write", "shutdown", "is_readable", "is_writable",
		"write_queue_size", "stream_open", "stream_set_blocking":
		return kind == "tcp" || kind == "pipe"
	case "send_buffer_size", "recv_buffer_size":
		return kind == "tcp" || kind == "pipe" || kind == "udp"
	}
	return strings.HasPrefix(name, kind+"_")
}

// Pointers outside memory, or that wrap around, are EFAULT for every import
// that takes one, and nothing happens.
func TestBadPointers(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() {
		h := p.must("tcp_init", 0, 1)
		u, pipe := p.must("udp_init", 0, 0, 1), p.must("pipe_init", 0, 0, 1)
		p.g.mem.write(0, []byte("good"))
		for _, ptr := range []uint64{memBytes - 1, memBytes, 1 << 31, 0xfffffff8, 0xffffffff} {
			p.refuses(uv.EFAULT, "tcp_bind", h, ptr, 0)
			p.refuses(uv.EFAULT, "tcp_connect", h, ptr, 1)
			p.refuses(uv.EFAULT, "read_start", h, ptr, 4)
			p.refuses(uv.EFAULT, "read_start", h, 8, 0xffffffff)
			p.refuses(uv.EFAULT, "write", h, ptr, 1, 1)
			p.refuses(uv.EFAULT, "try_write", h, ptr, 1)
			p.refuses(uv.EFAULT, "udp_bind", u, ptr, 0)
			p.refuses(uv.EFAULT, "udp_connect", u, ptr)
			p.refuses(uv.EFAULT, "udp_send", u, ptr, 1, 0, 1)
			p.refuses(uv.EFAULT, "udp_send", u, atBufs, 1, ptr, 1)
			p.refuses(uv.EFAULT, "udp_try_send", u, atBufs, 1, ptr)
			p.refuses(uv.EFAULT, "udp_recv_start", u, ptr)
			p.refuses(uv.EFAULT, "udp_set_membership", u, ptr, 0, 0, 1)
			p.refuses(uv.EFAULT, "udp_set_interface", u, ptr)
			p.refuses(uv.EFAULT, "pipe_bind", pipe, ptr, 4, 0)
			p.refuses(uv.EFAULT, "pipe_connect", pipe, ptr, 4, 0, 1)
			p.refuses(uv.EFAULT, "pipe_getsockname", pipe, ptr, 4)
			p.refuses(uv.EFAULT, "pipe_getpeername", pipe, ptr, 4)
			p.refuses(uv.EFAULT, "pipe_pair", 0, 0, ptr, 8)
			p.refuses(uv.EFAULT, "socket_pair", 1, 0, 0, 0, ptr, 8)
			p.refuses(uv.EFAULT, "fs_open", 0, ptr, 4, 0, 0, 1)
			p.refuses(uv.EFAULT, "fs_stat", 0, 0, 4, ptr, 1)
			p.refuses(uv.EFAULT, "fs_stat", 0, ptr, 4, 0, 1)
			p.refuses(uv.EFAULT, "fs_scandir", 0, ptr, 4, 1)
			p.refuses(uv.EFAULT, "fs_mkdir", 0, ptr, 4, 0, 1)
			p.refuses(uv.EFAULT, "fs_rename", 0, 0, 4, ptr, 4, 1)
			p.refuses(uv.EFAULT, "fs_rename", 0, ptr, 4, 0, 4, 1)
			p.refuses(uv.EFAULT, "fs_unlink", 0, ptr, 4, 1)
		}
		p.refuses(uv.EFAULT, "write", h, memBytes-8*1000, 1001, 1) // the list ends outside
		p.refuses(uv.EINVAL, "write", h, 0, 0, 1)
		p.refuses(uv.EINVAL, "write", h, 0, 0x20000001, 1) // wraps in 32 bits
		p.refuses(uv.EINVAL, "write", h, 0, maxBufs+1, 1)
		bad, n := p.bufs(atData, 4, memBytes-4, 5)
		p.refuses(uv.EFAULT, "write", h, bad, n, 1)
		bad, n = p.bufs(0xfffffffc, 8)
		p.refuses(uv.EFAULT, "try_write", h, bad, n)
		p.refuses(uv.ENAMETOOLONG, "fs_open", 0, 0, 4097, 0, 0, 1)
		p.refuses(uv.ENAMETOOLONG, "fs_open", 0, 0, 0xffffffff, 0, 0, 1)
		p.refuses(uv.ENOENT, "fs_open", 0, 0, 0, 0, 0, 1)
		ptr, len := p.text("a\x00b")
		p.refuses(uv.EINVAL, "fs_open", 0, ptr, len, 0, 0, 1)
		for _, fd := range []uint64{0, 1, 2, 3, 0x7fffffff, 0x80000000, 0xffffffff} {
			good, n := p.bufs(atData, 4)
			if fd != 0 {
				p.refuses(uv.EBADF, "fs_read", 0, fd, good, n, 0, 1)
			}
			if fd != 1 && fd != 2 {
				p.refuses(uv.EBADF, "fs_write", 0, fd, good, n, 0, 1)
			}
			p.refuses(uv.EBADF, "fs_close", 0, fd, 1)
			p.refuses(uv.EBADF, "fs_fstat", 0, fd, atStat, 1)
			if fd != 0 {
				p.refuses(uv.EBADF, "poll_init", 0, fd, 1)
			}
			p.refuses(uv.EBADF, "udp_open", u, fd)
			if fd > 2 {
				p.refuses(uv.EBADF, "stream_open", pipe, fd)
			} else {
				p.refuses(uv.ENOTSOCK, "stream_open", h, fd)
			}
		}
		p.refuses(uv.EINVAL, "pipe_pair", 0, 0, 0, 7)
		p.refuses(uv.EINVAL, "pipe_pair", 1, 0, 0, 8)
		p.refuses(uv.EINVAL, "socket_pair", 3, 0, 0, 0, 0, 8)
		p.refuses(uv.EINVAL, "udp_bind", u, p.addr("127.0.0.1:0"), 2)
		p.refuses(uv.EINVAL, "udp_set_option", u, 5, 1)
		p.refuses(uv.EINVAL, "udp_init", 0, 5, 1)
		p.refuses(uv.EINVAL, "tcp_socket", 0, 0, 1)
		p.refuses(uv.ENOTSUP, "pipe_init", 0, 1, 1)
		p.refuses(uv.EINVAL, "pipe_bind", pipe, 0, 4, 2)
		p.refuses(uv.EINVAL, "pipe_bind", pipe, 0, 0, 0)
		for _, id := range []uint64{h, u, pipe} {
			p.must("close", id)
		}
	}
	p.on = func(kind abi.Callback, _ loop.ID, _ uint64, _ int64) uint64 {
		if kind != abi.CallbackClose {
			t.Errorf("a refused call called back: %s", abi.CallbackNames[kind])
		}
		return 0
	}
	p.mustExit(Config{Listen: rules(t, "all"), Connect: rules(t, "all"), Dirs: []Dir{{Host: t.TempDir(), Guest: "/"}}})
}

// Buffers given from inside a read callback are checked as all others.
func TestABadAnswerToAllocIsNoMemory(t *testing.T) {
	for _, answer := range []uint64{0, 5, memBytes<<32 | 1, 0xffffffff<<32 | 0xffffffff} {
		p := newPuppet(t, "_initialize")
		var server, client, got uint64
		p.start = func() {
			server, client = p.must("tcp_init", 0, 1), p.must("tcp_init", 0, 2)
			p.listen(server, "127.0.0.1:0")
			p.must("tcp_connect", client, atAddr, 3)
		}
		p.on = func(kind abi.Callback, _ loop.ID, cookie uint64, status int64) uint64 {
			switch kind {
			case abi.CallbackConnection:
				c := p.must("tcp_init", 0, 4)
				p.must("accept", server, c)
				p.must("read_start", c, 0, 0)
				got = c
			case abi.CallbackConnect:
				ptr, n := p.data("x")
				p.must("write", client, ptr, n, 5)
			case abi.CallbackAlloc:
				return answer
			case abi.CallbackRead:
				if answer != 5 && uv.Errno(status) != uv.ENOBUFS {
					t.Errorf("answer %#x: read of %d", answer, status)
				}
				for _, h := range []uint64{server, client, got} {
					p.call("close", h)
				}
			}
			return 0
		}
		p.mustExit(Config{Listen: rules(t, "loopback"), Connect: rules(t, "loopback")})
	}
}

// Memory over the limit is refused as memory.grow does, and told.
func TestMemoryLimit(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() {
		if got := p.export("grow", 1); got != 1 {
			t.Errorf("grow(1): %d", got)
		}
		if got := p.export("grow", 1); got != -1 {
			t.Errorf("grow over the limit: %d", got)
		}
		if got := p.export("grow", 65536); got != -1 {
			t.Errorf("grow(65536): %d", got)
		}
		p.must("timer_init", 0, 1)
	}
	p.mustExit(Config{Limits: Limits{Memory: 2 * pageSize}})
	if diff := cmp.Diff([]string{"memory = ENOMEM"}, p.limited()); diff != "" {
		t.Error(diff)
	}
}

func TestAMinimumOverALimitIsRefusedBeforeItRuns(t *testing.T) {
	m := wasmtest.New()
	m.Memory(2048, 0)
	m.Export("_start", m.Func("", ""))
	rt := newRuntime(t, Options{TableElements: 4 << 20})
	mod, err := rt.Load(t.Context(), "big.wasm", m.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	defer mod.Close()
	_, err = mod.Spawn(Config{})
	want := &LoadError{What: "big.wasm needs 128 MiB of memory to start, over the limit of 64 MiB", Try: "More: --max-memory 128MiB"}
	if diff := cmp.Diff(want, err); diff != "" {
		t.Error(diff)
	}
	g, err := mod.Spawn(Config{Limits: Limits{Memory: 128 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	if exit := g.Run(); exit.Code != 0 {
		t.Errorf("with the limit raised: %+v", exit)
	}
	tables := wasmtest.New()
	tables.Table(2 << 20)
	tables.Export("_start", tables.Func("", ""))
	mod2, err := rt.Load(t.Context(), "table.wasm", tables.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	defer mod2.Close()
	if _, err = mod2.Spawn(Config{}); err == nil {
		t.Error("a table over the limit is not refused")
	}
}

// A guest cannot fill the trace's labels or the owner's list with denials.
func TestDenialsAreBounded(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() {
		h := p.must("tcp_init", 0, 1)
		for port := range 200 {
			p.g.mem.write(atAddr, []byte{4, 0, byte(port), 1, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 1})
			p.refuses(uv.EACCES, "tcp_connect", h, atAddr, 1)
		}
		p.must("close", h)
	}
	exit := p.run(Config{})
	if len(exit.Denied) != 64 {
		t.Errorf("%d denials are kept", len(exit.Denied))
	}
	if n := len(p.rec.Labels(0)); n > 80 {
		t.Errorf("%d labels in the trace", n)
	}
	if n := len(p.denied()); n != 200 {
		t.Errorf("%d denials are in the trace", n)
	}
}

// The ids of one guest are nothing to another: each has its own loop and table.
func TestIDsOfAnotherGuest(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() {
		for range 10 {
			p.must("timer_init", 0, 1)
		}
	}
	p.mustExit(Config{})
	p.rec = trace.NewRecorder(trace.Options{})
	p.start = func() {
		for id := range uint64(12) {
			p.refuses(uv.EBADF, "is_active", id)
		}
	}
	p.mustExit(Config{})
}
