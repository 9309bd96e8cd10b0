package host

import (
	"slices"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// firstFd is the guest's first descriptor after the standard streams.
const firstFd = 3

// fileTable maps the guest's descriptors to the process's.
type fileTable struct {
	slots   []*guestFile
	open    int
	opening int // requests that will open one
}

// guestFile is an open file of the guest's. While requests work on it, its
// number in the process must not be given to another file, or a worker would
// read that one: closing then waits for them.
type guestFile struct {
	at      int32 // the guest's number
	fd      int
	ro      *mount // that it is below, if that is read-only
	working int
	closed  bool
	write   bool    // a file that may be written to
	stream  bool    // one end of a pipe or of two sockets: it can be polled, and never blocks
	owner   *handle // the stream or udp handle that it stands for, and closes it
	poller  *handle // the poll handle that watched it last

	dir     *loop.Dir     // of one that only readdir and closedir know; else nil
	pending []loop.Dirent // read, and not given yet
}

// get finds an open file; nil when there is none.
func (t *fileTable) get(fd int32) *guestFile {
	if f := t.slot(fd); f != nil && f.dir == nil {
		return f
	}
	return nil
}

// idleDir finds an open directory that no request is on. EBADF, EBUSY.
func (t *fileTable) idleDir(fd int32) (*guestFile, uv.Errno) {
	f := t.slot(fd)
	switch {
	case f == nil || f.dir == nil:
		return nil, uv.EBADF
	case f.working > 0:
		return nil, uv.EBUSY
	}
	return f, 0
}

func (t *fileTable) slot(fd int32) *guestFile {
	if i := int64(fd) - firstFd; i >= 0 && i < int64(len(t.slots)) {
		return t.slots[i]
	}
	return nil
}

// unused finds an open file for a handle. EBADF; EEXIST: another handle has or
// watches it.
func (t *fileTable) unused(fd int32) (*guestFile, uv.Errno) {
	f := t.get(fd)
	switch {
	case f == nil:
		return nil, uv.EBADF
	case f.owner != nil || f.watched():
		return nil, uv.EEXIST
	}
	return f, 0
}

// watched reports whether a poll handle watches the file.
func (f *guestFile) watched() bool { return f.poller != nil && f.poller.base.Active() }

// put gives a file the lowest free number.
func (t *fileTable) put(fd int) *guestFile {
	t.open++
	i := slices.Index(t.slots, nil)
	if i < 0 {
		i = len(t.slots)
		t.slots = append(t.slots, nil)
	}
	f := &guestFile{at: int32(firstFd + i), fd: fd}
	t.slots[i] = f
	return f
}

// drop removes a file that stood for a handle. Workers that are on it close it.
func (t *fileTable) drop(f *guestFile) {
	t.remove(f.at)
	if f.closed = true; f.working == 0 {
		closeFd(f.fd)
	}
}

// take removes a file from the table and gives the descriptor to close: its
// own, or, while workers are on it, a second number for it. EBUSY: a handle's,
// whose close closes it.
func (t *fileTable) take(fd int32) (int, uv.Errno) {
	f := t.get(fd)
	switch {
	case f == nil:
		return -1, uv.EBADF
	case f.owner != nil:
		return -1, uv.EBUSY
	}
	host := f.fd
	if f.working > 0 {
		dup, err := dupFd(f.fd)
		if err != 0 {
			return -1, err
		}
		host = dup
	}
	f.closed = true
	t.remove(fd)
	return host, 0
}

// remove frees a number.
func (t *fileTable) remove(fd int32) {
	t.slots[fd-firstFd] = nil
	t.open--
}

// rest is called when a request that worked on the file has ended.
func (f *guestFile) rest() {
	if f.working--; f.working == 0 && f.closed {
		closeFd(f.fd)
	}
}

// close closes the file, on which there is no request.
func (f *guestFile) close() {
	if f.dir != nil {
		_ = f.dir.Close() // read only: nothing is lost
		return
	}
	closeFd(f.fd)
}

func (t *fileTable) closeAll() {
	for _, f := range t.slots {
		if f != nil {
			f.close()
		}
	}
	t.slots, t.open = nil, 0
}
