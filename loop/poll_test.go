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
	errIs(t, err, uv.EEXIST)
	run(t, l)
	_, err = l.NewPoll(r) // the kernel has not been told yet that a stopped
	must(t, err)
	must(t, b.Start(uv.Readable, note(b, "b")))
	run(t, l)
	s.want(t, "a OK", "b OK")
}

// A peer writes five bytes, and each event reads one: level-triggered, the rest
// is reported again; edge-triggered, it is not.
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
		events := 0
		must(t, p.Start(uv.Readable, func(st uv.Errno, _ uv.PollEvents) {
			must(t, st.Err())
			readByte(t, r)
			events++
		}))
		_, err = unix.Write(w, []byte("12345"))
		must(t, err)
		for range 10 {
			turn(t, l)
		}
		if want := map[bool]int{false: 5, true: 1}[edge]; events != want {
			t.Errorf("edge %v: %d events, want %d", edge, events, want)
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

func TestPollHandleStartedAgainGetsNothingOfTheBatch(t *testing.T) {
	for _, edge := range []bool{false, true} {
		l, k := newVirtual(t, Options{})
		var s steps
		first, again := watch(l, 5), watch(l, 6)
		k.set(5, evIn)
		k.set(6, evIn)
		again.SetEdgeTriggered(edge)
		start := func() {
			must(t, again.Start(uv.Readable, func(uv.Errno, uv.PollEvents) {
				s.note(fmt.Sprint("again in ", l.Iteration()))()
				must(t, again.Stop())
			}))
		}
		must(t, first.Start(uv.Readable, func(uv.Errno, uv.PollEvents) {
			s.note(fmt.Sprint("first in ", l.Iteration()))()
			must(t, first.Stop())
			must(t, again.Stop())
			start()
		}))
		start()
		run(t, l)
		s.want(t, "first in 1", "again in 2")
		want := []string{"add", "add", "remove", "remove"} // first's stop is told in 2
		if edge {                                          // what the kernel would not report again is asked for again
			want = []string{"add", "add", "remove", "modify", "remove"}
		}
		turnOnce(t, l)
		equal(t, k.calls, want)
	}
}

// turnOnce has registrations reach the kernel.
func turnOnce(t testing.TB, l *Loop) {
	t.Helper()
	after(t, l, 0, func() {})
	run(t, l)
}

func TestStreamAndPollHandleDoNotWatchOneDescriptor(t *testing.T) {
	l := newLoop(t, Options{})
	pair(t, l, func(client, peer *TCP) {
		fd, err := client.Fd()
		must(t, err)
		early, err := l.NewPoll(fd) // the stream does not watch yet
		must(t, err)
		must(t, client.ReadStart(func(int) []byte { return nil }, func([]byte, uv.Errno) {}))
		_, err = l.NewPoll(fd)
		errIs(t, err, uv.EEXIST)
		errIs(t, early.Start(uv.Readable, func(uv.Errno, uv.PollEvents) {}), uv.EEXIST)
		closeAll(l)
	})
	run(t, l)
}

// socketPair makes two connected TCP sockets of plain descriptors.
func socketPair(t testing.TB) (a, b int) {
	t.Helper()
	ln, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
	must(t, err)
	defer closeFd(ln)
	must(t, unix.Bind(ln, &unix.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}))
	must(t, unix.Listen(ln, 1))
	at, err := unix.Getsockname(ln)
	must(t, err)
	a, err = unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
	must(t, err)
	must(t, unix.Connect(a, at))
	b, _, err = unix.Accept(ln)
	must(t, err)
	t.Cleanup(func() { closeFd(a); closeFd(b) })
	return a, b
}

func TestPollTellsOfDisconnectionAndUrgentData(t *testing.T) {
	l := newLoop(t, Options{})
	a, b := socketPair(t)
	p, err := l.NewPoll(a)
	must(t, err)
	var got []string
	must(t, p.Start(uv.Prioritized|uv.Disconnect, func(st uv.Errno, ev uv.PollEvents) {
		got = append(got, fmt.Sprint(st.Name(), " ", ev))
		switch {
		case ev&uv.Prioritized != 0:
			_, _, err := unix.Recvfrom(a, make([]byte, 1), unix.MSG_OOB)
			must(t, err)
			must(t, unix.Shutdown(b, unix.SHUT_WR))
		case ev&uv.Disconnect != 0:
			must(t, p.Close(nil))
		}
	}))
	must(t, unix.Sendto(b, []byte{1}, unix.MSG_OOB, nil))
	run(t, l)
	equal(t, got, []string{"OK prioritized", "OK disconnect"})
}
