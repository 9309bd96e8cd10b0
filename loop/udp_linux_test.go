package loop

import (
	"net/netip"
	"testing"

	"github.com/loopground/loopground/loop/uv"
)

func TestLinuxRecvErrTellsWhoRefusedADatagram(t *testing.T) {
	for name, host := range map[string]string{"IPv4": "127.0.0.1", "IPv6": "::1"} {
		t.Run(name, func(t *testing.T) {
			l := newLoop(t, Options{})
			gone, to := bindUDPTo(t, l, host, 0)
			closeHandles(t, gone)
			run(t, l)
			u, _ := bindUDPTo(t, l, host, LinuxRecvErr) // not connected: without the flag nothing is told
			var got []datagram
			receive(t, u, 100, &got, func() {
				if got[len(got)-1].Flags == FromErrorQueue {
					closeHandles(t, u)
				}
			})
			must(t, u.Send(&UDPSendReq{}, bufs("x"), to, func(st uv.Errno) { must(t, st.Err()) }))
			run(t, l)
			last := got[len(got)-1]
			equal(t, last.Err, "ECONNREFUSED")
			equal(t, last.From.Addr().String(), host)
		})
	}
}

func TestSourceMembership(t *testing.T) {
	l := newLoop(t, Options{})
	for _, c := range []struct{ group, iface, source string }{
		{"232.1.77.7", "127.0.0.1", "127.0.0.1"},
		{"ff35::77", "::1%lo", "::1"},
	} {
		u := l.NewUDP()
		group, iface, source := netip.MustParseAddr(c.group), netip.MustParseAddr(c.iface), netip.MustParseAddr(c.source)
		errIs(t, u.SetSourceMembership(group, iface, netip.Addr{}, JoinGroup), uv.EINVAL)
		errIs(t, u.SetSourceMembership(group, iface, source, 7), uv.EINVAL)
		must(t, u.SetSourceMembership(group, iface, source, JoinGroup))
		errIs(t, u.SetSourceMembership(group, iface, source, JoinGroup), uv.EADDRNOTAVAIL)
		must(t, u.SetSourceMembership(group, iface, source, LeaveGroup))
	}
}
