package leak

import (
	"fmt"
	"syscall"
	"testing"
)

// The runtime has an epoll of its own, which is not a leak; one more is.
func TestFindsPoller(t *testing.T) {
	r := &recorder{}
	check(r, patience)
	fd, err := syscall.EpollCreate1(syscall.EPOLL_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(fd)

	want := fmt.Sprintf("left behind: fd %d -> anon_inode:[eventpoll]", fd)
	if got := r.end(); got != want {
		t.Errorf("reported %q, want %q", got, want)
	}
}
