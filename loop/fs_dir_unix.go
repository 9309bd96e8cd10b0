//go:build unix

package loop

import (
	"slices"
	"strings"

	"github.com/loopground/loopground/loop/uv"
)

const (
	defaultMaxList = 64 << 20
	direntCost     = 32 // bytes of an entry beside its name
)

func (r *FSReq) opendir() (err uv.Errno) {
	r.Dir, err = openDir(r.fs, r.Path)
	return err
}

func openDir(fs FileSystem, path string) (*Dir, uv.Errno) {
	fd, err := fs.Open(path, flagDirectory, 0)
	if err != 0 {
		return nil, err
	}
	d := &Dir{}
	d.stream.open(fd)
	return d, 0
}

func (r *FSReq) readdir() (int64, uv.Errno) {
	d := r.dir
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return 0, uv.EBADF
	}
	n := 0
	for n < len(r.entries) {
		e, more, err := d.stream.next()
		if err != 0 && n == 0 {
			return 0, err
		}
		if err != 0 || !more {
			break
		}
		r.entries[n] = e
		n++
	}
	r.Entries = r.entries[:n]
	return int64(n), 0
}

// Close closes the directory without a request. EBADF when it is closed.
func (d *Dir) Close() error { return d.close().Err() }

func (d *Dir) close() uv.Errno {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return uv.EBADF
	}
	d.closed = true
	return d.stream.close()
}

func (r *FSReq) scandir() (int64, uv.Errno) {
	d, err := openDir(r.fs, r.Path)
	if err != 0 {
		return 0, err
	}
	defer func() { _ = d.close() }() // read only: nothing is lost
	room := r.MaxList
	if room == 0 {
		room = defaultMaxList
	}
	var found []Dirent
	for {
		e, more, err := d.stream.next()
		if err != 0 {
			return 0, err
		}
		if !more {
			break
		}
		if room != NoListLimit {
			if room -= len(e.Name) + direntCost; room < 0 {
				return 0, uv.ENOBUFS
			}
		}
		found = append(found, e)
	}
	slices.SortFunc(found, func(a, b Dirent) int { return strings.Compare(a.Name, b.Name) })
	r.Entries = found
	return int64(len(found)), 0
}
