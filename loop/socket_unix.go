//go:build unix

package loop

import (
	"net/netip"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

func newTCPSocket(six bool) (int, uv.Errno) {
	family := unix.AF_INET
	if six {
		family = unix.AF_INET6
	}
	return newSocket(family, unix.SOCK_STREAM)
}

// bindTCP binds with SO_REUSEADDR, as libuv does on Unix.
func bindTCP(fd int, addr netip.AddrPort, onlySix bool) uv.Errno {
	if err := unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_REUSEADDR, 1); err != nil {
		return errno(err)
	}
	six := addr.Addr().Is6() && !addr.Addr().Is4In6()
	if six {
		only := 0
		if onlySix {
			only = 1
		}
		if err := unix.SetsockoptInt(fd, unix.IPPROTO_IPV6, unix.IPV6_V6ONLY, only); err != nil {
			return errno(err)
		}
	}
	return errno(unix.Bind(fd, sockaddr(addr, six)))
}

func listen(fd, backlog int) uv.Errno { return errno(unix.Listen(fd, backlog)) }

// connect begins to connect; a connection in progress is no error.
func connect(fd int, addr netip.AddrPort, six bool) uv.Errno {
	err := unix.Connect(fd, sockaddr(addr, six))
	if err == unix.EINPROGRESS || err == unix.EINTR {
		return 0
	}
	return errno(err)
}

func sockaddr(addr netip.AddrPort, six bool) unix.Sockaddr {
	ip := addr.Addr()
	if !six {
		return &unix.SockaddrInet4{Port: int(addr.Port()), Addr: ip.Unmap().As4()}
	}
	sa := &unix.SockaddrInet6{Port: int(addr.Port()), Addr: ip.As16()}
	if n, err := strconv.ParseUint(ip.Zone(), 10, 32); err == nil {
		sa.ZoneId = uint32(n)
	}
	return sa
}

func addrPort(sa unix.Sockaddr, err error) (netip.AddrPort, uv.Errno) {
	if err != nil {
		return netip.AddrPort{}, errno(err)
	}
	switch sa := sa.(type) {
	case *unix.SockaddrInet4:
		return netip.AddrPortFrom(netip.AddrFrom4(sa.Addr), uint16(sa.Port)), 0
	case *unix.SockaddrInet6:
		ip := netip.AddrFrom16(sa.Addr)
		if sa.ZoneId != 0 {
			ip = ip.WithZone(strconv.FormatUint(uint64(sa.ZoneId), 10))
		}
		return netip.AddrPortFrom(ip, uint16(sa.Port)), 0
	}
	return netip.AddrPort{}, uv.EAFNOSUPPORT
}

func sockname(fd int) (netip.AddrPort, uv.Errno) { return addrPort(unix.Getsockname(fd)) }
func peername(fd int) (netip.AddrPort, uv.Errno) { return addrPort(unix.Getpeername(fd)) }

func socketError(fd int) uv.Errno {
	n, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_ERROR)
	if err != nil {
		return errno(err)
	}
	return errnoOf(syscall.Errno(n))
}

func shutdownWrite(fd int) uv.Errno { return errno(unix.Shutdown(fd, unix.SHUT_WR)) }

func setNoDelay(fd int, on bool) uv.Errno {
	v := 0
	if on {
		v = 1
	}
	return errno(unix.SetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_NODELAY, v))
}

func setNonblock(fd int) error { return unix.SetNonblock(fd, true) }

func closeFd(fd int) { _ = unix.Close(fd) }

// reserveFd is a descriptor that can be given up for a moment when there are
// no more; -1 when there is none even now.
func reserveFd() int {
	fd, err := unix.Open("/", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1
	}
	return fd
}
