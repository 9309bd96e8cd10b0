package loop

import (
	"time"

	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// FSPoll looks at a path at intervals and calls back when what stat tells has
// changed. It works where FSEvent does not: on any system, on network file
// systems, and for a path that is not there yet. libuv: uv_fs_poll_t.
type FSPoll struct {
	handle
	timer *Timer     // the loop's own: not among the user's handles
	run   *fsPollRun // nil: stopped
}

// fsPollRun is one start of an FSPoll. What is in flight when it stops ends
// without it.
type fsPollRun struct {
	request
	work     work
	p        *FSPoll
	cb       func(status uv.Errno, prev, curr *Stat)
	fs       FileSystem
	path     string
	interval uint64 // ms
	began    uint64 // ms, when the last look began

	found  Stat
	result uv.Errno

	looked bool
	last   Stat     // what was found last, errors aside
	failed uv.Errno // of the last look
}

// NewFSPoll makes an fs_poll handle. libuv: uv_fs_poll_init.
func (l *Loop) NewFSPoll() *FSPoll {
	p := &FSPoll{}
	p.init(l, p, uv.FsPoll)
	p.timer = l.NewTimer()
	p.timer.all.remove()
	p.timer.Unref()
	return p
}

// Start looks at the path now and then at intervals (at least 1 ms), through fs
// (nil: the operating system). cb runs in the poll phase when what is there has
// changed since the last look, with both; and with an error and zeros in place of
// what is, once until the error is another or gone. On an active handle it does
// nothing. EINVAL: closing, or no callback. libuv: uv_fs_poll_start.
func (p *FSPoll) Start(cb func(status uv.Errno, prev, curr *Stat), fs FileSystem, path string, interval time.Duration) error {
	if p.closing || cb == nil {
		return uv.EINVAL.Err()
	}
	if p.active {
		return nil
	}
	if fs == nil {
		fs = osFiles{}
	}
	p.run = &fsPollRun{p: p, cb: cb, fs: fs, path: path, interval: max(milliseconds(interval), 1)}
	if p.label == 0 && len(path) <= maxPathLabel {
		p.label = p.loop.Intern(path)
	}
	p.start(nanoseconds(p.run.interval))
	p.run.look()
	return nil
}

// Stop ends the calls, that of a look in flight too. libuv: uv_fs_poll_stop.
func (p *FSPoll) Stop() error {
	p.leave()
	p.stop()
	return nil
}

func (p *FSPoll) leave() {
	p.run = nil
	_ = p.timer.Stop()
}

// Path is the path that is looked at. EINVAL: none is.
// libuv: uv_fs_poll_getpath.
func (p *FSPoll) Path() (string, error) {
	if p.run == nil {
		return "", uv.EINVAL.Err()
	}
	return p.run.path, nil
}

// Close is Handle.Close.
func (p *FSPoll) Close(cb func()) error {
	if p.closing {
		return uv.EINVAL.Err()
	}
	p.leave()
	_ = p.timer.Close(nil)
	p.beginClose(cb)
	return nil
}

// look has a worker stat the path.
func (r *fsPollRun) look() {
	l := r.p.loop
	r.began = l.time
	r.submit(l, uv.Fs, uint8(workFastIO), 0, l.Intern(uv.FsStat.String()))
	r.work.start(l, workFastIO, r)
}

func (r *fsPollRun) execute() {
	r.found = Stat{}
	r.result = r.fs.Stat(r.path, true, &r.found)
}

func (r *fsPollRun) outcome() int32 { return int32(r.result) }

// complete ends the request, whose callback is empty, and tells what is new. The
// next look is a whole number of intervals after this one began.
func (r *fsPollRun) complete(status uv.Errno) {
	l, p := r.loop, r.p
	if status != 0 {
		r.result = status
		r.finished(int32(status), 0)
	}
	id := r.beginCall(int32(r.result), 0)
	l.endCall(id)
	if p.run != r {
		return
	}
	_ = p.timer.StartMs(r.look, r.interval-(l.time-r.began)%r.interval, 0)
	prev := r.last
	if r.news() {
		l.beginCallback(p.id, trace.HandleType(uv.FsPoll), int32(r.result), 0, r.cause)
		r.cb(r.result, &prev, &r.found)
		l.endCallback()
	}
}

// news reports whether a look is to be told, and remembers it.
func (r *fsPollRun) news() (told bool) {
	switch {
	case r.result != 0:
		told = r.failed != r.result
		r.found = Stat{}
	default:
		told = r.failed != 0 || r.looked && !sameStat(&r.last, &r.found)
		r.last = r.found
	}
	r.looked, r.failed = true, r.result
	return told
}

// sameStat compares all but the time of access, which looking may change, and
// what follows from the size.
func sameStat(a, b *Stat) bool {
	return a.Ctime == b.Ctime && a.Mtime == b.Mtime && a.Birthtime == b.Birthtime && a.Size == b.Size && a.Mode == b.Mode &&
		a.UID == b.UID && a.GID == b.GID && a.Ino == b.Ino && a.Dev == b.Dev && a.Flags == b.Flags && a.Gen == b.Gen
}
