//go:build linux

package host

import (
	"encoding/binary"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

func (p *puppet) pipe(cookie uint64) uint64 { return p.must("pipe_init", 0, 0, cookie) }

func (p *puppet) name(call string, h uint64) string {
	return p.read(atStat, uint32(p.must(call, h, atStat, 200)))
}

func TestUnixSocketsWithinOneGuest(t *testing.T) {
	dir := t.TempDir()
	p := newPuppet(t, "_initialize")
	var server, client, conn uint64
	var got []string
	say := func(format string, args ...any) { got = append(got, fmt.Sprintf(format, args...)) }
	p.start = func() {
		server, client = p.pipe(1), p.pipe(2)
		ptr, n := p.text("/run/s")
		p.refuses(uv.EINVAL, "listen", server, 1)
		p.must("pipe_bind", server, ptr, n, 0)
		p.refuses(uv.EINVAL, "pipe_bind", server, ptr, n, 0)
		p.refuses(uv.EADDRINUSE, "pipe_bind", client, ptr, n, 0)
		p.must("pipe_chmod", server, 3)
		info, err := os.Stat(filepath.Join(dir, "s"))
		if err != nil || info.Mode().Perm()&0o666 != 0o666 {
			t.Errorf("%v, %v", info, err)
		}
		p.must("listen", server, 8)
		p.must("pipe_connect", client, ptr, n, 0, 20)
		say("server is %s", p.name("pipe_getsockname", server))
		p.refuses(uv.ENOBUFS, "pipe_getsockname", server, atStat, 5)
	}
	p.on = func(kind abi.Callback, _ loop.ID, cookie uint64, status int64) uint64 {
		switch kind {
		case abi.CallbackConnection:
			conn = p.pipe(3)
			p.refuses(uv.EINVAL, "accept", server, p.must("tcp_init", 0, 4))
			p.must("accept", server, conn)
			say("accepted at %s from %q", p.name("pipe_getsockname", conn), p.name("pipe_getpeername", conn))
			p.must("read_start", conn, atData, 64)
		case abi.CallbackConnect:
			say("connect %d: %d to %s", cookie, status, p.name("pipe_getpeername", client))
			ptr, n := p.data("ping")
			p.must("write", client, ptr, n, 21)
			p.must("shutdown", client, 22)
		case abi.CallbackRead:
			if status > 0 {
				say("read %s", p.read(atData, uint32(status)))
			} else {
				say("end %d", status)
				p.g.Stop(ReasonStopped)
			}
		}
		return 0
	}
	p.run(Config{Dirs: []Dir{{Host: dir, Guest: "/run"}}})
	text := strings.Join(got, ", ")
	for _, want := range []string{"server is /run/s", `accepted at /run/s from ""`, "connect 20: 0 to /run/s", "read ping", "end -4095"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	if _, err := os.Lstat(filepath.Join(dir, "s")); err == nil {
		t.Error("the socket's file is left")
	}
}

// Nothing that lies outside of the grants is bound or reached: not without a
// grant, nor by a link, nor by "..".
func TestUnixSocketsStayBelowTheGrants(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	l, err := net.Listen("unix", filepath.Join(out, "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for link, to := range map[string]string{"link": filepath.Join(out, "s"), "dir": out} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p := newPuppet(t, "_initialize")
	want := map[uint64]uv.Errno{}
	bind := func(path string, want uv.Errno) {
		h := p.pipe(1)
		ptr, n := p.text(path)
		p.refuses(want, "pipe_bind", h, ptr, n, 0)
		p.must("close", h)
	}
	p.start = func() {
		bind("/nowhere/s", uv.EACCES)
		bind("/ro/s", uv.EROFS)
		bind("/rw/dir/new", uv.EACCES)
		bind("/rw/../s", uv.EACCES)
		bind("/rw/link", uv.EADDRINUSE)
		bind("/rw/missing/s", uv.EACCES)
		bind("/rw/"+strings.Repeat("n", 100), uv.ENAMETOOLONG)
		for i, c := range []struct {
			path string
			want uv.Errno
		}{
			{"/nowhere/s", uv.EACCES}, {"/ro/s", uv.EROFS}, {"/rw/link", uv.EACCES}, {"/rw/dir/s", uv.EACCES},
			{"/rw/file", uv.ECONNREFUSED}, {"/rw/missing", uv.ENOENT}, {"/rw", uv.ECONNREFUSED},
		} {
			cookie := uint64(100 + i)
			want[cookie] = c.want
			ptr, n := p.text(c.path)
			p.must("pipe_connect", p.pipe(2), ptr, n, 0, cookie)
		}
	}
	p.on = func(kind abi.Callback, _ loop.ID, cookie uint64, status int64) uint64 {
		if kind == abi.CallbackConnect {
			if uv.Errno(status) != want[cookie] {
				t.Errorf("connect %d: %v, want %v", cookie, uv.Errno(status), want[cookie])
			}
			delete(want, cookie)
		}
		return 0
	}
	exit := p.run(Config{Dirs: []Dir{{Host: dir, Guest: "/rw"}, {Host: out, Guest: "/ro", ReadOnly: true}}})
	if len(want) > 0 {
		t.Errorf("not called back: %v", want)
	}
	if exit.Code != 0 || len(exit.Denied) < 4 {
		t.Errorf("%+v", exit)
	}
}

// pair makes two descriptors.
func (p *puppet) pair(call string, args ...uint64) (a, b uint64) {
	p.must(call, append(args, atStat, 8)...)
	raw := must(p.g.mem.slice(atStat, 8))
	return uint64(binary.LittleEndian.Uint32(raw)), uint64(binary.LittleEndian.Uint32(raw[4:]))
}

func TestStreamsOnDescriptors(t *testing.T) {
	for call, args := range map[string][]uint64{"pipe_pair": {0x40, 0}, "socket_pair": {1, 0, 0, 0}} {
		t.Run(call, func(t *testing.T) {
			p := newPuppet(t, "_initialize")
			var in, out uint64
			got := ""
			p.start = func() {
				r, w := p.pair(call, args...)
				in, out = p.pipe(1), p.pipe(2)
				p.refuses(uv.EBADF, "fileno", in)
				p.must("stream_open", in, r)
				p.must("stream_open", out, w)
				p.refuses(uv.EBUSY, "stream_open", in, w)
				p.refuses(uv.EEXIST, "stream_open", p.pipe(3), w)
				p.refuses(uv.EEXIST, "poll_init", 0, w, 4)
				p.refuses(uv.EBUSY, "fs_close", 0, w, 5)
				if p.must("fileno", out) != w {
					t.Error("fileno is not what was opened")
				}
				p.refuses(uv.EINVAL, "fileno", p.must("timer_init", 0, 1))
				p.must("read_start", in, atData, 64)
				p.must("stream_set_blocking", out, 1)
				ptr, n := p.data("through")
				p.must("write", out, ptr, n, 6)
			}
			p.on = func(kind abi.Callback, _ loop.ID, _ uint64, status int64) uint64 {
				if kind != abi.CallbackRead {
					return 0
				}
				if status > 0 {
					got += p.read(atData, uint32(status))
					p.must("close", out)
				} else if status == int64(uv.EOF) {
					got += "."
					p.must("close", in)
				}
				return 0
			}
			p.mustExit(Config{})
			if got != "through." || p.g.files.open != 0 {
				t.Errorf("%q, %d descriptors are open", got, p.g.files.open)
			}
		})
	}
}

func TestDescriptorsThatCannotBeStreams(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() {
		r, _ := p.pair("pipe_pair", 0, 0)
		d, _ := p.pair("socket_pair", 2, 0, 0, 0)
		p.refuses(uv.EMFILE, "pipe_pair", 0, 0, atStat, 8)
		tcp, udp := p.must("tcp_init", 0, 1), p.must("udp_init", 0, 0, 2)
		p.refuses(uv.ENOTSOCK, "stream_open", tcp, r)
		p.refuses(uv.ENOTSOCK, "stream_open", tcp, d)
		p.refuses(uv.EINVAL, "udp_open", udp, r)
		p.must("udp_open", udp, d)
		p.refuses(uv.EEXIST, "udp_open", p.must("udp_init", 0, 0, 3), d)
		sock := p.must("tcp_socket", 0, 4, 4)
		fd := p.must("fileno", sock)
		if p.must("fileno", sock) != fd {
			t.Error("fileno changes")
		}
		p.refuses(uv.EEXIST, "stream_open", p.pipe(5), fd)
		p.refuses(uv.EMFILE, "fileno", p.must("tcp_socket", 0, 6, 4))
		p.must("close", sock)
		p.refuses(uv.EBADF, "fileno", sock)
	}
	p.mustExit(Config{Limits: Limits{Files: 5}})
	if diff := cmp.Diff([]string{"files = EMFILE", "files = EMFILE"}, p.limited()); diff != "" {
		t.Error(diff)
	}
}

// An end of a pipe can be polled, and closed by the guest meanwhile.
func TestPollOnDescriptors(t *testing.T) {
	p := newPuppet(t, "_initialize")
	var r, w, poll, out uint64
	p.start = func() {
		r, w = p.pair("pipe_pair", 0, 0)
		poll, out = p.must("poll_init", 0, r, 1), p.pipe(2)
		second := p.must("poll_init", 0, r, 3)
		p.must("poll_start", poll, 1)
		p.refuses(uv.EEXIST, "poll_start", second, 1)
		p.refuses(uv.EEXIST, "poll_init", 0, r, 4)
		p.must("close", second)
		p.must("stream_open", out, w)
		ptr, n := p.data("x")
		p.must("write", out, ptr, n, 5)
		p.must("fs_close", 0, r, 6)
	}
	polled := false
	p.on = func(kind abi.Callback, _ loop.ID, _ uint64, status int64) uint64 {
		if kind == abi.CallbackPoll {
			polled = status == 1
			p.must("close", poll)
			p.must("close", out)
		}
		return 0
	}
	p.mustExit(Config{})
	if !polled {
		t.Error("not readable")
	}
}

// Streams on the standard ones are seen as all input and output is.
func TestStandardStreams(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := w.WriteString("typed"); err != nil {
		t.Fatal(err)
	}
	w.Close()
	p := newPuppet(t, "_initialize")
	got := ""
	p.start = func() {
		in, out := p.pipe(1), p.pipe(2)
		p.must("stream_open", in, 0)
		p.must("stream_open", out, 1)
		p.must("read_start", in, atStat, 64)
		p.refuses(uv.ENOTCONN, "read_start", out, atStat, 64)
		ptr, n := p.data("shown")
		p.must("write", out, ptr, n, 3)
		if n := p.must("try_write", out, ptr, n); n != 5 {
			t.Errorf("%d bytes", n)
		}
		if p.must("fileno", in) != 0 || p.must("fileno", out) != 1 {
			t.Error("fileno is not that of the standard stream")
		}
	}
	p.on = func(kind abi.Callback, _ loop.ID, _ uint64, status int64) uint64 {
		if kind == abi.CallbackRead && status > 0 {
			got += p.read(atStat, uint32(status))
		}
		return 0
	}
	p.mustExit(Config{Stdin: r})
	if got != "typed" || p.out.String() != "shownshown" {
		t.Errorf("read %q, shown %q", got, p.out.String())
	}
	if usage := p.g.Usage(); usage.Output != 10 {
		t.Errorf("%d bytes of output are counted", usage.Output)
	}
}

// Of two handles on standard input, one that closes does not make the other's
// reads block.
func TestStandardInputBlocksAgainAfterItsLastHandle(t *testing.T) {
	fds, err := loop.SocketPair(1, 0, false, false)
	if err != nil {
		t.Fatal(err)
	}
	in, out := os.NewFile(uintptr(fds[0]), "in"), os.NewFile(uintptr(fds[1]), "out")
	defer in.Close()
	defer out.Close()
	blocks := func() bool {
		flags, err := unix.FcntlInt(uintptr(fds[0]), unix.F_GETFL, 0)
		return err == nil && flags&unix.O_NONBLOCK == 0
	}
	p := newPuppet(t, "_initialize")
	p.start = func() {
		first, second, poll := p.pipe(1), p.pipe(2), p.must("poll_init", 0, 0, 3)
		p.must("stream_open", first, 0)
		p.must("stream_open", second, 0)
		for _, h := range []uint64{first, poll} {
			if p.must("close", h); blocks() {
				t.Error("it blocks, and a handle is left")
			}
		}
	}
	p.mustExit(Config{Stdin: in})
	if !blocks() {
		t.Error("it does not block again")
	}
}

func TestNoInputIsAtItsEnd(t *testing.T) {
	p := newPuppet(t, "_initialize")
	status := int64(0)
	p.start = func() {
		in := p.pipe(1)
		p.must("stream_open", in, 0)
		p.must("read_start", in, atStat, 64)
	}
	p.on = func(kind abi.Callback, _ loop.ID, _ uint64, s int64) uint64 {
		if kind == abi.CallbackRead {
			status = s
		}
		return 0
	}
	p.mustExit(Config{})
	if uv.Errno(status) != uv.EOF {
		t.Errorf("read %d", status)
	}
	p.rec = trace.NewRecorder(trace.Options{})
	p.start = func() { p.refuses(uv.EINVAL, "stream_open", p.pipe(1), 0) }
	p.mustExit(Config{Stdin: strings.NewReader("cannot be polled")})
}

// A guest that writes in blocking mode to a peer which never reads can be ended.
func TestABlockingWriteCanBeStopped(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() {
		p.export("grow", 3)
		a, _ := p.pair("socket_pair", 1, 0, 0, 0)
		h := p.pipe(1)
		p.must("stream_open", h, a)
		p.must("stream_set_blocking", h, 1)
		ptr, n := p.bufs(0, 4*pageSize, 0, 4*pageSize, 0, 4*pageSize, 0, 4*pageSize)
		p.call("write", h, ptr, n, 1)
		p.call("now", 0)
		t.Error("lives on")
	}
	if exit := p.run(Config{Limits: Limits{WallTime: 20 * time.Millisecond}}); exit.Reason != ReasonDeadline {
		t.Errorf("%+v", exit)
	}
}

func TestTCPOptions(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() {
		h := p.must("tcp_socket", 0, 6, 1)
		p.refuses(uv.EACCES, "listen", h, 1) // no bind was granted
		p.must("tcp_keepalive", h, 1, 60, 0, 0)
		p.must("tcp_keepalive", h, 1, 60, 5, 3)
		p.refuses(uv.EINVAL, "tcp_keepalive", h, 1, 0, 1, 1)
		p.refuses(uv.EINVAL, "tcp_keepalive", h, 1, 1, 1, 0)
		p.must("recv_buffer_size", h, 4096)
		if size := p.must("recv_buffer_size", h, 0); size < 4096 {
			t.Errorf("a buffer of %d bytes", size)
		}
		fd := p.must("fileno", h)
		p.must("tcp_close_reset", h)
		p.refuses(uv.EBADF, "fs_fstat", 0, fd, atStat, 1)
		p.refuses(uv.EBADF, "tcp_close_reset", h)
		p.refuses(uv.EBADF, "send_buffer_size", p.must("tcp_init", 0, 2), 0)
	}
	p.mustExit(Config{})
}
