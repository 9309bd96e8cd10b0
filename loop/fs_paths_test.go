//go:build unix

package loop

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

// fsCall submits one file request.
type fsCall func(r *FSReq, cb func()) error

// pathCalls are the requests on one path, in a file system.
func pathCalls(l *Loop, fs FileSystem, path string) map[uv.FsType]fsCall {
	return map[uv.FsType]fsCall{
		uv.FsOpen:     func(r *FSReq, cb func()) error { return l.FSOpen(r, fs, path, openRead, 0, cb) },
		uv.FsStat:     func(r *FSReq, cb func()) error { return l.FSStat(r, fs, path, cb) },
		uv.FsLstat:    func(r *FSReq, cb func()) error { return l.FSLstat(r, fs, path, cb) },
		uv.FsStatfs:   func(r *FSReq, cb func()) error { return l.FSStatfs(r, fs, path, cb) },
		uv.FsAccess:   func(r *FSReq, cb func()) error { return l.FSAccess(r, fs, path, 0, cb) },
		uv.FsChmod:    func(r *FSReq, cb func()) error { return l.FSChmod(r, fs, path, 0o600, cb) },
		uv.FsChown:    func(r *FSReq, cb func()) error { return l.FSChown(r, fs, path, -1, -1, cb) },
		uv.FsLchown:   func(r *FSReq, cb func()) error { return l.FSLchown(r, fs, path, -1, -1, cb) },
		uv.FsUtime:    func(r *FSReq, cb func()) error { return l.FSUtime(r, fs, path, 1, 1, cb) },
		uv.FsLutime:   func(r *FSReq, cb func()) error { return l.FSLutime(r, fs, path, 1, 1, cb) },
		uv.FsMkdir:    func(r *FSReq, cb func()) error { return l.FSMkdir(r, fs, path, 0o700, cb) },
		uv.FsRmdir:    func(r *FSReq, cb func()) error { return l.FSRmdir(r, fs, path, cb) },
		uv.FsUnlink:   func(r *FSReq, cb func()) error { return l.FSUnlink(r, fs, path, cb) },
		uv.FsScandir:  func(r *FSReq, cb func()) error { return l.FSScandir(r, fs, path, cb) },
		uv.FsOpendir:  func(r *FSReq, cb func()) error { return l.FSOpendir(r, fs, path, cb) },
		uv.FsReadlink: func(r *FSReq, cb func()) error { return l.FSReadlink(r, fs, path, cb) },
		uv.FsRealpath: func(r *FSReq, cb func()) error { return l.FSRealpath(r, fs, path, cb) },
		uv.FsRename:   func(r *FSReq, cb func()) error { return l.FSRename(r, fs, path, path+"2", cb) },
		uv.FsLink:     func(r *FSReq, cb func()) error { return l.FSLink(r, fs, path, path+"2", cb) },
		uv.FsSymlink:  func(r *FSReq, cb func()) error { return l.FSSymlink(r, fs, "target", path, cb) },
		uv.FsCopyfile: func(r *FSReq, cb func()) error { return l.FSCopyfile(r, fs, path, path+"2", 0, cb) },
		uv.FsMkdtemp:  func(r *FSReq, cb func()) error { return l.FSMkdtemp(r, fs, path+"XXXXXX", cb) },
		uv.FsMkstemp:  func(r *FSReq, cb func()) error { return l.FSMkstemp(r, fs, path+"XXXXXX", cb) },
	}
}

// fdCalls are the requests on one descriptor.
func fdCalls(l *Loop, fd int) map[uv.FsType]fsCall {
	return map[uv.FsType]fsCall{
		uv.FsClose:     func(r *FSReq, cb func()) error { return l.FSClose(r, fd, cb) },
		uv.FsRead:      func(r *FSReq, cb func()) error { return l.FSRead(r, fd, [][]byte{{0}}, 0, cb) },
		uv.FsWrite:     func(r *FSReq, cb func()) error { return l.FSWrite(r, fd, [][]byte{{0}}, 0, cb) },
		uv.FsSendfile:  func(r *FSReq, cb func()) error { return l.FSSendfile(r, fd, fd, 0, 1, cb) },
		uv.FsFstat:     func(r *FSReq, cb func()) error { return l.FSFstat(r, fd, cb) },
		uv.FsFtruncate: func(r *FSReq, cb func()) error { return l.FSFtruncate(r, fd, 0, cb) },
		uv.FsFsync:     func(r *FSReq, cb func()) error { return l.FSFsync(r, fd, cb) },
		uv.FsFdatasync: func(r *FSReq, cb func()) error { return l.FSFdatasync(r, fd, cb) },
		uv.FsFchmod:    func(r *FSReq, cb func()) error { return l.FSFchmod(r, fd, 0o600, cb) },
		uv.FsFchown:    func(r *FSReq, cb func()) error { return l.FSFchown(r, fd, -1, -1, cb) },
		uv.FsFutime:    func(r *FSReq, cb func()) error { return l.FSFutime(r, fd, 1, 1, cb) },
	}
}

