//go:build unix && !linux

package sys

import (
	"net/netip"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// SendTo sends the buffers as one datagram on a non-blocking socket: to an
// address, or to the socket's peer if it is the zero one.
func SendTo(fd int, bufs [][]byte, to netip.AddrPort) syscall.Errno {
	_, err := unix.SendmsgBuffers(fd, bufs, nil, sockaddr(to), 0)
	_, errno := result(0, err)
	return errno
}

// RecvFrom receives a datagram on a non-blocking socket: how many bytes of it
// are in p, and whether that is not all.
func RecvFrom(fd int, p []byte) (n int, from netip.AddrPort, cut bool, errno syscall.Errno) {
	n, _, flags, sa, err := unix.Recvmsg(fd, p, nil, 0)
	if n, errno = result(n, err); errno != 0 {
		return 0, netip.AddrPort{}, false, errno
	}
	return n, addrPort(sa), flags&unix.MSG_TRUNC != 0, 0
}

// Disconnect takes the peer off a connected datagram socket. The BSDs do so
// before they find that the new address is none.
func Disconnect(fd int) syscall.Errno {
	_, errno := result(0, unix.Connect(fd, &unix.SockaddrInet4{}))
	switch errno {
	case unix.EADDRNOTAVAIL, unix.EAFNOSUPPORT, unix.EINVAL, unix.EINTR:
		return 0
	}
	return errno
}

func sockaddr(a netip.AddrPort) unix.Sockaddr {
	ip := a.Addr()
	switch {
	case ip.Is4():
		return &unix.SockaddrInet4{Port: int(a.Port()), Addr: ip.As4()}
	case ip.Is6():
		n, _ := strconv.ParseUint(ip.Zone(), 10, 32)
		return &unix.SockaddrInet6{Port: int(a.Port()), Addr: ip.As16(), ZoneId: uint32(n)}
	}
	return nil
}

func addrPort(sa unix.Sockaddr) netip.AddrPort {
	switch sa := sa.(type) {
	case *unix.SockaddrInet4:
		return netip.AddrPortFrom(netip.AddrFrom4(sa.Addr), uint16(sa.Port))
	case *unix.SockaddrInet6:
		ip := netip.AddrFrom16(sa.Addr)
		if sa.ZoneId != 0 {
			ip = ip.WithZone(strconv.FormatUint(uint64(sa.ZoneId), 10))
		}
		return netip.AddrPortFrom(ip, uint16(sa.Port))
	}
	return netip.AddrPort{}
}
