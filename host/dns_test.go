//go:build unix

package host

import (
	"encoding/binary"
	"net/netip"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// book is a resolver that knows one host and one service.
type book struct {
	loop.Resolver
	asked chan struct{} // closed by the first look-up; nil: nobody waits for it
	hang  <-chan struct{}
}

// LookupHost is loop.Resolver.
func (b *book) LookupHost(name string, _ loop.Family) ([]netip.Addr, uv.Errno) {
	if b.asked != nil {
		close(b.asked)
		<-b.hang
	}
	if name != "known.example" {
		return nil, uv.EAI_NONAME
	}
	return []netip.Addr{netip.MustParseAddr("192.0.2.7"), netip.MustParseAddr("2001:db8::7")}, 0
}

// LookupCanon is loop.Resolver.
func (b *book) LookupCanon(string) (string, uv.Errno) { return "canon.example", 0 }

// LookupPort is loop.Resolver.
func (b *book) LookupPort(string, bool) (uint16, uv.Errno) { return 80, 0 }

// LookupAddr is loop.Resolver.
func (b *book) LookupAddr(netip.Addr) (string, uv.Errno) { return "known.example", 0 }

// LookupService is loop.Resolver.
func (b *book) LookupService(uint16, bool) (string, uv.Errno) { return "http", 0 }

// found is an address as a guest gets it.
type found struct {
	Type, Protocol uint32
	Addr, Name     string
}

func (p *puppet) found(n int64) (out []found) {
	at := uint32(atData)
	for range n {
		b := must(p.g.mem.slice(at, sizeAddrinfo))
		addr, _ := p.g.readAddress(at + offAddrinfoAddr)
		size := binary.LittleEndian.Uint32(b[offAddrinfoNameLen:])
		out = append(out, found{
			binary.LittleEndian.Uint32(b[offAddrinfoSocktype:]), binary.LittleEndian.Uint32(b[offAddrinfoProtocol:]),
			addr.String(), p.read(at+sizeAddrinfo, size),
		})
		at += sizeAddrinfo + size
	}
	return out
}

// lookUp asks for a name and a service; cookie 0: at once.
func (p *puppet) lookUp(node, service string, flags, socktype, room, cookie uint64) int64 {
	p.g.mem.write(atText, []byte(node))
	p.g.mem.write(atText2, []byte(service))
	return p.call("getaddrinfo", 0, atText, uint64(len(node)), atText2, uint64(len(service)), flags, 0, socktype, 0, atData, room, cookie)
}

func TestNamesAreLookedUp(t *testing.T) {
	want := []found{{1, 6, "192.0.2.7:80", "canon.example"}, {1, 6, "[2001:db8::7]:80", ""}}
	p := newPuppet(t, "_initialize")
	p.start = func() {
		n := p.lookUp("known.example", "http", uint64(uv.AICanonName), 1, 1000, 0)
		if diff := cmp.Diff(want, p.found(n)); diff != "" {
			t.Error(diff)
		}
		for _, c := range []struct {
			got  int64
			want uv.Errno
		}{
			{p.lookUp("unknown.example", "", 0, 1, 1000, 0), uv.EAI_NONAME},
			{p.lookUp("known.example", "", 0, 1, 47, 0), uv.ENOBUFS},
			{p.lookUp("known.example", "", 0, 1, 50, 0), 1},
			{p.lookUp("", "", 0, 0, 1000, 0), uv.EINVAL},
			{p.lookUp("", "", 0, 0, 1000, 1), uv.EINVAL},
			{p.lookUp("a\x00b", "", 0, 0, 1000, 1), uv.EINVAL},
			{p.lookUp("1.2.3.4", "", 1<<16, 0, 1000, 0), uv.EAI_BADFLAGS},
			{p.lookUp("1.2.3.4", "", 0, 1<<16|1, 1000, 0), uv.EAI_SOCKTYPE},
		} {
			if c.got != int64(c.want) {
				t.Errorf("got %d (%v), want %v", c.got, uv.Errno(min(c.got, 0)), c.want)
			}
		}
		p.lookUp("known.example", "http", uint64(uv.AICanonName), 1, 1000, 1)
	}
	p.on = func(kind abi.Callback, _ loop.ID, cookie uint64, status int64) uint64 {
		switch kind {
		case abi.CallbackGetaddrinfo:
			if diff := cmp.Diff(want, p.found(status)); diff != "" {
				t.Error(diff)
			}
			p.addr("192.0.2.7:80")
			p.refuses(uv.EAI_OVERFLOW, "getnameinfo", 0, atAddr, 0, atData, 13, atStat, 100, 0)
			p.refuses(uv.EAI_BADFLAGS, "getnameinfo", 0, atAddr, 1<<20, atData, 100, atStat, 100, 0)
			p.refuses(0, "getnameinfo", 0, atAddr, 0, 0, 0, atStat, 100, 0)
			p.must("getnameinfo", 0, atAddr, 0, atData, 14, atStat, 100, 2)
		case abi.CallbackGetnameinfo:
			if got := p.read(atData, 14) + p.read(atStat, 5); status != 0 || got != "known.example\x00http\x00" {
				t.Errorf("%d, %q", status, got)
			}
			p.g.mem.write(atAddr, make([]byte, sizeSockaddr))
			p.refuses(uv.EINVAL, "getnameinfo", 0, atAddr, 0, atData, 14, atStat, 100, 2)
		}
		return 0
	}
	p.mustExit(Config{DNS: true, Resolver: &book{}})
}

// Numbers need no grant; names of every kind do, those of this machine too.
func TestNamesNeedAGrant(t *testing.T) {
	for _, atOnce := range []bool{true, false} {
		p := newPuppet(t, "_initialize")
		var got []int64
		asks := []func(cookie uint64) int64{
			func(c uint64) int64 { return p.lookUp("127.0.0.1", "80", 0, 1, 1000, c) },
			func(c uint64) int64 { return p.lookUp("::1", "80", uint64(uv.AIAddrConfig), 1, 1000, c) },
			func(c uint64) int64 { return p.lookUp("name", "", uint64(uv.AINumericHost), 1, 1000, c) },
			func(c uint64) int64 { return p.lookUp("localhost", "80", 0, 1, 1000, c) },
			func(c uint64) int64 { return p.lookUp("example.com", "", 0, 1, 1000, c) },
			func(c uint64) int64 { return p.lookUp("127.0.0.1", "http", 0, 1, 1000, c) },
			func(c uint64) int64 {
				return p.call("getnameinfo", 0, p.addr("127.0.0.1:80"), 3, atData, 100, atStat, 100, c)
			},
			func(c uint64) int64 {
				return p.call("getnameinfo", 0, p.addr("127.0.0.1:80"), 2, atData, 100, atStat, 100, c)
			},
			func(c uint64) int64 {
				return p.call("getnameinfo", 0, p.addr("127.0.0.1:80"), 1, atData, 100, atStat, 100, c)
			},
		}
		p.start = func() {
			if !atOnce {
				asks[0](1)
				return
			}
			for _, ask := range asks {
				got = append(got, ask(0))
			}
		}
		p.on = func(_ abi.Callback, _ loop.ID, _ uint64, status int64) uint64 {
			if got = append(got, status); len(got) < len(asks) {
				asks[len(got)](1)
			}
			return 0
		}
		exit := p.run(Config{Resolver: &book{}})
		no := int64(uv.EACCES)
		if diff := cmp.Diff([]int64{1, 1, int64(uv.EAI_NONAME), no, no, no, 0, no, no}, got); diff != "" {
			t.Error(diff)
		}
		want := []Denial{
			{"look up localhost", "--allow-dns"}, {"look up example.com", "--allow-dns"}, {"look up the service http", "--allow-dns"},
			{"look up the name of 127.0.0.1", "--allow-dns"}, {"look up the service at port 80", "--allow-dns"},
		}
		if diff := cmp.Diff(want, exit.Denied); diff != "" {
			t.Error(diff)
		}
	}
}

// A look-up that waits for a name server ends with its guest.
func TestALookUpEndsWithItsGuest(t *testing.T) {
	for cookie := range uint64(2) {
		p := newPuppet(t, "_initialize")
		b := &book{asked: make(chan struct{})}
		p.start = func() {
			b.hang = p.g.life.ctx.Done()
			go func() {
				<-b.asked
				p.g.Stop(ReasonStopped)
			}()
			p.lookUp("known.example", "", 0, 1, 1000, cookie)
		}
		began := time.Now()
		if exit := p.run(Config{DNS: true, Resolver: b}); exit.Reason != ReasonStopped {
			t.Errorf("%+v", exit)
		}
		if took := time.Since(began); took > endsWithin {
			t.Errorf("took %v", took)
		}
	}
}

func TestALookUpThatWaitsIsCancelled(t *testing.T) {
	p := newPuppet(t, "_initialize")
	got := map[uint64]int64{}
	p.start = func() {
		p.must("queue_work", 0, 1)
	}
	p.on = func(kind abi.Callback, _ loop.ID, cookie uint64, status int64) uint64 {
		if kind != abi.CallbackWork {
			got[cookie] = status
			return 0
		}
		p.addr("127.0.0.1:80") // the only worker is held
		ptr, n := p.text("/")
		for _, id := range []uint64{
			uint64(p.lookUp("1.2.3.4", "", 0, 1, 1000, 2)), p.must("getnameinfo", 0, atAddr, 3, atData, 100, atStat, 100, 3),
			p.must("random", 0, atData, 1, 0, 4), p.must("fs_stat", 0, ptr, n, atStat, 5), p.must("queue_work", 0, 6),
		} {
			p.refuses(0, "cancel", id)
		}
		return 0
	}
	p.mustExit(Config{Loop: loop.Options{PoolSize: 1}})
	eai, cancelled := int64(uv.EAI_CANCELED), int64(uv.ECANCELED)
	if diff := cmp.Diff(map[uint64]int64{1: 0, 2: eai, 3: eai, 4: cancelled, 5: cancelled, 6: cancelled}, got); diff != "" {
		t.Error(diff)
	}
}
