package sys

import (
	"net/netip"
	"strconv"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// rawAddr has room for an address of IPv4 or IPv6 as the kernel wants it.
type rawAddr struct {
	unix.RawSockaddrInet6
	len uint32
}

// set fills in an address; the zero one leaves it empty. An IPv6 zone is a
// number.
func (r *rawAddr) set(a netip.AddrPort) {
	ip := a.Addr()
	switch {
	case ip.Is4():
		r4 := (*unix.RawSockaddrInet4)(unsafe.Pointer(&r.RawSockaddrInet6))
		r4.Family = unix.AF_INET
		r4.Addr = ip.As4()
		r.len = unix.SizeofSockaddrInet4
	case ip.Is6():
		r.Family = unix.AF_INET6
		r.Addr = ip.As16()
		if z := ip.Zone(); z != "" {
			n, _ := strconv.ParseUint(z, 10, 32)
			r.Scope_id = uint32(n)
		}
		r.len = unix.SizeofSockaddrInet6
	default:
		return
	}
	port := (*[2]byte)(unsafe.Pointer(&r.Port)) // in the same place for both
	port[0], port[1] = byte(a.Port()>>8), byte(a.Port())
}

// get is the address; the zero one of any other family.
func (r *rawAddr) get() netip.AddrPort {
	port := (*[2]byte)(unsafe.Pointer(&r.Port))
	n := uint16(port[0])<<8 | uint16(port[1])
	switch {
	case r.Family == unix.AF_INET && r.len >= unix.SizeofSockaddrInet4:
		r4 := (*unix.RawSockaddrInet4)(unsafe.Pointer(&r.RawSockaddrInet6))
		return netip.AddrPortFrom(netip.AddrFrom4(r4.Addr), n)
	case r.Family == unix.AF_INET6 && r.len >= unix.SizeofSockaddrInet6:
		ip := netip.AddrFrom16(r.Addr)
		if r.Scope_id != 0 {
			ip = ip.WithZone(strconv.FormatUint(uint64(r.Scope_id), 10))
		}
		return netip.AddrPortFrom(ip, n)
	}
	return netip.AddrPort{}
}

// SendTo sends the buffers as one datagram on a non-blocking socket: to an
// address, or to the socket's peer if it is the zero one.
func SendTo(fd int, bufs [][]byte, to netip.AddrPort) syscall.Errno {
	var addr rawAddr
	addr.set(to)
	if len(bufs) != 1 {
		return sendMsg(fd, bufs, &addr)
	}
	name := &addr
	if addr.len == 0 {
		name = nil
	}
	_, _, errno := syscall.RawSyscall6(unix.SYS_SENDTO, uintptr(fd),
		uintptr(unsafe.Pointer(unsafe.SliceData(bufs[0]))), uintptr(len(bufs[0])), 0,
		uintptr(unsafe.Pointer(name)), uintptr(addr.len))
	return errno
}

func sendMsg(fd int, bufs [][]byte, addr *rawAddr) syscall.Errno {
	var few [MaxIov]unix.Iovec
	iov := few[:]
	if len(bufs) > MaxIov { // a datagram cannot be sent in parts
		iov = make([]unix.Iovec, len(bufs))
	}
	for i, b := range bufs {
		iov[i].Base = unsafe.SliceData(b)
		iov[i].SetLen(len(b))
	}
	var msg unix.Msghdr
	if addr.len > 0 {
		msg.Name, msg.Namelen = (*byte)(unsafe.Pointer(addr)), addr.len
	}
	msg.Iov = &iov[0]
	msg.SetIovlen(len(bufs))
	_, _, errno := syscall.RawSyscall(unix.SYS_SENDMSG, uintptr(fd), uintptr(unsafe.Pointer(&msg)), 0)
	return errno
}

// RecvFrom receives a datagram on a non-blocking socket: how many bytes of it
// are in p, and whether that is not all.
func RecvFrom(fd int, p []byte) (n int, from netip.AddrPort, cut bool, errno syscall.Errno) {
	addr := rawAddr{len: unix.SizeofSockaddrInet6}
	r, _, errno := syscall.RawSyscall6(unix.SYS_RECVFROM, uintptr(fd),
		uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)), unix.MSG_TRUNC,
		uintptr(unsafe.Pointer(&addr)), uintptr(unsafe.Pointer(&addr.len)))
	if errno != 0 {
		return 0, netip.AddrPort{}, false, errno
	}
	return min(int(r), len(p)), addr.get(), int(r) > len(p), 0 // r is the datagram's size
}

// Disconnect takes the peer off a connected datagram socket.
func Disconnect(fd int) syscall.Errno {
	none := unix.RawSockaddr{Family: unix.AF_UNSPEC}
	_, _, errno := syscall.RawSyscall(unix.SYS_CONNECT, uintptr(fd),
		uintptr(unsafe.Pointer(&none)), unsafe.Sizeof(none))
	return errno
}
