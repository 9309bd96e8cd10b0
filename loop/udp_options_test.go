//go:build unix

package loop

import (
	"net/netip"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

func TestUDPBindRules(t *testing.T) {
	l := newLoop(t, Options{})
	six := netip.MustParseAddrPort("[::1]:0")
	u := l.NewUDP()
	errIs(t, u.Bind(nobody, 0), uv.EINVAL)
	errIs(t, u.Bind(anyPort, IPv6Only), uv.EINVAL)
	errIs(t, u.Bind(anyPort, 1<<7), uv.EINVAL)
	errIs(t, u.Bind(netip.MustParseAddrPort("192.0.2.77:0"), 0), uv.EADDRNOTAVAIL)
	errIs(t, u.Bind(netip.MustParseAddrPort("[fe80::1%nosuch]:0"), 0), uv.EINVAL)
	must(t, u.Bind(anyPort, 0)) // the failed ones have left a socket of IPv4
	errIs(t, u.Bind(anyPort, 0), uv.EINVAL)
	errIs(t, u.Bind(six, 0), uv.EINVAL)
	at, err := u.Sockname()
	must(t, err)
	errIs(t, l.NewUDP().Bind(at, 0), uv.EADDRINUSE)
	errIs(t, l.NewTCP().Bind(anyPort, ReuseAddr), uv.EINVAL)
}

func TestUDPAddressIsSharedWhenAllWhoHaveItAgree(t *testing.T) {
	for name, flag := range map[string]BindFlags{"ReuseAddr": ReuseAddr, "ReusePort": ReusePort} {
		t.Run(name, func(t *testing.T) {
			l := newLoop(t, Options{})
			u := l.NewUDP()
			err := u.Bind(anyPort, flag)
			if flag == ReusePort && reusePort == 0 {
				errIs(t, err, uv.ENOTSUP)
				return
			}
			must(t, err)
			at, err := u.Sockname()
			must(t, err)
			must(t, l.NewUDP().Bind(at, flag))
			errIs(t, l.NewUDP().Bind(at, 0), uv.EADDRINUSE)
		})
	}
}

func TestIPv6HandleTakesIPv4UnlessToldNotTo(t *testing.T) {
	for name, flags := range map[string]BindFlags{"dual": 0, "IPv6Only": IPv6Only} {
		t.Run(name, func(t *testing.T) {
			if flags == 0 && runtime.GOOS == "openbsd" {
				t.Skip("OpenBSD has no sockets of both families")
			}
			l := newLoop(t, Options{})
			server, at := bindUDPTo(t, l, "::", flags)
			four, six := l.NewUDP(), l.NewUDP()
			for u, host := range map[*UDP]string{four: "127.0.0.1", six: "::1"} {
				_, err := u.TrySend(bufs(host), netip.AddrPortFrom(netip.MustParseAddr(host), at.Port()))
				must(t, err)
			}
			got := map[string]string{}
			must(t, server.RecvStart(newBuf, func(b []byte, from netip.AddrPort, _ RecvFlags, err uv.Errno) {
				if must(t, err.Err()); from.IsValid() {
					got[string(b)] = from.Addr().String()
					return
				}
				closeHandles(t, server)
			}))
			run(t, l)
			want := map[string]string{"127.0.0.1": "::ffff:127.0.0.1", "::1": "::1"}
			if flags == IPv6Only {
				delete(want, "127.0.0.1")
			}
			equal(t, got, want)
		})
	}
}

func TestUDPSocketIsMadeWhenNeededOrAtOnce(t *testing.T) {
	l := newLoop(t, Options{})
	for family, ok := range map[Family]bool{Unspecified: false, IPv4: true, IPv6: true} {
		u, err := l.NewUDPSocket(family)
		must(t, err)
		_, err = u.Fd()
		equal(t, err == nil, ok)
		equal(t, u.six, family == IPv6)
	}
	_, err := l.NewUDPSocket(7)
	errIs(t, err, uv.EINVAL)
}

func TestUDPOpenTakesOverASocket(t *testing.T) {
	l := newLoop(t, Options{})
	server, at := bindUDPTo(t, l, "127.0.0.1", 0)
	var got []datagram
	receive(t, server, 10, &got, nil)
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM, 0)
	must(t, err)
	must(t, unix.Connect(fd, sockaddr(at)))
	u := l.NewUDP()
	errIs(t, u.OpenEx(fd, IPv6Only), uv.EINVAL)
	errIs(t, u.Open(server.watcher.fd), uv.EEXIST)
	errIs(t, u.Open(1<<20), uv.EBADF)
	must(t, u.Open(fd))
	errIs(t, u.Open(fd), uv.EBUSY)
	have, err := u.Fd()
	must(t, err)
	equal(t, have, fd)
	errIs(t, second(u.TrySend(bufs("x"), at)), uv.EISCONN)
	must(t, second(u.TrySend(bufs("x"), nobody)))
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	must(t, err)
	equal(t, flags&unix.O_NONBLOCK != 0, true)
	_, err = l.Run(uv.RunNoWait)
	must(t, err)
	equal(t, len(got), 1)
	closeHandles(t, u)
	errIs(t, u.Open(fd), uv.EINVAL)
}

