//go:build unix

package differential

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

func fsScenarios() []scenario {
	return []scenario{
		{name: "fs_async", run: fsAsync, pool: 1},
		{name: "fs_attributes", run: fsAttributes},
		{name: "fs_copyfile", run: fsCopyfile},
		{name: "fs_dir", run: fsDir},
		{name: "fs_links", run: fsLinks},
		{name: "fs_mkdir", run: fsMkdir},
		{name: "fs_mkdtemp", run: fsMkdtemp},
		{name: "fs_open", run: fsOpen},
		{name: "fs_read_write", run: fsReadWrite},
		{name: "fs_rename", run: fsRename},
		{name: "fs_scandir", run: fsScandir},
		{name: "fs_stat", run: fsStat},
	}
}

// Flags of open, as Linux numbers them and loop takes them.
const (
	rdonly    = 0
	wronly    = 1
	rdwr      = 2
	creat     = 0o100
	excl      = 0o200
	trunc     = 0o1000
	appending = 0o2000
	directory = 0o200000
)

// answer is what a request that is done at once returned.
func answer(r *loop.FSReq, err error) int {
	if err != nil {
		return int(loop.Errno(err))
	}
	return int(r.Result)
}

// do writes what a request returned that call makes, and gives the request.
func (s *script) do(what string, call func(r *loop.FSReq) error) *loop.FSReq {
	r := new(loop.FSReq)
	s.say("%s: %s", what, name(answer(r, call(r))))
	return r
}

func (s *script) open(what, path string, flags int) int {
	var r loop.FSReq
	fd := answer(&r, s.l.FSOpen(&r, nil, path, flags, 0o644, nil))
	if fd < 0 {
		s.say("%s: %s", what, name(fd))
	} else {
		s.say("%s: a descriptor", what)
	}
	return fd
}

func (s *script) closeFile(what string, fd int) {
	s.do(what, func(r *loop.FSReq) error { return s.l.FSClose(r, fd, nil) })
}

func (s *script) mkdir(what, path string) {
	s.do(what, func(r *loop.FSReq) error { return s.l.FSMkdir(r, nil, path, 0o755, nil) })
}

// make makes a file with a text in it.
func (s *script) make(path, text string) { s.must(os.WriteFile(path, []byte(text), 0o600)) }

// show writes what is in a file.
func (s *script) show(path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		s.say("%s: %s", path, status(err))
		return
	}
	s.say("%s: \"%s\"", path, text)
}

func fsOpen(s *script) {
	s.make("file", "x")
	s.mkdir("mkdir", "dir")
	s.open("open what is not there", "none", rdonly)
	s.open("create what is there", "file", rdwr|creat|excl)
	s.open("write to a directory", "dir", wronly)
	s.open("below a file", "file/below", rdonly)
	s.open("a file with a slash behind", "file/", rdonly)
	s.open("an empty path", "", rdonly)
	s.open("in a directory that is not there", "none/file", rdwr|creat)
	s.open("a file as a directory", "file", rdonly|directory)
	fd := s.open("open", "file", rdonly)
	s.closeFile("close", fd)
	s.closeFile("close twice", fd)
	s.closeFile("close -1", -1)
	s.closeFile("close", s.open("open a directory", "dir", rdonly))
	s.closeFile("close", s.open("create", "new", rdwr|creat|excl))
	s.closeFile("close", s.open("open to cut off", "file", wronly|trunc))
	s.show("file")
}