func TestEveryRequestOnAPathRefusesWhatIsNone(t *testing.T) {
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		for bad, want := range map[string]uv.Errno{
			"zero\x00byte":                    uv.EINVAL,
			strings.Repeat("long/", 1000):     uv.ENAMETOOLONG,
			"/" + strings.Repeat("name", 100): uv.ENAMETOOLONG,
		} {
			for op, call := range pathCalls(l, nil, bad) {
				if r := do(call); r.Err() != want || r.Op != op {
					t.Errorf("%s of %.20q: %v, want %v", op, bad, r.Err().Name(), want.Name())
				}
			}
		}
		for op, call := range pathCalls(l, nil, "") {
			if op == uv.FsMkdtemp || op == uv.FsMkstemp {
				continue // their path is not empty
			}
			if r := do(call); r.Err() != uv.ENOENT {
				t.Errorf("%s of nothing: %v", op, r.Err().Name())
			}
		}
	})
}

func TestEveryRequestOnADescriptorRefusesWhatIsNone(t *testing.T) {
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		for _, fd := range []int{-1, unix.AT_FDCWD, 1 << 20} {
			for op, call := range fdCalls(l, fd) {
				if r := do(call); r.Err() != uv.EBADF || r.Op != op {
					t.Errorf("%s of descriptor %d: %v", op, fd, r.Err().Name())
				}
			}
		}
	})
}

func TestLinks(t *testing.T) {
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		dir, err := filepath.EvalSymlinks(t.TempDir())
		must(t, err)
		at := func(name string) string { return filepath.Join(dir, name) }
		ok := okay(t, do)
		must(t, os.WriteFile(at("file"), []byte("text"), 0o600))
		ok(func(r *FSReq, cb func()) error { return l.FSLink(r, nil, at("file"), at("hard"), cb) })
		r := ok(func(r *FSReq, cb func()) error { return l.FSStat(r, nil, at("hard"), cb) })
		equal(t, r.Stat.Nlink, 2)
		ok(func(r *FSReq, cb func()) error { return l.FSSymlink(r, nil, "hard", at("soft"), cb) })
		r = ok(func(r *FSReq, cb func()) error { return l.FSReadlink(r, nil, at("soft"), cb) })
		equal(t, r.Target, "hard")
		r = ok(func(r *FSReq, cb func()) error {
			return l.FSRealpath(r, nil, at("../")+"/"+filepath.Base(dir)+"/./soft", cb)
		})
		equal(t, r.Target, at("hard"))
		long := strings.Repeat("x/", 1000)
		ok(func(r *FSReq, cb func()) error { return l.FSSymlink(r, nil, long, at("long"), cb) })
		r = ok(func(r *FSReq, cb func()) error { return l.FSReadlink(r, nil, at("long"), cb) })
		equal(t, r.Target, long)
		must(t, os.Symlink("loop", at("loop")))
		for what, want := range map[string]struct {
			err  uv.Errno
			call fsCall
		}{
			"open a link to itself":      {uv.ELOOP, func(r *FSReq, cb func()) error { return l.FSOpen(r, nil, at("loop"), 0, 0, cb) }},
			"realpath of one":            {uv.ELOOP, func(r *FSReq, cb func()) error { return l.FSRealpath(r, nil, at("loop"), cb) }},
			"chmod of one":               {uv.ELOOP, func(r *FSReq, cb func()) error { return l.FSChmod(r, nil, at("loop"), 0o600, cb) }},
			"readlink of a file":         {uv.EINVAL, func(r *FSReq, cb func()) error { return l.FSReadlink(r, nil, at("file"), cb) }},
			"realpath of what is not":    {uv.ENOENT, func(r *FSReq, cb func()) error { return l.FSRealpath(r, nil, at("none"), cb) }},
			"realpath below a file":      {uv.ENOTDIR, func(r *FSReq, cb func()) error { return l.FSRealpath(r, nil, at("file/x"), cb) }},
			"link to what is there":      {uv.EEXIST, func(r *FSReq, cb func()) error { return l.FSLink(r, nil, at("file"), at("soft"), cb) }},
			"symlink where one is there": {uv.EEXIST, func(r *FSReq, cb func()) error { return l.FSSymlink(r, nil, "x", at("soft"), cb) }},
		} {
			if r := do(want.call); r.Err() != want.err || r.Target != "" {
				t.Errorf("%s: %v %q, want %v", what, r.Err().Name(), r.Target, want.err.Name())
			}
		}
		r = ok(func(r *FSReq, cb func()) error { return l.FSLstat(r, nil, at("loop"), cb) })
		equal(t, r.Stat.Mode&modeType, modeLink)
	})
}

