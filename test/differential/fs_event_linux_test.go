package differential

import (
	"os"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// fsEventScenarios are for systems on which loop watches files.
func fsEventScenarios() []scenario {
	return []scenario{
		{name: "fs_event_dir", run: fsEventDir},
		{name: "fs_event_file", run: fsEventFile},
	}
}

func eventWord(file string, events uv.FsEvents, st uv.Errno) string {
	if file == "" {
		file = "-"
	}
	word := map[uv.FsEvents]string{uv.FsRenamed: "rename", uv.FsChanged: "change", uv.FsRenamed | uv.FsChanged: "both"}[events]
	return "event " + code(st) + " " + file + " " + word
}

func fsEventDir(s *script) {
	events, h := 0, s.l.NewFSEvent()
	on := func(file string, what uv.FsEvents, st uv.Errno) {
		s.say("%s", eventWord(file, what, st))
		events++
	}
	waitFor := func(n int) {
		for n += events; events < n; {
			s.run(uv.RunOnce)
		}
	}
	start := func(path string) error { return h.Start(on, path, 0) }
	s.make("outside", "")
	s.mkdir("mkdir", "dir")
	_, err := h.Path()
	s.ret("getpath before any start", err)
	s.ret("start for nothing", start("none"))
	s.ret("start", start("dir"))
	s.ret("start twice", start("dir"))
	path, err := h.Path()
	s.ret("getpath", err)
	s.say("%s active %d", path, num(h.Active()))
	s.mkdir("mkdir below", "dir/sub")
	waitFor(1)
	s.do("rename", func(r *loop.FSReq) error { return s.l.FSRename(r, nil, "dir/sub", "dir/new", nil) })
	waitFor(2)
	s.do("rename into", func(r *loop.FSReq) error { return s.l.FSRename(r, nil, "outside", "dir/file", nil) })
	waitFor(1)
	s.do("chmod", func(r *loop.FSReq) error { return s.l.FSChmod(r, nil, "dir/file", 0o600, nil) })
	waitFor(1)
	s.do("unlink", func(r *loop.FSReq) error { return s.l.FSUnlink(r, nil, "dir/file", nil) })
	waitFor(1)
	s.ret("stop", h.Stop())
	s.ret("stop twice", h.Stop())
	s.do("rmdir", func(r *loop.FSReq) error { return s.l.FSRmdir(r, nil, "dir/new", nil) })
	s.num("run", s.run(uv.RunDefault), nil)
	s.say("events %d active %d", events, num(h.Active()))
}

func fsEventFile(s *script) {
	var events [2]int
	h := [2]*loop.FSEvent{s.l.NewFSEvent(), s.l.NewFSEvent()}
	closes := false
	s.make("file", "hello")
	for i := range h {
		s.ret("start", h[i].Start(func(file string, what uv.FsEvents, st uv.Errno) {
			if !closes {
				s.note(i, "%s", eventWord(file, what, st))
			}
			events[i]++
			if closes && !h[0].Closing() && !h[1].Closing() {
				s.must(h[1-i].Close(nil))
			}
		}, "file", 0))
	}
	chmod := func(mode os.FileMode) {
		s.do("chmod", func(r *loop.FSReq) error { return s.l.FSChmod(r, nil, "file", uint32(mode), nil) })
	}
	chmod(0o600)
	for events[0] < 1 || events[1] < 1 {
		s.run(uv.RunOnce)
	}
	s.flushNotes()
	closes = true
	chmod(0o644)
	for events[0]+events[1] < 3 {
		s.run(uv.RunOnce)
	}
	s.run(uv.RunNoWait)
	s.say("three events, not four: %d", events[0]+events[1])
}
