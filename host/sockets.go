package host

import (
	"io/fs"
	"strings"

	"github.com/loopground/loopground/loop/uv"
)

// sockets is loop.PipeFiles: the sockets below the granted directories. To bind
// and to connect a grant for writing is needed: what listens at a socket does
// what it is told.
type sockets struct{ g *Guest }

// at finds the mount of a socket, and has told what is refused.
func (s sockets) at(verb, name string) (a access, m *mount, rel string, err uv.Errno) {
	a = s.g.resolve(name, intent{verb, true})
	m, rel, err = a.at(a.path, true)
	return a, m, strings.TrimSuffix(rel, "/"), err
}

// tell records that a path led out of its mount.
func (s sockets) tell(a *access, verb string, err uv.Errno) uv.Errno {
	if a.escaped {
		s.g.escaped(verb, a.path)
	}
	return err
}

// Bind is loop.PipeFiles.
func (s sockets) Bind(name string, bind func(path string) uv.Errno) uv.Errno {
	a, m, rel, err := s.at("bind", name)
	if err != 0 {
		return err
	}
	return s.tell(&a, "bind", a.errnoOf(m.bindSocket(rel, bind)))
}

// Connect is loop.PipeFiles.
func (s sockets) Connect(name string, connect func(path string) uv.Errno) uv.Errno {
	a, m, rel, err := s.at("connect to", name)
	if err != 0 {
		return err
	}
	return s.tell(&a, "connect to", a.errnoOf(m.connectSocket(rel, connect)))
}

// Unlink is loop.PipeFiles. What took the socket's place stays.
func (s sockets) Unlink(name string) uv.Errno {
	a, m, rel, err := s.at("remove", name)
	if err != 0 {
		return err
	}
	info, failed := m.root.Lstat(rel)
	if failed == nil && info.Mode()&fs.ModeSocket != 0 {
		failed = m.root.Remove(rel)
	}
	return a.errnoOf(failed)
}

// AddMode is loop.PipeFiles.
func (s sockets) AddMode(name string, mode uint32) uv.Errno {
	a, m, rel, err := s.at("change", name)
	if err != 0 {
		return err
	}
	info, failed := m.root.Lstat(rel)
	if failed == nil && info.Mode()&fs.ModeSocket == 0 {
		failed = uv.ENOENT
	}
	if failed == nil {
		failed = m.root.Chmod(rel, info.Mode().Perm()|fs.FileMode(mode))
	}
	return s.tell(&a, "change", a.errnoOf(failed))
}
