//go:build unix

package loop

import (
	"math"
	"net/netip"
	"runtime"
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
func bindTCP(fd int, addr netip.AddrPort, flags BindFlags) uv.Errno {
	if err := unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_REUSEADDR, 1); err != nil {
		return errno(err)
	}
	if flags&ReusePort != 0 {
		if err := setReusePort(fd); err != 0 {
			return err
		}
	}
	if addr.Addr().Is6() && runtime.GOOS != "openbsd" { // where it is always on
		if err := setOption(fd, unix.IPPROTO_IPV6, unix.IPV6_V6ONLY, flags&IPv6Only != 0); err != 0 {
			return err
		}
	}
	return errno(unix.Bind(fd, sockaddr(addr)))
}

// setReusePort is for systems that spread connections over the sockets: where
// SO_REUSEPORT means that the last one takes all, it is no help.
func setReusePort(fd int) uv.Errno {
	if reusePort == 0 {
		return uv.ENOTSUP
	}
	return setOption(fd, unix.SOL_SOCKET, reusePort, true)
}

func setOption(fd, level, option int, on bool) uv.Errno {
	v := 0
	if on {
		v = 1
	}
	return errno(unix.SetsockoptInt(fd, level, option, v))
}

func listen(fd, backlog int) uv.Errno { return errno(unix.Listen(fd, backlog)) }

// connect begins to connect; a connection in progress is no error.
func connect(fd int, addr netip.AddrPort) uv.Errno { return connectTo(fd, sockaddr(addr)) }

func connectTo(fd int, sa unix.Sockaddr) uv.Errno {
	err := unix.Connect(fd, sa)
	if err == unix.EINPROGRESS || err == unix.EINTR {
		return 0
	}
	return errno(err)
}

// sockaddr keeps an IPv4 address that is mapped into IPv6 in that family.
func sockaddr(addr netip.AddrPort) unix.Sockaddr {
	ip := addr.Addr()
	if ip.Is4() {
		return &unix.SockaddrInet4{Port: int(addr.Port()), Addr: ip.As4()}
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
	return setOption(fd, unix.IPPROTO_TCP, unix.TCP_NODELAY, on)
}

// setKeepAlive sets the times first, so that a refused one changes nothing.
func setKeepAlive(fd int, k keepAlive) uv.Errno {
	if k.on {
		for i, v := range [...]int{k.idle, k.interval, k.count} {
			if keepAliveOptions[i] == 0 {
				continue
			}
			if err := unix.SetsockoptInt(fd, unix.IPPROTO_TCP, keepAliveOptions[i], v); err != nil {
				return errno(err)
			}
		}
	}
	return setOption(fd, unix.SOL_SOCKET, unix.SO_KEEPALIVE, k.on)
}

// setLingerZero makes close send a reset. macOS refuses it (EINVAL) for a socket
// that was shut down, whose close then is an ordinary one.
func setLingerZero(fd int) uv.Errno {
	err := errno(unix.SetsockoptLinger(fd, unix.SOL_SOCKET, unix.SO_LINGER, &unix.Linger{Onoff: 1}))
	if err == uv.EINVAL && runtime.GOOS == "darwin" {
		return 0
	}
	return err
}

const (
	sendBuffer = unix.SO_SNDBUF
	recvBuffer = unix.SO_RCVBUF
)

func bufferSize(fd, which int) (int, uv.Errno) {
	n, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, which)
	return n, errno(err)
}

func setBufferSize(fd, which, bytes int) uv.Errno {
	switch {
	case fd < 0:
		return uv.EBADF
	case bytes < 1:
		return uv.EINVAL
	}
	return errno(unix.SetsockoptInt(fd, unix.SOL_SOCKET, which, min(bytes, math.MaxInt32)))
}

// accessMode says what a descriptor was opened for.
func accessMode(fd int) (readable, writable bool, err uv.Errno) {
	flags, failed := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	mode := flags & unix.O_ACCMODE
	return mode != unix.O_WRONLY, mode != unix.O_RDONLY, errno(failed)
}

// writableWithin waits until a descriptor takes more, or never will, but not for
// longer than ms, and reports which.
func writableWithin(fd, ms int) bool {
	fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}}
	n, err := unix.Poll(fds, ms)
	return n > 0 || err != nil && err != unix.EINTR
}

// openNull opens what takes everything.
func openNull() (int, uv.Errno) {
	fd, err := unix.Open("/dev/null", unix.O_WRONLY|unix.O_CLOEXEC, 0)
	return fd, errno(err)
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
