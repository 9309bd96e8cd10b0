package sys

import "golang.org/x/sys/unix"

// sysEpollWait is epoll_wait, which spares the kernel a look at the signal mask.
const sysEpollWait = unix.SYS_EPOLL_WAIT
