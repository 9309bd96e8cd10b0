//go:build unix && (looppoll || !linux)

package loop

import (
	"fmt"
	"runtime"

	"golang.org/x/sys/unix"
)

// pollKernel is poll(2), with a pipe for Wake: portable, and slow with many
// descriptors, since each Wait passes them all. It is level-triggered only.
type pollKernel struct {
	fds    []unix.PollFd // fds[0] is the pipe's reading end
	tokens []ID
	index  map[int]int
	wakeFd int
}

func newKernel() (kernel, error) {
	p, err := newPipe([2]bool{true, true})
	if err != 0 {
		return nil, fmt.Errorf("pipe: %w", err)
	}
	k := &pollKernel{wakeFd: p[1], index: map[int]int{}}
	return k, k.Add(p[0], 0, evIn)
}

func (k *pollKernel) Add(fd int, token ID, ev ioEvents) error {
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err != nil {
		return fmt.Errorf("poll(add): %w", err)
	}
	if _, ok := k.index[fd]; ok {
		return fmt.Errorf("poll(add): %w", unix.EEXIST)
	}
	k.index[fd] = len(k.fds)
	k.fds = append(k.fds, unix.PollFd{Fd: int32(fd), Events: pollBits(ev)})
	k.tokens = append(k.tokens, token)
	return nil
}

func (k *pollKernel) Modify(fd int, token ID, ev ioEvents) error {
	i, ok := k.index[fd]
	if !ok {
		return fmt.Errorf("poll(modify): %w", unix.ENOENT)
	}
	k.fds[i].Events, k.tokens[i] = pollBits(ev), token
	return nil
}

func (k *pollKernel) Remove(fd int) error {
	i, ok := k.index[fd]
	if !ok {
		return fmt.Errorf("poll(remove): %w", unix.ENOENT)
	}
	last := len(k.fds) - 1
	k.fds[i], k.tokens[i] = k.fds[last], k.tokens[last]
	k.index[int(k.fds[i].Fd)] = i
	k.fds, k.tokens = k.fds[:last], k.tokens[:last]
	delete(k.index, fd)
	return nil
}

func (k *pollKernel) Wait(buf []event, timeoutMs int) (n int, woken bool, err error) {
	got, err := unix.Poll(k.fds, timeoutMs)
	if err == unix.EINTR {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("poll: %w", err)
	}
	for i := 0; i < len(k.fds) && got > 0 && n < len(buf); i++ {
		if k.fds[i].Revents == 0 {
			continue
		}
		got--
		if i == 0 {
			woken = true
			k.drain()
			continue
		}
		buf[n] = event{k.tokens[i], pollIoBits(k.fds[i].Revents)}
		n++
	}
	return n, woken, nil
}

func (k *pollKernel) drain() {
	var buf [64]byte
	for {
		if n, err := unix.Read(int(k.fds[0].Fd), buf[:]); n < len(buf) && err != unix.EINTR {
			return
		}
	}
}

func (k *pollKernel) Wake() {
	for {
		if _, err := unix.Write(k.wakeFd, []byte{1}); err != unix.EINTR {
			return
		}
	}
}

func (k *pollKernel) Fd() int { return -1 }

func (k *pollKernel) Close() error {
	_ = unix.Close(k.wakeFd)
	return unix.Close(int(k.fds[0].Fd))
}

var pollTable = [...]struct {
	ev  ioEvents
	bit int16
}{
	{evIn, unix.POLLIN},
	{evOut, unix.POLLOUT},
	{evPri, unix.POLLPRI},
	{evRdhup, pollRdhup()},
	{evErr, unix.POLLERR | unix.POLLNVAL},
	{evHup, unix.POLLHUP},
}

// pollRdhup is POLLRDHUP, which Linux alone has.
func pollRdhup() int16 {
	if runtime.GOOS == "linux" {
		return 0x2000
	}
	return 0
}

func pollBits(ev ioEvents) (bits int16) {
	for _, p := range pollTable[:4] {
		if ev&p.ev != 0 {
			bits |= p.bit
		}
	}
	return bits
}

func pollIoBits(bits int16) (ev ioEvents) {
	for _, p := range pollTable {
		if bits&p.bit != 0 {
			ev |= p.ev
		}
	}
	return ev
}
