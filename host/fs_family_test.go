//go:build unix

package host

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// fsStep is a file request, without its loop and cookie, and what it must answer.
type fsStep struct {
	name  string
	args  func(p *puppet) []uint64
	check func(result int64) bool
}

// family runs steps one after the other: with callbacks, or each done at once.
func (p *puppet) family(atOnce bool, steps []fsStep) {
	next := 0
	judge := func(result int64) {
		if s := steps[next]; !s.check(result) {
			p.t.Errorf("step %d, %s: %d (%v)", next, s.name, result, uv.Errno(min(result, 0)))
		}
		next++
	}
	submit := func() { // until one is to call back
		cookie := uint64(1)
		if atOnce {
			cookie = 0
		}
		for next < len(steps) {
			s := steps[next]
			result := p.call(s.name, append(append([]uint64{0}, s.args(p)...), cookie)...)
			if result > 0 && !atOnce {
				return
			}
			judge(result)
		}
	}
	p.start = submit
	p.on = func(kind abi.Callback, _ loop.ID, _ uint64, status int64) uint64 {
		if kind != abi.CallbackFs || atOnce {
			p.t.Errorf("called back with %s", abi.CallbackNames[kind])
			return 0
		}
		judge(status)
		submit()
		return 0
	}
	p.t.Cleanup(func() {
		if next < len(steps) {
			p.t.Errorf("step %d was not reached", next)
		}
	})
}

func is(want int64) func(int64) bool       { return func(got int64) bool { return got == want } }
func fails(want uv.Errno) func(int64) bool { return is(int64(want)) }

// on makes arguments of paths and numbers: a string is put into memory and stands
// for its place and length.
func on(args ...any) func(p *puppet) []uint64 {
	return func(p *puppet) (out []uint64) {
		at := uint32(atText)
		for _, a := range args {
			switch a := a.(type) {
			case string:
				p.g.mem.write(at, []byte(a))
				out = append(out, uint64(at), uint64(len(a)))
				at = atText2
			case float64:
				out = append(out, math.Float64bits(a))
			case int:
				out = append(out, uint64(a))
			}
		}
		return out
	}
}

func TestTheWholeFsFamily(t *testing.T) {
	const minus1 = 0xffffffff
	for _, atOnce := range []bool{false, true} {
		t.Run(fmt.Sprint("at once ", atOnce), func(t *testing.T) {
			dir := t.TempDir()
			p := newPuppet(t, "_initialize")
			text := func(want string, n int) func(int64) bool {
				return func(got int64) bool { return got == int64(n) && p.read(atData, uint32(n)) == want }
			}
			var made []string
			temp := func(prefix string, want int64) func(int64) bool {
				return func(got int64) bool {
					name := p.read(atData, uint32(len(prefix)+6))
					made = append(made, name)
					return got == want && strings.HasPrefix(name, prefix) && !strings.HasSuffix(name, "XXXXXX")
				}
			}
			hello := func(fd uint64) func(p *puppet) []uint64 {
				return func(p *puppet) []uint64 {
					ptr, n := p.data("hello world")
					return []uint64{fd, ptr, n, ^uint64(0)}
				}
			}
			p.family(atOnce, []fsStep{
				{"fs_open", on("/d/a", oRdwr|oCreat, 0o644), is(3)},
				{"fs_write", hello(3), is(11)},
				{"fs_fchmod", on(3, 0o7600), is(0)},
				{"fs_fchown", on(3, os.Geteuid(), minus1), is(0)},
				{"fs_fchown", on(3, os.Geteuid()+1, minus1), fails(uv.EPERM)},
				{"fs_ftruncate", on(3, 5), is(0)},
				{"fs_futime", on(3, 1000.5, 2000.25), is(0)},
				{"fs_fsync", on(3, 0), is(0)},
				{"fs_fsync", on(3, 1), is(0)},
				{"fs_fstat", on(3, atStat), is(0)},
				{"fs_open", on("/d/b", oRdwr|oCreat, 0o644), is(4)},
				{"fs_sendfile", on(4, 3, 1, 100), is(4)},
				{"fs_sendfile", on(4, 9, 1, 100), fails(uv.EBADF)},
				{"fs_close", on(3), is(0)},
				{"fs_close", on(4), is(0)},
				{"fs_chmod", on("/d/b", 0o640), is(0)},
				{"fs_chown", on("/d/b", minus1, os.Getegid(), 1), is(0)},
				{"fs_chown", on("/d/b", minus1, os.Getegid()+1, 0), fails(uv.EPERM)},
				{"fs_utime", on("/d/b", 3000.0, math.NaN(), 1), is(0)},
				{"fs_access", on("/d/b", 4), is(0)},
				{"fs_access", on("/d/none", 0), fails(uv.ENOENT)},
				{"fs_link", on("/d/b", "/d/hard"), is(0)},
				{"fs_symlink", on("b", "/d/soft", 0), is(0)},
				{"fs_symlink", on("../up", "/d/up", 0), fails(uv.EACCES)},
				{"fs_utime", on("/d/soft", 4000.0, 4000.0, 0), is(0)},
				{"fs_readlink", on("/d/soft", atData, 100), text("b", 1)},
				{"fs_realpath", on("/d/./soft", atData, 100), text("/d/b", 4)},
				{"fs_realpath", on("/d/soft", atData, 3), fails(uv.ENAMETOOLONG)},
				{"fs_mkdtemp", on("/d/dir-XXXXXX", atData, 13), temp("/d/dir-", 13)},
				{"fs_mkstemp", on("/d/file-XXXXXX", atData, 14), temp("/d/file-", 3)},
				{"fs_write", hello(3), is(11)},
				{"fs_close", on(3), is(0)},
				{"fs_mkdtemp", on("/d/wrong", atData, 100), fails(uv.EINVAL)},
				{"fs_copyfile", on("/d/b", "/d/copy", 1), is(0)},
				{"fs_copyfile", on("/d/b", "/d/copy", 1), fails(uv.EEXIST)},
				{"fs_statfs", on("/d", atStat), fails(uv.ENOSYS)},
				{"fs_opendir", on("/d"), is(3)},
				{"fs_readdir", on(3, 1000, atData, 5000), is(7)},
				{"fs_readdir", on(3, 1000, atData, 5000), is(0)},
				{"fs_closedir", on(3), is(0)},
				{"fs_opendir", on("/d/b"), fails(uv.ENOTDIR)},
				{"fs_lstat", on("/d/soft", atStat), is(0)},
				{"fs_unlink", on("/d/soft"), is(0)},
				{"fs_rename", on("/d/hard", "/d/harder"), is(0)},
				{"fs_mkdir", on("/d/sub", 0o755), is(0)},
				{"fs_rmdir", on("/d/sub"), is(0)},
			})
			p.mustExit(Config{Dirs: []Dir{{Host: dir, Guest: "/d"}}})
			family(t, dir, made)
		})
	}
}

