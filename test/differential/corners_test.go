//go:build unix

package differential

import (
	"syscall"
	"time"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

func cornerScenarios() []scenario {
	return []scenario{
		{name: "async_many", run: asyncMany},
		{name: "close_nested", run: closeNested, since: 45, order: true},
		{name: "fs_bad_files", run: fsBadFiles},
		{name: "run_pending", run: runPending},
		{name: "tcp_connect_close", run: tcpConnectClose},
		{name: "tcp_connecting", run: tcpConnecting},
		{name: "timer_mixes", run: timerMixes},
	}
}

func tcpConnecting(s *script) {
	write := func(client *loop.TCP, i int) error {
		return client.Write(new(loop.WriteReq), bytes("abc"), func(st uv.Errno) { s.note(0, "write %d %s", i, code(st)) })
	}
	server := s.serve(func(server *loop.TCP, st uv.Errno) {
		s.note(1, "connection %s", code(st))
		conn := s.l.NewTCP()
		s.note(1, "accept %s", status(server.Accept(conn)))
		s.must(conn.ReadStart(buffer, func(buf []byte, err uv.Errno) {
			s.note(1, "read %s %s", readResult(buf, err), buf)
			if err != 0 {
				s.must(conn.Close(nil))
			}
		}))
		s.must(server.Close(nil))
	})
	client, err := s.dial(server, func(client *loop.TCP, st uv.Errno) {
		s.note(0, "connect %s queue %d", code(st), client.WriteQueueSize())
		s.note(0, "try_write %s", count(client.TryWrite(bytes("abc"))))
		s.note(0, "write %s", status(write(client, 2)))
		s.note(0, "shutdown %s", status(client.Shutdown(new(loop.ShutdownReq), func(st uv.Errno) { s.note(0, "shutdown %s", code(st)) })))
	})
	s.ret("connect", err)
	s.ret("connect twice", client.Connect(new(loop.ConnectReq), s.boundTo(server), nil))
	s.say("readable %d writable %d active %d", num(client.Readable()), num(client.Writable()), num(client.Active()))
	s.ret("read_start", client.ReadStart(buffer, func(buf []byte, err uv.Errno) {
		s.note(0, "read %s", readResult(buf, err))
		s.must(client.Close(nil))
	}))
	n, err := client.TryWrite(bytes("abc"))
	s.num("try_write", n, err)
	s.ret("write", write(client, 0))
	s.ret("write", write(client, 1))
	s.ret("nodelay", client.NoDelay(true))
	size, err := client.RecvBufferSize()
	s.say("buffer size %d", num(err == nil && size > 0))
	s.say("queue %d", client.WriteQueueSize())
	s.num("run", s.run(uv.RunDefault), nil)
}

func tcpConnectClose(s *script) {
	server := s.serve(func(server *loop.TCP, _ uv.Errno) { s.must(server.Close(nil)) })
	addr := s.boundTo(server)
	write := func(client *loop.TCP, i int) error {
		return client.Write(new(loop.WriteReq), bytes("abc"), func(st uv.Errno) { s.say("write %d %s", i, code(st)) })
	}
	a, err := s.dial(server, func(a *loop.TCP, st uv.Errno) {
		s.say("connect a %s", code(st))
		s.close(a, "a")
	})
	s.must(err)
	s.ret("write", write(a, 0))
	s.num("run", s.run(uv.RunDefault), nil)
	b := s.l.NewTCP()
	s.ret("connect", b.Connect(new(loop.ConnectReq), addr, func(st uv.Errno) {
		s.say("connect b %s active %d", code(st), num(b.Active()))
	}))
	s.ret("write", write(b, 1))
	s.ret("read_start", b.ReadStart(buffer, func(buf []byte, err uv.Errno) { s.say("read %s", readResult(buf, err)) }))
	s.run(uv.RunOnce)
	s.turns(2)
	s.say("active %d alive %d readable %d writable %d", num(b.Active()), num(s.l.Alive()), num(b.Readable()), num(b.Writable()))
}

func closeNested(s *script) {
	var t [5]*loop.Timer
	for i := range t {
		t[i] = s.l.NewTimer()
	}
	idle, prepare, check := s.l.NewIdle(), s.l.NewPrepare(), s.l.NewCheck()
	turn := 0
	var deep func(i int)
	deep = func(i int) {
		s.must(t[i].Close(func() {
			s.say("close t%d", i)
			switch i {
			case 0:
				deep(1)
			case 1:
				deep(2)
				deep(3)
			}
			s.say("alive %d timeout %d", num(s.l.Alive()), s.l.BackendTimeout())
		}))
	}
	onTimer := func() {
		s.say("timer t4")
		s.close(idle, "idle")
		deep(0)
	}
	s.must(t[1].Start(onTimer, 100*time.Second, 0))
	var async *loop.Async
	async = s.l.NewAsync(func() {
		s.say("async %d", turn)
		s.close(async, "async")
	})
	s.must(prepare.Start(func() { s.say("prepare %d", turn) }))
	s.must(check.Start(func() {
		s.say("check %d", turn)
		turn++
		switch turn {
		case 1:
			s.must(t[4].Start(onTimer, 0, 0))
		case 2:
			async.Send()
		case 5:
			s.close(check, "check")
		}
	}))
	s.must(idle.Start(func() {
		s.say("idle %d", turn)
		if !prepare.Closing() {
			s.close(prepare, "prepare")
		}
	}))
	for i := range 7 {
		s.say("turn %d", i)
		s.num("run", s.run(uv.RunNoWait), nil)
	}
}

func timerMixes(s *script) {
	var t [6]*loop.Timer
	rounds := 0
	other := func(i int) func() { return func() { s.say("other %d active %d", i, num(t[i].Active())) } }
	state := func(i int) {
		s.say("timer %d active %d repeat %d", i, num(t[i].Active()), t[i].Repeat().Milliseconds())
	}
	on := func(i int) {
		state(i)
		switch i {
		case 0:
			s.ret("stop due", t[1].Stop())
			s.ret("start due", t[2].Start(other(2), 0, 0))
			s.ret("again due", t[3].Again())
			s.say("due active %d", num(t[3].Active()))
			t[4].SetRepeat(0)
			s.ret("again without repeat", t[5].Again())
		case 4:
			s.ret("again", t[4].Again())
			t[4].SetRepeat(100 * time.Second)
			s.ret("again", t[4].Again())
			s.say("active %d", num(t[4].Active()))
		case 3:
			if rounds++; rounds == 2 {
				s.ret("stop itself", t[3].Stop())
				s.say("active %d", num(t[3].Active()))
				s.ret("stop another", t[4].Stop())
			}
		}
	}
	for i := range t {
		t[i] = s.l.NewTimer()
		repeat := map[int]uint64{3: 5, 4: 1}[i]
		s.must(t[i].StartMs(func() { on(i) }, 1, repeat))
	}
	time.Sleep(5 * time.Millisecond)
	s.num("run", s.run(uv.RunDefault), nil)
	for i := range t {
		state(i)
	}
	s.ret("again after all", t[3].Again())
	s.num("alive", num(s.l.Alive()), nil)
}

func asyncMany(s *script) {
	const n = 200
	var a [n]*loop.Async
	calls := 0
	on := func(i int) {
		if calls < 3 || i > n-3 {
			s.say("async %d", i)
		}
		calls++
		switch i {
		case 1:
			s.must(a[2].Close(nil))
		case 5:
			s.must(a[4].Close(nil))
		case 10:
			if calls < n {
				a[11].Send()
				a[9].Send()
				s.l.NewAsync(s.noting("new")).Send()
			}
		case 11:
			s.must(a[11].Close(nil))
		}
	}
	for i := range a {
		a[i] = s.l.NewAsync(func() { on(i) })
	}
	for i := range a {
		a[n-1-i].Send()
	}
	s.num("run once", s.run(uv.RunOnce), nil)
	s.say("%d calls", calls)
	calls = 0
	s.num("run once", s.run(uv.RunOnce), nil)
	s.say("%d calls", calls)
	s.num("run nowait", s.run(uv.RunNoWait), nil)
	s.say("%d calls", calls)
}

func runPending(s *script) {
	a, _ := s.pair()
	far, left := s.l.NewTimer(), 0
	s.must(far.Start(s.noting("timer"), 1000*time.Second, 0))
	var write func(r *loop.WriteReq)
	write = func(r *loop.WriteReq) {
		s.ret("write", a.Write(r, bytes("x"), func(st uv.Errno) {
			s.say("write %s alive %d waits %d", code(st), num(s.l.Alive()), num(s.l.BackendTimeout() > 0))
			if left > 0 {
				left--
				write(r)
			}
		}))
	}
	try := func(mode uv.RunMode, more int) {
		left = more
		write(new(loop.WriteReq))
		s.num("timeout", s.l.BackendTimeout(), nil)
		s.num("run", s.run(mode), nil)
	}
	s.run(uv.RunNoWait)
	s.say("nowait")
	try(uv.RunNoWait, 0)
	s.say("once")
	try(uv.RunOnce, 0)
	s.say("once, three writes more")
	try(uv.RunOnce, 3)
	s.say("nowait, twelve writes more")
	try(uv.RunNoWait, 12)
	s.num("run", s.run(uv.RunNoWait), nil)
	far.Unref()
	s.say("default")
	try(uv.RunDefault, 2)
}

func (s *script) badDescriptor(fd int) {
	buf := [][]byte{make([]byte, 4)}
	s.file("read", func(r *loop.FSReq) error { return s.l.FSRead(r, fd, buf, 0, nil) })
	s.file("read on", func(r *loop.FSReq) error { return s.l.FSRead(r, fd, buf, -1, nil) })
	s.file("write", func(r *loop.FSReq) error { return s.l.FSWrite(r, fd, buf, 0, nil) })
	s.file("fstat", func(r *loop.FSReq) error { return s.l.FSFstat(r, fd, nil) })
	s.file("fsync", func(r *loop.FSReq) error { return s.l.FSFsync(r, fd, nil) })
	s.file("fdatasync", func(r *loop.FSReq) error { return s.l.FSFdatasync(r, fd, nil) })
	s.file("ftruncate", func(r *loop.FSReq) error { return s.l.FSFtruncate(r, fd, 1, nil) })
	s.file("ftruncate below 0", func(r *loop.FSReq) error { return s.l.FSFtruncate(r, fd, -1, nil) })
	s.file("futime", func(r *loop.FSReq) error { return s.l.FSFutime(r, fd, 1, 1, nil) })
	s.file("fchmod", func(r *loop.FSReq) error { return s.l.FSFchmod(r, fd, 0o700, nil) })
	s.file("fchown", func(r *loop.FSReq) error { return s.l.FSFchown(r, fd, -1, -1, nil) })
	s.file("sendfile from", func(r *loop.FSReq) error { return s.l.FSSendfile(r, 1, fd, 0, 1, nil) })
}

// file does a request at once and says its result.
func (s *script) file(what string, call func(r *loop.FSReq) error) int {
	r := new(loop.FSReq)
	err := call(r)
	s.num(what, int(r.Result), err)
	return int(r.Result)
}

func (s *script) openFile(path string, flags int) int {
	r := new(loop.FSReq)
	s.must(s.l.FSOpen(r, nil, path, flags, 0o600, nil))
	return int(r.Result)
}

func fsBadFiles(s *script) {
	closeFd := func(what string, fd int) {
		s.file(what, func(r *loop.FSReq) error { return s.l.FSClose(r, fd, nil) })
	}
	open := func(what, path string, flags int) {
		s.file(what, func(r *loop.FSReq) error { return s.l.FSOpen(r, nil, path, flags, 0o600, nil) })
	}
	s.say("-1")
	s.badDescriptor(-1)
	closeFd("close", 98765)
	s.say("98765")
	s.badDescriptor(98765)
	s.say("a directory")
	fd := s.openFile(".", syscall.O_RDONLY)
	s.badDescriptor(fd)
	closeFd("close", fd)
	closeFd("close twice", fd)
	open("open to write", ".", syscall.O_WRONLY)
	for _, mode := range []int{syscall.O_RDONLY | syscall.O_CREAT, syscall.O_WRONLY} {
		s.say("%s", map[bool]string{true: "write only", false: "read only"}[mode == syscall.O_WRONLY])
		fd := s.openFile("file", mode)
		s.badDescriptor(fd)
		s.must(s.l.FSClose(new(loop.FSReq), fd, nil))
	}
	s.say("paths")
	open("open below a file", "file/x", syscall.O_RDONLY)
	open("open what is there", "file", syscall.O_RDWR|syscall.O_CREAT|syscall.O_EXCL)
	open("open a file as a directory", "file", syscall.O_RDONLY|syscall.O_DIRECTORY)
	l := s.l
	s.file("rmdir a file", func(r *loop.FSReq) error { return l.FSRmdir(r, nil, "file", nil) })
	s.file("unlink a directory", func(r *loop.FSReq) error { return l.FSUnlink(r, nil, "..", nil) })
	s.file("stat nothing", func(r *loop.FSReq) error { return l.FSStat(r, nil, "", nil) })
	s.file("scandir a file", func(r *loop.FSReq) error { return l.FSScandir(r, nil, "file", nil) })
	s.file("readlink a file", func(r *loop.FSReq) error { return l.FSReadlink(r, nil, "file", nil) })
	s.file("realpath", func(r *loop.FSReq) error { return l.FSRealpath(r, nil, "none", nil) })
	s.file("rename to below itself", func(r *loop.FSReq) error { return l.FSRename(r, nil, "file", "file/x", nil) })
	s.file("link nothing", func(r *loop.FSReq) error { return l.FSLink(r, nil, "none", "x", nil) })
	s.file("mkdtemp", func(r *loop.FSReq) error { return l.FSMkdtemp(r, nil, "short", nil) })
	s.file("copyfile to itself", func(r *loop.FSReq) error { return l.FSCopyfile(r, nil, "file", "file", 0, nil) })
	s.file("copyfile to a directory", func(r *loop.FSReq) error { return l.FSCopyfile(r, nil, "file", ".", 0, nil) })
	s.file("copyfile of a directory", func(r *loop.FSReq) error { return l.FSCopyfile(r, nil, ".", "copy", 0, nil) })
	s.file("copyfile, unknown flags", func(r *loop.FSReq) error { return l.FSCopyfile(r, nil, "file", "copy", 8, nil) })
	s.file("utime of nothing", func(r *loop.FSReq) error { return l.FSUtime(r, nil, "none", 1, 1, nil) })
	s.file("access of nothing", func(r *loop.FSReq) error { return l.FSAccess(r, nil, "none", 0, nil) })
}
