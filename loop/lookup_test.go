//go:build unix

package loop

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"github.com/loopground/loopground/loop/uv"
)

// book is a resolver without a network. Node "a" has two addresses of IPv4 and
// one of IPv6, "four" one of IPv4; "slow" waits.
type book struct {
	ip4Only bool
	wait    chan struct{}
}

func (b *book) LookupHost(name string, f Family) (found []netip.Addr, err uv.Errno) {
	all := map[string]string{"a": "10.0.0.2 fd00::1 10.0.0.1", "four": "10.0.0.4", "slow": "10.0.0.9"}[name]
	if name == "slow" {
		<-b.wait
	}
	if name == "busy" {
		return nil, uv.EAI_AGAIN
	}
	for _, s := range strings.Fields(all) {
		if a := netip.MustParseAddr(s); f == Unspecified || f == familyOf(a) {
			found = append(found, a)
		}
	}
	if len(found) == 0 {
		return nil, uv.EAI_NONAME
	}
	return found, 0
}

func (b *book) LookupCanon(name string) (string, uv.Errno) {
	if name == "four" {
		return "", uv.EAI_NONAME
	}
	return name + ".example", 0
}

func (b *book) LookupPort(service string, udp bool) (uint16, uv.Errno) {
	if service == "both" || service == "tcponly" && !udp {
		return 99, 0
	}
	return 0, uv.EAI_SERVICE
}

func (b *book) LookupAddr(a netip.Addr) (string, uv.Errno) {
	switch a.String() {
	case "127.0.0.1":
		return "here", 0
	case "10.0.0.66":
		return "", uv.EAI_AGAIN
	}
	return "", uv.EAI_NONAME
}

func (b *book) LookupService(port uint16, udp bool) (string, uv.Errno) {
	if port == 99 && udp {
		return "both", 0
	}
	return "", uv.EAI_SERVICE
}

func (b *book) Families() (ip4, ip6 bool) { return true, !b.ip4Only }

// found are the results in short.
func found(all []AddrInfo) string {
	var b strings.Builder
	for i, a := range all {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%v/%d/%d%s", a.Addr, a.SockType, a.Protocol, a.CanonName)
	}
	return b.String()
}

