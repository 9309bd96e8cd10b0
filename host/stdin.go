package host

import (
	"io"
	"os"

	"github.com/tetratelabs/wazero/experimental/sys"
)

// stdin is what the guest reads as standard input.
type stdin struct {
	g    *Guest
	r    io.Reader
	file *os.File // r, when it is one
}

func newStdin(g *Guest, r io.Reader) stdin {
	s := stdin{g: g, r: r}
	s.file, _ = r.(*os.File)
	return s
}

func (s *stdin) close() { s.r, s.file = nil, nil }

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
func (s *stdin) Read(p []byte) (int, error) {
	if s.r == nil {
		return 0, io.EOF
	}
	if s.file == nil {
		return s.take(p)
	}
	s.wait(-1)
	return s.r.Read(p)
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
