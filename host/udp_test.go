//go:build unix

package host

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

const atInfo = 3200

func (p *puppet) info() (from string, flags uint32) {
	b := must(p.g.mem.slice(atInfo, sizeUDPInfo))
	p.g.mem.write(atAddr, b[:sizeSockaddr])
	if a, err := p.g.readAddress(atAddr); err == 0 {
		from = a.String()
	}
	return from, binary.LittleEndian.Uint32(b[offUDPInfoFlags:])
}

// bindUDP binds to a free port and gives its address, which stays at atAddr.
func (p *puppet) bindUDP(h uint64, host string) string {
	p.must("udp_bind", h, p.addr(host+":0"), 0)
	p.must("udp_getsockname", h, atAddr)
	a, _ := p.g.readAddress(atAddr)
	return a.String()
}

func TestDatagramsWithinOneGuest(t *testing.T) {
	for _, host := range []string{"127.0.0.1", "[::1]"} {
		t.Run(host, func(t *testing.T) { datagrams(t, host) })
	}
}

func datagrams(t *testing.T, host string) {
	p := newPuppet(t, "_initialize")
	var server, client uint64
	var clientAt string
	var got []string
	say := func(format string, args ...any) { got = append(got, fmt.Sprintf(format, args...)) }
	p.start = func() {
		server, client = p.must("udp_init", 0, 0, 1), p.must("udp_init", 0, 0, 2)
		clientAt = p.bindUDP(client, host)
		p.bindUDP(server, host)
		p.must("udp_recv_start", server, atInfo)
		p.refuses(uv.EALREADY, "udp_recv_start", server, atInfo)
		ptr, n := p.data("ping")
		p.must("udp_send", client, ptr, n, atAddr, 21)
		p.refuses(uv.EDESTADDRREQ, "udp_send", client, ptr, n, 0, 22)
		p.must("udp_connect", client, atAddr)
		p.refuses(uv.EISCONN, "udp_connect", client, atAddr)
		p.refuses(uv.EISCONN, "udp_try_send", client, ptr, n, atAddr)
		p.must("udp_getpeername", client, atAddr)
	}
	p.on = func(kind abi.Callback, _ loop.ID, cookie uint64, status int64) uint64 {
		switch kind {
		case abi.CallbackAlloc:
			return atStat<<32 | 3
		case abi.CallbackSend:
			say("send %d: %d", cookie, status)
			ptr, n := p.data("")
			if sent := p.must("udp_try_send", client, ptr, n, 0); sent != 0 {
				t.Errorf("%d bytes of nothing", sent)
			}
		case abi.CallbackRecv:
			from, flags := p.info()
			if from == "" {
				return 0 // nothing for now
			}
			if from != clientAt {
				t.Errorf("from %s, want %s", from, clientAt)
			}
			say("recv %s flags %d", p.read(atStat, uint32(status)), flags)
			if len(got) == 3 {
				p.must("udp_recv_stop", server)
				p.must("close", server)
				p.must("close", client)
			}
		}
		return 0
	}
	p.mustExit(Config{Listen: rules(t, "loopback"), Connect: rules(t, "loopback")})
	if diff := cmp.Diff([]string{"send 21: 0", "recv pin flags 2", "recv  flags 0"}, got); diff != "" {
		t.Error(diff)
	}
}

