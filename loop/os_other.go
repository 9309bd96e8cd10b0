//go:build !unix

package loop

import (
	"net/netip"
	"syscall"

	"github.com/loopground/loopground/loop/uv"
)

// Without a poller no loop can be made (newKernel answers ENOSYS), so nothing
// here is reached. It lets programs that import the package compile.

func newTCPSocket(bool) (int, uv.Errno)               { return -1, uv.ENOSYS }
func bindTCP(int, netip.AddrPort, BindFlags) uv.Errno { return uv.ENOSYS }
func listen(int, int) uv.Errno                        { return uv.ENOSYS }
func accept(int) (int, uv.Errno)                      { return -1, uv.ENOSYS }
func connect(int, netip.AddrPort) uv.Errno            { return uv.ENOSYS }
func sockname(int) (netip.AddrPort, uv.Errno)         { return netip.AddrPort{}, uv.ENOSYS }
func peername(int) (netip.AddrPort, uv.Errno)         { return netip.AddrPort{}, uv.ENOSYS }
func socketError(int) uv.Errno                        { return uv.ENOSYS }
func shutdownWrite(int) uv.Errno                      { return uv.ENOSYS }
func setNoDelay(int, bool) uv.Errno                   { return uv.ENOSYS }
func setKeepAlive(int, keepAlive) uv.Errno            { return uv.ENOSYS }
func setLingerZero(int) uv.Errno                      { return uv.ENOSYS }
func bufferSize(int, int) (int, uv.Errno)             { return 0, uv.ENOSYS }
func setBufferSize(int, int, int) uv.Errno            { return uv.ENOSYS }
func accessMode(int) (_, _ bool, err uv.Errno)        { return false, false, uv.ENOSYS }
func writableWithin(int, int) bool                    { return true }
func openNull() (int, uv.Errno)                       { return -1, uv.ENOSYS }
func newUnixSocket() (int, uv.Errno)                  { return -1, uv.ENOSYS }
func bindUnix(int, string) uv.Errno                   { return uv.ENOSYS }
func connectUnix(int, string) uv.Errno                { return uv.ENOSYS }
func unixSockname(int) (string, uv.Errno)             { return "", uv.ENOSYS }
func unixPeername(int) (string, uv.Errno)             { return "", uv.ENOSYS }
func addMode(string, uint32) uv.Errno                 { return uv.ENOSYS }
func newPipe([2]bool) ([2]int, uv.Errno)              { return [2]int{}, uv.ENOSYS }
func newSocketPair(_, _ int, _ [2]bool) ([2]int, uv.Errno) {
	return [2]int{}, uv.ENOSYS
}
func setNonblock(int) error          { return uv.ENOSYS }
func closeFd(int)                    {}
func watchable(int) bool             { return false }
func reserveFd() int                 { return -1 }
func errnoOf(syscall.Errno) uv.Errno { return uv.UNKNOWN }

const (
	errAgain = syscall.EAGAIN
	errIntr  = syscall.EINTR
)

const (
	maxSocketPath = 107
	hasAbstract   = false
	sendBuffer    = 0
	recvBuffer    = 0
)
