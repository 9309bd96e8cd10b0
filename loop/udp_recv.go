package loop

import (
	"net/netip"

	"github.com/loopground/loopground/internal/sys"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// RecvFlags tell about a datagram.
type RecvFlags uint8

const (
	// Partial is a datagram that was longer than the buffer; the rest is lost.
	// libuv: UV_UDP_PARTIAL.
	Partial RecvFlags = 1 << iota
	// FromErrorQueue is no datagram but an error about one that was sent; from
	// is who found it. libuv: UV_UDP_LINUX_RECVERR.
	FromErrorQueue
)

// RecvFunc gets a datagram and who sent it. Without an address and an error
// there is nothing for now, and the buffer is free again; with an address a
// datagram may be empty.
type RecvFunc func(buf []byte, from netip.AddrPort, flags RecvFlags, err uv.Errno)

// RecvStart has datagrams received as they arrive, at most 32 an event. For
// each one alloc is asked for a buffer (a longer datagram is cut to it), then cb
// gets the part that was filled; both run in the poll phase. A nil buffer gives
// ENOBUFS. An error, such as ECONNREFUSED when connected, does not end it. A
// handle without a socket is bound to 0.0.0.0 and any port. Errors: EINVAL
// closing or no functions, EALREADY when receiving, those of Bind.
// libuv: uv_udp_recv_start.
func (u *UDP) RecvStart(alloc func(suggested int) []byte, cb RecvFunc) error {
	switch {
	case u.closing || alloc == nil || cb == nil:
		return uv.EINVAL.Err()
	case u.recvCb != nil:
		return uv.EALREADY.Err()
	}
	if err := u.autoBind(false, 0); err != 0 {
		return err.Err()
	}
	u.alloc, u.recvCb = alloc, cb
	u.start(0)
	u.watcher.start(evIn)
	return nil
}

// Receiving reports whether RecvStart was called and RecvStop was not.
func (u *UDP) Receiving() bool { return u.recvCb != nil }

// RecvStop ends receiving. Idempotent. libuv: uv_udp_recv_stop.
func (u *UDP) RecvStop() {
	if u.recvCb == nil {
		return
	}
	u.alloc, u.recvCb = nil, nil
	u.watcher.stop(evIn)
	u.rested()
}

// recv receives what there is.
func (u *UDP) recv() {
	for range maxPerEvent {
		buf := u.alloc(SuggestedSize)
		if u.recvCb == nil {
			return // alloc stopped or closed it
		}
		if len(buf) == 0 {
			u.callRecv(u.recvCb, nil, netip.AddrPort{}, 0, uv.ENOBUFS)
			return
		}
		n, from, flags, err := recvFrom(u.watcher.fd, buf)
		if err == uv.EAGAIN {
			u.callRecv(u.recvCb, buf[:0], netip.AddrPort{}, 0, 0)
			return
		}
		u.callRecv(u.recvCb, buf[:n], from, flags, err)
		if err != 0 || u.recvCb == nil {
			return
		}
	}
}

// recvErrors brings what the system's error queue has. It follows every error,
// as in libuv, so that one more call says that there is nothing.
func (u *UDP) recvErrors() {
	for range maxPerEvent {
		buf := u.alloc(SuggestedSize)
		if u.recvCb == nil {
			return
		}
		from, err := recvError(u.watcher.fd, buf)
		if err == uv.EAGAIN {
			u.callRecv(u.recvCb, buf[:0], netip.AddrPort{}, 0, 0)
			return
		}
		u.callRecv(u.recvCb, buf[:0], from, FromErrorQueue, err)
		if u.recvCb == nil {
			return
		}
	}
}

// recvFrom receives, and tries again after a signal.
func recvFrom(fd int, buf []byte) (n int, from netip.AddrPort, flags RecvFlags, err uv.Errno) {
	for {
		n, from, cut, errno := sys.RecvFrom(fd, buf)
		if errno == errIntr {
			continue
		}
		if cut {
			flags = Partial
		}
		return n, from, flags, errnoOf(errno)
	}
}

func (u *UDP) callRecv(cb RecvFunc, buf []byte, from netip.AddrPort, flags RecvFlags, err uv.Errno) {
	u.loop.beginCallback(u.id, trace.HandleType(u.typ), int32(err), uint64(len(buf)), u.watcher.cause)
	cb(buf, from, flags, err)
	u.loop.endCallback()
}
