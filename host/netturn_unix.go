//go:build unix

package host

import (
	"os"
	"runtime"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// netTurn gives goroutines that wait for the network a turn. Go's scheduler
// looks at the network when a processor has nothing to run, and otherwise every
// 10 ms: where guests compute on all of them, and only yield, each read and
// write of the host would wait so long. So a guest now and then waits for a pipe
// that it has written to: the look that finds the byte finds everyone's.
type netTurn struct {
	mu     sync.Mutex
	r, w   *os.File // nil where there were no descriptors
	conn   syscall.RawConn
	wfd    int
	closed bool
}

// prepare opens the pipe, so that what a runtime has open does not depend on its
// guests. Where there are no descriptors left, guests yield until there are.
func (n *netTurn) prepare() {
	n.mu.Lock()
	defer n.mu.Unlock()
	_ = n.open()
}

// give costs about 2 us. Guests that give turns at the same time queue up, so
// that none of them keeps a processor from looking.
func (n *netTurn) give() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed || n.r == nil && n.open() != nil {
		runtime.Gosched()
		return
	}
	written := false
	// An error is that of a poller that cannot wait: no turn is better than an end.
	_ = n.conn.Read(func(fd uintptr) bool {
		var b [1]byte
		if !written { // the wait has been prepared by now
			written = true
			_, err := unix.Write(n.wfd, b[:])
			return err != nil
		}
		_, err := unix.Read(int(fd), b[:])
		return err != unix.EAGAIN && err != unix.EINTR
	})
}

func (n *netTurn) open() error {
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	n.r, n.w = r, w
	out, err := w.SyscallConn()
	if err == nil {
		n.conn, err = r.SyscallConn()
	}
	if err == nil {
		err = out.Control(func(fd uintptr) { n.wfd = int(fd) })
	}
	return err
}

func (n *netTurn) close() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.closed = true
	if n.r != nil {
		_ = n.r.Close()
		_ = n.w.Close()
	}
}
