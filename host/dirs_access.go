package host

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// maxPath bounds a path, as Linux does.
const maxPath = 4096

// maxListing bounds what the entries of one scandir take, in bytes: some 80,000
// of usual names. Over it: ENOBUFS.
const maxListing = 4 << 20

// access is the file system one request of a guest works on: the directories
// that were granted, and nothing else. Paths are the guest's, absolute and clean;
// one with a slash at its end must be a directory. Everything is refused here, on
// the worker; that it is told to the guest's owner is resolve's part.
type access struct {
	mounts  []*mount
	refuse  uv.Errno // whatever is asked
	path    string   // what the request is about
	escaped bool     // a path led out of its mount; the worker says so
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
	a := access{mounts: g.mounts, path: clean}
	if clean != "/" && (strings.HasSuffix(raw, "/") || strings.HasSuffix(raw, "/.")) {
		a.path += "/"
	}
	m, _ := lookup(g.mounts, clean)
	switch {
	case m == nil:
		a.refuse = g.deny(uv.EACCES, in.verb+" "+raw, denial{dir: dirToGrant(raw, in), ro: !in.write})
	case in.write && m.ro:
		a.refuse = g.deny(uv.EROFS, in.verb+" "+clean+", granted read-only", denial{flag: m.flag()})
	}
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

// lookup finds the mount of a path and what follows it; nil without a grant.
func lookup(mounts []*mount, p string) (m *mount, rel string) {
	clean := path.Clean(p)
	for _, m := range mounts {
		rel, ok := below(m.guest, clean)
		if !ok {
			continue
		}
		if rel != "." && strings.HasSuffix(p, "/") {
			rel += "/"
		}
		return m, rel
	}
	return nil, ""
}

// at finds the mount for one path of the request.
func (a *access) at(p string, write bool) (m *mount, rel string, err uv.Errno) {
	if a.refuse != 0 {
		return nil, "", a.refuse
	}
	m, rel = lookup(a.mounts, p)
	switch {
	case m == nil:
		return nil, "", uv.EACCES
	case write && m.ro:
		return nil, "", uv.EROFS
	}
	return m, rel, 0
}

// both finds the one mount for two paths of which the second is made.
func (a *access) both(from, to string) (m *mount, relFrom, relTo string, err uv.Errno) {
	m, relFrom, err = a.at(from, true)
	if err != 0 {
		return nil, "", "", err
	}
	other, relTo, err := a.at(to, true)
	if err == 0 && other != m {
		err = uv.EXDEV
	}
	return m, relFrom, strings.TrimSuffix(relTo, "/"), err
}

// holdsMount reports whether another grant lies below a path. Moving what is
// above it, or a link that leads there, would give it a second name, under which
// the other's rules hold.
func (a *access) holdsMount(p string) bool {
	clean := path.Clean(p)
	return slices.ContainsFunc(a.mounts, func(m *mount) bool {
		rel, ok := below(clean, m.guest)
		return ok && rel != "."
	})
}

// errEscapes is a path that leads out of its root, as os.Root has it.
var errEscapes = errors.New("path escapes from the granted directory")

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

// Stat is loop.FileSystem.
func (a *access) Stat(p string, follow bool, st *loop.Stat) uv.Errno {
	m, rel, refused := a.at(p, false)
	if refused != 0 {
		return refused
	}
	look := m.root.Lstat
	if follow {
		look = m.root.Stat
	}
	info, err := look(rel)
	if err != nil {
		return a.errnoOf(err)
	}
	return statOf(info, st)
}

// Statfs is loop.FileSystem: what a disk holds beyond the directories that were
// granted is not told.
func (a *access) Statfs(string, *loop.StatFS) uv.Errno { return uv.ENOSYS }

// change does to a path what alters it or its directory.
func (a *access) change(p string, do func(m *mount, rel string) error) uv.Errno {
	m, rel, err := a.at(p, true)
	if err != 0 {
		return err
	}
	return a.errnoOf(do(m, rel))
}

// Mkdir is loop.FileSystem.
func (a *access) Mkdir(p string, mode uint32) uv.Errno {
	return a.change(p, func(m *mount, rel string) error {
		return m.root.Mkdir(strings.TrimSuffix(rel, "/"), fs.FileMode(mode&0o777))
	})
}

// Chmod is loop.FileSystem. Set-id and sticky bits are left out.
func (a *access) Chmod(p string, mode uint32) uv.Errno {
	return a.change(p, func(m *mount, rel string) error { return m.root.Chmod(rel, fs.FileMode(mode&0o777)) })
}

// Chown is loop.FileSystem. A guest gives files to nobody but the process's own
// user and group, whatever the process may: EPERM.
func (a *access) Chown(p string, uid, gid int, follow bool) uv.Errno {
	return a.change(p, func(m *mount, rel string) error {
		call := m.root.Lchown
		if follow {
			call = m.root.Chown
		}
		if !mayOwn(uid, gid) {
			return uv.EPERM
		}
		return call(rel, uid, gid)
	})
}

func mayOwn(uid, gid int) bool {
	return (uid == -1 || uid == os.Geteuid()) && (gid == -1 || gid == os.Getegid())
}

// Utime is loop.FileSystem.
func (a *access) Utime(p string, atime, mtime loop.Timespec, follow bool) uv.Errno {
	return a.change(p, func(m *mount, rel string) error {
		if follow {
			return m.root.Chtimes(rel, fileTime(atime), fileTime(mtime))
		}
		return m.setLinkTimes(rel, atime, mtime)
	})
}

// fileTime is a time as os has it: the zero time leaves what is there. os counts
// nanoseconds in 64 bits, which bounds the seconds.
func fileTime(t loop.Timespec) time.Time {
	const most = 1 << 33
	switch t.Nsec {
	case loop.UtimeNow:
		return time.Now()
	case loop.UtimeOmit:
		return time.Time{}
	}
	t.Sec = max(-most, min(t.Sec, most))
	return t.Time()
}

// Rmdir is loop.FileSystem.
func (a *access) Rmdir(p string) uv.Errno { return a.remove(p, true) }

// Unlink is loop.FileSystem.
func (a *access) Unlink(p string) uv.Errno { return a.remove(p, false) }

// remove looks first, since os.Root removes files and directories alike.
func (a *access) remove(p string, dir bool) uv.Errno {
	return a.change(p, func(m *mount, rel string) error {
		if rel == "." {
			return uv.EBUSY // the grant itself
		}
		info, err := m.root.Lstat(rel)
		switch {
		case err != nil:
			return err
		case dir && !info.IsDir():
			return uv.ENOTDIR
		case !dir && info.IsDir():
			return uv.EISDIR
		}
		return m.root.Remove(rel)
	})
}

// Rename is loop.FileSystem.
func (a *access) Rename(from, to string) uv.Errno {
	m, relFrom, relTo, err := a.both(from, to)
	switch {
	case err != 0:
		return err
	case a.holdsMount(from):
		return uv.EBUSY
	}
	return a.errnoOf(m.root.Rename(relFrom, relTo))
}

// Link is loop.FileSystem.
func (a *access) Link(from, to string) uv.Errno {
	m, relFrom, relTo, err := a.both(from, to)
	if err != 0 {
		return err
	}
	return a.errnoOf(m.root.Link(relFrom, relTo))
}
