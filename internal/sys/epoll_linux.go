//go:build !amd64

package sys

import "golang.org/x/sys/unix"

// sysEpollWait is epoll_pwait without a mask: newer systems have no other.
const sysEpollWait = unix.SYS_EPOLL_PWAIT
