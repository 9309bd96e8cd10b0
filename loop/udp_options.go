package loop

import (
	"net/netip"

	"github.com/loopground/loopground/loop/uv"
)

// SetBroadcast allows sending to broadcast addresses. EBADF: no socket yet, as
// for all options here but the memberships. libuv: uv_udp_set_broadcast.
func (u *UDP) SetBroadcast(on bool) error { return setBroadcast(u.watcher.fd, on).Err() }

// SetTTL sets how many routers a datagram may pass, 1 to 255. EINVAL: another
// number. libuv: uv_udp_set_ttl.
func (u *UDP) SetTTL(ttl int) error {
	if ttl < 1 || ttl > 255 {
		return uv.EINVAL.Err()
	}
	return setIPOption(u.watcher.fd, u.six, optionTTL, ttl).Err()
}

// SetMulticastTTL is SetTTL for multicast, from 0. libuv: uv_udp_set_multicast_ttl.
func (u *UDP) SetMulticastTTL(ttl int) error {
	if ttl < 0 || ttl > 255 {
		return uv.EINVAL.Err()
	}
	return setIPOption(u.watcher.fd, u.six, optionMulticastTTL, ttl).Err()
}

// SetMulticastLoop says whether what is sent to a group comes back to this
// machine, as it does from the start. libuv: uv_udp_set_multicast_loop.
func (u *UDP) SetMulticastLoop(on bool) error {
	v := 0
	if on {
		v = 1
	}
	return setIPOption(u.watcher.fd, u.six, optionMulticastLoop, v).Err()
}

// SetMulticastInterface chooses the interface that datagrams to groups leave by:
// that of an IPv4 address, or the zone of an IPv6 address; the zero address
// leaves it to the system. EINVAL: no such zone; EADDRNOTAVAIL.
// libuv: uv_udp_set_multicast_interface.
func (u *UDP) SetMulticastInterface(iface netip.Addr) error {
	return setMulticastInterface(u.watcher.fd, u.six, iface).Err()
}

// Membership says what SetMembership does. libuv: uv_membership.
type Membership uint8

// The two, with libuv's numbers.
const (
	LeaveGroup Membership = iota
	JoinGroup
)

// SetMembership joins or leaves a multicast group, on the interface that has an
// address of IPv4 or is the zone of one of IPv6; the zero address leaves it to
// the system. A handle without a socket is bound to any address, with
// ReuseAddr. Errors: EINVAL closing, no group, or families that do not match;
// ENODEV, EADDRNOTAVAIL. libuv: uv_udp_set_membership.
func (u *UDP) SetMembership(group, iface netip.Addr, m Membership) error {
	return u.membership(group, iface, netip.Addr{}, m)
}

// SetSourceMembership is SetMembership for what one source sends. ENOSYS: not on
// this system. libuv: uv_udp_set_source_membership.
func (u *UDP) SetSourceMembership(group, iface, source netip.Addr, m Membership) error {
	if !source.IsValid() || source.Is4() != group.Is4() {
		return uv.EINVAL.Err()
	}
	return u.membership(group, iface, source, m)
}

func (u *UDP) membership(group, iface, source netip.Addr, m Membership) error {
	if u.closing || m > JoinGroup || !group.IsValid() || iface.IsValid() && iface.Is4() != group.Is4() {
		return uv.EINVAL.Err()
	}
	if err := u.autoBind(group.Is6(), ReuseAddr); err != 0 {
		return err.Err()
	}
	if source.IsValid() {
		return setSourceMembership(u.watcher.fd, group, iface, source, m == JoinGroup).Err()
	}
	return setMembership(u.watcher.fd, group, iface, m == JoinGroup).Err()
}

// SendBufferSize is the size of the system's buffer for what is to be sent, in
// bytes, as for streams. libuv: uv_send_buffer_size.
func (u *UDP) SendBufferSize() (int, error) {
	n, err := bufferSize(u.watcher.fd, sendBuffer)
	return n, err.Err()
}

// SetSendBufferSize changes it. libuv: uv_send_buffer_size.
func (u *UDP) SetSendBufferSize(bytes int) error {
	return setBufferSize(u.watcher.fd, sendBuffer, bytes).Err()
}

// RecvBufferSize is the size of the system's buffer for what has come, in bytes.
// libuv: uv_recv_buffer_size.
func (u *UDP) RecvBufferSize() (int, error) {
	n, err := bufferSize(u.watcher.fd, recvBuffer)
	return n, err.Err()
}

// SetRecvBufferSize changes it. libuv: uv_recv_buffer_size.
func (u *UDP) SetRecvBufferSize(bytes int) error {
	return setBufferSize(u.watcher.fd, recvBuffer, bytes).Err()
}
