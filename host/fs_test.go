//go:build unix

package host

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// steps runs file requests one after the other: each step submits one and the
// next one gets its result.
func (p *puppet) steps(first func() uint64, rest ...func(result int64) uint64) {
	p.start = func() { first() }
	p.on = func(kind abi.Callback, id loop.ID, cookie uint64, status int64) uint64 {
		if kind != abi.CallbackFs || len(rest) == 0 {
			return 0
		}
		next := rest[0]
		rest = rest[1:]
		next(status)
		return 0
	}
	p.t.Cleanup(func() {
		if len(rest) > 0 {
			p.t.Errorf("%d steps were not reached", len(rest))
		}
	})
}

func (p *puppet) open(path string, flags uint64) uint64 {
	ptr, n := p.text(path)
	return p.must("fs_open", 0, ptr, n, flags, 0o644, 1)
}

func (p *puppet) onPath(name, path string, args ...uint64) uint64 {
	ptr, n := p.text(path)
	return p.must(name, append([]uint64{0, ptr, n}, args...)...)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestFilesBelowAGrant(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.txt"), "hello, file")
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	p := newPuppet(t, "_initialize")
	want := func(step string, got, want int64) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %d (%v), want %d", step, got, uv.Errno(min(got, 0)), want)
		}
	}
	p.steps(
		func() uint64 { return p.open("/data/a.txt", 0) },
		func(fd int64) uint64 {
			want("open", fd, 3)
			ptr, n := p.bufs(atData, 5, atData+100, 50)
			return p.must("fs_read", 0, 3, ptr, n, ^uint64(0), 1)
		},
		func(n int64) uint64 {
			want("read", n, 11)
			if got := p.read(atData, 5) + "|" + p.read(atData+100, 6); got != "hello|, file" {
				t.Errorf("read %q", got)
			}
			return p.must("fs_fstat", 0, 3, atStat, 1)
		},
		func(n int64) uint64 {
			want("fstat", n, 0)
			st := must(p.g.mem.slice(atStat, sizeStat))
			if size := binary.LittleEndian.Uint64(st[offStatSize:]); size != 11 {
				t.Errorf("size %d", size)
			}
			return p.must("fs_close", 0, 3, 1)
		},
		func(n int64) uint64 {
			want("close", n, 0)
			p.refuses(uv.EBADF, "fs_close", 0, 3, 1)
			return p.open("/data/new.txt", oWronly|oCreat|oExcl)
		},
		func(fd int64) uint64 {
			want("create", fd, 3)
			ptr, n := p.data("written")
			return p.must("fs_write", 0, 3, ptr, n, 0, 1)
		},
		func(n int64) uint64 {
			want("write", n, 7)
			return p.onPath("fs_mkdir", "/data/made", 0o755, 1)
		},
		func(n int64) uint64 {
			want("mkdir", n, 0)
			ptr, len := p.text("/data/new.txt")
			p.g.mem.write(atText2, []byte("/data/made/b.txt"))
			return p.must("fs_rename", 0, ptr, len, atText2, 16, 1)
		},
		func(n int64) uint64 {
			want("rename", n, 0)
			return p.onPath("fs_scandir", "/data", 1)
		},
		func(n int64) uint64 { want("scandir", n, 3); return p.onPath("fs_unlink", "/data/sub", 1) },
		func(n int64) uint64 {
			want("unlink a directory", n, int64(uv.EISDIR))
			return p.onPath("fs_rmdir", "/data/a.txt", 1)
		},
		func(n int64) uint64 {
			want("rmdir a file", n, int64(uv.ENOTDIR))
			return p.onPath("fs_rmdir", "/data/sub", 1)
		},
		func(n int64) uint64 { want("rmdir", n, 0); return p.onPath("fs_unlink", "/data/made/b.txt", 1) },
		func(n int64) uint64 { want("unlink", n, 0); return p.onPath("fs_stat", "/data/a.txt", atStat, 1) },
		func(n int64) uint64 { want("stat", n, 0); return p.onPath("fs_lstat", "/data/none", atStat, 1) },
		func(n int64) uint64 {
			want("lstat", n, int64(uv.ENOENT))
			return p.onPath("fs_stat", "/data/a.txt/", atStat, 1)
		},
		func(n int64) uint64 { want("stat file/", n, int64(uv.ENOTDIR)); return 0 },
	)
	p.mustExit(Config{Dirs: []Dir{{Host: dir, Guest: "/data"}}})
	if left := list(t, dir); left != "a.txt made" {
		t.Errorf("left in the directory: %s", left)
	}
}

