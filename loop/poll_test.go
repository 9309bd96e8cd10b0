//go:build unix

package loop

import (
	"fmt"
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

func TestPollReportsWhatHoldsAsLongAsItHolds(t *testing.T) {
	l, k := newVirtual(t, Options{})
	p := watch(l, 5)
	k.set(5, evIn|evOut|evRdhup)
	var got []string
	must(t, p.Start(uv.Readable|uv.Disconnect, func(st uv.Errno, ev uv.PollEvents) {
		if got = append(got, fmt.Sprint(st.Name(), " ", ev)); len(got) == 2 {
			must(t, p.Stop())
		}
	}))
	run(t, l)
	equal(t, got, []string{"OK readable|disconnect", "OK readable|disconnect"})
}

func TestStoppedOrClosedHandleGetsNothingOfTheBatch(t *testing.T) {
	l, k := newVirtual(t, Options{})
	var s steps
	first, stopped, closed, last := watch(l, 5), watch(l, 6), watch(l, 7), watch(l, 8)
	for fd := 5; fd <= 8; fd++ {
		k.set(fd, evIn)
	}
	must(t, last.Start(uv.Readable, func(uv.Errno, uv.PollEvents) { s.note("last")(); must(t, last.Close(nil)) }))
	must(t, first.Start(uv.Readable, func(uv.Errno, uv.PollEvents) {
		s.note("first")()
		must(t, first.Close(nil))
		must(t, stopped.Stop())
		must(t, closed.Close(s.note("close")))
	}))
	never := func(uv.Errno, uv.PollEvents) { t.Error("called, although it was stopped or closed") }
	must(t, stopped.Start(uv.Readable, never))
	must(t, closed.Start(uv.Readable, never))
	turn(t, l)
	s.want(t, "first", "last", "close")
}

func TestErrorOnADescriptorEndsItsWatch(t *testing.T) {
	l, k := newVirtual(t, Options{})
	p := watch(l, 5)
	k.set(5, evErr)
	var got []string
	must(t, p.Start(uv.Readable, func(st uv.Errno, ev uv.PollEvents) {
		got = append(got, fmt.Sprint(st.Name(), ev, p.Active()))
	}))
	run(t, l)
	equal(t, got, []string{"EBADF false"})
}

func TestErrorWithPriorityDataIsNoError(t *testing.T) {
	l, k := newVirtual(t, Options{})
	p := watch(l, 5)
	k.set(5, evErr|evPri)
	var got []string
	must(t, p.Start(uv.Prioritized, func(st uv.Errno, ev uv.PollEvents) {
		got = append(got, fmt.Sprint(st.Name(), " ", ev))
		must(t, p.Stop())
	}))
	run(t, l)
	equal(t, got, []string{"OK prioritized"})
}

func TestRefusedRegistrationIsToldOnce(t *testing.T) {
	l, k := newVirtual(t, Options{})
	k.refuse[5] = unix.EPERM
	p, q := watch(l, 5), watch(l, 6)
	var got []string
	must(t, p.Start(uv.Readable, func(st uv.Errno, ev uv.PollEvents) {
		got = append(got, st.Name())
		must(t, q.Start(uv.Readable, func(uv.Errno, uv.PollEvents) { // queued while the queue is walked
			got = append(got, "q")
			must(t, q.Stop())
		}))
	}))
	k.set(6, evIn)
	run(t, l)
	equal(t, got, []string{"EPERM", "q"})
	if l.Snapshot().Watchers != 0 {
		t.Errorf("%d watchers are counted", l.Snapshot().Watchers)
	}
}

func TestRegistrationsReachTheKernelInThePollPhaseOnly(t *testing.T) {
	l, k := newVirtual(t, Options{})
	none := func(uv.Errno, uv.PollEvents) {}
	p := watch(l, 5)
	must(t, p.Start(uv.Readable, none))
	must(t, p.Stop())
	must(t, p.Start(uv.Readable, none))
	must(t, p.Start(uv.Readable|uv.Writable, none))
	if len(k.calls) != 0 {
		t.Errorf("the kernel was told %v at once", k.calls)
	}
	turn(t, l)
	must(t, p.Stop())
	must(t, p.Start(uv.Readable|uv.Writable, none)) // as it was
	turn(t, l)
	must(t, p.Start(uv.Readable, none))
	turn(t, l)
	must(t, p.Stop())
	l.NewPrepare() // keeps nothing alive
	after(t, l, 0, func() {})
	run(t, l)
	equal(t, k.calls, []string{"add", "modify", "remove"})
}

func TestPollIsGivenToTheKernelUpTo48TimesWhileItsBatchesAreFull(t *testing.T) {
	l, k := newVirtual(t, Options{})
	calls := 0
	for fd := range maxEvents {
		must(t, watch(l, 10+fd).Start(uv.Readable, func(uv.Errno, uv.PollEvents) { calls++ }))
		k.set(10+fd, evIn)
	}
	turn(t, l)
	if len(k.waits) != maxPolls || calls != maxPolls*maxEvents {
		t.Errorf("%d waits and %d callbacks, want %d and %d", len(k.waits), calls, maxPolls, maxPolls*maxEvents)
	}
}

func TestPollHandleChecksItsDescriptor(t *testing.T) {
	l := newLoop(t, Options{})
	_, err := l.NewPoll(-1)
	errIs(t, err, uv.EBADF)
	_, err = l.NewPoll(1 << 20)
	errIs(t, err, uv.EBADF)
	if l.BackendFd() >= 0 { // poll(2) takes files, epoll does not
		f, err := os.Open("poll.go")
		must(t, err)
		defer f.Close()
		_, err = l.NewPoll(int(f.Fd()))
		errIs(t, err, uv.EPERM)
	}
}

// pipe makes a pipe of plain descriptors, closed when the test ends.
func pipe(t testing.TB) (r, w int) {
	t.Helper()
	var p [2]int
	must(t, unix.Pipe(p[:]))
	t.Cleanup(func() { closeFd(p[0]); closeFd(p[1]) })
	return p[0], p[1]
}

func TestOneHandleWatchesADescriptorAtATime(t *testing.T) {
	l := newLoop(t, Options{})
	r, w := pipe(t)
	a, err := l.NewPoll(r)
	must(t, err)
	b, err := l.NewPoll(r)
	must(t, err)
	var s steps
	note := func(p *Poll, what string) func(uv.Errno, uv.PollEvents) {
		return func(st uv.Errno, _ uv.PollEvents) { s.note(what + " " + st.Name())(); must(t, p.Stop()) }
	}
	_, err = unix.Write(w, []byte("x"))
	must(t, err)
	must(t, a.Start(uv.Readable, note(a, "a")))
	errIs(t, b.Start(uv.Readable, note(b, "b")), uv.EEXIST)
	_, err = l.NewPoll(r)
	errIs(t, err, nilUnlessRegistered(l, r))
	run(t, l)
	_, err = l.NewPoll(r) // the kernel has not been told yet that a stopped
	must(t, err)
	must(t, b.Start(uv.Readable, note(b, "b")))
	run(t, l)
	s.want(t, "a OK", "b OK")
}

// nilUnlessRegistered is what NewPoll answers for a descriptor of a handle that
// was started: the kernel notices once it was told.
func nilUnlessRegistered(l *Loop, fd int) uv.Errno {
	if err := l.kernel.Add(fd, 0, 0); err != nil {
		return Errno(err)
	}
	_ = l.kernel.Remove(fd)
	return 0
}

// Five bytes, read one at a time: level-triggered, the rest is reported again;
// edge-triggered, it is not.
func TestLevelAndEdgeTriggering(t *testing.T) {
	for _, edge := range []bool{false, true} {
		l := newLoop(t, Options{})
		if edge && l.BackendFd() < 0 {
			t.Log("poll(2) is level-triggered only")
			continue
		}
		r, w := pipe(t)
		p, err := l.NewPoll(r)
		must(t, err)
		p.SetEdgeTriggered(edge)
		got := 0
		must(t, p.Start(uv.Readable, func(st uv.Errno, _ uv.PollEvents) {
			must(t, st.Err())
			n, err := unix.Read(r, make([]byte, 1))
			must(t, err)
			if got += n; got == 5 {
				must(t, p.Stop())
			}
		}))
		_, err = unix.Write(w, []byte("12345"))
		must(t, err)
		for range 10 {
			turn(t, l)
		}
		if want := map[bool]int{false: 5, true: 1}[edge]; got != want {
			t.Errorf("edge %v: %d bytes read, want %d", edge, got, want)
		}
	}
}

func TestPollOnADescriptorThatItsOwnerClosed(t *testing.T) {
	l := newLoop(t, Options{})
	var p [2]int
	must(t, unix.Pipe(p[:]))
	defer closeFd(p[1])
	h, err := l.NewPoll(p[0])
	must(t, err)
	must(t, h.Start(uv.Readable, func(st uv.Errno, _ uv.PollEvents) { errIs(t, st, uv.EBADF) }))
	turn(t, l)
	closeFd(p[0])
	must(t, h.Stop())
	turn(t, l) // telling the kernel fails, and that is nobody's business
	must(t, h.Close(nil))
	run(t, l)
}