// Each address a datagram goes to is asked for, and where datagrams of everybody
// are received.
func TestDatagramsAreDeniedWithoutAGrant(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() {
		u := p.must("udp_init", 0, 0, 1)
		ptr, n := p.data("x")
		p.refuses(uv.EACCES, "udp_bind", u, p.addr("127.0.0.1:53"), 0)
		p.refuses(uv.EACCES, "udp_send", u, ptr, n, p.addr("10.0.0.5:53"), 1)
		p.refuses(uv.EACCES, "udp_try_send", u, ptr, n, p.addr("[::ffff:10.0.0.5]:53"))
		p.refuses(uv.EACCES, "udp_connect", u, p.addr("10.0.0.6:53"))
		p.refuses(uv.EACCES, "udp_recv_start", u, atInfo)
		p.refuses(uv.EACCES, "udp_set_membership", u, p.addr("239.1.2.3:0"), 0, 0, 1)
		// What is sent binds the socket, which is no leave to receive.
		p.call("udp_try_send", u, ptr, n, p.addr("127.0.0.1:9"))
		p.refuses(uv.EACCES, "udp_recv_start", u, atInfo)
		// From the peer alone it is one.
		p.must("udp_connect", u, atAddr)
		p.must("udp_recv_start", u, atInfo)
		p.refuses(uv.EACCES, "udp_connect", u, 0)
		p.must("udp_recv_stop", u)
		p.must("udp_connect", u, 0)
		p.refuses(uv.EACCES, "udp_recv_start", u, atInfo)
		p.must("close", u)
	}
	exit := p.run(Config{Connect: rules(t, "loopback")})
	var flags []string
	for _, d := range exit.Denied {
		_, rule, _ := strings.Cut(d.Flag, " ")
		addr := d.What[strings.LastIndex(d.What, " ")+1:]
		if granted := (grant{Rule: rules(t, rule)[0]}); !granted.allows(netip.MustParseAddrPort(addr)) {
			t.Errorf("%s does not grant %s", d.Flag, d.What)
		}
		flags = append(flags, d.Flag)
	}
	want := []string{"--allow-listen 127.0.0.1:53", "--allow-connect 10.0.0.5:53", "--allow-connect [::ffff:10.0.0.5]:53",
		"--allow-connect 10.0.0.6:53", "--allow-listen 0.0.0.0:0", "--allow-listen 239.1.2.3:0"}
	if diff := cmp.Diff(want, flags); diff != "" {
		t.Error(diff)
	}
}

func TestDatagramLimits(t *testing.T) {
	p := newPuppet(t, "_initialize")
	sent := 0
	p.start = func() {
		u := p.must("udp_init", 0, 4, 1)
		p.refuses(uv.EMFILE, "udp_init", 0, 0, 1)
		p.bindUDP(u, "127.0.0.1")
		ptr, n := p.data("0123456789")
		p.must("udp_send", u, ptr, n, atAddr, 1)
		p.must("udp_send", u, ptr, n, atAddr, 2)
		if b, c := p.must("udp_send_queue_size", u), p.must("udp_send_queue_count", u); b != 20 || c != 2 {
			t.Errorf("%d bytes, %d datagrams queued", b, c)
		}
		p.refuses(uv.ENOBUFS, "udp_send", u, ptr, n, atAddr, 3)
		ptr, n = p.data("x")
		p.must("udp_send", u, ptr, n, atAddr, 3)
		p.refuses(uv.ENOBUFS, "udp_send", u, ptr, n, atAddr, 4)
		p.must("udp_set_option", u, 1, 1)
		p.must("udp_set_option", u, 2, 64)
		p.must("udp_set_option", u, 3, 0)
		p.must("udp_set_option", u, 4, 1)
		p.must("send_buffer_size", u, 8192)
		if size := p.must("send_buffer_size", u, 0); size < 8192 {
			t.Errorf("a buffer of %d bytes", size)
		}
	}
	p.on = func(kind abi.Callback, _ loop.ID, _ uint64, status int64) uint64 {
		if kind == abi.CallbackSend && status == 0 {
			sent++
		}
		return 0
	}
	p.mustExit(Config{Listen: rules(t, "loopback"), Connect: rules(t, "loopback"), Limits: Limits{Sockets: 1, QueuedBytes: 25, Requests: 3}})
	want := []string{"sockets = EMFILE", "queued bytes = ENOBUFS", "requests = ENOBUFS"}
	if diff := cmp.Diff(want, p.limited()); diff != "" {
		t.Error(diff)
	}
	if sent != 3 || p.g.listed != 0 {
		t.Errorf("%d sent, %d buffers still counted", sent, p.g.listed)
	}
}
