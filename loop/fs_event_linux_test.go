package loop

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

// noteEvents starts a handle that notes what it is told, as "name: events". No
// test here waits: inotify queues what happens before the call that does it
// returns.
func noteEvents(t *testing.T, l *Loop, path string, got *[]string) *FSEvent {
	t.Helper()
	e := l.NewFSEvent()
	must(t, e.Start(noting(got), path, 0))
	return e
}

func noting(got *[]string) func(string, uv.FsEvents, uv.Errno) {
	return func(name string, events uv.FsEvents, status uv.Errno) {
		note := name + ": " + events.String()
		if status != 0 {
			note += " " + status.Name()
		}
		*got = append(*got, note)
	}
}

func TestFSEventTellsWhatHappensInADirectory(t *testing.T) {
	l := newLoop(t, Options{})
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	var got []string
	e := noteEvents(t, l, dir, &got)
	for _, step := range []struct {
		do   func() error
		want []string
	}{
		{func() error { return os.WriteFile(at("a"), []byte("x"), 0o600) }, []string{"a: rename", "a: change"}},
		{func() error { return os.Chmod(at("a"), 0o644) }, []string{"a: change"}},
		{func() error { return os.Rename(at("a"), at("b")) }, []string{"a: rename", "b: rename"}},
		{func() error { return os.Mkdir(at("sub"), 0o700) }, []string{"sub: rename"}},
		{func() error { return os.WriteFile(at("sub/deep"), nil, 0o600) }, nil},
		{func() error { return os.Remove(at("b")) }, []string{"b: rename"}},
		{func() error { return os.Chmod(dir, 0o700) }, []string{filepath.Base(dir) + ": rename|change"}},
	} {
		got = nil
		must(t, step.do())
		turn(t, l)
		equal(t, got, step.want)
	}
	path, err := e.Path()
	equal(t, fmt.Sprint(path, err), dir+"<nil>")
}

func TestFSEventTellsWhatHappensToAFile(t *testing.T) {
	l := newLoop(t, Options{})
	path := filepath.Join(t.TempDir(), "file")
	put(t, path, "")
	var got []string
	noteEvents(t, l, path, &got)
	put(t, path, "text")
	turn(t, l)
	must(t, os.Remove(path))
	put(t, path, "another file") // which is not watched
	turn(t, l)
	if len(got) < 3 || got[0] != "file: change" || got[len(got)-1] != "file: rename" {
		t.Errorf("%q", got)
	}
}

func TestADirectoryRemovedUnderFSEvent(t *testing.T) {
	l := newLoop(t, Options{})
	dir := filepath.Join(t.TempDir(), "dir")
	must(t, os.Mkdir(dir, 0o700))
	var got []string
	e := noteEvents(t, l, dir, &got)
	must(t, os.Remove(dir))
	turn(t, l)
	equal(t, got, []string{"dir: rename", "dir: rename"}) // itself, and the end of the watch
	must(t, os.Mkdir(dir, 0o700))
	put(t, filepath.Join(dir, "x"), "")
	turn(t, l)
	equal(t, fmt.Sprint(len(got), e.Active()), "2 true")
	got = nil
	must(t, e.Stop())
	must(t, e.Start(noting(&got), dir, 0))
	must(t, os.Remove(filepath.Join(dir, "x")))
	turn(t, l)
	equal(t, got, []string{"x: rename"})
}

func TestFSEventErrors(t *testing.T) {
	l := newLoop(t, Options{})
	dir := t.TempDir()
	cb := func(string, uv.FsEvents, uv.Errno) {}
	e := l.NewFSEvent()
	_, err := e.Path()
	errIs(t, err, uv.EINVAL)
	errIs(t, e.Start(nil, dir, 0), uv.EINVAL)
	errIs(t, e.Start(cb, filepath.Join(dir, "none"), 0), uv.ENOENT)
	errIs(t, e.Start(cb, "zero\x00byte", 0), uv.EINVAL)
	equal(t, e.Active(), false)
	must(t, e.Stop())
	must(t, e.Start(cb, dir, uv.FsEventRecursive))
	errIs(t, e.Start(cb, dir, 0), uv.EINVAL)
	must(t, e.Close(nil))
	errIs(t, e.Close(nil), uv.EINVAL)
	errIs(t, e.Start(cb, dir, 0), uv.EINVAL)
	_, err = e.Path()
	errIs(t, err, uv.EINVAL)
}