func fsReadWrite(s *script) {
	bufs := bytes("hello", "", ", world")
	write := func(what string, fd, n int, at int64) {
		s.do(what, func(r *loop.FSReq) error { return s.l.FSWrite(r, fd, bufs[:n], at, nil) })
	}
	readAt := func(what string, fd int, at int64) {
		a, b := make([]byte, 3), make([]byte, 10)
		s.do(what, func(r *loop.FSReq) error { return s.l.FSRead(r, fd, [][]byte{a, b}, at, nil) })
		s.say("\"%s\" \"%s\"", strings.TrimRight(string(a), "\x00"), strings.TrimRight(string(b), "\x00"))
	}
	fd := s.open("open", "file", rdwr|creat)
	write("write", fd, 3, -1)
	write("write at the position", fd, 1, -1)
	write("write at 1", fd, 1, 1)
	write("write beyond the end", fd, 1, 20)
	write("write nothing", fd, 0, -1)
	readAt("read at 0", fd, 0)
	readAt("read at 4", fd, 4)
	readAt("read at the position", fd, -1)
	readAt("read at the position", fd, -1)
	readAt("read at the end", fd, 25)
	readAt("read beyond the end", fd, 1000)
	s.closeFile("close", fd)
	readAt("read what is closed", fd, 0)
	fd = s.open("open", "file", wronly|appending)
	readAt("read what is for writing", fd, 0)
	write("append", fd, 1, -1)
	s.closeFile("close", fd)
	fd = s.open("open", "file", rdonly)
	write("write to what is for reading", fd, 1, 0)
	readAt("read at 20", fd, 20)
	s.closeFile("close", fd)
	s.mkdir("mkdir", "dir")
	fd = s.open("open", "dir", rdonly)
	readAt("read a directory", fd, 0)
	s.closeFile("close", fd)
}

func fsStat(s *script) {
	const kinds, aDir, aFile = 0o170000, 0o040000, 0o100000
	stated := func(what string, call func(r *loop.FSReq) error) {
		var r loop.FSReq
		if n := answer(&r, call(&r)); n < 0 {
			s.say("%s: %s", what, name(n))
			return
		}
		kind, links := "link", r.Stat.Nlink
		switch r.Stat.Mode & kinds {
		case aDir:
			kind, links = "directory", 0
		case aFile:
			kind = "file"
		}
		s.say("%s: %s mode %03o links %d", what, kind, r.Stat.Mode&0o777, links)
		if kind == "file" {
			const longAgo = 1000000000
			s.say("size %d, modified %d, born %d", r.Stat.Size, num(r.Stat.Mtime.Sec > longAgo), num(r.Stat.Birthtime.Sec > longAgo))
		}
	}
	stat := func(what, path string) {
		stated(what, func(r *loop.FSReq) error { return s.l.FSStat(r, nil, path, nil) })
	}
	lstat := func(what, path string) {
		stated(what, func(r *loop.FSReq) error { return s.l.FSLstat(r, nil, path, nil) })
	}
	s.make("file", "hello")
	s.must(os.Chmod("file", 0o640))
	s.must(os.Mkdir("dir", 0o755))
	s.must(os.Chmod("dir", 0o750))
	s.must(os.Symlink("file", "link"))
	s.must(os.Symlink("none", "broken"))
	stat("stat a file", "file")
	stat("stat a directory", "dir")
	stat("stat a link", "link")
	lstat("lstat a link", "link")
	stat("stat a broken link", "broken")
	lstat("lstat a broken link", "broken")
	stat("stat nothing", "none")
	lstat("lstat nothing", "none")
	stat("stat below a file", "file/x")
	var r loop.FSReq
	fd := answer(&r, s.l.FSOpen(&r, nil, "file", rdonly, 0, nil))
	fstat := func(what string) {
		stated(what, func(r *loop.FSReq) error { return s.l.FSFstat(r, fd, nil) })
	}
	fstat("fstat")
	s.must(s.l.FSClose(&r, fd, nil))
	fstat("fstat what is closed")
}

func fsScandir(s *script) {
	scan := func(path string) {
		r := s.do("scandir "+path, func(r *loop.FSReq) error { return s.l.FSScandir(r, nil, path, nil) })
		for _, e := range r.Entries {
			s.say("%s %s", e.Type, e.Name)
		}
	}
	s.must(os.Mkdir("dir", 0o755))
	scan("dir")
	for _, name := range []string{"b", "a", "B", "10", "9", ".hidden"} {
		s.make("dir/"+name, "")
	}
	s.must(os.Mkdir("dir/sub", 0o755))
	s.must(os.Symlink("nowhere", "dir/link"))
	s.make("dir/sub/below", "")
	scan("dir")
	scan("dir/sub/")
	scan("none")
	scan("dir/a")
}