// okay is do for requests that must succeed.
func okay(t *testing.T, do func(fsCall) *FSReq) func(fsCall) *FSReq {
	return func(call fsCall) *FSReq {
		t.Helper()
		r := do(call)
		if r.Result < 0 {
			t.Fatalf("%s: %v", r.Op, r.Err().Name())
		}
		return r
	}
}

func TestTimesOfFiles(t *testing.T) {
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		dir := t.TempDir()
		path, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
		f, err := os.Create(path)
		must(t, err)
		defer func() { _ = f.Close() }()
		must(t, os.Symlink("file", link))
		ok := okay(t, do)
		lstat := func(path string) Stat {
			t.Helper()
			return ok(func(r *FSReq, cb func()) error { return l.FSLstat(r, nil, path, cb) }).Stat
		}
		times := func(path string) string { return fmt.Sprint(lstat(path).Atime, lstat(path).Mtime) }
		linked := lstat(link).Mtime
		ok(func(r *FSReq, cb func()) error { return l.FSUtime(r, nil, link, 400497753.25, -13.5, cb) })
		equal(t, times(path), "{400497753 250000000} {-14 500000000}")
		equal(t, lstat(link).Mtime, linked)
		ok(func(r *FSReq, cb func()) error { return l.FSFutime(r, int(f.Fd()), math.NaN(), 1.5, cb) })
		equal(t, times(path), "{400497753 250000000} {1 500000000}")
		ok(func(r *FSReq, cb func()) error { return l.FSUtime(r, nil, path, 7, math.NaN(), cb) })
		equal(t, times(path), "{7 0} {1 500000000}")
		ok(func(r *FSReq, cb func()) error { return l.FSLutime(r, nil, link, 3, 4, cb) })
		equal(t, times(link), "{3 0} {4 0}")
		equal(t, times(path), "{7 0} {1 500000000}")
		ok(func(r *FSReq, cb func()) error { return l.FSFutime(r, int(f.Fd()), math.Inf(1), math.NaN(), cb) })
		if age := time.Since(lstat(path).Atime.Time()); age < -time.Minute || age > time.Minute {
			t.Errorf("now is %v ago", age)
		}
		equal(t, lstat(path).Mtime, Timespec{1, 500000000})
	})
}

func TestSecondsBecomeTimes(t *testing.T) {
	for seconds, want := range map[float64]Timespec{
		0: {0, 0}, 1.9999999: {1, 999999000}, -0.25: {-1, 750000000}, -3: {-3, 0}, -0.0000001: {0, 0},
		math.Inf(1): {0, UtimeNow}, math.Inf(-1): {0, UtimeNow}, 1e300: {1 << 55, 0}, -1e300: {-1 << 55, 0},
	} {
		if got := fileTime(seconds); got != want {
			t.Errorf("%v: %v, want %v", seconds, got, want)
		}
	}
	equal(t, fileTime(math.NaN()), Timespec{0, UtimeOmit})
}

