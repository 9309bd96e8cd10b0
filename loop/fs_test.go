//go:build unix

package loop

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

// Linux's numbers, which requests have on every system.
const (
	openRead  = 0
	openWrite = 1
	openRW    = 2
	openMake  = 0x40
	openExcl  = 0x80
	modeType  = 0o170000
	modeDir   = 0o040000
	modeFile  = 0o100000
	modeLink  = 0o120000
)

// bothWays runs a test with the work done before the call returns, and with a
// callback. do submits one request and gives its result.
func bothWays(t *testing.T, f func(t *testing.T, l *Loop, do func(fsCall) *FSReq)) {
	for _, async := range []bool{false, true} {
		t.Run(map[bool]string{false: "sync", true: "async"}[async], func(t *testing.T) {
			l := newLoop(t, Options{})
			f(t, l, func(start fsCall) *FSReq {
				t.Helper()
				r := &FSReq{}
				if !async {
					if err := start(r, nil); Errno(err) != r.Err() {
						t.Errorf("the call answers %v, the result is %v", err, r.Err().Name())
					}
					return r
				}
				calls := 0
				must(t, start(r, func() { calls++ }))
				errIs(t, start(r, nil), uv.EBUSY)
				if run(t, l); calls != 1 {
					t.Errorf("%d callbacks", calls)
				}
				return r
			})
		})
	}
}

func TestFileIsWrittenReadAndClosed(t *testing.T) {
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		path := filepath.Join(t.TempDir(), "file")
		r := do(func(r *FSReq, cb func()) error { return l.FSOpen(r, nil, path, openRW|openMake|openExcl, 0o640, cb) })
		must(t, r.Err().Err())
		fd := int(r.Result)
		r = do(func(r *FSReq, cb func()) error {
			return l.FSWrite(r, fd, [][]byte{[]byte("hello"), {}, []byte(" world")}, -1, cb)
		})
		equal(t, r.Result, 11)
		r = do(func(r *FSReq, cb func()) error { return l.FSWrite(r, fd, [][]byte{[]byte("W")}, 6, cb) })
		equal(t, r.Result, 1)
		a, b := make([]byte, 4), make([]byte, 20)
		r = do(func(r *FSReq, cb func()) error { return l.FSRead(r, fd, [][]byte{a, b}, 2, cb) })
		equal(t, fmt.Sprint(r.Result, string(a), string(b[:5])), "9llo World")
		r = do(func(r *FSReq, cb func()) error { return l.FSRead(r, fd, [][]byte{a}, -1, cb) })
		equal(t, r.Result, 0) // the position is at the end
		r = do(func(r *FSReq, cb func()) error { return l.FSFstat(r, fd, cb) })
		equal(t, fmt.Sprintf("%o %d", r.Stat.Mode, r.Stat.Size), "100640 11")
		r = do(func(r *FSReq, cb func()) error { return l.FSClose(r, fd, cb) })
		equal(t, r.Result, 0)
		r = do(func(r *FSReq, cb func()) error { return l.FSClose(r, 1<<20, cb) })
		errIs(t, r.Err(), uv.EBADF)
	})
}

func TestDirectoriesAndNames(t *testing.T) {
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		dir := t.TempDir()
		at := func(name string) string { return filepath.Join(dir, name) }
		ok := func(start fsCall) *FSReq {
			t.Helper()
			r := do(start)
			must(t, r.Err().Err())
			return r
		}
		ok(func(r *FSReq, cb func()) error { return l.FSMkdir(r, nil, at("sub"), 0o750, cb) })
		must(t, os.WriteFile(at("b"), []byte("x"), 0o600))
		must(t, os.Symlink("b", at("link")))
		must(t, unix.Mkfifo(at("pipe"), 0o600))
		ok(func(r *FSReq, cb func()) error { return l.FSRename(r, nil, at("b"), at("a"), cb) })
		r := ok(func(r *FSReq, cb func()) error { return l.FSScandir(r, nil, dir, cb) })
		equal(t, r.Entries, []Dirent{{"a", uv.DirentFile}, {"link", uv.DirentLink}, {"pipe", uv.DirentFifo}, {"sub", uv.DirentDir}})
		equal(t, r.Result, 4)
		r = ok(func(r *FSReq, cb func()) error { return l.FSStat(r, nil, at("sub"), cb) })
		equal(t, r.Stat.Mode&modeType, modeDir)
		r = ok(func(r *FSReq, cb func()) error { return l.FSLstat(r, nil, at("link"), cb) })
		equal(t, r.Stat.Mode&modeType, modeLink)
		r = ok(func(r *FSReq, cb func()) error { return l.FSStat(r, nil, at("a"), cb) })
		if r.Stat.Mode&modeType != modeFile || r.Stat.Nlink != 1 || r.Stat.Mtime.Time().IsZero() {
			t.Errorf("%+v", r.Stat)
		}
		ok(func(r *FSReq, cb func()) error { return l.FSUnlink(r, nil, at("a"), cb) })
		ok(func(r *FSReq, cb func()) error { return l.FSRmdir(r, nil, at("sub"), cb) })
	})
}