// What glibc 2.31 and later answer, tried with the same arguments.
func TestGetAddrInfoAnswersAsLibcDoes(t *testing.T) {
	const stream, dgram, raw = uv.SockStream, uv.SockDgram, uv.SockRaw
	for _, c := range []struct {
		node, service string
		hints         AddrInfoHints
		want          string
	}{
		{"127.0.0.1", "", AddrInfoHints{}, "127.0.0.1:0/1/6 127.0.0.1:0/2/17 127.0.0.1:0/3/0"},
		{"a", "", AddrInfoHints{SockType: dgram}, "10.0.0.2:0/2/17 [fd00::1]:0/2/17 10.0.0.1:0/2/17"},
		{"a", "80", AddrInfoHints{Family: IPv6}, "[fd00::1]:80/1/6 [fd00::1]:80/2/17 [fd00::1]:80/3/0"},
		{"four", "both", AddrInfoHints{}, "10.0.0.4:99/1/6 10.0.0.4:99/2/17"},
		{"four", "tcponly", AddrInfoHints{}, "10.0.0.4:99/1/6"},
		{"four", "tcponly", AddrInfoHints{Protocol: uv.ProtocolUDP}, "EAI_SERVICE"},
		{"four", "nosuch", AddrInfoHints{}, "EAI_SERVICE"},
		{"four", "70000", AddrInfoHints{}, "EAI_SERVICE"},
		{"four", "-1", AddrInfoHints{}, "EAI_SERVICE"},
		{"four", "80", AddrInfoHints{SockType: raw}, "EAI_SERVICE"},
		{"four", "both", AddrInfoHints{SockType: raw}, "EAI_SERVICE"},
		{"four", "both", AddrInfoHints{Flags: uv.AINumericServ}, "EAI_NONAME"},
		{"", "80", AddrInfoHints{Flags: uv.AIPassive, SockType: stream}, "0.0.0.0:80/1/6 [::]:80/1/6"},
		{"", "80", AddrInfoHints{SockType: stream}, "[::1]:80/1/6 127.0.0.1:80/1/6"},
		{"", "80", AddrInfoHints{SockType: stream, Family: IPv4}, "127.0.0.1:80/1/6"},
		{"", "80", AddrInfoHints{SockType: stream, Family: IPv6, Flags: uv.AIPassive}, "[::]:80/1/6"},
		{"", "80", AddrInfoHints{Flags: uv.AICanonName}, "EAI_BADFLAGS"},
		{"four", "", AddrInfoHints{Flags: 0x8000}, "EAI_BADFLAGS"},
		{"four", "", AddrInfoHints{Family: 77}, "EAI_FAMILY"},
		{"four", "", AddrInfoHints{SockType: 99}, "EAI_SOCKTYPE"},
		{"four", "", AddrInfoHints{SockType: stream, Protocol: uv.ProtocolUDP}, "EAI_SOCKTYPE"},
		{"four", "", AddrInfoHints{Protocol: 99}, "10.0.0.4:0/3/99"},
		{"nosuch", "", AddrInfoHints{}, "EAI_NONAME"},
		{"busy", "", AddrInfoHints{}, "EAI_AGAIN"},
		{"four", "", AddrInfoHints{Flags: uv.AINumericHost}, "EAI_NONAME"},
		{"::1", "", AddrInfoHints{Flags: uv.AINumericHost, SockType: stream}, "[::1]:0/1/6"},
		{"::1", "", AddrInfoHints{Family: IPv4}, "EAI_ADDRFAMILY"},
		{"127.0.0.1", "", AddrInfoHints{Family: IPv6}, "EAI_ADDRFAMILY"},
		{"127.0.0.1", "", AddrInfoHints{Family: IPv6, Flags: uv.AIV4Mapped, SockType: stream}, "[::ffff:127.0.0.1]:0/1/6"},
		{"::ffff:1.2.3.4", "", AddrInfoHints{Family: IPv4, SockType: stream}, "1.2.3.4:0/1/6"},
		{"four", "", AddrInfoHints{Family: IPv6, SockType: stream}, "EAI_NONAME"},
		{"four", "", AddrInfoHints{Family: IPv6, Flags: uv.AIV4Mapped, SockType: stream}, "[::ffff:10.0.0.4]:0/1/6"},
		{"a", "", AddrInfoHints{Family: IPv6, Flags: uv.AIV4Mapped, SockType: stream}, "[fd00::1]:0/1/6"},
		{"a", "", AddrInfoHints{Family: IPv6, Flags: uv.AIV4Mapped | uv.AIAll, SockType: stream},
			"[fd00::1]:0/1/6 [::ffff:10.0.0.2]:0/1/6 [::ffff:10.0.0.1]:0/1/6"},
		{"nosuch", "", AddrInfoHints{Family: IPv6, Flags: uv.AIV4Mapped | uv.AIAll}, "EAI_NONAME"},
		{"a", "", AddrInfoHints{Flags: uv.AICanonName, SockType: stream}, "10.0.0.2:0/1/6a.example [fd00::1]:0/1/6 10.0.0.1:0/1/6"},
		{"four", "", AddrInfoHints{Flags: uv.AICanonName, SockType: stream}, "10.0.0.4:0/1/6four"},
		{"127.0.0.1", "", AddrInfoHints{Flags: uv.AICanonName, SockType: stream}, "127.0.0.1:0/1/6127.0.0.1"},
		{"a", "", AddrInfoHints{Flags: uv.AIAddrConfig, SockType: stream}, "10.0.0.2:0/1/6 10.0.0.1:0/1/6"},
		{"a", "", AddrInfoHints{Flags: uv.AIAddrConfig, SockType: stream, Family: IPv6}, "EAI_NONAME"},
	} {
		t.Run(fmt.Sprintf("%s,%s,%v", c.node, c.service, c.hints), func(t *testing.T) {
			l := newLoop(t, Options{})
			for _, async := range []bool{false, true} {
				var r GetAddrInfoReq
				var cb func(st uv.Errno, all []AddrInfo)
				if got := "?"; async {
					cb = func(st uv.Errno, all []AddrInfo) {
						if got = found(all); st != 0 {
							got = st.Name()
						}
					}
					must(t, l.GetAddrInfo(&r, &book{ip4Only: true}, c.node, c.service, c.hints, cb))
					run(t, l)
					equal(t, got, c.want)
					continue
				}
				err := l.GetAddrInfo(&r, &book{ip4Only: true}, c.node, c.service, c.hints, nil)
				got := found(r.Found)
				if err != nil {
					got = Errno(err).Name()
				}
				equal(t, got, c.want)
			}
		})
	}
}

func TestGetAddrInfoRefusesNothingAndTooMuch(t *testing.T) {
	l := newLoop(t, Options{})
	var r GetAddrInfoReq
	errIs(t, l.GetAddrInfo(&r, nil, "", "", AddrInfoHints{}, nil), uv.EINVAL)
	errIs(t, l.GetAddrInfo(&r, nil, strings.Repeat("x", 256), "", AddrInfoHints{}, nil), uv.EINVAL)
	must(t, l.GetAddrInfo(&r, &book{}, "a", "", AddrInfoHints{}, func(uv.Errno, []AddrInfo) {}))
	errIs(t, l.GetAddrInfo(&r, &book{}, "a", "", AddrInfoHints{}, nil), uv.EBUSY)
	run(t, l)
}

