package loop

import (
	"bytes"
	"encoding/binary"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

// dirBuf is how many bytes of entries one call takes.
const dirBuf = 8 << 10

// dirStream reads the entries of a directory. os.File's own reading calls lstat
// by path for a type it is not told, which need not be the path of this process,
// and drops what has gone meanwhile.
type dirStream struct {
	fd   int
	buf  []byte
	left []byte // of buf: not looked at
}

func (s *dirStream) open(fd int) { s.fd = fd }

func (s *dirStream) close() uv.Errno {
	s.buf, s.left = nil, nil
	return closeFile(s.fd)
}

// What a record of getdents64 has before its name: inode, offset, length, type.
const (
	direntLen  = 16
	direntType = 18
	direntName = 19
)

// next gives an entry; more is false at the end.
func (s *dirStream) next() (e Dirent, more bool, err uv.Errno) {
	for {
		if len(s.left) == 0 {
			if err := s.fill(); err != 0 || len(s.left) == 0 {
				return e, false, err
			}
		}
		rec := s.left[:binary.NativeEndian.Uint16(s.left[direntLen:])]
		s.left = s.left[len(rec):]
		name := rec[direntName:]
		if end := bytes.IndexByte(name, 0); end >= 0 {
			name = name[:end]
		}
		if string(name) != "." && string(name) != ".." {
			return Dirent{string(name), direntTypes[rec[direntType]]}, true, 0
		}
	}
}

func (s *dirStream) fill() uv.Errno {
	if s.buf == nil {
		s.buf = make([]byte, dirBuf)
	}
	return retry(func() error {
		n, err := unix.Getdents(s.fd, s.buf)
		s.left = s.buf[:max(n, 0)]
		return err
	})
}

var direntTypes = [256]uv.DirentType{
	unix.DT_REG: uv.DirentFile, unix.DT_DIR: uv.DirentDir, unix.DT_LNK: uv.DirentLink, unix.DT_FIFO: uv.DirentFifo,
	unix.DT_SOCK: uv.DirentSocket, unix.DT_CHR: uv.DirentChar, unix.DT_BLK: uv.DirentBlock,
}