func TestPermissionsAndOwners(t *testing.T) {
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		path := filepath.Join(t.TempDir(), "file")
		f, err := os.Create(path)
		must(t, err)
		defer func() { _ = f.Close() }()
		ok := okay(t, do)
		mode := func() string {
			r := ok(func(r *FSReq, cb func()) error { return l.FSStat(r, nil, path, cb) })
			return fmt.Sprintf("%o %v", r.Stat.Mode&0o7777, r.Stat.UID == uint64(os.Getuid()) && r.Stat.GID == uint64(os.Getgid()))
		}
		ok(func(r *FSReq, cb func()) error { return l.FSChmod(r, nil, path, 0o604, cb) })
		equal(t, mode(), "604 true")
		r := do(func(r *FSReq, cb func()) error { return l.FSAccess(r, nil, path, 1, cb) })
		errIs(t, r.Err(), uv.EACCES)
		ok(func(r *FSReq, cb func()) error { return l.FSFchmod(r, int(f.Fd()), 0o750, cb) })
		equal(t, mode(), "750 true")
		for want := range uint32(8) {
			ok(func(r *FSReq, cb func()) error { return l.FSAccess(r, nil, path, want, cb) })
		}
		r = do(func(r *FSReq, cb func()) error { return l.FSAccess(r, nil, path+"2", 0, cb) })
		errIs(t, r.Err(), uv.ENOENT)
		ok(func(r *FSReq, cb func()) error { return l.FSChown(r, nil, path, os.Getuid(), -1, cb) })
		ok(func(r *FSReq, cb func()) error { return l.FSLchown(r, nil, path, -1, os.Getgid(), cb) })
		ok(func(r *FSReq, cb func()) error { return l.FSFchown(r, int(f.Fd()), -1, -1, cb) })
		equal(t, mode(), "750 true")
	})
}

func TestTemporaryNames(t *testing.T) {
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		stem := filepath.Join(t.TempDir(), "x-")
		ok := okay(t, do)
		seen := map[string]bool{}
		for range 20 {
			r := ok(func(r *FSReq, cb func()) error { return l.FSMkdtemp(r, nil, stem+"XXXXXX", cb) })
			info, err := os.Stat(r.Path)
			must(t, err)
			equal(t, fmt.Sprint(info.Mode(), len(r.Path)-len(stem), strings.HasPrefix(r.Path, stem)), "drwx------ 6 true")
			seen[r.Path] = true
			r = ok(func(r *FSReq, cb func()) error { return l.FSMkstemp(r, nil, stem+"XXXXXX", cb) })
			info, err = os.Stat(r.Path)
			must(t, err)
			equal(t, fmt.Sprint(info.Mode(), len(r.Path)-len(stem)), "-rw------- 6")
			seen[r.Path] = true
			fd := int(r.Result)
			r = ok(func(r *FSReq, cb func()) error { return l.FSWrite(r, fd, [][]byte{[]byte("x")}, -1, cb) })
			equal(t, r.Result, 1)
			must(t, unix.Close(fd))
		}
		equal(t, len(seen), 40)
		for _, bad := range []string{stem, stem + "XXXXX", stem + "XXXXXXx"} {
			r := do(func(r *FSReq, cb func()) error { return l.FSMkdtemp(r, nil, bad, cb) })
			equal(t, fmt.Sprint(r.Err().Name(), r.Path), "EINVAL"+bad)
			r = do(func(r *FSReq, cb func()) error { return l.FSMkstemp(r, nil, bad, cb) })
			equal(t, fmt.Sprint(r.Err().Name(), r.Path), "EINVAL")
		}
		r := do(func(r *FSReq, cb func()) error { return l.FSMkstemp(r, nil, stem+"/none/XXXXXX", cb) })
		errIs(t, r.Err(), uv.ENOENT)
	})
}

// nothingOpens is a FileSystem that has nothing to open.
type nothingOpens struct{ FileSystem }

func (nothingOpens) Open(string, int, uint32) (int, uv.Errno) { return -1, uv.EACCES }
func (nothingOpens) Mkdir(string, uint32) uv.Errno            { return uv.EROFS }

func TestComposedRequestsAskTheGivenFileSystem(t *testing.T) {
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		calls := pathCalls(l, nothingOpens{}, t.TempDir())
		for op, want := range map[uv.FsType]uv.Errno{
			uv.FsScandir: uv.EACCES, uv.FsOpendir: uv.EACCES, uv.FsCopyfile: uv.EACCES, uv.FsMkstemp: uv.EACCES, uv.FsMkdtemp: uv.EROFS,
		} {
			if r := do(calls[op]); r.Err() != want {
				t.Errorf("%s: %v, want %v", op, r.Err().Name(), want.Name())
			}
		}
	})
}
