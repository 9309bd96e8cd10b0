package loop

import (
	"encoding/binary"
	"net/netip"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

// reuseDatagram is the option behind ReuseAddr.
const reuseDatagram = unix.SO_REUSEADDR

func setRecvErr(fd int, six bool) uv.Errno {
	if six {
		return setOption(fd, unix.IPPROTO_IPV6, unix.IPV6_RECVERR, true)
	}
	return setOption(fd, unix.IPPROTO_IP, unix.IP_RECVERR, true)
}

// recvError takes one error out of the queue: who found it, and what. EAGAIN:
// there is none.
func recvError(fd int, buf []byte) (from netip.AddrPort, err uv.Errno) {
	var control [256]byte
	_, n, _, _, failed := unix.Recvmsg(fd, buf, control[:], unix.MSG_ERRQUEUE)
	if failed == unix.EINTR {
		return recvError(fd, buf)
	}
	if failed != nil {
		return from, errno(failed)
	}
	messages, _ := unix.ParseSocketControlMessage(control[:n])
	for _, m := range messages {
		h := m.Header
		if h.Level == unix.SOL_IP && h.Type == unix.IP_RECVERR || h.Level == unix.SOL_IPV6 && h.Type == unix.IPV6_RECVERR {
			return extendedError(m.Data)
		}
	}
	return from, uv.EAGAIN
}

// extendedError reads struct sock_extended_err, whose first 32 bits are the
// errno, and the address behind it.
func extendedError(b []byte) (from netip.AddrPort, err uv.Errno) {
	const size = 16
	if len(b) < size {
		return from, uv.UNKNOWN
	}
	err = errnoOf(unix.Errno(binary.NativeEndian.Uint32(b)))
	b = b[size:]
	switch {
	case len(b) < 2:
	case binary.NativeEndian.Uint16(b) == unix.AF_INET && len(b) >= unix.SizeofSockaddrInet4:
		from = netip.AddrPortFrom(netip.AddrFrom4([4]byte(b[4:8])), binary.BigEndian.Uint16(b[2:]))
	case binary.NativeEndian.Uint16(b) == unix.AF_INET6 && len(b) >= unix.SizeofSockaddrInet6:
		from = netip.AddrPortFrom(netip.AddrFrom16([16]byte(b[8:24])), binary.BigEndian.Uint16(b[2:]))
	}
	return from, err
}

// setSourceMembership passes struct ip_mreq_source (group, interface, source),
// and for IPv6 struct group_source_req: the interface's number, and two
// addresses in the room of a sockaddr_storage each.
func setSourceMembership(fd int, group, iface, source netip.Addr, join bool) uv.Errno {
	if group.Is4() {
		option := unix.IP_DROP_SOURCE_MEMBERSHIP
		if join {
			option = unix.IP_ADD_SOURCE_MEMBERSHIP
		}
		g, i, s := group.As4(), four(iface), source.As4()
		return errno(unix.SetsockoptString(fd, unix.IPPROTO_IP, option, string(g[:])+string(i[:])+string(s[:])))
	}
	const word, storage = 32 << (^uint(0) >> 63) / 8, 128
	option := unix.MCAST_LEAVE_SOURCE_GROUP
	if join {
		option = unix.MCAST_JOIN_SOURCE_GROUP
	}
	i, err := interfaceIndex(iface)
	if err != 0 {
		return err
	}
	var req [word + 2*storage]byte
	binary.NativeEndian.PutUint32(req[:], uint32(i))
	putInet6(req[word:], group)
	putInet6(req[word+storage:], source)
	return errno(unix.SetsockoptString(fd, unix.IPPROTO_IPV6, option, string(req[:])))
}

// putInet6 writes a struct sockaddr_in6 without port.
func putInet6(b []byte, a netip.Addr) {
	binary.NativeEndian.PutUint16(b, unix.AF_INET6)
	ip := a.As16()
	copy(b[8:], ip[:])
}
