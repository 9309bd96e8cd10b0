//go:build unix

package loop

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/internal/leak"
	"github.com/loopground/loopground/loop/uv"
)

func tempFile(t *testing.T, text string) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	must(t, err)
	t.Cleanup(func() { _ = f.Close() })
	_, err = f.WriteString(text)
	must(t, err)
	return f
}

func put(t *testing.T, path, text string) {
	t.Helper()
	must(t, os.WriteFile(path, []byte(text), 0o600))
}

func TestOffsetsLeaveThePositionAlone(t *testing.T) {
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		fd := int(tempFile(t, "0123456789").Fd())
		_, err := unix.Seek(fd, 2, 0)
		must(t, err)
		read := func(offset int64) string {
			b := make([]byte, 3)
			r := do(func(r *FSReq, cb func()) error { return l.FSRead(r, fd, [][]byte{b}, offset, cb) })
			return string(b[:r.Result])
		}
		equal(t, []string{read(-1), read(7), read(-1), read(9), read(10), read(1 << 40), read(-1), read(-1)},
			[]string{"234", "789", "567", "9", "", "", "89", ""})
		do(func(r *FSReq, cb func()) error { return l.FSWrite(r, fd, [][]byte{[]byte("AB")}, 0, cb) })
		do(func(r *FSReq, cb func()) error { return l.FSWrite(r, fd, [][]byte{[]byte("xy")}, -1, cb) })
		equal(t, read(0)+read(9), "AB29xy")
	})
}

func TestManyBuffersAreWrittenWhole(t *testing.T) {
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		f := tempFile(t, "")
		const n = 3000 // more than one system call takes
		bufs := make([][]byte, n)
		var want []byte
		for i := range bufs {
			bufs[i] = bytes.Repeat([]byte{byte('a' + i%26)}, i%7) // some are empty
			want = append(want, bufs[i]...)
		}
		r := do(func(r *FSReq, cb func()) error { return l.FSWrite(r, int(f.Fd()), bufs, -1, cb) })
		equal(t, r.Result, int64(len(want)))
		r = do(func(r *FSReq, cb func()) error { return l.FSWrite(r, int(f.Fd()), bufs, 5, cb) })
		equal(t, r.Result, int64(len(want)))
		got, err := os.ReadFile(f.Name())
		must(t, err)
		if !bytes.Equal(got, append(append([]byte(nil), want[:5]...), want...)) {
			t.Error("the file holds something else")
		}
		r = do(func(r *FSReq, cb func()) error { return l.FSRead(r, int(f.Fd()), bufs, 5, cb) })
		if r.Result <= 0 || r.Result > int64(len(want)) {
			t.Errorf("%d bytes were read", r.Result)
		}
	})
}

func TestAFullDeviceIsENOSPC(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("this system has no /dev/full")
	}
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		must(t, err)
		defer func() { _ = f.Close() }()
		for _, bufs := range [][][]byte{{[]byte("x")}, {[]byte("x"), []byte("y")}} {
			r := do(func(r *FSReq, cb func()) error { return l.FSWrite(r, int(f.Fd()), bufs, -1, cb) })
			errIs(t, r.Err(), uv.ENOSPC)
		}
	})
}

// A limit on the file's size ends a write in the middle: what was written is
// told, and the error by the next one.
func TestAWriteThatIsCutShortTellsWhatWasWritten(t *testing.T) {
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		f := tempFile(t, "")
		var old unix.Rlimit
		must(t, unix.Getrlimit(unix.RLIMIT_FSIZE, &old))
		limit := old
		setCur(&limit.Cur, 100)
		must(t, unix.Setrlimit(unix.RLIMIT_FSIZE, &limit))
		defer func() { must(t, unix.Setrlimit(unix.RLIMIT_FSIZE, &old)) }()
		bufs := [][]byte{make([]byte, 80), make([]byte, 80)}
		r := do(func(r *FSReq, cb func()) error { return l.FSWrite(r, int(f.Fd()), bufs, -1, cb) })
		equal(t, r.Result, 100)
		r = do(func(r *FSReq, cb func()) error { return l.FSWrite(r, int(f.Fd()), bufs, -1, cb) })
		errIs(t, r.Err(), uv.EFBIG)
	})
}

func TestOutOfDescriptorsIsEMFILE(t *testing.T) {
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		dir := t.TempDir()
		calls := pathCalls(l, nil, dir)
		do(calls[uv.FsStat]) // what the loop opens itself is open
		withoutDescriptors(t, func() {
			for _, op := range []uv.FsType{uv.FsOpen, uv.FsOpendir, uv.FsScandir, uv.FsMkstemp} {
				if r := do(calls[op]); r.Err() != uv.EMFILE {
					t.Errorf("%s: %v", op, r.Err().Name())
				}
			}
		})
	})
}

// withoutDescriptors runs f while the process can open nothing more.
func withoutDescriptors(t *testing.T, f func()) {
	t.Helper()
	var old unix.Rlimit
	must(t, unix.Getrlimit(unix.RLIMIT_NOFILE, &old))
	free, err := unix.Dup(0)
	must(t, err)
	must(t, unix.Close(free))
	limit := old
	setCur(&limit.Cur, free)
	must(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &limit))
	defer func() { must(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &old)) }()
	f()
}

