//go:build unix

package host

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/internal/leak"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// dirTest is a granted directory in a temporary one, and a loop whose requests
// work on it.
type dirTest struct {
	t      *testing.T
	l      *loop.Loop
	host   string // the machine's name of the grant
	mounts []*mount
}

func newDirTest(t *testing.T, grants func(host string) []Dir) *dirTest {
	t.Helper()
	leak.Check(t)
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	d := &dirTest{t: t, host: filepath.Join(root, "granted")}
	if err := os.Mkdir(d.host, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(root, "secret"), "secret")
	write(t, filepath.Join(d.host, "in"), "text")
	if err := os.MkdirAll(filepath.Join(d.host, "sub", "deep"), 0o755); err != nil {
		t.Fatal(err)
	}
	if d.mounts, err = openMounts(grants(d.host)); err != nil {
		t.Fatal(err)
	}
	if d.l, err = loop.New(loop.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.l.Close(); err != nil {
			t.Error(err)
		}
		for _, m := range d.mounts {
			m.close()
		}
	})
	return d
}

func readWrite(host string) []Dir { return []Dir{{Host: host, Guest: "/data"}} }
func readOnly(host string) []Dir {
	return []Dir{{Host: host, Guest: "/data", ReadOnly: true}}
}

// do makes one request and tells its end: an errno, what was found, or a number.
func (d *dirTest) do(call func(r *loop.FSReq, fs loop.FileSystem) error) string {
	d.t.Helper()
	var r loop.FSReq
	a := &access{mounts: d.mounts}
	_ = call(&r, a)
	switch {
	case r.Err() != 0 && a.escaped:
		return "escapes: " + r.Err().Name()
	case r.Err() != 0:
		return r.Err().Name()
	case r.Target != "":
		return r.Target
	case r.Op == uv.FsOpen || r.Op == uv.FsMkstemp:
		closeFd(int(r.Result))
		return "opened"
	case r.Dir != nil:
		_ = d.l.FSClosedir(&loop.FSReq{}, r.Dir, nil)
		return "opened"
	}
	return fmt.Sprint(r.Result)
}

// changes are the requests that change something, on a path and on new names
// beside it.
func (d *dirTest) changes(p string) map[string]string {
	l := d.l
	out := map[string]string{}
	for name, call := range map[string]func(r *loop.FSReq, fs loop.FileSystem) error{
		"open":     func(r *loop.FSReq, fs loop.FileSystem) error { return l.FSOpen(r, fs, p, oRdwr, 0, nil) },
		"create":   func(r *loop.FSReq, fs loop.FileSystem) error { return l.FSOpen(r, fs, p+".1", oCreat, 0o600, nil) },
		"mkdir":    func(r *loop.FSReq, fs loop.FileSystem) error { return l.FSMkdir(r, fs, p+".2", 0o700, nil) },
		"mkdtemp":  func(r *loop.FSReq, fs loop.FileSystem) error { return l.FSMkdtemp(r, fs, p+"XXXXXX", nil) },
		"mkstemp":  func(r *loop.FSReq, fs loop.FileSystem) error { return l.FSMkstemp(r, fs, p+"XXXXXX", nil) },
		"copyfile": func(r *loop.FSReq, fs loop.FileSystem) error { return l.FSCopyfile(r, fs, p, p+".3", 0, nil) },
		"link":     func(r *loop.FSReq, fs loop.FileSystem) error { return l.FSLink(r, fs, p, p+".4", nil) },
		"symlink":  func(r *loop.FSReq, fs loop.FileSystem) error { return l.FSSymlink(r, fs, "in", p+".5", nil) },
		"chmod":    func(r *loop.FSReq, fs loop.FileSystem) error { return l.FSChmod(r, fs, p, 0o7700, nil) },
		"chown":    func(r *loop.FSReq, fs loop.FileSystem) error { return l.FSChown(r, fs, p, os.Geteuid(), -1, nil) },
		"lchown":   func(r *loop.FSReq, fs loop.FileSystem) error { return l.FSLchown(r, fs, p, -1, -1, nil) },
		"utime":    func(r *loop.FSReq, fs loop.FileSystem) error { return l.FSUtime(r, fs, p, math.NaN(), 1.5, nil) },
		"lutime":   func(r *loop.FSReq, fs loop.FileSystem) error { return l.FSLutime(r, fs, p, 1e300, math.NaN(), nil) },
		"rename":   func(r *loop.FSReq, fs loop.FileSystem) error { return l.FSRename(r, fs, p, p, nil) },
		"access":   func(r *loop.FSReq, fs loop.FileSystem) error { return l.FSAccess(r, fs, p, 2, nil) },
	} {
		out[name] = d.do(call)
	}
	return out
}

