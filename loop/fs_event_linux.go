package loop

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/internal/sys"
	"github.com/loopground/loopground/loop/uv"
)

// inotify is a loop's one descriptor for watching paths. Its handle is not one of
// the user's: it is in no list and does not keep the loop alive.
type inotify struct {
	handle  handle
	watcher watcher
	watches map[int32]*pathWatch
	starts  uint64 // of fs_event handles, ever
	buf     []byte
	left    []byte // of buf: events that were not looked at

	// The event that is told, and whom it is still told to.
	round  []*FSEvent
	rounds []*FSEvent // what holds round
	last   uint64     // started later: not in the round
	name   string
	named  bool // else the name is that of the handle's own path
	events uv.FsEvents
	status uv.Errno
}

// pathWatch is one watch descriptor, shared by all handles on the same file.
type pathWatch struct {
	wd      int32
	handles []*FSEvent // in the order of their start
}

const (
	inotifyChange = unix.IN_ATTRIB | unix.IN_MODIFY
	inotifyMask   = inotifyChange | unix.IN_CREATE | unix.IN_DELETE | unix.IN_DELETE_SELF |
		unix.IN_MOVE_SELF | unix.IN_MOVED_FROM | unix.IN_MOVED_TO

	inotifyBuf   = 4 << 10 // bytes; the longest event is 16 + 256
	inotifyReads = 32      // of buffers an event of the poller
	inotifyHead  = 16      // bytes of an event before its name: watch, mask, cookie, length
)

// watchPath finds or makes the watch for the handle's path.
func (l *Loop) watchPath(e *FSEvent) uv.Errno {
	n := l.inotify
	if n == nil {
		fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
		if err != nil {
			return errno(err)
		}
		n = newInotify(l, fd)
		l.inotify = n
	}
	wd, err := unix.InotifyAddWatch(n.watcher.fd, e.path, inotifyMask)
	if err != nil {
		return errno(err)
	}
	w := n.watches[int32(wd)]
	if w == nil {
		w = &pathWatch{wd: int32(wd)}
		n.watches[w.wd] = w
	}
	n.starts++
	e.watch, e.started = w, n.starts
	w.handles = append(w.handles, e)
	return 0
}

func newInotify(l *Loop, fd int) *inotify {
	n := &inotify{watches: map[int32]*pathWatch{}, buf: make([]byte, inotifyBuf)}
	n.handle = handle{loop: l, id: l.slots.alloc(), typ: uv.FsEvent, label: l.Intern("inotify")}
	n.watcher.init(&n.handle, n, fd)
	n.watcher.start(evIn)
	return n
}

// unwatchPath takes the handle out of its watch, which ends with its last one.
func (l *Loop) unwatchPath(e *FSEvent) {
	n, w := l.inotify, e.watch
	e.watch = nil
	w.handles = slices.DeleteFunc(w.handles, func(o *FSEvent) bool { return o == e })
	if len(w.handles) == 0 && n.watches[w.wd] == w {
		delete(n.watches, w.wd)
		_, _ = unix.InotifyRmWatch(n.watcher.fd, uint32(w.wd)) // gone with its file: nothing to remove
	}
}

// close frees the descriptor, with its loop.
func (n *inotify) close() {
	if n == nil {
		return
	}
	fd := n.watcher.fd
	n.watcher.close()
	n.handle.loop.slots.release(n.handle.id)
	closeFd(fd)
}

// onIO tells what happened, what a callback that panicked left first.
func (n *inotify) onIO(ioEvents) {
	for range inotifyReads {
		n.tell()
		if !n.read() {
			return
		}
	}
	n.tell()
}

func (n *inotify) onFail(err uv.Errno) {
	n.begin(n.everyone(), "", true, 0)
	n.status = err
	n.tell()
}

// restore has the pending phase tell what was left.
func (e *FSEvent) restore() {
	if n := e.loop.inotify; n != nil && len(n.round)+len(n.left) > 0 {
		n.watcher.feed()
	}
}

func (n *inotify) read() (more bool) {
	for {
		got, err := sys.Read(n.watcher.fd, n.buf)
		if err == unix.EINTR {
			continue
		}
		n.left = n.buf[:max(got, 0)]
		return err == 0 && got > 0
	}
}

// tell calls back for every event that was read. A handle that a callback stops
// is not called any more, and one that it starts not for the same event.
func (n *inotify) tell() {
	for {
		for len(n.round) > 0 {
			e := n.round[0]
			n.round[0] = nil
			n.round = n.round[1:]
			if e.watch == nil || e.started > n.last {
				continue
			}
			name := n.name
			if !n.named {
				name = e.filename()
			}
			e.call(name, n.events, n.status, n.watcher.cause)
		}
		if len(n.left) < inotifyHead {
			return
		}
		n.next()
	}
}

// next takes an event from the buffer and begins its round.
func (n *inotify) next() {
	wd := int32(binary.NativeEndian.Uint32(n.left))
	mask := binary.NativeEndian.Uint32(n.left[4:])
	size := binary.NativeEndian.Uint32(n.left[12:])
	n.left = n.left[inotifyHead:]
	name := n.left[:min(uint64(size), uint64(len(n.left)))]
	n.left = n.left[len(name):]
	if mask&unix.IN_Q_OVERFLOW != 0 {
		n.begin(n.everyone(), "", true, uv.FsChanged)
		return
	}
	w := n.watches[wd]
	if w == nil {
		return // of a watch that has ended
	}
	if mask&unix.IN_IGNORED != 0 {
		delete(n.watches, wd) // the file is gone, and the watch with it
	}
	if end := bytes.IndexByte(name, 0); end >= 0 {
		name = name[:end]
	}
	events := uv.FsEvents(0)
	if mask&inotifyChange != 0 {
		events |= uv.FsChanged
	}
	if mask&^uint32(inotifyChange) != 0 { // also of a directory's change, as libuv has it
		events |= uv.FsRenamed
	}
	n.begin(w.handles, string(name), len(name) > 0, events)
}

func (n *inotify) begin(to []*FSEvent, name string, named bool, events uv.FsEvents) {
	n.rounds = append(n.rounds[:0], to...)
	n.round, n.last = n.rounds, n.starts
	n.name, n.named, n.events, n.status = name, named, events, 0
}

// everyone are all started handles whose watch lives, in the order of their start.
func (n *inotify) everyone() (all []*FSEvent) {
	for _, w := range n.watches {
		all = append(all, w.handles...)
	}
	slices.SortFunc(all, func(a, b *FSEvent) int { return cmp.Compare(a.started, b.started) })
	return all
}