func list(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func TestScandirGivesItsEntriesInsideTheCallback(t *testing.T) {
	dir := t.TempDir()
	for i := range 5 {
		write(t, filepath.Join(dir, fmt.Sprintf("f%d", i)), "")
	}
	p := newPuppet(t, "_initialize")
	var names []string
	var id loop.ID
	p.start = func() {
		id = loop.ID(p.onPath("fs_scandir", "/d", 9))
		p.must("timer_start", p.must("timer_init", 0, 0), 50, 0)
	}
	p.on = func(kind abi.Callback, got loop.ID, cookie uint64, status int64) uint64 {
		if kind == abi.CallbackTimer {
			p.refuses(uv.EBADF, "fs_dirents", uint64(id), 0, atData, 64)
			return 0
		}
		if got != id || cookie != 9 || status != 5 {
			t.Errorf("callback of %v, %d, %d", got, cookie, status)
		}
		p.refuses(uv.ENOBUFS, "fs_dirents", uint64(id), 0, atData, 5)
		p.refuses(uv.EFAULT, "fs_dirents", uint64(id), 0, 0xfffffff0, 64)
		for first := uint64(0); ; {
			n := p.must("fs_dirents", uint64(id), first, atData, 13) // room for two
			if n == 0 {
				break
			}
			at := uint32(atData)
			for range n {
				size := uint32(binary.LittleEndian.Uint16(must(p.g.mem.slice(at+offDirentNameLen, 2))))
				names = append(names, p.read(at+sizeDirent, size))
				at += sizeDirent + size
			}
			first += n
		}
		return 0
	}
	p.mustExit(Config{Dirs: []Dir{{Host: dir, Guest: "/d", ReadOnly: true}}})
	if diff := cmp.Diff([]string{"f0", "f1", "f2", "f3", "f4"}, names); diff != "" {
		t.Error(diff)
	}
}

// attempt is one request on a path and what its callback must say.
type attempt struct {
	path  string
	flags uint64
	want  uv.Errno
}

// tryAll opens each path in turn.
func tryAll(t *testing.T, cfg Config, attempts []attempt) (Exit, *puppet) {
	t.Helper()
	p := newPuppet(t, "_initialize")
	at := 0
	p.start = func() { p.open(attempts[0].path, attempts[0].flags) }
	p.on = func(kind abi.Callback, _ loop.ID, _ uint64, status int64) uint64 {
		if got := uv.Errno(min(status, 0)); got != attempts[at].want {
			t.Errorf("open %s, flags %#x: %v, want %v", attempts[at].path, attempts[at].flags, got.Name(), attempts[at].want.Name())
		}
		if at++; at < len(attempts) {
			p.open(attempts[at].path, attempts[at].flags)
		}
		return 0
	}
	exit := p.run(cfg)
	if at != len(attempts) {
		t.Errorf("%d of %d attempts were made", at, len(attempts))
	}
	return exit, p
}

func TestNothingLeadsOutOfAGrant(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "granted")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(root, "secret"), "secret")
	write(t, filepath.Join(dir, "in"), "in")
	for link, target := range map[string]string{
		"up": "../secret", "abs": filepath.Join(root, "secret"), "etc": "/etc", "loop": "loop", "ok": "in", "dangling": "../new",
	} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o644); err != nil {
		t.Fatal(err)
	}
	exit, p := tryAll(t, Config{Dirs: []Dir{{Host: dir, Guest: "/data"}}}, []attempt{
		{"/data/in", 0, 0},
		{"/data/ok", 0, 0},
		{"/data/../data/in", 0, 0},
		{"/data/up", 0, uv.EACCES},
		{"/data/abs", 0, uv.EACCES},
		{"/data/etc/passwd", 0, uv.EACCES},
		{"/data/loop", 0, uv.ELOOP},
		{"/data/ok", oNofollow, uv.ELOOP},
		{"/data/dangling", oCreat | oWronly, uv.EACCES},
		{"/data/../secret", 0, uv.EACCES},
		{"/data/../../etc/passwd", 0, uv.EACCES},
		{"/dat", 0, uv.EACCES},
		{"/database", 0, uv.EACCES},
		{"in", 0, uv.EACCES},
		{"/proc/self/environ", 0, uv.EACCES},
		{"/data/fifo", 0, uv.EPERM},
		{"/data/fifo", oWronly, uv.EPERM},
		{"/data/in/", 0, uv.ENOTDIR},
		{"/data/in/.", 0, uv.ENOTDIR},
		{"/data/in", 0x200000, uv.EINVAL}, // O_PATH
		{"/data/in", 0x4000, uv.EINVAL},   // O_DIRECT
		{"/data/in", 3, uv.EINVAL},
		{"/data/in", oDirectory, uv.ENOTDIR},
	})
	if exit.Code != 0 {
		t.Errorf("%+v", exit)
	}
	if _, err := os.Stat(filepath.Join(root, "new")); err == nil {
		t.Error("a file was made outside of the grant")
	}
	escapes := 0
	for _, d := range p.denied() {
		if strings.Contains(d, "it leads out of the directory") {
			escapes++
		}
	}
	if escapes != 4 {
		t.Errorf("%d escapes are in the trace: %q", escapes, p.denied())
	}
}