func TestLengthAndStorage(t *testing.T) {
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		f := tempFile(t, "0123456789")
		ok := okay(t, do)
		for _, length := range []int64{4, 4000} {
			ok(func(r *FSReq, cb func()) error { return l.FSFtruncate(r, int(f.Fd()), length, cb) })
			r := ok(func(r *FSReq, cb func()) error { return l.FSFstat(r, int(f.Fd()), cb) })
			equal(t, r.Stat.Size, uint64(length))
		}
		ok(func(r *FSReq, cb func()) error { return l.FSFsync(r, int(f.Fd()), cb) })
		ok(func(r *FSReq, cb func()) error { return l.FSFdatasync(r, int(f.Fd()), cb) })
		r := do(func(r *FSReq, cb func()) error { return l.FSFtruncate(r, int(f.Fd()), -1, cb) })
		errIs(t, r.Err(), uv.EINVAL)
		read, write := pipe(t)
		r = do(func(r *FSReq, cb func()) error { return l.FSFsync(r, write, cb) })
		errIs(t, r.Err(), uv.EINVAL)
		r = do(func(r *FSReq, cb func()) error { return l.FSRead(r, read, [][]byte{{0}}, 0, cb) })
		errIs(t, r.Err(), uv.ESPIPE)
	})
}

func TestSendfileCopiesFromAnOffset(t *testing.T) {
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		in, out := tempFile(t, "0123456789"), tempFile(t, "")
		send := func(offset, length int64) int64 {
			return do(func(r *FSReq, cb func()) error {
				return l.FSSendfile(r, int(out.Fd()), int(in.Fd()), offset, length, cb)
			}).Result
		}
		equal(t, []int64{send(3, 4), send(8, 100), send(10, 5), send(0, 0), send(-1, 5), send(0, -1)},
			[]int64{4, 2, 0, 0, int64(uv.EINVAL), int64(uv.EINVAL)})
		got, err := os.ReadFile(out.Name())
		must(t, err)
		equal(t, string(got), "345689")
		from, w := pipe(t)
		_, err = unix.Write(w, []byte("piped"))
		must(t, err)
		r := do(func(r *FSReq, cb func()) error { return l.FSSendfile(r, int(out.Fd()), from, 3, 5, cb) })
		equal(t, r.Result, 5)
	})
}

func TestCopyfile(t *testing.T) {
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		dir := t.TempDir()
		at := func(name string) string { return filepath.Join(dir, name) }
		text := bytes.Repeat([]byte("0123456789abcdef"), 20000)
		must(t, os.WriteFile(at("src"), text, 0o640))
		cp := func(to string, flags int) uv.Errno {
			t.Helper()
			return do(func(r *FSReq, cb func()) error { return l.FSCopyfile(r, nil, at("src"), at(to), flags, cb) }).Err()
		}
		holds := func(name string) {
			t.Helper()
			got, err := os.ReadFile(at(name))
			must(t, err)
			info, err := os.Stat(at(name))
			must(t, err)
			if !bytes.Equal(got, text) || info.Mode() != 0o640 {
				t.Errorf("%s has %d bytes, mode %v", name, len(got), info.Mode())
			}
		}
		must(t, os.WriteFile(at("old"), append(bytes.Repeat([]byte("-"), 10), text...), 0o604))
		must(t, os.Symlink("src", at("link")))
		for to, flags := range map[string]int{"new": 0, "excl": CopyExcl, "old": 0, "cow": CopyFiclone, "src": 0, "link": 0} {
			errIs(t, cp(to, flags), 0)
			holds(to)
		}
		errIs(t, cp("new", CopyExcl), uv.EEXIST)
		holds("new") // and it was not removed
		errIs(t, cp("none/x", 0), uv.ENOENT)
		errIs(t, cp(".", 0), uv.EISDIR)
		if err := cp("forced", CopyFicloneMust); err == 0 {
			holds("forced")
		} else if _, err := os.Stat(at("forced")); err == nil {
			t.Error("a copy that failed was left behind")
		}
		errIs(t, l.FSCopyfile(&FSReq{}, nil, at("src"), at("y"), 8, nil), uv.EINVAL)
	})
}

// A cancelled request has done nothing, whatever it is.
func TestEveryFileRequestCanBeCancelledWhileItIsQueued(t *testing.T) {
	leak.Check(t)
	pool := NewPool(1)
	defer pool.Close()
	l := newLoop(t, Options{Pool: pool})
	dir := t.TempDir()
	f := tempFile(t, "text")
	release := make(chan struct{})
	blocker := &FSReq{}
	must(t, l.FSOpen(blocker, waits{release: release}, "x", 0, 0, func() {}))
	d := &Dir{closed: true}
	calls := pathCalls(l, nil, filepath.Join(dir, "x"))
	for op, call := range fdCalls(l, int(f.Fd())) {
		calls[op] = call
	}
	calls[uv.FsReaddir] = func(r *FSReq, cb func()) error { return l.FSReaddir(r, d, make([]Dirent, 1), cb) }
	calls[uv.FsClosedir] = func(r *FSReq, cb func()) error { return l.FSClosedir(r, d, cb) }
	equal(t, len(calls), int(uv.FsLutime)) // all but custom
	called := 0
	for op, call := range calls {
		r := &FSReq{}
		must(t, call(r, func() {
			called++
			if r.Err() != uv.ECANCELED || r.Op != op {
				t.Errorf("%s: %v", op, r.Err().Name())
			}
		}))
		must(t, l.Cancel(r))
		must(t, l.Cancel(r)) // it is already
	}
	close(release)
	run(t, l)
	equal(t, called, len(calls))
	entries, err := os.ReadDir(dir)
	must(t, err)
	text, err := os.ReadFile(f.Name())
	must(t, err)
	equal(t, fmt.Sprint(len(entries), string(text)), "0text")
}

// waits is a FileSystem whose Open answers when it is told to.
type waits struct {
	FileSystem
	release chan struct{}
}

func (w waits) Open(string, int, uint32) (int, uv.Errno) {
	<-w.release
	return -1, uv.EIO
}

// setCur sets a limit, whose type differs from system to system.
func setCur[T int64 | uint64](cur *T, n int) { *cur = T(n) }