func TestFSEventWithoutADescriptorIsEMFILE(t *testing.T) {
	l := newLoop(t, Options{})
	e := l.NewFSEvent()
	withoutDescriptors(t, func() {
		errIs(t, e.Start(func(string, uv.FsEvents, uv.Errno) {}, ".", 0), uv.EMFILE)
	})
	must(t, e.Start(func(string, uv.FsEvents, uv.Errno) {}, ".", 0))
}

// Handles on the same file share what the system limits.
func TestFSEventHandlesShareAWatch(t *testing.T) {
	l := newLoop(t, Options{})
	dir := t.TempDir()
	put(t, filepath.Join(dir, "f"), "")
	must(t, os.Symlink(dir, dir+"/link"))
	var got [3][]string
	var all []*FSEvent
	for i, path := range []string{dir, dir + "/.", dir + "/link"} {
		all = append(all, noteEvents(t, l, path, &got[i]))
	}
	equal(t, watchesOf(t, l), 1)
	for i, want := range []int{1, 1, 1} {
		put(t, filepath.Join(dir, "f"), "x")
		turn(t, l)
		equal(t, len(got[i]) > 0, true)
		must(t, all[i].Stop())
		equal(t, watchesOf(t, l), want*min(1, 2-i))
	}
	if len(got[0]) >= len(got[1]) || len(got[1]) >= len(got[2]) {
		t.Errorf("%q", got)
	}
}

// watchesOf counts the watches that the kernel has for the loop.
func watchesOf(t *testing.T, l *Loop) int {
	t.Helper()
	info, err := os.ReadFile("/proc/self/fdinfo/" + strconv.Itoa(l.inotify.watcher.fd))
	must(t, err)
	return strings.Count(string(info), "inotify wd:")
}

func TestFSEventStoppedByACallbackOfTheBatchIsNotCalled(t *testing.T) {
	l := newLoop(t, Options{})
	dir := t.TempDir()
	var s steps
	first, stopped, closed, again := l.NewFSEvent(), l.NewFSEvent(), l.NewFSEvent(), l.NewFSEvent()
	note := func(what string) func(string, uv.FsEvents, uv.Errno) {
		return func(name string, _ uv.FsEvents, _ uv.Errno) { s.got = append(s.got, what+" "+name) }
	}
	must(t, first.Start(func(name string, events uv.FsEvents, status uv.Errno) {
		note("first")(name, events, status)
		if stopped.Active() {
			must(t, stopped.Stop())
			must(t, closed.Close(nil))
			must(t, again.Stop())
			must(t, again.Start(note("again"), dir, 0))
		}
	}, dir, 0))
	must(t, stopped.Start(note("stopped"), dir, 0))
	must(t, closed.Start(note("closed"), dir, 0))
	must(t, again.Start(note("again"), dir, 0))
	put(t, filepath.Join(dir, "a"), "")
	put(t, filepath.Join(dir, "b"), "")
	turn(t, l)
	s.want(t, "first a", "first b", "again b")
}

// The watcher of the loop's own is nobody's handle.
func TestFSEventHandlesAloneAreSeenAndKeepTheLoopAlive(t *testing.T) {
	l := newLoop(t, Options{})
	dir := t.TempDir()
	e := l.NewFSEvent()
	equal(t, l.Alive(), false)
	var got []string
	must(t, e.Start(func(name string, _ uv.FsEvents, _ uv.Errno) {
		got = append(got, name)
		must(t, e.Stop())
	}, dir, 0))
	equal(t, l.Alive(), true)
	n := 0
	l.Walk(func(Handle) { n++ })
	equal(t, n, 1)
	after(t, l, 0, func() { put(t, filepath.Join(dir, "late"), "") })
	run(t, l) // it waits for the event, and ends after it
	equal(t, got, []string{"late"})
	must(t, e.Start(noting(&got), dir, 0))
	e.Unref()
	run(t, l)
	must(t, e.Close(nil))
	run(t, l)
	must(t, l.Close())
}

