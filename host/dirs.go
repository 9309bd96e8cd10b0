package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// Dir grants a directory.
type Dir struct {
	Host     string // a directory of the machine
	Guest    string // the absolute path the guest sees it under; "": the same
	ReadOnly bool
}

// ParseDir reads HOST[:GUEST][:ro].
func ParseDir(s string) (Dir, error) {
	rest, ro := strings.CutSuffix(s, ":ro")
	d := Dir{Host: rest, ReadOnly: ro}
	if i := strings.LastIndex(rest, ":"); i >= 0 {
		if !path.IsAbs(rest[i+1:]) {
			return Dir{}, fmt.Errorf("directory %q: what the guest sees it as, %q, must begin with /", s, rest[i+1:])
		}
		d.Host, d.Guest = rest[:i], path.Clean(rest[i+1:])
	}
	if d.Host == "" {
		return Dir{}, fmt.Errorf("directory %q: no directory of this machine in it; write HOST[:GUEST][:ro]", s)
	}
	return d, nil
}

// mount is a granted directory, opened: everything is resolved below root, and
// neither .. nor links lead out of it.
type mount struct {
	root  *os.Root
	guest string // clean and absolute
	host  string
	ro    bool
	open  map[*wasiFile]struct{} // files of the guest's WASI
}

func openMounts(dirs []Dir) (mounts []*mount, err error) {
	defer func() {
		if err != nil {
			for _, m := range mounts {
				m.close()
			}
		}
	}()
	for _, d := range dirs {
		m, err := openMount(d)
		if err != nil {
			return mounts, err
		}
		mounts = append(mounts, m)
	}
	// The longest path is looked at first, the later one of two that are the same.
	slices.Reverse(mounts)
	slices.SortStableFunc(mounts, func(a, b *mount) int { return len(b.guest) - len(a.guest) })
	return mounts, nil
}

func openMount(d Dir) (*mount, error) {
	abs, err := filepath.Abs(d.Host)
	if err != nil {
		return nil, fmt.Errorf("directory %s: %w", d.Host, err)
	}
	guest := d.Guest
	if guest == "" {
		guest = filepath.ToSlash(abs)
	}
	if !path.IsAbs(guest) {
		return nil, fmt.Errorf("directory %s: what the guest sees it as, %q, must begin with /", d.Host, guest)
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		var p *fs.PathError
		if errors.As(err, &p) {
			err = p.Err
		}
		return nil, fmt.Errorf("directory %s: %w", d.Host, err)
	}
	return &mount{root: root, guest: path.Clean(guest), host: abs, ro: d.ReadOnly, open: map[*wasiFile]struct{}{}}, nil
}

func (m *mount) close() {
	for f := range m.open {
		_ = f.File.Close() // read only: nothing is lost
	}
	_ = m.root.Close()
}

// workingDir is the program's own where a grant gives it the same path, else /.
func workingDir(mounts []*mount) string {
	wd, err := os.Getwd()
	if err != nil {
		return "/"
	}
	wd = filepath.ToSlash(wd)
	for _, m := range mounts {
		if _, ok := below(m.guest, wd); ok && m.guest == filepath.ToSlash(m.host) {
			return wd
		}
	}
	return "/"
}

// below is what follows dir in p; "." for dir itself. Both are clean.
func below(dir, p string) (rel string, ok bool) {
	if p == dir {
		return ".", true
	}
	if dir != "/" {
		dir += "/"
	}
	return strings.CutPrefix(p, dir)
}

// maxPath bounds a path, as Linux does.
const maxPath = 4096

// access is one path of the guest's, resolved to a grant: the file system its
// request works on. It refuses what was not granted.
type access struct {
	m       *mount
	refuse  uv.Errno
	path    string // absolute, as the guest means it
	rel     string // below the mount
	to      string // rename: the new name below the mount
	escaped bool   // the path led out of the mount; the worker says so
}

// intent is what a path is wanted for.
type intent struct {
	verb  string // for messages
	write bool
}

