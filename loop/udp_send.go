package loop

import (
	"net/netip"

	"github.com/loopground/loopground/internal/sys"
	"github.com/loopground/loopground/loop/uv"
)

// UDPSendReq is a datagram to be sent. libuv: uv_udp_send_t.
type UDPSendReq struct {
	request
	bufs   [][]byte
	to     netip.AddrPort
	size   int // bytes
	status uv.Errno
	cb     func(status uv.Errno)
	link   node[*UDPSendReq]
}

// Send sends the buffers as one datagram, after what was queued before: to an
// address, or for the zero one to the peer that Connect made. It tries at once
// when nothing is queued, but the callback, which may be nil, always runs later:
// in the pending phase, or in poll. Buffers and their slice belong to the
// request until then. A handle without a socket is bound to any address.
//
// Errors, of the call: EBADF closing, EINVAL no buffers, EISCONN an address
// though connected, EDESTADDRREQ neither, EBUSY the request is active, those of
// Bind. Of the result: EMSGSIZE too long, ECONNREFUSED an earlier one found
// nobody, ECANCELED by Close, and what else sendmsg answers. libuv: uv_udp_send.
func (u *UDP) Send(r *UDPSendReq, bufs [][]byte, to netip.AddrPort, cb func(status uv.Errno)) error {
	to, err := u.sendable(to)
	switch {
	case err != 0:
		return err.Err()
	case len(bufs) == 0:
		return uv.EINVAL.Err()
	case r.active:
		return uv.EBUSY.Err()
	}
	if err := u.autoBind(to.Addr().Is6(), 0); err != 0 {
		return err.Err()
	}
	r.bufs, r.to, r.size, r.status, r.cb = bufs, to, length(bufs), 0, cb
	r.link.item = r
	r.submit(u.loop, uv.UDPSend, 0, uint64(r.size), 0)
	first := u.count == 0 && !u.calling
	u.bytes += r.size
	u.count++
	u.waiting.pushBack(&r.link)
	if !u.active {
		u.start(0)
	}
	if first {
		u.flush(0)
	}
	if !u.waiting.empty() {
		u.watcher.start(evOut)
	}
	return nil
}

// sendable checks whether a datagram may go to an address, and makes the
// address's zone a number.
func (u *UDP) sendable(to netip.AddrPort) (netip.AddrPort, uv.Errno) {
	switch named := to.Addr().IsValid(); {
	case u.closing:
		return to, uv.EBADF
	case named && u.connected:
		return to, uv.EISCONN
	case !named && !u.connected:
		return to, uv.EDESTADDRREQ
	}
	return numberZone(to)
}

// TrySend sends a datagram if that can be done at once, and returns its size in
// bytes. Errors: EAGAIN it cannot, or sends are queued or not yet called back;
// else as Send. libuv: uv_udp_try_send.
func (u *UDP) TrySend(bufs [][]byte, to netip.AddrPort) (int, error) {
	to, err := u.sendable(to)
	switch {
	case err != 0:
		return 0, err.Err()
	case len(bufs) == 0:
		return 0, uv.EINVAL.Err()
	case u.count > 0:
		return 0, uv.EAGAIN.Err()
	}
	if err = u.autoBind(to.Addr().Is6(), 0); err == 0 {
		err = sendTo(u.watcher.fd, bufs, to)
	}
	if err != 0 {
		return 0, err.Err()
	}
	return length(bufs), nil
}

// Datagram is one of several to be sent.
type Datagram struct {
	Bufs [][]byte
	To   netip.AddrPort // zero: the connected peer
}

// TrySend2 sends datagrams as far as that can be done at once, and returns how
// many were sent. An error is that of the first one: of a later one the count
// tells. Errors: EINVAL no datagrams, flags not 0, or no socket: the handle is
// not bound for it; else as TrySend. libuv: uv_udp_try_send2.
func (u *UDP) TrySend2(all []Datagram, flags uint) (int, error) {
	switch {
	case len(all) == 0 || flags != 0:
		return 0, uv.EINVAL.Err()
	case u.count > 0:
		return 0, uv.EAGAIN.Err()
	case u.watcher.fd < 0:
		return 0, uv.EINVAL.Err()
	}
	for i := range all {
		if _, err := u.TrySend(all[i].Bufs, all[i].To); err != nil {
			if i > 0 {
				return i, nil
			}
			return 0, err
		}
	}
	return len(all), nil
}

// sendTo sends, and tries again after a signal. ENOBUFS is a queue that is full.
func sendTo(fd int, bufs [][]byte, to netip.AddrPort) uv.Errno {
	for {
		switch errno := sys.SendTo(fd, bufs, to); errno {
		case 0:
			return 0
		case errIntr:
		case errNoBufs:
			return uv.EAGAIN
		default:
			return errnoOf(errno)
		}
	}
}

// SendQueueSize is the number of bytes in sends that were not called back.
// libuv: uv_udp_get_send_queue_size.
func (u *UDP) SendQueueSize() int { return u.bytes }

// SendQueueCount is the number of sends that were not called back.
// libuv: uv_udp_get_send_queue_count.
func (u *UDP) SendQueueCount() int { return u.count }

// flush sends what waits until the kernel takes no more, or refuses one: what
// is behind that is tried at the next event. cause is the event that made it
// possible, plus 1.
func (u *UDP) flush(cause uint64) {
	for !u.waiting.empty() {
		r := u.waiting.head.next.item
		err := sendTo(u.watcher.fd, r.bufs, r.to)
		if err == uv.EAGAIN {
			return
		}
		u.done(r, err, cause)
		u.watcher.feed()
		if err != 0 {
			return
		}
	}
}

// done moves the oldest waiting send to those that are to be called back.
func (u *UDP) done(r *UDPSendReq, status uv.Errno, cause uint64) {
	r.link.remove()
	r.status = status
	r.finished(int32(status), cause)
	u.sent.pushBack(&r.link)
}

func (u *UDP) failWaiting(status uv.Errno) {
	for !u.waiting.empty() {
		u.done(u.waiting.head.next.item, status, 0)
	}
}

// callSent calls back what was sent. What callbacks send waits for the next
// event, so that they cannot keep it going.
func (u *UDP) callSent() {
	u.calling = true
	defer func() { u.calling = false }() // a callback may panic
	for n := u.sent.popFront(); n != nil; n = u.sent.popFront() {
		r := n.item
		u.bytes -= r.size
		u.count--
		cb := r.cb
		r.bufs, r.cb = nil, nil
		id := r.beginCall(int32(r.status), uint64(r.size))
		if cb != nil {
			cb(r.status)
		}
		u.loop.endCall(id)
	}
	if u.waiting.empty() {
		u.watcher.stop(evOut)
		u.rested()
	}
}