func TestRunningLookUpIsBusyAndLeavesRoomForFiles(t *testing.T) {
	l := newLoop(t, Options{PoolSize: 2})
	b := &book{wait: make(chan struct{})}
	var s steps
	reqs := make([]GetAddrInfoReq, 2)
	for i := range reqs {
		must(t, l.GetAddrInfo(&reqs[i], b, "slow", "", AddrInfoHints{}, func(st uv.Errno, _ []AddrInfo) {
			s.note("slow " + st.Name())()
		}))
	}
	var stat FSReq
	must(t, l.FSStat(&stat, nil, ".", func() {
		s.note("stat")()
		errIs(t, l.Cancel(&reqs[0]), uv.EBUSY)
		must(t, l.Cancel(&reqs[1]))
		close(b.wait)
	}))
	run(t, l)
	equal(t, s.got[0], "stat")
	equal(t, len(s.got), 3)
}

// What glibc answers, as above.
func TestGetNameInfoAnswersAsLibcDoes(t *testing.T) {
	l := newLoop(t, Options{})
	for _, c := range []struct {
		addr  string
		flags uv.NameInfoFlags
		want  string
	}{
		{"127.0.0.1:99", 0, "here 99"},
		{"127.0.0.1:99", uv.NIDgram, "here both"},
		{"127.0.0.1:99", uv.NIDgram | uv.NINumericServ | uv.NINoFQDN, "here 99"},
		{"127.0.0.1:99", uv.NINumericHost | uv.NIDgram, "127.0.0.1 both"},
		{"127.0.0.1:99", uv.NINumericHost | uv.NINameReqd, "EAI_NONAME"},
		{"[::1]:7", uv.NINumericHost, "::1 7"},
		{"10.0.0.1:7", 0, "10.0.0.1 7"},
		{"10.0.0.1:7", uv.NINameReqd, "EAI_NONAME"},
		{"10.0.0.66:7", 0, "EAI_AGAIN"},
		{"10.0.0.1:7", 0x8000, "EAI_BADFLAGS"},
	} {
		var r GetNameInfoReq
		got := ""
		tell := func(st uv.Errno, host, service string) {
			if got = host + " " + service; st != 0 {
				got = st.Name()
			}
		}
		tell(Errno(l.GetNameInfo(&r, &book{}, netip.MustParseAddrPort(c.addr), c.flags, nil)), r.Host, r.Service)
		equal(t, got, c.want)
		must(t, l.GetNameInfo(&r, &book{}, netip.MustParseAddrPort(c.addr), c.flags, tell))
		errIs(t, l.GetNameInfo(&r, &book{}, anyPort, 0, tell), uv.EBUSY)
		run(t, l)
		equal(t, got, c.want)
	}
	errIs(t, l.GetNameInfo(&GetNameInfoReq{}, nil, netip.AddrPort{}, 0, nil), uv.EINVAL)
}

func TestSystemResolverKnowsLocalhost(t *testing.T) {
	l := newLoop(t, Options{})
	var r GetAddrInfoReq
	must(t, l.GetAddrInfo(&r, nil, "localhost", "80", AddrInfoHints{Family: IPv4, SockType: uv.SockStream},
		func(st uv.Errno, all []AddrInfo) {
			must(t, st.Err())
			equal(t, found(all), "127.0.0.1:80/1/6")
		}))
	run(t, l)
	must(t, l.GetAddrInfo(&r, nil, "127.0.0.1", "http", AddrInfoHints{SockType: uv.SockStream}, nil))
	equal(t, found(r.Found), "127.0.0.1:80/1/6")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	res := NewResolver(ctx)
	errIs(t, l.GetAddrInfo(&r, res, "nosuch.invalid", "", AddrInfoHints{}, nil), uv.EAI_CANCELED)
	errIs(t, l.GetNameInfo(&GetNameInfoReq{}, res, netip.MustParseAddrPort("192.0.2.1:80"), 0, nil), uv.EAI_CANCELED)
}

func TestServicesAreReadAsTheFileHasThem(t *testing.T) {
	const file = "# comment 7/udp\necho 7/tcp\necho\t7/udp # yes\nnamed 42/tcp  alias\n\nbroken\n"
	for port, want := range map[uint16]string{7: "echo", 42: "named"} {
		name, err := findService(strings.NewReader(file), port, false)
		equal(t, name, want)
		errIs(t, err, 0)
	}
	_, err := findService(strings.NewReader(file), 42, true)
	errIs(t, err, uv.EAI_SERVICE)
}
