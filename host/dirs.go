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

// flag grants the directory for writing too.
func (m *mount) flag() string { return "--dir " + quote(m.host+":"+m.guest) }
