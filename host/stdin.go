package host

import (
	"io"
	"os"
	"sync"

	"github.com/tetratelabs/wazero/experimental/sys"

	"github.com/loopground/loopground/loop/uv"
)

// stdin is what the guest reads as standard input.
type stdin struct {
	g    *Guest
	r    io.Reader
	file *os.File   // r, when it is one
	mu   sync.Mutex // held by who reads: WASI, and a request at the same time

	users   int    // handles that have made it non-blocking
	restore func() // makes it block again, if it did
}

// unblock keeps its descriptor from blocking until the last of those who asked
// for that releases it.
func (s *stdin) unblock(fd int) (release func()) {
	if s.users++; s.users == 1 {
		s.restore = keepBlocking(fd)
	}
	return func() {
		if s.users--; s.users == 0 {
			s.restore()
		}
	}
}

func (s *stdin) init(g *Guest, r io.Reader) {
	s.g, s.r = g, r
	s.file, _ = r.(*os.File)
}

// fd is the descriptor behind it, if there is one.
func (s *stdin) fd() (fd int, ok bool) {
	if s.file == nil {
		return -1, false
	}
	conn, err := s.file.SyscallConn()
	if err != nil {
		return -1, false
	}
	err = conn.Control(func(n uintptr) { fd = int(n) })
	return fd, err == nil
}

// Read waits until there is something, or the guest is stopped.
func (s *stdin) Read(p []byte) (n int, err error) {
	if s.r == nil {
		return 0, io.EOF
	}
	if s.file == nil {
		return s.take(p)
	}
	for came := false; !came; {
		s.wait(-1)
		n, err, came = s.try(p)
	}
	return n, err
}

// try reads what is there; came is false when somebody else has taken it.
func (s *stdin) try(p []byte) (n int, err error, came bool) { //nolint:revive // the error is Read's, came is try's
	s.mu.Lock()
	defer s.mu.Unlock()
	if fd, ok := s.fd(); ok && !pollIn(fd, 0) {
		return 0, nil, false
	}
	n, err = s.r.Read(p)
	return n, err, true
}

// fill reads into the first buffer with room for something, at an offset where it
// is not negative. It waits until there is something or the guest has ended, and
// on any goroutine but the guest's. ESPIPE: there are no offsets in it.
func (s *stdin) fill(bufs [][]byte, offset int64) (n int, err error) {
	for len(bufs) > 1 && len(bufs[0]) == 0 {
		bufs = bufs[1:]
	}
	switch {
	case s.r == nil || len(bufs[0]) == 0:
		return 0, nil
	case offset >= 0 && s.file != nil:
		return s.file.ReadAt(bufs[0], offset)
	case offset >= 0:
		return 0, uv.ESPIPE
	case s.file == nil:
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.r.Read(bufs[0])
	}
	fd, pollable := s.fd()
	for came := false; !came; {
		if s.g.life.over() {
			return 0, uv.ECANCELED
		}
		if !pollable || pollIn(fd, stdinSlice) {
			n, err, came = s.try(bufs[0])
		}
	}
	return n, err
}

// Poll tells whether Read would answer at once, waiting for that at most
// timeoutMs; below 0 without limit.
func (s *stdin) Poll(flag sys.Pflag, timeoutMs int32) (ready bool, errno sys.Errno) {
	if flag != sys.POLLIN {
		return false, sys.ENOTSUP
	}
	return s.wait(int(timeoutMs)), 0
}

// stdinSlice is how long one look at standard input may take: a stop is noticed
// after at most that long.
const stdinSlice = 20

func (s *stdin) wait(timeoutMs int) (ready bool) {
	fd, ok := s.fd()
	if !ok {
		return true
	}
	for {
		s.g.alive()
		slice := stdinSlice
		if timeoutMs >= 0 {
			slice = min(slice, timeoutMs)
		}
		if pollIn(fd, slice) {
			return true
		}
		if timeoutMs >= 0 {
			if timeoutMs -= slice; timeoutMs == 0 {
				return false
			}
		}
	}
}
