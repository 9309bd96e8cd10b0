//go:build unix

package loop

import (
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/loopground/loopground/loop/uv"
)

// scripted is a FileSystem whose answers are written down: sizes or errors.
type scripted struct {
	FileSystem
	answers []int64
}

func (s *scripted) Stat(_ string, _ bool, st *Stat) uv.Errno {
	a := s.answers[0]
	s.answers = s.answers[1:]
	if a < 0 {
		return uv.Errno(a)
	}
	st.Size = uint64(a)
	st.Atime.Sec = int64(len(s.answers)) // which does not count
	return 0
}

func TestFSPollTellsChangesAndErrorsOnce(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	gone, denied := int64(uv.ENOENT), int64(uv.EACCES)
	for _, c := range []struct {
		answers []int64
		want    []string
	}{
		{[]int64{5, 5, 6, 6, gone, gone, denied, 7, 7}, []string{"OK 5 6", "ENOENT 6 0", "EACCES 6 0", "OK 6 7"}},
		{[]int64{gone, 0, 0, gone, 0}, []string{"ENOENT 0 0", "OK 0 0", "ENOENT 0 0", "OK 0 0"}},
	} {
		var s steps
		p := l.NewFSPoll()
		must(t, p.Start(func(status uv.Errno, prev, curr *Stat) {
			s.got = append(s.got, fmt.Sprint(status.Name(), " ", prev.Size, " ", curr.Size))
		}, &scripted{answers: c.answers}, "x", time.Second))
		after(t, l, time.Duration(len(c.answers))*time.Second-1, func() { must(t, p.Close(nil)) })
		run(t, l)
		s.want(t, c.want...)
	}
}

func TestFSPollSeesAFileComeAndGo(t *testing.T) {
	l := newLoop(t, Options{})
	path := filepath.Join(t.TempDir(), "file")
	put(t, path+"2", "text")
	p := l.NewFSPoll()
	var s steps
	must(t, p.Start(func(status uv.Errno, prev, curr *Stat) {
		s.got = append(s.got, fmt.Sprint(status.Name(), " ", prev.Size, " ", curr.Size))
		switch len(s.got) {
		case 1:
			must(t, os.Rename(path+"2", path))
		case 2:
			must(t, os.Remove(path))
		default:
			must(t, p.Close(nil))
		}
	}, nil, path, 0))
	run(t, l)
	s.want(t, "ENOENT 0 0", "OK 0 4", "ENOENT 4 0")
}

// counted is a FileSystem that counts looks at a file that never changes.
type counted struct {
	FileSystem
	looks atomic.Int64
}

func (c *counted) Stat(string, bool, *Stat) uv.Errno {
	c.looks.Add(1)
	return 0
}

func TestFSPollLooksAtIntervalsAndIsSilentWithoutAChange(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	fs := &counted{}
	p := l.NewFSPoll()
	calls := 0
	must(t, p.Start(func(uv.Errno, *Stat, *Stat) { calls++ }, fs, "x", 10*time.Millisecond))
	must(t, p.Start(func(uv.Errno, *Stat, *Stat) { calls++ }, fs, "y", time.Millisecond)) // active: as it was
	path, err := p.Path()
	equal(t, fmt.Sprint(path, err), "x<nil>")
	n := 0
	l.Walk(func(Handle) { n++ })
	equal(t, n, 1)
	after(t, l, 95*time.Millisecond, func() { must(t, p.Stop()) })
	run(t, l)
	equal(t, fmt.Sprint(fs.looks.Load(), calls, l.Now()), "10 0 95")
}

// slow is a FileSystem whose answers wait to be let go.
type slow struct {
	FileSystem
	let chan uv.Errno
}

func (s slow) Stat(string, bool, *Stat) uv.Errno { return <-s.let }

func TestFSPollStoppedInFlightIsSilent(t *testing.T) {
	l := newLoop(t, Options{})
	p, closed := l.NewFSPoll(), l.NewFSPoll()
	fs, calls := slow{let: make(chan uv.Errno, 3)}, 0
	cb := func(status uv.Errno, _, _ *Stat) {
		calls++
		errIs(t, status, uv.EIO)
		must(t, p.Stop())
	}
	must(t, p.Start(cb, fs, "x", time.Hour))
	must(t, p.Stop())
	must(t, closed.Start(cb, fs, "x", time.Hour))
	must(t, closed.Close(nil))
	must(t, p.Start(cb, fs, "x", time.Hour))
	for range 3 {
		fs.let <- uv.EIO
	}
	run(t, l)
	equal(t, calls, 1)
	_, err := p.Path()
	errIs(t, err, uv.EINVAL)
	errIs(t, p.Start(nil, fs, "x", 0), uv.EINVAL)
	errIs(t, closed.Start(cb, fs, "x", 0), uv.EINVAL)
	errIs(t, closed.Close(nil), uv.EINVAL)
}

func TestFSPollLooksOnAfterAPanic(t *testing.T) {
	l, _ := newVirtual(t, Options{})
	p := l.NewFSPoll()
	fs, calls := slow{let: make(chan uv.Errno, 2)}, 0
	fs.let <- uv.EIO
	fs.let <- uv.EACCES
	must(t, p.Start(func(status uv.Errno, _, _ *Stat) {
		if calls++; calls == 1 {
			panic("out")
		}
		must(t, p.Stop())
	}, fs, "x", time.Second))
	func() {
		defer func() { equal(t, fmt.Sprint(recover()), "out") }()
		run(t, l)
	}()
	run(t, l)
	equal(t, calls, 2)
}