// family looks at what TestTheWholeFsFamily has made.
func family(t *testing.T, dir string, made []string) {
	t.Helper()
	if len(made) != 2 {
		t.Fatalf("made %q", made)
	}
	want := "a b copy harder"
	for _, path := range made {
		want += " " + filepath.Base(path)
	}
	names := strings.Fields(want)
	slices.Sort(names)
	if got := list(t, dir); got != strings.Join(names, " ") {
		t.Errorf("made %s, want %v", got, names)
	}
	for name, content := range map[string]string{"a": "hello", "b": "ello", "copy": "ello", filepath.Base(made[1]): "hello world"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(b) != content {
			t.Errorf("%s holds %q, %v", name, b, err)
		}
	}
	a, errA := os.Stat(filepath.Join(dir, "a"))
	b, errB := os.Stat(filepath.Join(dir, "b"))
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	if a.Mode() != 0o600 || b.Mode() != 0o640 { // set-id bits are left out
		t.Errorf("modes %v and %v", a.Mode(), b.Mode())
	}
	if !a.ModTime().Equal(time.Unix(2000, 250e6)) || time.Since(b.ModTime()) > time.Hour {
		t.Errorf("times %v and %v", a.ModTime(), b.ModTime())
	}
}

// What is wrong with the arguments is answered by the call, whether it is to call
// back or not, and opens nothing.
func TestWrongArgumentsOfTheFsFamily(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a"), "a")
	p := newPuppet(t, "_initialize")
	p.start = func() {
		dirFd := uint64(p.fsNow("fs_opendir", "/d"))
		fd := uint64(p.fsNow("fs_open", "/d/a", oRdwr, 0))
		for cookie := range uint64(2) {
			path, n := p.text("/d/a")
			p.refuses(uv.EINVAL, "fs_copyfile", 0, path, n, path, n, 8, cookie)
			p.g.mem.write(atText2, []byte("/d/XXXXXX/x/.."))
			p.refuses(uv.EINVAL, "fs_mkdtemp", 0, atText2, 14, atData, 100, cookie)
			p.refuses(uv.ENAMETOOLONG, "fs_mkstemp", 0, atText2, 9, atData, 8, cookie)
			p.refuses(uv.EINVAL, "fs_readdir", 0, dirFd, 0, atData, 100, cookie)
			p.refuses(uv.EBADF, "fs_readdir", 0, fd, 1, atData, 100, cookie)
			p.refuses(uv.EBADF, "fs_closedir", 0, fd, cookie)
			bufs, count := p.bufs(atData, 4)
			for name, args := range map[string][]uint64{
				"fs_close": {}, "fs_read": {bufs, count, 0}, "fs_write": {bufs, count, 0}, "fs_fstat": {atStat}, "fs_fchmod": {0},
				"fs_fchown": {0, 0}, "fs_futime": {0, 0}, "fs_ftruncate": {0}, "fs_fsync": {0}, "fs_sendfile": {fd, 0, 1},
			} { // a directory is no file
				p.refuses(uv.EBADF, name, append(append([]uint64{0, dirFd}, args...), cookie)...)
			}
		}
		path, n := p.text("/d")
		p.refuses(uv.EINVAL, "fs_scandir", 0, path, n, 0)
	}
	p.on = func(kind abi.Callback, _ loop.ID, _ uint64, _ int64) uint64 {
		t.Errorf("called back with %s", abi.CallbackNames[kind])
		return 0
	}
	p.mustExit(Config{Dirs: []Dir{{Host: dir, Guest: "/d"}}})
}

