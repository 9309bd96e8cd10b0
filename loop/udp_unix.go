//go:build unix

package loop

import (
	"net"
	"net/netip"
	"strconv"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/internal/sys"
	"github.com/loopground/loopground/loop/uv"
)

const errNoBufs = unix.ENOBUFS

func newUDPSocket(six bool) (int, uv.Errno) {
	family := unix.AF_INET
	if six {
		family = unix.AF_INET6
	}
	return newSocket(family, unix.SOCK_DGRAM)
}

// reuse sets what lets others have the address too.
func reuse(fd int, flags BindFlags) uv.Errno {
	if flags&ReuseAddr != 0 {
		if err := setOption(fd, unix.SOL_SOCKET, reuseDatagram, true); err != 0 {
			return err
		}
	}
	if flags&ReusePort != 0 {
		return setReusePort(fd)
	}
	return 0
}

func bindUDP(fd int, addr netip.AddrPort, flags BindFlags) uv.Errno {
	if flags&LinuxRecvErr != 0 {
		if err := setRecvErr(fd, addr.Addr().Is6()); err != 0 {
			return err
		}
	}
	if err := reuse(fd, flags); err != 0 {
		return err
	}
	if flags&IPv6Only != 0 {
		if err := setOption(fd, unix.IPPROTO_IPV6, unix.IPV6_V6ONLY, true); err != 0 {
			return err
		}
	}
	addr, err := numberZone(addr)
	if err != 0 {
		return err
	}
	return errno(unix.Bind(fd, sockaddr(addr)))
}

func disconnect(fd int) uv.Errno { return errnoOf(sys.Disconnect(fd)) }

// numberZone replaces an interface's name by its number, as system calls want
// it. EINVAL: there is no such interface.
func numberZone(a netip.AddrPort) (netip.AddrPort, uv.Errno) {
	zone := a.Addr().Zone()
	if zone == "" {
		return a, 0
	}
	if _, err := strconv.ParseUint(zone, 10, 32); err == nil {
		return a, 0
	}
	i, err := net.InterfaceByName(zone)
	if err != nil {
		return a, uv.EINVAL
	}
	return netip.AddrPortFrom(a.Addr().WithZone(strconv.Itoa(i.Index)), a.Port()), 0
}
