package host

import (
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/loopground/loopground/loop/uv"
)

// Symlink is loop.FileSystem. A target that is absolute or leads out of the grant
// is refused, since a program outside of the sandbox would follow it: so are ".."
// after a name, which may be a link itself. A link that is moved up afterwards may
// come to lead out; no guest follows it then. Where another grant lies within this
// one there are no new links: EPERM.
func (a *access) Symlink(target, p string) uv.Errno {
	return a.change(p, func(m *mount, rel string) error {
		if a.holdsMount(m.guest) {
			return uv.EPERM
		}
		rel = strings.TrimSuffix(rel, "/")
		dir, err := m.real(path.Dir(rel))
		switch {
		case err != nil:
			return err
		case target == "":
			return uv.ENOENT
		case !staysBelow(dir, target):
			return errEscapes
		}
		return m.root.Symlink(filepath.FromSlash(target), rel)
	})
}

// staysBelow reports whether a link in a real directory below the root cannot
// lead out of it, whatever else becomes a link.
func staysBelow(dir, target string) bool {
	if path.IsAbs(target) || filepath.IsAbs(target) {
		return false
	}
	depth, named := 0, false
	if dir != "." {
		depth = strings.Count(dir, "/") + 1
	}
	for name := range strings.SplitSeq(target, "/") {
		switch name {
		case "", ".":
		case "..":
			if depth--; depth < 0 || named {
				return false
			}
		default:
			named = true
		}
	}
	return true
}

// Readlink is loop.FileSystem. A target below the granted directory is given as
// the guest sees it; another absolute one is the machine's business: EACCES.
func (a *access) Readlink(p string) (string, uv.Errno) {
	m, rel, refused := a.at(p, false)
	if refused != 0 {
		return "", refused
	}
	target, err := m.root.Readlink(rel)
	if err != nil {
		return "", a.errnoOf(err)
	}
	if !filepath.IsAbs(target) {
		return filepath.ToSlash(target), 0
	}
	rest, ok := below(filepath.ToSlash(m.host), path.Clean(filepath.ToSlash(target)))
	if !ok {
		return "", a.errnoOf(errEscapes)
	}
	return path.Join(m.guest, rest), 0
}

// Realpath is loop.FileSystem.
func (a *access) Realpath(p string) (string, uv.Errno) {
	m, rel, refused := a.at(p, false)
	if refused != 0 {
		return "", refused
	}
	real, err := m.real(rel)
	if err != nil {
		return "", a.errnoOf(err)
	}
	return path.Join(m.guest, real), 0
}

// Bounds of following links: as many as Linux follows, and what their targets
// may add up to, in names.
const (
	maxLinks = 40
	maxNames = maxPath
)

// real follows the links of a path below the root, and answers the path below
// it that is free of them. It leads out when os.Root would say so: by too many
// ".." or an absolute link.
func (m *mount) real(rel string) (string, error) {
	todo := strings.Split(rel, "/")
	real, links := ".", 0
	for len(todo) > 0 {
		name := todo[0]
		todo = todo[1:]
		switch name {
		case "", ".":
			continue
		case "..":
			if real == "." {
				return "", errEscapes
			}
			real = path.Dir(real)
			continue
		}
		next := path.Join(real, name)
		info, err := m.root.Lstat(next)
		switch {
		case err != nil:
			return "", err
		case info.Mode()&fs.ModeSymlink != 0:
			if links++; links > maxLinks {
				return "", uv.ELOOP
			}
			names, err := m.namesOf(next)
			if err != nil {
				return "", err
			}
			todo = append(names, todo...)
		case len(todo) > 0 && !info.IsDir():
			return "", uv.ENOTDIR
		default:
			real = next
		}
		if len(todo) > maxNames {
			return "", uv.ENAMETOOLONG
		}
	}
	return real, nil
}

// namesOf are the names in a link's target.
func (m *mount) namesOf(link string) ([]string, error) {
	target, err := m.root.Readlink(link)
	if err != nil {
		return nil, err
	}
	if filepath.IsAbs(target) {
		return nil, errEscapes
	}
	return strings.Split(filepath.ToSlash(target), "/"), nil
}
