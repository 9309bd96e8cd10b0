//go:build unix && !linux

package loop

import (
	"net/netip"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

// reuseDatagram is the option behind ReuseAddr: on the BSDs it is the one that
// lets sockets share an address for multicast.
const reuseDatagram = unix.SO_REUSEPORT

func setRecvErr(int, bool) uv.Errno { return 0 }

func recvError(int, []byte) (netip.AddrPort, uv.Errno) { return netip.AddrPort{}, uv.EAGAIN }

func setSourceMembership(int, netip.Addr, netip.Addr, netip.Addr, bool) uv.Errno { return uv.ENOSYS }