// fsNow does a request on a path at once.
func (p *puppet) fsNow(name, path string, args ...uint64) int64 {
	ptr, n := p.text(path)
	return p.call(name, append(append([]uint64{0, ptr, n}, args...), 0)...)
}

// Every pointer of every file request and look-up is checked before anything is
// done.
func TestBadPointersOfRequestsAtThePool(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() {
		fd := uint64(p.fsNow("fs_open", "/a", oRdwr|oCreat, 0o600))
		dirFd := uint64(p.fsNow("fs_opendir", "/"))
		for _, f := range abi.Funcs {
			if !strings.HasPrefix(f.Name, "fs_") && f.Name != "random" && !strings.HasPrefix(f.Name, "get") || f.Name == "fs_dirents" || f.Name == "get" {
				continue
			}
			for i, param := range f.Params {
				if param.Kind != abi.In && param.Kind != abi.Out || len(f.Params[0].Name) == 0 || f.Params[0].Name != "loop" {
					continue
				}
				for _, bad := range []uint64{memBytes - 1, memBytes, 1 << 31, 0xfffffff8, 0xffffffff} {
					for cookie := range uint64(2) {
						if f.Name == "fs_scandir" && cookie == 0 {
							continue // EINVAL
						}
						args := p.goodArgs(f, fd, dirFd, cookie)
						args[i] = bad
						p.refuses(uv.EFAULT, f.Name, args...)
					}
				}
			}
		}
	}
	p.on = func(kind abi.Callback, _ loop.ID, _ uint64, _ int64) uint64 {
		t.Errorf("called back with %s", abi.CallbackNames[kind])
		return 0
	}
	p.mustExit(Config{Dirs: []Dir{{Host: t.TempDir(), Guest: "/"}}})
}

// goodArgs are arguments with which a request is submitted.
func (p *puppet) goodArgs(f abi.Func, fd, dirFd, cookie uint64) []uint64 {
	p.text("/x-XXXXXX")
	p.addr("127.0.0.1:80")
	args := make([]uint64, len(f.Params))
	for i, param := range f.Params {
		switch {
		case param.Struct == "buf":
			args[i], args[i+1] = p.bufs(atData, 4)
		case param.Struct == "sockaddr":
			args[i] = atAddr
		case param.Kind == abi.In:
			args[i], args[i+1] = atText, 9
		case param.Kind == abi.Out:
			args[i] = atData
			if param.Struct == "" {
				args[i+1] = 64
			}
		case param.Name == "dir":
			args[i] = dirFd
		case strings.HasSuffix(param.Name, "fd"):
			args[i] = fd
		case param.Name == "count" && args[i] == 0:
			args[i] = 1
		case param.Kind == abi.Cookie:
			args[i] = cookie
		}
	}
	return args
}

// A descriptor for reading is enough for the system to change what a file is; a
// read-only grant is not.
func TestFilesOfAReadOnlyGrantCannotBeChangedByDescriptor(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a"), "a")
	p := newPuppet(t, "_initialize")
	p.start = func() {
		fd := uint64(p.fsNow("fs_open", "/d/a", 0, 0))
		for cookie := range uint64(2) {
			p.refuses(uv.EROFS, "fs_fchmod", 0, fd, 0o777, cookie)
			p.refuses(uv.EROFS, "fs_fchown", 0, fd, uint64(os.Geteuid()), uint64(os.Getegid()), cookie)
			p.refuses(uv.EROFS, "fs_futime", 0, fd, 0, 0, cookie)
		}
		for name, args := range map[string][]uint64{
			"fs_chmod": {0o777}, "fs_chown": {0, 0, 1}, "fs_utime": {0, 0, 1}, "fs_mkdtemp": {atData, 9}, "fs_mkstemp": {atData, 9}, "fs_access": {2},
		} {
			if got := p.fsNow(name, "/d/XXXXXX", args...); uv.Errno(got) != uv.EROFS {
				t.Errorf("%s: %d", name, got)
			}
		}
		for name, flags := range map[string][]uint64{"fs_link": {0}, "fs_copyfile": {0, 0}, "fs_symlink": {0, 0}, "fs_rename": {0}} {
			from, n := p.text("/d/a")
			p.g.mem.write(atText2, []byte("/d/b"))
			p.refuses(uv.EROFS, name, append([]uint64{0, from, n, atText2, 4}, flags...)...)
		}
	}
	exit := p.run(Config{Dirs: []Dir{{Host: dir, Guest: "/d", ReadOnly: true}}})
	if len(exit.Denied) == 0 || exit.Denied[0] != (Denial{"chmod a file of /d, granted read-only", "--dir " + dir + ":/d"}) {
		t.Errorf("%+v", exit.Denied)
	}
	if list(t, dir) != "a" {
		t.Error("the directory has changed")
	}
}