func TestUDPOptionsNeedASocketAndASensibleNumber(t *testing.T) {
	l := newLoop(t, Options{})
	lazy := l.NewUDP()
	for _, err := range []error{lazy.SetBroadcast(true), lazy.SetTTL(1), lazy.SetMulticastTTL(1), lazy.SetMulticastLoop(true),
		lazy.SetMulticastInterface(netip.Addr{}), lazy.SetSendBufferSize(4096), second(lazy.RecvBufferSize())} {
		errIs(t, err, uv.EBADF)
	}
	for _, host := range []string{"127.0.0.1", "::1"} {
		u, _ := bindUDPTo(t, l, host, 0)
		must(t, u.SetBroadcast(true))
		for ttl, want := range map[int]uv.Errno{-1: uv.EINVAL, 0: uv.EINVAL, 1: 0, 255: 0, 256: uv.EINVAL} {
			errIs(t, u.SetTTL(ttl), want)
		}
		for ttl, want := range map[int]uv.Errno{-1: uv.EINVAL, 0: 0, 255: 0, 256: uv.EINVAL} {
			errIs(t, u.SetMulticastTTL(ttl), want)
		}
		must(t, u.SetMulticastLoop(false))
		must(t, u.SetSendBufferSize(20_000))
		must(t, u.SetRecvBufferSize(30_000))
		for size, ask := range map[int]func() (int, error){20_000: u.SendBufferSize, 30_000: u.RecvBufferSize} {
			n, err := ask()
			if must(t, err); n != size && n != 2*size { // Linux counts twice
				t.Errorf("set to %d, is %d", size, n)
			}
		}
	}
}

func TestBroadcastNeedsPermission(t *testing.T) {
	l := newLoop(t, Options{})
	u, at := bindUDPTo(t, l, "127.0.0.1", 0)
	to := netip.AddrPortFrom(netip.MustParseAddr("127.255.255.255"), at.Port())
	errIs(t, second(u.TrySend(bufs("x"), to)), uv.EACCES)
	must(t, u.SetBroadcast(true))
	must(t, second(u.TrySend(bufs("x"), to)))
}

// Groups on the loopback interface only.
func TestMulticastReachesMembersUntilTheyLeave(t *testing.T) {
	l := newLoop(t, Options{})
	group, lo := netip.MustParseAddr("239.255.77.7"), netip.MustParseAddr("127.0.0.1")
	server := l.NewUDP()
	must(t, server.Bind(netip.AddrPortFrom(netip.IPv4Unspecified(), 0), ReuseAddr))
	at, err := server.Sockname()
	must(t, err)
	errIs(t, server.SetMembership(netip.Addr{}, lo, JoinGroup), uv.EINVAL)
	errIs(t, server.SetMembership(group, netip.IPv6Loopback(), JoinGroup), uv.EINVAL)
	errIs(t, server.SetMembership(group, lo, 7), uv.EINVAL)
	errIs(t, server.SetMembership(lo, lo, JoinGroup), uv.EINVAL) // the system's answer
	errIs(t, server.SetMembership(group, netip.MustParseAddr("192.0.2.77"), JoinGroup), uv.ENODEV)
	must(t, server.SetMembership(group, lo, JoinGroup))
	errIs(t, server.SetMembership(group, lo, JoinGroup), uv.EADDRINUSE)

	client := l.NewUDP()
	must(t, client.Bind(anyPort, 0))
	must(t, client.SetMulticastInterface(lo))
	errIs(t, client.SetMulticastInterface(netip.MustParseAddr("192.0.2.77")), uv.EADDRNOTAVAIL)
	send := func() { must(t, second(client.TrySend(bufs("all"), netip.AddrPortFrom(group, at.Port())))) }
	var got []datagram
	receive(t, server, 10, &got, nil)
	send()
	_, err = l.Run(uv.RunNoWait)
	must(t, err)
	equal(t, len(got), 1)
	must(t, server.SetMembership(group, lo, LeaveGroup))
	send()
	_, err = l.Run(uv.RunNoWait)
	must(t, err)
	equal(t, len(got), 1)
}

func TestMembershipBindsAHandleWithoutASocket(t *testing.T) {
	l := newLoop(t, Options{})
	for group, iface := range map[string]string{"239.255.77.8": "127.0.0.1", "ff15::77": "::1"} {
		u := l.NewUDP()
		lo := netip.MustParseAddr(iface)
		if lo.Is6() {
			lo = lo.WithZone("lo")
			if runtime.GOOS != "linux" {
				lo = lo.WithZone("lo0")
			}
		}
		must(t, u.SetMembership(netip.MustParseAddr(group), lo, JoinGroup))
		at, err := u.Sockname()
		must(t, err)
		equal(t, at.Addr().IsUnspecified(), true)
		must(t, u.SetMulticastInterface(lo))
		must(t, u.SetMulticastInterface(netip.Addr{}))
		must(t, u.SetMembership(netip.MustParseAddr(group), lo, LeaveGroup))
		errIs(t, u.SetMembership(netip.MustParseAddr(group), lo, LeaveGroup), uv.EADDRNOTAVAIL)
	}
}