func all(result string, calls map[string]string) map[string]string {
	want := map[string]string{}
	for name := range calls {
		want[name] = result
	}
	return want
}

func TestEveryChangeIsRefusedWithoutAGrantToWrite(t *testing.T) {
	ro := newDirTest(t, readOnly)
	got := ro.changes("/data/in")
	if diff := cmp.Diff(all("EROFS", got), got); diff != "" {
		t.Error(diff)
	}
	got = ro.changes("/elsewhere/in")
	if diff := cmp.Diff(all("EACCES", got), got); diff != "" {
		t.Error(diff)
	}
	if list(t, ro.host) != "in sub" {
		t.Errorf("the directory holds %s", list(t, ro.host))
	}
}

func TestEveryChangeIsMadeWithAGrantToWrite(t *testing.T) {
	d := newDirTest(t, readWrite)
	got := d.changes("/data/in")
	want := all("0", got)
	want["open"], want["create"], want["mkstemp"] = "opened", "opened", "opened"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	info, err := os.Stat(filepath.Join(d.host, "in"))
	if err != nil || info.Mode() != 0o700 {
		t.Errorf("set-id bits are left out: %v, %v", info.Mode(), err)
	}
	if at := changedAt(info); at != (loop.Timespec{Sec: 1, Nsec: 5e8}) {
		t.Errorf("the time of the last change is %v", at)
	}
	for _, owner := range []int{os.Geteuid() + 1, 0x7fffffff} {
		for _, call := range []func(*loop.FSReq, loop.FileSystem, string, int, int, func()) error{d.l.FSChown, d.l.FSLchown} {
			if got := d.do(func(r *loop.FSReq, fs loop.FileSystem) error { return call(r, fs, "/data/in", owner, -1, nil) }); got != "EPERM" {
				t.Errorf("chown to %d: %s", owner, got)
			}
		}
	}
}

// changedAt is the time of the last change.
func changedAt(info os.FileInfo) loop.Timespec {
	var st loop.Stat
	_ = statOf(info, &st)
	return st.Mtime
}

