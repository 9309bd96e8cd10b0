//go:build !unix

package sys

import (
	"net/netip"
	"syscall"
)

// MaxIov is how many buffers one Writev takes.
const MaxIov = 1

// Read and the others answer ENOSYS: this system is not supported.
func Read(int, []byte) (int, syscall.Errno)     { return 0, syscall.ENOSYS }
func Writev(int, [][]byte) (int, syscall.Errno) { return 0, syscall.ENOSYS }

// SendTo and the rest answer ENOSYS too.
func SendTo(int, [][]byte, netip.AddrPort) syscall.Errno { return syscall.ENOSYS }
func Disconnect(int) syscall.Errno                       { return syscall.ENOSYS }
func RecvFrom(int, []byte) (int, netip.AddrPort, bool, syscall.Errno) {
	return 0, netip.AddrPort{}, false, syscall.ENOSYS
}