func fsMkdir(s *script) {
	rmdir := func(what, path string) {
		s.do(what, func(r *loop.FSReq) error { return s.l.FSRmdir(r, nil, path, nil) })
	}
	unlink := func(what, path string) {
		s.do(what, func(r *loop.FSReq) error { return s.l.FSUnlink(r, nil, path, nil) })
	}
	s.make("file", "x")
	s.mkdir("mkdir", "dir")
	s.mkdir("mkdir again", "dir")
	s.mkdir("mkdir over a file", "file")
	s.mkdir("mkdir below nothing", "none/dir")
	s.mkdir("mkdir below a file", "file/dir")
	s.mkdir("mkdir below", "dir/sub")
	rmdir("rmdir what is not empty", "dir")
	rmdir("rmdir a file", "file")
	rmdir("rmdir nothing", "none")
	unlink("unlink nothing", "none")
	err := loop.Errno(s.l.FSUnlink(new(loop.FSReq), nil, "dir", nil))
	s.say("unlink a directory fails: %d", num(err == uv.EISDIR || err == uv.EPERM))
	unlink("unlink", "file")
	unlink("unlink again", "file")
	rmdir("rmdir", "dir/sub")
	rmdir("rmdir", "dir")
}

func fsRename(s *script) {
	rename := func(what, from, to string) {
		s.do(what, func(r *loop.FSReq) error { return s.l.FSRename(r, nil, from, to, nil) })
	}
	s.make("a", "from a")
	s.make("b", "from b")
	s.must(os.Mkdir("empty", 0o755))
	s.must(os.Mkdir("full", 0o755))
	s.make("full/file", "x")
	rename("to a new name", "a", "c")
	rename("over a file", "c", "b")
	s.show("b")
	s.show("c")
	rename("to itself", "b", "b")
	rename("what is not there", "none", "d")
	rename("a file over a directory", "b", "empty")
	rename("a directory over a file", "empty", "b")
	rename("a directory over a full one", "empty", "full")
	rename("a directory over an empty one", "full", "empty")
	rename("a directory into itself", "empty", "empty/below")
	s.show("empty/file")
}

func fsLinks(s *script) {
	here, err := os.Getwd()
	s.must(err)
	text := func(what string, call func(r *loop.FSReq) error) {
		var r loop.FSReq
		n := answer(&r, call(&r))
		if n < 0 {
			s.say("%s: %s", what, name(n))
			return
		}
		if rest, ok := strings.CutPrefix(r.Target, here); ok {
			r.Target = "here" + rest
		}
		s.say("%s: %s, %s", what, name(n), r.Target)
	}
	link := func(what, from, to string) {
		s.do(what, func(r *loop.FSReq) error { return s.l.FSLink(r, nil, from, to, nil) })
	}
	symlink := func(what, target, path string) {
		s.do(what, func(r *loop.FSReq) error { return s.l.FSSymlink(r, nil, target, path, nil) })
	}
	readlink := func(what, path string) {
		text(what, func(r *loop.FSReq) error { return s.l.FSReadlink(r, nil, path, nil) })
	}
	realpath := func(what, path string) {
		text(what, func(r *loop.FSReq) error { return s.l.FSRealpath(r, nil, path, nil) })
	}
	s.make("file", "hello")
	s.must(os.Mkdir("dir", 0o755))
	link("link", "file", "dir/hard")
	link("link again", "file", "dir/hard")
	link("link to nothing", "none", "x")
	s.show("dir/hard")
	symlink("symlink", "../file", "dir/soft")
	symlink("symlink again", "../file", "dir/soft")
	symlink("symlink to nothing", "none", "broken")
	s.show("dir/soft")
	readlink("readlink", "dir/soft")
	readlink("readlink of what is broken", "broken")
	readlink("readlink of a file", "file")
	readlink("readlink of nothing", "none")
	realpath("realpath", "dir/./../dir/soft")
	realpath("realpath of what is broken", "broken")
	symlink("a link to itself", "self", "self")
	s.show("self")
	realpath("realpath of it", "self")
}