// What the kernel could not queue is told, once, to everyone.
func TestFSEventOverflowIsToldWithoutAName(t *testing.T) {
	text, err := os.ReadFile("/proc/sys/fs/inotify/max_queued_events")
	must(t, err)
	limit, err := strconv.Atoi(strings.TrimSpace(string(text)))
	must(t, err)
	l := newLoop(t, Options{})
	dir, quiet := t.TempDir(), t.TempDir()
	put(t, filepath.Join(dir, "a"), "")
	put(t, filepath.Join(dir, "b"), "")
	var got, other []string
	noteEvents(t, l, dir, &got)
	noteEvents(t, l, quiet, &other)
	for i := range limit + 10 { // two in turn: the kernel folds equal ones
		must(t, os.Chmod(filepath.Join(dir, []string{"a", "b"}[i%2]), 0o600))
	}
	for l.inotify.pendingInKernel(t) {
		turn(t, l)
	}
	equal(t, fmt.Sprint(len(got), got[limit:], other), fmt.Sprint(limit+1, []string{": change"}, []string{": change"}))
	must(t, os.Chmod(filepath.Join(dir, "a"), 0o600))
	turn(t, l)
	equal(t, got[limit+1:], []string{"a: change"})
}

func (n *inotify) pendingInKernel(t *testing.T) bool {
	bytes, err := unix.IoctlGetInt(n.watcher.fd, unix.TIOCINQ)
	must(t, err)
	return bytes > 0
}

// A callback that panics takes nothing of the batch with it.
func TestFSEventsBehindAPanicAreToldByTheNextRun(t *testing.T) {
	l := newLoop(t, Options{})
	dir := t.TempDir()
	var got []string
	armed := true
	e := l.NewFSEvent()
	must(t, e.Start(func(name string, events uv.FsEvents, status uv.Errno) {
		noting(&got)(name, events, status)
		if armed {
			armed = false
			panic("out")
		}
	}, dir, 0))
	noteEvents(t, l, dir, &got)
	put(t, filepath.Join(dir, "a"), "")
	put(t, filepath.Join(dir, "b"), "")
	func() {
		defer func() { equal(t, fmt.Sprint(recover()), "out") }()
		turn(t, l)
	}()
	equal(t, got, []string{"a: rename"})
	turn(t, l)
	equal(t, got, []string{"a: rename", "a: rename", "b: rename", "b: rename"})
}

// limitedChild says that this process is the one with two watches to use.
const limitedChild = "LOOP_TEST_TWO_WATCHES"

// The limit is the user's. A user namespace has one of its own, so that a
// process in it can be left with two.
func TestFSEventWithoutAWatchIsENOSPC(t *testing.T) {
	if os.Getenv(limitedChild) == "" {
		runLimited(t)
		return
	}
	must(t, os.WriteFile("/proc/sys/user/max_inotify_watches", []byte("2"), 0))
	l := newLoop(t, Options{})
	var got []string
	noteEvents(t, l, t.TempDir(), &got)
	used, left := noteEvents(t, l, t.TempDir(), &got), l.NewFSEvent()
	dir := t.TempDir()
	errIs(t, left.Start(noting(&got), dir, 0), uv.ENOSPC)
	must(t, used.Stop())
	must(t, left.Start(noting(&got), dir, 0))
	put(t, filepath.Join(dir, "x"), "")
	turn(t, l)
	equal(t, got, []string{"x: rename"})
}

func runLimited(t *testing.T) {
	t.Helper()
	cmd := exec.Command("/proc/self/exe", "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), limitedChild+"=1")
	root := func(id int) []syscall.SysProcIDMap { return []syscall.SysProcIDMap{{HostID: id, Size: 1}} }
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWUSER, UidMappings: root(os.Getuid()), GidMappings: root(os.Getgid()),
	}
	out, err := cmd.CombinedOutput()
	if len(out) == 0 && err != nil {
		t.Skipf("this system starts no process in a user namespace: %v", err)
	}
	if err != nil || !strings.Contains(string(out), "--- PASS") {
		t.Errorf("%v\n%s", err, out)
	}
}
