//go:build !unix

package loop

import (
	"net/netip"
	"syscall"

	"github.com/loopground/loopground/loop/uv"
)

// As os_other.go: nothing here is reached.

const errNoBufs = syscall.ENOBUFS

func newUDPSocket(bool) (int, uv.Errno)                      { return -1, uv.ENOSYS }
func reuse(int, BindFlags) uv.Errno                          { return uv.ENOSYS }
func bindUDP(int, netip.AddrPort, BindFlags) uv.Errno        { return uv.ENOSYS }
func disconnect(int) uv.Errno                                { return uv.ENOSYS }
func numberZone(a netip.AddrPort) (netip.AddrPort, uv.Errno) { return a, uv.ENOSYS }
func recvError(int, []byte) (netip.AddrPort, uv.Errno)       { return netip.AddrPort{}, uv.ENOSYS }

type ipOption struct{}

var optionTTL, optionMulticastTTL, optionMulticastLoop ipOption

func setBroadcast(int, bool) uv.Errno                                { return uv.ENOSYS }
func setIPOption(int, bool, ipOption, int) uv.Errno                  { return uv.ENOSYS }
func setMulticastInterface(int, bool, netip.Addr) uv.Errno           { return uv.ENOSYS }
func setMembership(int, netip.Addr, netip.Addr, bool) uv.Errno       { return uv.ENOSYS }
func setSourceMembership(_ int, _, _, _ netip.Addr, _ bool) uv.Errno { return uv.ENOSYS }