func fsMkdtemp(s *script) {
	made := func(what, prefix string, call func(r *loop.FSReq) error) {
		var r loop.FSReq
		fd := answer(&r, call(&r))
		if fd < 0 {
			s.say("%s: %s", what, name(fd))
			return
		}
		s.say("%s: length %d, prefix %d, no X left %d", what, len(r.Path), num(strings.HasPrefix(r.Path, prefix)), num(!strings.Contains(r.Path, "XXXXXX")))
		info, err := os.Stat(r.Path)
		s.must(err)
		kind := "file"
		if info.IsDir() {
			kind = "directory"
		}
		s.say("%s mode %03o", kind, info.Mode().Perm())
		if kind == "file" {
			s.closeFile("close", fd)
		}
	}
	dir := func(what, prefix, path string) {
		made(what, prefix, func(r *loop.FSReq) error { return s.l.FSMkdtemp(r, nil, path, nil) })
	}
	file := func(what, prefix, path string) {
		made(what, prefix, func(r *loop.FSReq) error { return s.l.FSMkstemp(r, nil, path, nil) })
	}
	dir("mkdtemp", "dir", "dirXXXXXX")
	dir("mkdtemp with too few", "dir", "dirXXXX")
	dir("mkdtemp below nothing", "none/dir", "none/dirXXXXXX")
	file("mkstemp", "file", "fileXXXXXX")
	file("mkstemp with none", "file", "file")
}

func fsAttributes(s *script) {
	l := s.l
	state := func() {
		var r loop.FSReq
		s.must(l.FSStat(&r, nil, "file", nil))
		s.say("mode %03o size %d modified at %d.%09d read at %d", r.Stat.Mode&0o777, r.Stat.Size, r.Stat.Mtime.Sec, r.Stat.Mtime.Nsec, r.Stat.Atime.Sec)
	}
	s.make("file", "hello")
	s.do("chmod", func(r *loop.FSReq) error { return l.FSChmod(r, nil, "file", 0o600, nil) })
	s.do("chmod nothing", func(r *loop.FSReq) error { return l.FSChmod(r, nil, "none", 0o600, nil) })
	s.do("utime", func(r *loop.FSReq) error { return l.FSUtime(r, nil, "file", 1000000, 400497753.25, nil) })
	s.do("utime nothing", func(r *loop.FSReq) error { return l.FSUtime(r, nil, "none", 1, 1, nil) })
	state()
	var r loop.FSReq
	fd := answer(&r, l.FSOpen(&r, nil, "file", rdwr, 0, nil))
	s.do("fchmod", func(r *loop.FSReq) error { return l.FSFchmod(r, fd, 0o644, nil) })
	s.do("ftruncate to less", func(r *loop.FSReq) error { return l.FSFtruncate(r, fd, 2, nil) })
	s.do("ftruncate to more", func(r *loop.FSReq) error { return l.FSFtruncate(r, fd, 7, nil) })
	s.do("ftruncate to less than nothing", func(r *loop.FSReq) error { return l.FSFtruncate(r, fd, -1, nil) })
	s.do("futime", func(r *loop.FSReq) error { return l.FSFutime(r, fd, 2000000, 1234567.5, nil) })
	s.do("fsync", func(r *loop.FSReq) error { return l.FSFsync(r, fd, nil) })
	s.do("fdatasync", func(r *loop.FSReq) error { return l.FSFdatasync(r, fd, nil) })
	state()
	s.do("fchown to whom it belongs", func(r *loop.FSReq) error { return l.FSFchown(r, fd, -1, -1, nil) })
	s.closeFile("close", fd)
	s.do("fchmod what is closed", func(r *loop.FSReq) error { return l.FSFchmod(r, fd, 0o644, nil) })
	s.do("ftruncate what is closed", func(r *loop.FSReq) error { return l.FSFtruncate(r, fd, 2, nil) })
	s.do("futime what is closed", func(r *loop.FSReq) error { return l.FSFutime(r, fd, 1, 1, nil) })
	s.do("fsync what is closed", func(r *loop.FSReq) error { return l.FSFsync(r, fd, nil) })
	s.do("fdatasync what is closed", func(r *loop.FSReq) error { return l.FSFdatasync(r, fd, nil) })
	s.do("chown to whom it belongs", func(r *loop.FSReq) error { return l.FSChown(r, nil, "file", -1, -1, nil) })
	s.do("chown nothing", func(r *loop.FSReq) error { return l.FSChown(r, nil, "none", -1, -1, nil) })
	s.do("lchown nothing", func(r *loop.FSReq) error { return l.FSLchown(r, nil, "none", -1, -1, nil) })
	s.do("access: is it there", func(r *loop.FSReq) error { return l.FSAccess(r, nil, "file", 0, nil) })
	s.do("access: may it be read and written", func(r *loop.FSReq) error { return l.FSAccess(r, nil, "file", 6, nil) })
	s.do("access: may it be executed", func(r *loop.FSReq) error { return l.FSAccess(r, nil, "file", 1, nil) })
	s.do("access: nothing", func(r *loop.FSReq) error { return l.FSAccess(r, nil, "none", 0, nil) })
}