// resolve finds the grant for a path. The answer's refuse is EACCES without
// one and EROFS for writing to a read-only one, and the denial was told.
func (g *Guest) resolve(raw string, in intent) access {
	p := raw
	if !path.IsAbs(p) {
		p = g.cwd + "/" + p
	}
	clean := path.Clean(p)
	a := access{path: clean}
	for _, m := range g.mounts {
		rel, ok := below(m.guest, clean)
		if !ok {
			continue
		}
		a.m, a.rel = m, rel
		if in.write && m.ro {
			a.refuse = g.deny(uv.EROFS, in.verb+" "+clean+", granted read-only", denial{flag: m.flag()})
		}
		if (strings.HasSuffix(raw, "/") || strings.HasSuffix(raw, "/.")) && rel != "." {
			a.rel += "/" // must be a directory
		}
		return a
	}
	a.refuse = g.deny(uv.EACCES, in.verb+" "+raw, denial{dir: dirToGrant(raw, in), ro: !in.write})
	return a
}

// dirToGrant is the directory whose grant makes a path work: that of the file,
// or what a relative path starts from.
func dirToGrant(raw string, in intent) string {
	if path.IsAbs(raw) {
		clean := path.Clean(raw)
		if in.verb == "list" {
			return clean
		}
		return path.Dir(clean)
	}
	clean, up := path.Clean(raw), "."
	for strings.HasPrefix(clean, "../") || clean == ".." {
		clean, up = strings.TrimPrefix(strings.TrimPrefix(clean, ".."), "/"), path.Join(up, "..")
	}
	return up
}

// holdsMount reports whether another grant lies below a path. Moving what is
// above it would give it a second name, under which the other's rules hold.
func (g *Guest) holdsMount(clean string) bool {
	return slices.ContainsFunc(g.mounts, func(m *mount) bool {
		rel, ok := below(clean, m.guest)
		return ok && rel != "."
	})
}

// flag grants the directory for writing too.
func (m *mount) flag() string { return "--dir " + quote(m.host+":"+m.guest) }

// errnoOf translates what os.Root answers. A path that leads out of the root
// has no number of its own: EACCES.
func (a *access) errnoOf(err error) uv.Errno {
	e := loop.Errno(err)
	if e == uv.UNKNOWN {
		a.escaped = true
		return uv.EACCES
	}
	return e
}

// The methods below are loop.FileSystem, called on a worker with the path the
// guest gave, which was resolved before.

// Stat is loop.FileSystem.
func (a *access) Stat(_ string, follow bool, st *loop.Stat) uv.Errno {
	if a.refuse != 0 {
		return a.refuse
	}
	look := a.m.root.Lstat
	if follow {
		look = a.m.root.Stat
	}
	info, err := look(a.rel)
	if err != nil {
		return a.errnoOf(err)
	}
	return statOf(info, st)
}

// Mkdir is loop.FileSystem.
func (a *access) Mkdir(_ string, mode uint32) uv.Errno {
	if a.refuse != 0 {
		return a.refuse
	}
	return a.errnoOf(a.m.root.Mkdir(strings.TrimSuffix(a.rel, "/"), fs.FileMode(mode&0o777)))
}

// Rmdir is loop.FileSystem.
func (a *access) Rmdir(string) uv.Errno { return a.remove(true) }

// Unlink is loop.FileSystem.
func (a *access) Unlink(string) uv.Errno { return a.remove(false) }

// remove looks first, since os.Root removes files and directories alike.
func (a *access) remove(dir bool) uv.Errno {
	if a.refuse != 0 {
		return a.refuse
	}
	if a.rel == "." {
		return uv.EBUSY // the grant itself
	}
	info, err := a.m.root.Lstat(a.rel)
	switch {
	case err != nil:
		return a.errnoOf(err)
	case dir && !info.IsDir():
		return uv.ENOTDIR
	case !dir && info.IsDir():
		return uv.EISDIR
	}
	return a.errnoOf(a.m.root.Remove(a.rel))
}

// Rename is loop.FileSystem.
func (a *access) Rename(string, string) uv.Errno {
	if a.refuse != 0 {
		return a.refuse
	}
	return a.errnoOf(a.m.root.Rename(a.rel, a.to))
}