func TestReadOnlyGrant(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a"), "a")
	p := newPuppet(t, "_initialize")
	erofs := func(n int64) {
		t.Helper()
		if uv.Errno(n) != uv.EROFS {
			t.Errorf("%d, want EROFS", n)
		}
	}
	p.steps(
		func() uint64 { return p.open("/d/a", oRdwr) },
		func(n int64) uint64 { erofs(n); return p.open("/d/b", oCreat) },
		func(n int64) uint64 { erofs(n); return p.open("/d/a", oTrunc) },
		func(n int64) uint64 { erofs(n); return p.onPath("fs_mkdir", "/d/x", 0o755, 1) },
		func(n int64) uint64 { erofs(n); return p.onPath("fs_unlink", "/d/a", 1) },
		func(n int64) uint64 { erofs(n); return p.onPath("fs_rmdir", "/d/a", 1) },
		func(n int64) uint64 {
			erofs(n)
			ptr, len := p.text("/d/a")
			p.g.mem.write(atText2, []byte("/d/b"))
			return p.must("fs_rename", 0, ptr, len, atText2, 4, 1)
		},
		func(n int64) uint64 { erofs(n); return 0 },
	)
	exit := p.run(Config{Dirs: []Dir{{Host: dir, Guest: "/d", ReadOnly: true}}})
	if len(exit.Denied) == 0 || exit.Denied[0] != (Denial{"open /d/a, granted read-only", "--dir " + dir + ":/d"}) {
		t.Errorf("%+v", exit.Denied)
	}
	if list(t, dir) != "a" {
		t.Error("the directory has changed")
	}
}

func TestDirHintsGrantWhatWasDenied(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "here"), "x")
	t.Chdir(dir)
	for _, c := range []struct {
		path  string
		flags uint64
		flag  string
		found bool
	}{
		{filepath.Join(dir, "here"), 0, "--dir " + dir + ":" + dir + ":ro", true},
		{filepath.Join(dir, "new"), oWronly | oCreat, "--dir " + dir + ":" + dir, true},
		{"/nowhere/here", 0, "--dir .:/nowhere:ro", true},
		{"/here", 0, "--dir .:/:ro", true},
		{"here", 0, "--dir .:ro", true},
		{"./sub/../here", 0, "--dir .:ro", true},
		{"../" + filepath.Base(dir) + "/here", 0, "--dir ..:ro", true},
	} {
		t.Run(c.path, func(t *testing.T) {
			exit, _ := tryAll(t, Config{}, []attempt{{c.path, c.flags, uv.EACCES}})
			if len(exit.Denied) != 1 || exit.Denied[0].Flag != c.flag {
				t.Fatalf("%+v, want %s", exit.Denied, c.flag)
			}
			d, err := ParseDir(strings.TrimPrefix(c.flag, "--dir "))
			if err != nil {
				t.Fatal(err)
			}
			tryAll(t, Config{Dirs: []Dir{d}}, []attempt{{c.path, c.flags, 0}})
		})
	}
}

func TestFileAndPoolLimits(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a"), "a")
	p := newPuppet(t, "_initialize")
	var got []string
	p.start = func() {
		for range 3 {
			p.open("/d/a", 0)
		}
		ptr, n := p.text("/d/a")
		p.refuses(uv.EAGAIN, "fs_stat", 0, ptr, n, atStat, 1)
	}
	p.on = func(kind abi.Callback, _ loop.ID, _ uint64, status int64) uint64 {
		got = append(got, uv.Errno(min(status, 0)).Name())
		return 0
	}
	p.mustExit(Config{Dirs: []Dir{{Host: dir, Guest: "/d"}}, Limits: Limits{Files: 2, PoolItems: 3}, Loop: loop.Options{PoolSize: 1}})
	if diff := cmp.Diff([]string{"OK", "OK", "EMFILE"}, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"files = EMFILE", "pool items = EAGAIN"}, p.limited()); diff != "" {
		t.Error(diff)
	}
}

// A descriptor's number must not be another file's while a worker still reads
// by it.
func TestClosingAFileWhileItIsRead(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a"), strings.Repeat("a", 30000))
	write(t, filepath.Join(dir, "b"), strings.Repeat("b", 30000))
	p := newPuppet(t, "_initialize")
	wrong := 0
	reads := 0
	p.start = func() { p.open("/d/a", 0) }
	p.on = func(kind abi.Callback, _ loop.ID, cookie uint64, status int64) uint64 {
		switch {
		case cookie == 1 && reads < 50: // opened: a
			for i := range uint32(8) {
				ptr, n := p.bufs(atStat+i*3000, 3000)
				p.must("fs_read", 0, uint64(status), ptr, n, uint64(i)*3000, 2)
			}
			reads += 8
			p.must("fs_close", 0, uint64(status), 3)
			ptr, n := p.text("/d/b")
			p.must("fs_open", 0, ptr, n, 0, 0, 4)
		case cookie == 2:
			if status != 3000 || strings.ContainsRune(p.read(atStat, 24000), 'b') {
				wrong++
			}
		case cookie == 4:
			p.must("fs_close", 0, uint64(status), 5)
			p.open("/d/a", 0)
		}
		return 0
	}
	p.mustExit(Config{Dirs: []Dir{{Host: dir, Guest: "/d"}}})
	if wrong > 0 || reads < 50 {
		t.Errorf("%d of %d reads got another file", wrong, reads)
	}
}
