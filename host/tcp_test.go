//go:build unix

package host

import (
	"encoding/binary"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// boundPort listens on a free port and gives the port.
func (p *puppet) listen(server uint64, addr string) uint16 {
	p.must("tcp_bind", server, p.addr(addr), 0)
	p.must("listen", server, 16)
	p.must("tcp_getsockname", server, atAddr)
	raw, _ := p.g.mem.slice(atAddr, sizeSockaddr)
	return binary.LittleEndian.Uint16(raw[offSockaddrPort:])
}

func TestEchoWithinOneGuest(t *testing.T) {
	for _, host := range []string{"127.0.0.1", "[::1]"} {
		t.Run(host, func(t *testing.T) { echo(t, host) })
	}
}

func echo(t *testing.T, host string) {
	p := newPuppet(t, "_initialize")
	var server, client, accepted uint64
	var got []string
	say := func(format string, args ...any) { got = append(got, fmt.Sprintf(format, args...)) }
	p.start = func() {
		server, client = p.must("tcp_init", 0, 1), p.must("tcp_init", 0, 2)
		port := p.listen(server, host+":0")
		p.must("tcp_connect", client, p.addr(fmt.Sprintf("%s:%d", host, port)), 20)
	}
	p.on = func(kind abi.Callback, id loop.ID, cookie uint64, status int64) uint64 {
		switch kind {
		case abi.CallbackConnection:
			accepted = p.must("tcp_init", 0, 3)
			p.must("accept", server, accepted)
			p.must("read_start", accepted, atData, 64)
		case abi.CallbackConnect:
			say("connect %d", status)
			ptr, n := p.data("ping")
			p.must("write", client, ptr, n, 21)
			p.must("read_start", client, 0, 0)
		case abi.CallbackAlloc:
			if status != 65536 {
				t.Errorf("suggested %d", status)
			}
			return atStat<<32 | 16
		case abi.CallbackRead:
			p.onEchoRead(say, cookie, status, accepted, client, server)
		case abi.CallbackWrite, abi.CallbackShutdown, abi.CallbackClose:
			say("%s %d: %d", abi.CallbackNames[kind], cookie, status)
		}
		return 0
	}
	p.mustExit(Config{Listen: rules(t, "loopback"), Connect: rules(t, "loopback")})
	text := strings.Join(got, ", ")
	for _, want := range []string{
		"connect 0", "server got ping", "write 21: 0", "write 31: 0", "client got ping", "shutdown 22: 0",
		"server end", "client end", "close 1: 0", "close 2: 0", "close 3: 0",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
}

func (p *puppet) onEchoRead(say func(string, ...any), cookie uint64, status int64, accepted, client, server uint64) {
	switch {
	case cookie == 3 && status > 0:
		say("server got %s", p.read(atData, uint32(status)))
		ptr, n := p.bufs(atData, uint32(status))
		p.must("write", accepted, ptr, n, 31)
	case cookie == 2 && status > 0:
		say("client got %s", p.read(atStat, uint32(status)))
		p.must("shutdown", client, 22)
	case cookie == 3 && status == int64(uv.EOF):
		say("server end")
		p.must("close", accepted)
		p.must("close", server)
	case cookie == 2 && status == int64(uv.EOF):
		say("client end")
		p.must("close", client)
	}
}

func TestAddressesOnTheWire(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() {
		for _, s := range []string{"127.0.0.1:80", "[2001:db8::1]:65535", "[::ffff:10.0.0.1]:1", "[fe80::1%3]:9"} {
			want := netip.MustParseAddrPort(s)
			if got, err := p.g.readAddress(uint32(p.addr(s))); err != 0 || got != want {
				t.Errorf("%s came back as %v, %v", s, got, err)
			}
		}
		h := p.must("tcp_init", 0, 1)
		binary.LittleEndian.PutUint16(must(p.g.mem.slice(atAddr, 2)), 7)
		p.refuses(uv.EAFNOSUPPORT, "tcp_bind", h, atAddr, 0)
		p.refuses(uv.EINVAL, "tcp_bind", h, p.addr("127.0.0.1:0"), 4)
		p.refuses(uv.EBADF, "tcp_getsockname", h, atAddr)
		p.refuses(uv.EBADF, "tcp_getpeername", h, atAddr)
	}
	p.mustExit(Config{Listen: rules(t, "all")})
}

func must(b []byte, ok bool) []byte {
	if !ok {
		panic("outside memory")
	}
	return b
}

// A guest that never reads does not make the host queue without bound.
func TestQueuedBytesAndRequestsAreBounded(t *testing.T) {
	p := newPuppet(t, "_initialize")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var writes []int64
	p.start = func() {
		h := p.must("tcp_init", 0, 1)
		p.must("tcp_connect", h, p.addr(l.Addr().String()), 0)
		ptr, n := p.bufs(0, 60000)
		p.must("write", h, ptr, n, 1) // waits for the connection
		p.refuses(uv.ENOBUFS, "write", h, ptr, n, 2)
		one, n1 := p.bufs(0, 1)
		p.must("write", h, one, n1, 3)
		p.refuses(uv.ENOBUFS, "write", h, one, n1, 4)
		p.refuses(uv.ENOBUFS, "shutdown", h, 5)
		p.refuses(uv.EAGAIN, "try_write", h, one, n1)
		if q := p.must("write_queue_size", h); q != 60001 {
			t.Errorf("%d bytes queued", q)
		}
	}
	p.on = func(kind abi.Callback, id loop.ID, cookie uint64, status int64) uint64 {
		if kind == abi.CallbackWrite {
			writes = append(writes, status)
		}
		if len(writes) == 2 {
			p.g.Stop(ReasonStopped)
		}
		return 0
	}
	p.run(Config{Connect: rules(t, "loopback"), Limits: Limits{QueuedBytes: 100000, Requests: 3}})
	if diff := cmp.Diff([]string{"queued bytes = ENOBUFS", "requests = ENOBUFS", "requests = ENOBUFS"}, p.limited()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int64{0, 0}, writes); diff != "" {
		t.Error(diff)
	}
}

func TestNetworkIsDeniedWithoutAGrant(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() {
		a, b := p.must("tcp_init", 0, 1), p.must("tcp_init", 0, 2)
		p.refuses(uv.EACCES, "tcp_bind", a, p.addr("127.0.0.1:3000"), 0)
		p.refuses(uv.EACCES, "listen", a, 1)
		p.refuses(uv.EACCES, "tcp_connect", b, p.addr("10.0.0.5:5432"), 0)
		p.refuses(uv.EACCES, "tcp_connect", b, p.addr("10.0.0.5:5432"), 0)
		p.refuses(uv.EACCES, "tcp_connect", b, p.addr("[::1]:80"), 0)
		p.must("close", a)
		p.must("close", b)
	}
	exit := p.run(Config{Connect: rules(t, "public", "127.0.0.0/8")})
	want := []Denial{
		{"listen on 127.0.0.1:3000", "--allow-listen 127.0.0.1:3000"},
		{"listen on 0.0.0.0:0", "--allow-listen 0.0.0.0:0"},
		{"connect to 10.0.0.5:5432", "--allow-connect 10.0.0.5:5432"},
		{"connect to [::1]:80", "--allow-connect [::1]:80"},
	}
	if diff := cmp.Diff(want, exit.Denied); diff != "" {
		t.Error(diff)
	}
	if got := p.denied(); len(got) != 5 || got[0] != "listen on 127.0.0.1:3000 (--allow-listen 127.0.0.1:3000) = EACCES" {
		t.Errorf("in the trace: %q", got)
	}
	for _, d := range exit.Denied { // each hint is a rule that grants what was denied
		_, rule, _ := strings.Cut(d.Flag, " ")
		granted := grant{Rule: rules(t, rule)[0]}
		addr := d.What[strings.LastIndex(d.What, " ")+1:]
		if !granted.allows(netip.MustParseAddrPort(addr)) {
			t.Errorf("%s does not grant %s", d.Flag, d.What)
		}
	}
}

func TestHandleAndSocketLimits(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() {
		var ids []uint64
		for range 2 {
			ids = append(ids, p.must("tcp_init", 0, 1))
		}
		p.refuses(uv.EMFILE, "tcp_init", 0, 1)
		ids = append(ids, p.must("timer_init", 0, 1))
		p.refuses(uv.EMFILE, "timer_init", 0, 1)
		for _, id := range ids {
			p.must("close", id)
		}
		p.refuses(uv.EMFILE, "idle_init", 0, 1) // closing handles count until they are closed
	}
	closed := 0
	p.on = func(kind abi.Callback, _ loop.ID, _ uint64, _ int64) uint64 {
		if closed++; closed == 3 {
			p.must("close", p.must("tcp_init", 0, 1))
			p.must("close", p.must("tcp_init", 0, 1))
		}
		return 0
	}
	p.mustExit(Config{Limits: Limits{Handles: 3, Sockets: 2}})
	want := []string{"sockets = EMFILE", "handles = EMFILE", "handles = EMFILE"}
	if diff := cmp.Diff(want, p.limited()); diff != "" {
		t.Error(diff)
	}
	if closed != 5 {
		t.Errorf("%d close callbacks", closed)
	}
}

// A bind that met an address in use leaves the socket without an address; the
// failed connect that tells of it must not let listen take all addresses.
func TestListeningAfterABindThatFailedIsAskedFor(t *testing.T) {
	p := newPuppet(t, "_initialize")
	var server, second uint64
	p.start = func() {
		server, second = p.must("tcp_init", 0, 1), p.must("tcp_init", 0, 2)
		p.listen(server, "127.0.0.1:0") // its address stays at atAddr
		p.must("tcp_bind", second, atAddr, 0)
		p.must("tcp_connect", second, atAddr, 3)
	}
	p.on = func(kind abi.Callback, _ loop.ID, _ uint64, status int64) uint64 {
		if kind == abi.CallbackConnect {
			if uv.Errno(status) != uv.EADDRINUSE {
				t.Errorf("connect: %d", status)
			}
			p.refuses(uv.EACCES, "listen", second, 1)
			p.must("close", server)
			p.must("close", second)
		}
		return 0
	}
	p.mustExit(Config{Listen: rules(t, "loopback"), Connect: rules(t, "loopback")})
}

// Lists of empty buffers cost the guest nothing and the host 24 bytes each:
// they are bounded for all requests together, and given back.
func TestBufferListsAreBounded(t *testing.T) {
	const count = 16384
	p := newPuppet(t, "_initialize")
	var server, client uint64
	queued := 0
	p.start = func() {
		p.export("grow", 3)
		server, client = p.must("tcp_init", 0, 1), p.must("tcp_init", 0, 2)
		p.listen(server, "127.0.0.1:0")
		p.must("tcp_connect", client, atAddr, 3)
		for queued < 1000 && p.call("write", client, pageSize, count, 4) > 0 {
			queued++
		}
		p.refuses(uv.ENOBUFS, "write", client, pageSize, count, 4)
	}
	p.on = func(kind abi.Callback, _ loop.ID, _ uint64, _ int64) uint64 {
		if kind == abi.CallbackWrite {
			if queued--; queued == 0 {
				p.must("write", client, pageSize, count, 5)
				p.must("close", server)
				p.must("close", client)
			}
		}
		return 0
	}
	p.mustExit(Config{Listen: rules(t, "loopback"), Connect: rules(t, "loopback")})
	if p.g.listed != 0 {
		t.Errorf("%d buffers are still counted", p.g.listed)
	}
}