func fsCopyfile(s *script) {
	copyFile := func(what, from, to string, flags int) {
		s.do(what, func(r *loop.FSReq) error { return s.l.FSCopyfile(r, nil, from, to, flags, nil) })
	}
	s.make("a", "from a")
	s.make("b", "a longer text from b")
	s.must(os.Mkdir("dir", 0o755))
	copyFile("to a new file", "a", "c", 0)
	s.show("c")
	info, err := os.Stat("c")
	s.must(err)
	s.say("mode %03o", info.Mode().Perm())
	copyFile("over a file", "a", "b", 0)
	s.show("b")
	copyFile("not over a file", "a", "b", loop.CopyExcl)
	copyFile("to itself", "a", "a", 0)
	s.show("a")
	copyFile("with an unknown flag", "a", "d", 0x100)
	copyFile("of nothing", "none", "d", 0)
	copyFile("to a directory", "a", "dir", 0)
	copyFile("below nothing", "a", "none/a", 0)
	copyFile("where it may, as a clone", "a", "e", loop.CopyFiclone)
	s.show("e")
}

func fsDir(s *script) {
	opendir := func(what, path string) *loop.FSReq {
		return s.do(what, func(r *loop.FSReq) error { return s.l.FSOpendir(r, nil, path, nil) })
	}
	opendir("opendir nothing", "none")
	s.make("file", "")
	opendir("opendir a file", "file")
	s.must(os.Mkdir("dir", 0o755))
	for i := range 7 {
		s.make(filepath.Join("dir", fmt.Sprint(i)), "")
	}
	dir := opendir("opendir", "dir").Dir
	entries, seen, total := make([]loop.Dirent, 3), make([]byte, 7), 0
	for n := -1; n != 0; {
		r := s.do("readdir", func(r *loop.FSReq) error { return s.l.FSReaddir(r, dir, entries, nil) })
		n = len(r.Entries)
		for _, e := range r.Entries {
			total++
			seen[e.Name[0]-'0'] = e.Type.String()[0]
		}
	}
	s.say("%d entries: %s", total, seen)
	s.do("closedir", func(r *loop.FSReq) error { return s.l.FSClosedir(r, dir, nil) })
}

func fsAsync(s *script) {
	var r [4]loop.FSReq
	text, fd := make([]byte, 5), -1
	q := &r[0]
	s.make("file", "hello")
	s.ret("open", s.l.FSOpen(q, nil, "file", rdonly, 0, func() {
		fd = int(q.Result)
		s.say("open %d type %d path %s", num(fd >= 0), int(q.Op), q.Path)
		s.ret("read", s.l.FSRead(q, fd, [][]byte{text}, 0, func() {
			s.say("read %s \"%s\" type %d", name(int(q.Result)), text, int(q.Op))
			s.ret("close", s.l.FSClose(q, fd, func() { s.say("close %s type %d", name(int(q.Result)), int(q.Op)) }))
		}))
	}))
	s.ret("stat", s.l.FSStat(&r[1], nil, "file", func() { s.say("stat %s size %d", name(int(r[1].Result)), r[1].Stat.Size) }))
	fails := func(q *loop.FSReq) func() { return func() { s.say("%s type %d", code(q.Err()), int(q.Op)) } }
	s.ret("unlink", s.l.FSUnlink(&r[2], nil, "none", fails(&r[2])))
	s.ret("rmdir", s.l.FSRmdir(&r[3], nil, "file", fails(&r[3])))
	s.say("alive %d %s", num(s.l.Alive()), r[0].Type())
	s.num("run", s.run(uv.RunDefault), nil)
}
