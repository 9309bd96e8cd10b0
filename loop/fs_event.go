package loop

import (
	"path/filepath"

	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// FSEvent calls back when a file or what is directly in a directory changes. It
// follows the file that the path led to when it was started, not the path: once
// that is removed or its file system unmounted, nothing more comes until it is
// stopped and started. libuv: uv_fs_event_t.
type FSEvent struct {
	handle
	cb      func(filename string, events uv.FsEvents, status uv.Errno)
	path    string
	watch   *pathWatch // nil: stopped
	started uint64     // which start of the loop's it was
}

// NewFSEvent makes an fs_event handle. libuv: uv_fs_event_init.
func (l *Loop) NewFSEvent() *FSEvent {
	e := &FSEvent{}
	e.init(l, e, uv.FsEvent)
	return e
}

// Start has cb called in the poll phase for each change: with the name of the
// entry when a directory is watched and something in it changed, else with the
// last element of the path. When more changed than the system could queue
// (Linux: max_queued_events), every handle of the loop gets uv.FsChanged with an
// empty name, where libuv tells nothing. The flags have no effect on Linux.
//
// EINVAL: active, closing, or no callback. ENOENT, EACCES: the path. ENOSPC: the
// user's watches are used up (max_user_watches). EMFILE: so are the process's
// descriptors or the user's inotify instances. ENOSYS: not Linux; kqueue watches
// a file only while it is open, which needs a design of its own.
// libuv: uv_fs_event_start.
func (e *FSEvent) Start(cb func(filename string, events uv.FsEvents, status uv.Errno), path string, _ uv.FsEventFlags) error {
	if e.active || e.closing || cb == nil {
		return uv.EINVAL.Err()
	}
	e.path = path
	if err := e.loop.watchPath(e); err != 0 {
		e.path = ""
		return err.Err()
	}
	e.cb = cb
	if e.label == 0 && len(path) <= maxPathLabel {
		e.label = e.loop.Intern(path)
	}
	e.start(0)
	return nil
}

// Stop ends the calls, those of changes that have happened too.
// libuv: uv_fs_event_stop.
func (e *FSEvent) Stop() error {
	e.leave()
	e.stop()
	return nil
}

func (e *FSEvent) leave() {
	if e.watch != nil {
		e.loop.unwatchPath(e)
	}
}

// Path is the path that is watched. EINVAL: none is.
// libuv: uv_fs_event_getpath.
func (e *FSEvent) Path() (string, error) {
	if !e.active {
		return "", uv.EINVAL.Err()
	}
	return e.path, nil
}

// Close is Handle.Close.
func (e *FSEvent) Close(cb func()) error {
	if e.closing {
		return uv.EINVAL.Err()
	}
	e.leave()
	e.beginClose(cb)
	return nil
}

func (e *FSEvent) call(filename string, events uv.FsEvents, status uv.Errno, cause uint64) {
	e.loop.beginCallback(e.id, trace.HandleType(uv.FsEvent), int32(status), uint64(events), cause)
	e.cb(filename, events, status)
	e.loop.endCallback()
}

func (e *FSEvent) filename() string { return filepath.Base(e.path) }