// Entries for which a buffer has no room come with the next one.
func TestReaddirLosesNothing(t *testing.T) {
	dir := t.TempDir()
	var want []string
	for i := range 20 {
		name := fmt.Sprintf("file-%02d", i)
		write(t, filepath.Join(dir, name), "")
		want = append(want, name)
	}
	p := newPuppet(t, "_initialize")
	var got []string
	take := func(n int64) {
		at := uint32(atData)
		for range n {
			b := must(p.g.mem.slice(at, sizeDirent))
			size := uint32(b[offDirentNameLen])
			got = append(got, p.read(at+sizeDirent, size))
			at += sizeDirent + size
		}
	}
	var fd uint64
	p.start = func() {
		fd = uint64(p.fsNow("fs_opendir", "/d"))
		p.refuses(uv.ENOBUFS, "fs_readdir", 0, fd, 20, atData, 5, 0)
		take(p.call("fs_readdir", 0, fd, 20, atData, 30, 0)) // two of twenty
		p.must("fs_readdir", 0, fd, 3, atData, 1000, 1)
		p.refuses(uv.EBUSY, "fs_readdir", 0, fd, 3, atData, 1000, 1)
		p.refuses(uv.EBUSY, "fs_closedir", 0, fd, 1)
	}
	p.on = func(_ abi.Callback, _ loop.ID, _ uint64, n int64) uint64 {
		if take(n); n > 0 {
			p.must("fs_readdir", 0, fd, 3, atData, 1000, 1)
		}
		return 0
	}
	p.mustExit(Config{Dirs: []Dir{{Host: dir, Guest: "/d", ReadOnly: true}}})
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Directories and files made from templates count as files do.
func TestEveryDescriptorCounts(t *testing.T) {
	p := newPuppet(t, "_initialize")
	p.start = func() {
		fd := uint64(p.fsNow("fs_opendir", "/"))
		for _, step := range []struct {
			want uv.Errno
			got  int64
		}{
			{uv.EMFILE, p.fsNow("fs_opendir", "/")},
			{uv.EMFILE, p.fsNow("fs_mkstemp", "/XXXXXX", atData, 7)},
			{0, p.call("fs_closedir", 0, fd, 0)},
			{0, p.fsNow("fs_mkstemp", "/XXXXXX", atData, 7) - int64(fd)},
			{uv.EMFILE, p.fsNow("fs_opendir", "/")},
		} {
			if uv.Errno(step.got) != step.want {
				t.Errorf("got %d, want %v", step.got, step.want.Name())
			}
		}
	}
	p.mustExit(Config{Dirs: []Dir{{Host: t.TempDir(), Guest: "/"}}, Limits: Limits{Files: 1}})
}

// A request that is done at once does not hold the guest when it hangs, and what
// it uses is not freed before it has come back.
func TestAGuestIsEndedInARequestThatHangs(t *testing.T) {
	p := newPuppet(t, "_initialize")
	fs := &hanging{release: make(chan struct{})}
	p.start = func() {
		go func() {
			for !fs.entered.Load() {
				time.Sleep(100 * time.Microsecond)
			}
			p.g.Stop(ReasonStopped)
		}()
		r, _ := p.g.newFS(0, 0)
		r.room()
		p.g.submitFS(r, func(r *fsReq, cb func()) error { return r.l.FSOpen(&r.req, fs, "/hangs", 0, 0, cb) })
		t.Error("it came back")
	}
	began := time.Now()
	if exit := p.run(Config{}); exit.Reason != ReasonStopped {
		t.Errorf("%+v", exit)
	}
	if took := time.Since(began); took > endsWithin {
		t.Errorf("took %v", took)
	}
	if left := p.rt.Leaked(); len(left) != 1 || left[0] != "puppet.wasm: 1 requests that hang in the kernel, and its memory" {
		t.Errorf("leaked: %q", left)
	}
	close(fs.release)
}
