package host

import "github.com/loopground/loopground/loop/uv"

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
	fd      int
	working int
	closed  bool
}

// get finds an open file; nil when there is none.
func (t *fileTable) get(fd int32) *guestFile {
	if i := int64(fd) - firstFd; i >= 0 && i < int64(len(t.slots)) {
		return t.slots[i]
	}
	return nil
}

// add gives a file the lowest free number.
func (t *fileTable) add(fd int) int32 {
	t.open++
	f := &guestFile{fd: fd}
	for i, s := range t.slots {
		if s == nil {
			t.slots[i] = f
			return int32(firstFd + i)
		}
	}
	t.slots = append(t.slots, f)
	return int32(firstFd + len(t.slots) - 1)
}

// take removes a file from the table and gives the descriptor to close: its
// own, or, while workers are on it, a second number for it.
func (t *fileTable) take(fd int32) (int, uv.Errno) {
	f := t.get(fd)
	if f == nil {
		return -1, uv.EBADF
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
	t.slots[fd-firstFd] = nil
	t.open--
	return host, 0
}

// rest is called when a request that worked on the file has ended.
func (f *guestFile) rest() {
	if f.working--; f.working == 0 && f.closed {
		closeFd(f.fd)
	}
}

func (t *fileTable) closeAll() {
	for _, f := range t.slots {
		if f != nil {
			closeFd(f.fd)
		}
	}
	t.slots, t.open = nil, 0
}
