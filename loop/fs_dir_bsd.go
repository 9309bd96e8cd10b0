//go:build unix && !linux

package loop

import (
	"errors"
	"io"
	"os"

	"github.com/loopground/loopground/loop/uv"
)

// dirStream reads the entries of a directory. Their layout differs from system
// to system, and os knows it.
type dirStream struct{ f *os.File }

func (s *dirStream) open(fd int) { s.f = os.NewFile(uintptr(fd), "directory") }

func (s *dirStream) close() uv.Errno { return Errno(s.f.Close()) }

// next gives an entry; more is false at the end.
func (s *dirStream) next() (e Dirent, more bool, err uv.Errno) {
	entries, failed := s.f.ReadDir(1)
	switch {
	case len(entries) == 1:
		return Dirent{entries[0].Name(), direntTypes(entries[0].Type())}, true, 0
	case failed == nil || errors.Is(failed, io.EOF):
		return e, false, 0
	}
	return e, false, Errno(failed)
}

func direntTypes(m os.FileMode) uv.DirentType {
	switch {
	case m.IsRegular():
		return uv.DirentFile
	case m.IsDir():
		return uv.DirentDir
	case m&os.ModeSymlink != 0:
		return uv.DirentLink
	case m&os.ModeNamedPipe != 0:
		return uv.DirentFifo
	case m&os.ModeSocket != 0:
		return uv.DirentSocket
	case m&os.ModeCharDevice != 0:
		return uv.DirentChar
	case m&os.ModeDevice != 0:
		return uv.DirentBlock
	}
	return uv.DirentUnknown
}
