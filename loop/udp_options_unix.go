//go:build unix

package loop

import (
	"net/netip"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

func setBroadcast(fd int, on bool) uv.Errno {
	return setOption(fd, unix.SOL_SOCKET, unix.SO_BROADCAST, on)
}

// ipOption is an option that IPv4 and IPv6 both have. small: OpenBSD and NetBSD
// take it as one byte for IPv4.
type ipOption struct {
	four, six int
	small     bool
}

var (
	optionTTL           = ipOption{four: unix.IP_TTL, six: unix.IPV6_UNICAST_HOPS}
	optionMulticastTTL  = ipOption{four: unix.IP_MULTICAST_TTL, six: unix.IPV6_MULTICAST_HOPS, small: true}
	optionMulticastLoop = ipOption{four: unix.IP_MULTICAST_LOOP, six: unix.IPV6_MULTICAST_LOOP, small: true}
)

func setIPOption(fd int, six bool, o ipOption, v int) uv.Errno {
	switch {
	case six:
		return errno(unix.SetsockoptInt(fd, unix.IPPROTO_IPV6, o.six, v))
	case o.small && (runtime.GOOS == "openbsd" || runtime.GOOS == "netbsd"):
		return errno(unix.SetsockoptByte(fd, unix.IPPROTO_IP, o.four, byte(v)))
	}
	return errno(unix.SetsockoptInt(fd, unix.IPPROTO_IP, o.four, v))
}

func setMulticastInterface(fd int, six bool, iface netip.Addr) uv.Errno {
	if iface.Is6() || !iface.IsValid() && six {
		i, err := interfaceIndex(iface)
		if err != 0 {
			return err
		}
		return errno(unix.SetsockoptInt(fd, unix.IPPROTO_IPV6, unix.IPV6_MULTICAST_IF, i))
	}
	return errno(unix.SetsockoptInet4Addr(fd, unix.IPPROTO_IP, unix.IP_MULTICAST_IF, four(iface)))
}

// four is an IPv4 address; 0.0.0.0 for the zero one.
func four(a netip.Addr) [4]byte {
	if a.IsValid() {
		return a.As4()
	}
	return [4]byte{}
}

// interfaceIndex is the number of an address's zone; 0 without one.
func interfaceIndex(a netip.Addr) (int, uv.Errno) {
	at, err := numberZone(netip.AddrPortFrom(a, 0))
	if err != 0 || at.Addr().Zone() == "" {
		return 0, err
	}
	n, failed := strconv.ParseUint(at.Addr().Zone(), 10, 31)
	if failed != nil {
		return 0, uv.EINVAL
	}
	return int(n), 0
}

func setMembership(fd int, group, iface netip.Addr, join bool) uv.Errno {
	if group.Is4() {
		option := unix.IP_DROP_MEMBERSHIP
		if join {
			option = unix.IP_ADD_MEMBERSHIP
		}
		return errno(unix.SetsockoptIPMreq(fd, unix.IPPROTO_IP, option, &unix.IPMreq{Multiaddr: group.As4(), Interface: four(iface)}))
	}
	option := unix.IPV6_LEAVE_GROUP
	if join {
		option = unix.IPV6_JOIN_GROUP
	}
	i, err := interfaceIndex(iface)
	if err != 0 {
		return err
	}
	return errno(unix.SetsockoptIPv6Mreq(fd, unix.IPPROTO_IPV6, option, &unix.IPv6Mreq{Multiaddr: group.As16(), Interface: uint32(i)}))
}
