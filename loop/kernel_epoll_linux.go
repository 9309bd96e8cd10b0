//go:build linux && !looppoll

package loop

import (
	"fmt"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/internal/sys"
)

// epoll is the Linux kernel's poller, with an eventfd for Wake.
type epoll struct {
	fd     int
	wakeFd int
	buf    []unix.EpollEvent
}

func newKernel() (kernel, error) {
	fd, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("epoll_create1: %w", err)
	}
	wake, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		_ = unix.Close(fd)
		return nil, fmt.Errorf("eventfd: %w", err)
	}
	k := &epoll{fd: fd, wakeFd: wake}
	if err := k.Add(wake, 0, evIn|evEdge); err != nil {
		_ = k.Close()
		return nil, err
	}
	return k, nil
}

func (k *epoll) Add(fd int, token ID, ev ioEvents) error {
	return k.ctl(unix.EPOLL_CTL_ADD, "add", fd, token, ev)
}

func (k *epoll) Modify(fd int, token ID, ev ioEvents) error {
	return k.ctl(unix.EPOLL_CTL_MOD, "modify", fd, token, ev)
}

func (k *epoll) Remove(fd int) error {
	return k.ctl(unix.EPOLL_CTL_DEL, "remove", fd, 0, 0)
}

func (k *epoll) ctl(op int, name string, fd int, token ID, ev ioEvents) error {
	e := unix.EpollEvent{Events: epollBits(ev), Fd: int32(token)}
	if err := unix.EpollCtl(k.fd, op, fd, &e); err != nil {
		return fmt.Errorf("epoll_ctl(%s): %w", name, err)
	}
	return nil
}

func (k *epoll) Wait(buf []event, timeoutMs int) (n int, woken bool, err error) {
	if len(k.buf) < len(buf) {
		k.buf = make([]unix.EpollEvent, len(buf))
	}
	var got int
	var errno syscall.Errno
	if timeoutMs == 0 {
		got, errno = sys.EpollPoll(uintptr(k.fd), &k.buf[0], len(buf))
	} else {
		got, errno = sys.EpollWait(uintptr(k.fd), &k.buf[0], len(buf), timeoutMs)
	}
	if errno != 0 {
		if errno == unix.EINTR {
			return 0, false, nil
		}
		return 0, false, fmt.Errorf("epoll_wait: %w", errno)
	}
	for i := range got {
		e := &k.buf[i]
		if e.Fd == 0 {
			woken = true // edge-triggered: the counter need not be read
			continue
		}
		buf[n] = event{ID(e.Fd), ioBits(e.Events)}
		n++
	}
	return n, woken, nil
}

func (k *epoll) Wake() {
	for {
		_, err := unix.Write(k.wakeFd, one[:])
		if err != unix.EINTR {
			return // EAGAIN: the counter is full, so it is awake
		}
	}
}

// one is the number an eventfd is written with.
var one = [8]byte{1}

func (k *epoll) Fd() int { return k.fd }

func (k *epoll) Close() error {
	_ = unix.Close(k.wakeFd)
	return unix.Close(k.fd)
}

// epollSame are the conditions that have epoll's bits.
const epollSame = evIn | evPri | evOut | evErr | evHup

const epollET = 1 << 31

func epollBits(ev ioEvents) uint32 {
	bits := uint32(ev & epollSame)
	if ev&evRdhup != 0 {
		bits |= unix.EPOLLRDHUP
	}
	if ev&evEdge != 0 {
		bits |= epollET
	}
	return bits
}

func ioBits(bits uint32) ioEvents {
	ev := ioEvents(bits) & epollSame
	if bits&unix.EPOLLRDHUP != 0 {
		ev |= evRdhup
	}
	return ev
}