func TestNewRequestsDoNotLeadOutOfAGrant(t *testing.T) {
	d := newDirTest(t, readWrite)
	secret := filepath.Join(filepath.Dir(d.host), "secret")
	for link, target := range map[string]string{
		"up": "../secret", "abs": secret, "back": filepath.Join(d.host, "in"), "loop": "loop", "ok": "sub/../in", "dir": "sub", "out": "..",
	} {
		if err := os.Symlink(target, filepath.Join(d.host, link)); err != nil {
			t.Fatal(err)
		}
	}
	l := d.l
	type fs = loop.FileSystem
	type req = loop.FSReq
	for _, c := range []struct {
		name, want string
		call       func(r *req, f fs) error
	}{
		{"readlink within", "sub/../in", func(r *req, f fs) error { return l.FSReadlink(r, f, "/data/ok", nil) }},
		{"readlink up", "../secret", func(r *req, f fs) error { return l.FSReadlink(r, f, "/data/up", nil) }},
		{"readlink to the machine", "escapes: EACCES", func(r *req, f fs) error { return l.FSReadlink(r, f, "/data/abs", nil) }},
		{"readlink back", "/data/in", func(r *req, f fs) error { return l.FSReadlink(r, f, "/data/back", nil) }},
		{"readlink of a file", "EINVAL", func(r *req, f fs) error { return l.FSReadlink(r, f, "/data/in", nil) }},
		{"realpath", "/data/in", func(r *req, f fs) error { return l.FSRealpath(r, f, "/data/ok", nil) }},
		{"realpath of the grant", "/data", func(r *req, f fs) error { return l.FSRealpath(r, f, "/data", nil) }},
		{"realpath through a link", "/data/sub/deep", func(r *req, f fs) error { return l.FSRealpath(r, f, "/data/dir/deep", nil) }},
		{"realpath up", "escapes: EACCES", func(r *req, f fs) error { return l.FSRealpath(r, f, "/data/up", nil) }},
		{"realpath to the machine", "escapes: EACCES", func(r *req, f fs) error { return l.FSRealpath(r, f, "/data/abs", nil) }},
		{"realpath of a loop", "ELOOP", func(r *req, f fs) error { return l.FSRealpath(r, f, "/data/loop", nil) }},
		{"realpath of none", "ENOENT", func(r *req, f fs) error { return l.FSRealpath(r, f, "/data/none", nil) }},
		{"realpath below a file", "ENOTDIR", func(r *req, f fs) error { return l.FSRealpath(r, f, "/data/in/x", nil) }},
		{"realpath elsewhere", "EACCES", func(r *req, f fs) error { return l.FSRealpath(r, f, "/etc", nil) }},
		{"access", "0", func(r *req, f fs) error { return l.FSAccess(r, f, "/data/ok", 6, nil) }},
		{"access to execute", "EACCES", func(r *req, f fs) error { return l.FSAccess(r, f, "/data/ok", 1, nil) }},
		{"access of the grant", "0", func(r *req, f fs) error { return l.FSAccess(r, f, "/data", 7, nil) }},
		{"access up", "escapes: EACCES", func(r *req, f fs) error { return l.FSAccess(r, f, "/data/up", 0, nil) }},
		{"access of none", "ENOENT", func(r *req, f fs) error { return l.FSAccess(r, f, "/data/none", 0, nil) }},
		{"chmod up", "escapes: EACCES", func(r *req, f fs) error { return l.FSChmod(r, f, "/data/up", 0o777, nil) }},
		{"chown up", "escapes: EACCES", func(r *req, f fs) error { return l.FSChown(r, f, "/data/up", -1, -1, nil) }},
		{"utime up", "escapes: EACCES", func(r *req, f fs) error { return l.FSUtime(r, f, "/data/up", 1, 1, nil) }},
		{"lutime of a link that leads out", "0", func(r *req, f fs) error { return l.FSLutime(r, f, "/data/up", 1, 1, nil) }},
		{"lutime through one", "escapes: EACCES", func(r *req, f fs) error { return l.FSLutime(r, f, "/data/out/secret", 1, 1, nil) }},
		{"opendir up", "escapes: EACCES", func(r *req, f fs) error { return l.FSOpendir(r, f, "/data/out", nil) }},
		{"scandir up", "escapes: EACCES", func(r *req, f fs) error { return l.FSScandir(r, f, "/data/out", nil) }},
		{"opendir", "opened", func(r *req, f fs) error { return l.FSOpendir(r, f, "/data/dir", nil) }},
		{"mkdtemp up", "escapes: EACCES", func(r *req, f fs) error { return l.FSMkdtemp(r, f, "/data/out/XXXXXX", nil) }},
		{"mkstemp up", "escapes: EACCES", func(r *req, f fs) error { return l.FSMkstemp(r, f, "/data/out/XXXXXX", nil) }},
		{"copy from outside", "escapes: EACCES", func(r *req, f fs) error { return l.FSCopyfile(r, f, "/data/up", "/data/copy", 0, nil) }},
		{"copy to outside", "escapes: EACCES", func(r *req, f fs) error { return l.FSCopyfile(r, f, "/data/in", "/data/out/copy", 0, nil) }},
		{"copy elsewhere", "EACCES", func(r *req, f fs) error { return l.FSCopyfile(r, f, "/data/in", "/tmp/copy", 0, nil) }},
		{"link from outside", "escapes: EACCES", func(r *req, f fs) error { return l.FSLink(r, f, "/data/out/secret", "/data/hard", nil) }},
		{"link to outside", "escapes: EACCES", func(r *req, f fs) error { return l.FSLink(r, f, "/data/in", "/data/out/hard", nil) }},
		{"symlink up", "escapes: EACCES", func(r *req, f fs) error { return l.FSSymlink(r, f, "../secret", "/data/s", nil) }},
		{"symlink to the machine", "escapes: EACCES", func(r *req, f fs) error { return l.FSSymlink(r, f, "/etc/passwd", "/data/s", nil) }},
		{"symlink up from a linked directory", "escapes: EACCES", func(r *req, f fs) error { return l.FSSymlink(r, f, "../../../in", "/data/dir/s", nil) }},
		{"symlink through a name and up", "escapes: EACCES", func(r *req, f fs) error { return l.FSSymlink(r, f, "out/../in", "/data/s", nil) }},
		{"symlink outside", "escapes: EACCES", func(r *req, f fs) error { return l.FSSymlink(r, f, "in", "/data/out/s", nil) }},
		{"symlink to nothing", "ENOENT", func(r *req, f fs) error { return l.FSSymlink(r, f, "", "/data/s", nil) }},
		{"symlink within", "0", func(r *req, f fs) error { return l.FSSymlink(r, f, "../../in", "/data/dir/deep/s", nil) }},
		{"and it works", "/data/in", func(r *req, f fs) error { return l.FSRealpath(r, f, "/data/sub/deep/s", nil) }},
	} {
		if got := d.do(c.call); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	if got := list(t, filepath.Dir(d.host)); got != "granted secret" {
		t.Errorf("outside of the grant there is %s", got)
	}
	if info, err := os.Stat(secret); err != nil || info.Mode() != 0o644 || changedAt(info).Sec == 1 {
		t.Error("the file outside has changed")
	}
}

// A link would give what a narrower grant protects a second name.
func TestNoLinksWhereAnotherGrantLiesWithin(t *testing.T) {
	d := newDirTest(t, func(host string) []Dir {
		return []Dir{{Host: host, Guest: "/data"}, {Host: filepath.Join(host, "sub"), Guest: "/data/sub", ReadOnly: true}}
	})
	l := d.l
	for want, call := range map[string]func(r *loop.FSReq, fs loop.FileSystem) error{
		"EPERM": func(r *loop.FSReq, fs loop.FileSystem) error { return l.FSSymlink(r, fs, "sub", "/data/s", nil) },
		"EROFS": func(r *loop.FSReq, fs loop.FileSystem) error { return l.FSLink(r, fs, "/data/sub/x", "/data/s", nil) },
		"EBUSY": func(r *loop.FSReq, fs loop.FileSystem) error { return l.FSRename(r, fs, "/data", "/data/s", nil) },
	} {
		if got := d.do(call); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestLinksBetweenGrantsAreEXDEV(t *testing.T) {
	d := newDirTest(t, func(host string) []Dir {
		return []Dir{{Host: host, Guest: "/data"}, {Host: filepath.Join(host, "sub"), Guest: "/other"}}
	})
	for _, call := range []func(r *loop.FSReq, fs loop.FileSystem, from, to string, cb func()) error{d.l.FSLink, d.l.FSRename} {
		if got := d.do(func(r *loop.FSReq, fs loop.FileSystem) error { return call(r, fs, "/data/in", "/other/in", nil) }); got != "EXDEV" {
			t.Error(got)
		}
	}
	if got := d.do(func(r *loop.FSReq, fs loop.FileSystem) error {
		return d.l.FSCopyfile(r, fs, "/data/in", "/other/in", 0, nil)
	}); got != "0" {
		t.Errorf("a copy between grants: %s", got)
	}
}

func TestStaysBelow(t *testing.T) {
	for _, c := range []struct {
		dir, target string
		want        bool
	}{
		{".", "x", true}, {".", "x/y", true}, {".", "./x/", true}, {".", "..", false}, {".", "../x", false}, {".", "/x", false},
		{"a", "..", true}, {"a", "../x", true}, {"a", "../../x", false}, {"a/b", "../../x", true}, {"a/b", "x/../y", false}, {"a/b", ".././../..", false},
	} {
		if got := staysBelow(c.dir, c.target); got != c.want {
			t.Errorf("a link in %s to %s: %v", c.dir, c.target, got)
		}
	}
}

// A directory full of entries costs the host no more than the limit.
func TestAHostileDirectoryIsENOBUFS(t *testing.T) {
	dir := t.TempDir()
	first := filepath.Join(dir, "first")
	write(t, first, "x")
	long := strings.Repeat("n", 240)
	for i := range maxListing/(240+32) + 1 {
		if err := syscall.Link(first, fmt.Sprintf("%s/%s%05d", dir, long, i)); err != nil {
			t.Fatal(err)
		}
	}
	p := newPuppet(t, "_initialize")
	result := int64(0)
	p.steps(
		func() uint64 { return p.onPath("fs_scandir", "/d", 1) },
		func(n int64) uint64 { result = n; return 0 },
	)
	p.mustExit(Config{Dirs: []Dir{{Host: dir, Guest: "/d", ReadOnly: true}}})
	if uv.Errno(result) != uv.ENOBUFS {
		t.Errorf("scandir answered %d", result)
	}
	if diff := cmp.Diff([]string{"bytes of directory entries = ENOBUFS"}, p.limited()); diff != "" {
		t.Error(diff)
	}
}
