//go:build unix

package host

import "golang.org/x/sys/unix"

// pollIn waits until fd can be read, has ended or is no descriptor.
func pollIn(fd, timeoutMs int) bool {
	n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, timeoutMs)
	return n > 0 || err != nil && err != unix.EINTR
}