func TestFileErrors(t *testing.T) {
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		dir := t.TempDir()
		at := func(name string) string { return filepath.Join(dir, name) }
		must(t, os.WriteFile(at("file"), nil, 0o600))
		must(t, os.Mkdir(at("sub"), 0o700))
		must(t, os.WriteFile(at("sub/x"), nil, 0o600))
		for what, want := range map[string]struct {
			err   uv.Errno
			start fsCall
		}{
			"open what is not there": {uv.ENOENT, func(r *FSReq, cb func()) error { return l.FSOpen(r, nil, at("none"), openRead, 0, cb) }},
			"make what is there": {uv.EEXIST, func(r *FSReq, cb func()) error {
				return l.FSOpen(r, nil, at("file"), openWrite|openMake|openExcl, 0, cb)
			}},
			"write to a directory":   {uv.EISDIR, func(r *FSReq, cb func()) error { return l.FSOpen(r, nil, at("sub"), openWrite, 0, cb) }},
			"stat below a file":      {uv.ENOTDIR, func(r *FSReq, cb func()) error { return l.FSStat(r, nil, at("file/x"), cb) }},
			"lstat":                  {uv.ENOENT, func(r *FSReq, cb func()) error { return l.FSLstat(r, nil, at("none"), cb) }},
			"fstat":                  {uv.EBADF, func(r *FSReq, cb func()) error { return l.FSFstat(r, 1<<20, cb) }},
			"list a file":            {uv.ENOTDIR, func(r *FSReq, cb func()) error { return l.FSScandir(r, nil, at("file"), cb) }},
			"list what is not there": {uv.ENOENT, func(r *FSReq, cb func()) error { return l.FSScandir(r, nil, at("none"), cb) }},
			"mkdir what is there":    {uv.EEXIST, func(r *FSReq, cb func()) error { return l.FSMkdir(r, nil, at("sub"), 0o700, cb) }},
			"rmdir what has entries": {uv.ENOTEMPTY, func(r *FSReq, cb func()) error { return l.FSRmdir(r, nil, at("sub"), cb) }},
			"unlink":                 {uv.ENOENT, func(r *FSReq, cb func()) error { return l.FSUnlink(r, nil, at("none"), cb) }},
			"rename":                 {uv.ENOENT, func(r *FSReq, cb func()) error { return l.FSRename(r, nil, at("none"), at("y"), cb) }},
			"read":                   {uv.EBADF, func(r *FSReq, cb func()) error { return l.FSRead(r, 1<<20, [][]byte{{0}}, 0, cb) }},
			"read into many":         {uv.EBADF, func(r *FSReq, cb func()) error { return l.FSRead(r, 1<<20, [][]byte{{0}, {0}}, 0, cb) }},
			"write":                  {uv.EBADF, func(r *FSReq, cb func()) error { return l.FSWrite(r, 1<<20, [][]byte{{0}}, -1, cb) }},
		} {
			r := do(want.start)
			if r.Err() != want.err || r.Result != int64(want.err) {
				t.Errorf("%s: %v, want %v", what, r.Err().Name(), want.err.Name())
			}
		}
	})
}

func TestFileErrorsAreThoseOfGo(t *testing.T) {
	l := newLoop(t, Options{})
	var r FSReq
	err := l.FSStat(&r, nil, filepath.Join(t.TempDir(), "none"), nil)
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v is not fs.ErrNotExist", err)
	}
	errIs(t, l.FSRead(&r, 0, nil, 0, nil), uv.EINVAL)
}

// The second buffer does not wait for what a pipe may never bring.
func TestReadOfAPipeTakesWhatIsThere(t *testing.T) {
	l := newLoop(t, Options{})
	r, w := pipe(t)
	_, err := unix.Write(w, []byte("abc"))
	must(t, err)
	var req FSReq
	must(t, l.FSRead(&req, r, [][]byte{make([]byte, 3), make([]byte, 3)}, -1, nil))
	equal(t, req.Result, 3)
}

func TestFileRequestIsUsedAgainInItsCallback(t *testing.T) {
	l := newLoop(t, Options{})
	var r FSReq
	n := 0
	var next func()
	next = func() {
		if must(t, r.Err().Err()); n < 20 {
			n++
			must(t, l.FSStat(&r, nil, ".", next))
		}
	}
	next()
	run(t, l)
	equal(t, n, 20)
}

// whoOpens is a FileSystem of the caller's.
type whoOpens struct {
	osFiles
	opened string
}

func (w *whoOpens) Open(path string, _ int, _ uint32) (int, uv.Errno) {
	w.opened = path
	return -1, uv.EACCES
}

func TestPathsGoThroughTheGivenFileSystem(t *testing.T) {
	l := newLoop(t, Options{})
	var r FSReq
	w := &whoOpens{}
	must(t, l.FSOpen(&r, w, "/etc/passwd", openRead, 0, func() {}))
	run(t, l)
	errIs(t, r.Err(), uv.EACCES)
	equal(t, w.opened, "/etc/passwd")
}
