//go:build unix

package loop

import (
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// at moves a descriptor to a number that is free.
func at(t testing.TB, number, fd int) {
	t.Helper()
	got, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, number)
	must(t, err)
	closeFd(fd)
	equal(t, got, number)
}

// One event of a batch closes the stream of the next and gives its descriptor's
// number to a new stream: the late event reaches neither.
func TestLateEventMeetsTheNewOwnerOfItsDescriptor(t *testing.T) {
	l, k := newVirtual(t, Options{})
	first, firstPeer := pipePair(t, l)
	old, _ := pipePair(t, l)
	number, err := old.Fd()
	must(t, err)
	firstFd, err := first.Fd()
	must(t, err)
	_, err = firstPeer.TryWrite([][]byte{{1}})
	must(t, err)

	var s steps
	var born uint32
	reopen := func() {
		fds, err := SocketPair(unix.SOCK_STREAM, 0, true, true)
		must(t, err)
		must(t, old.Close(s.note("old closed")))
		at(t, number, fds[0])
		owner, peer := openPipe(t, l, number), openPipe(t, l, fds[1])
		_, err = peer.TryWrite([][]byte{{3}})
		must(t, err)
		born = l.Iteration()
		must(t, owner.ReadStart(newBuf, func(b []byte, st uv.Errno) {
			s.note("new owner")()
			if l.Iteration() == born {
				t.Error("the new owner got the event of the old one")
			}
			equal(t, b, []byte{3})
			k.set(number, 0)
		}))
	}
	must(t, first.ReadStart(newBuf, func([]byte, uv.Errno) {
		s.note("first")()
		k.set(firstFd, 0)
		reopen()
	}))
	must(t, old.ReadStart(newBuf, func([]byte, uv.Errno) { t.Error("a closed stream was called") }))
	k.set(firstFd, evIn)
	k.set(number, evIn)
	turn(t, l)
	s.want(t, "first", "old closed")
	turn(t, l)
	s.want(t, "first", "old closed", "new owner")
}

// Hundreds of streams are ready in one batch. The first to be called closes all
// and opens as many, which take over the descriptors' numbers while the events
// for the old owners are still to come, round after round. Each stream may only
// get its own byte, and no sooner than in the next poll.
func TestDescriptorsReusedWithinABatchServeTheirNewOwners(t *testing.T) {
	const width, rounds = 200, 50
	rec := trace.NewRecorder(trace.Options{})
	l := newLoop(t, Options{Trace: rec})
	serial, round, calls := 0, 0, 0
	var streams []*Pipe
	var numbers []int
	var reopen func()
	open := func() {
		fds, err := SocketPair(unix.SOCK_STREAM, 0, true, true)
		must(t, err)
		reader, writer := openPipe(t, l, fds[0]), openPipe(t, l, fds[1])
		streams = append(streams, reader, writer)
		numbers = append(numbers, fds[0], fds[1])
		serial++
		mine, born := byte(serial), l.Iteration()
		_, err = writer.TryWrite([][]byte{{mine}})
		must(t, err)
		must(t, reader.ReadStart(newBuf, func(b []byte, st uv.Errno) {
			calls++
			if st != 0 || len(b) != 1 || b[0] != mine || l.Iteration() == born {
				t.Errorf("stream %d of iteration %d got %v, %v in iteration %d", mine, born, b, st.Name(), l.Iteration())
			}
			reopen()
		}))
	}
	reopen = func() {
		for i, s := range streams { // some first, some last
			if i%3 == 0 {
				must(t, s.Close(nil))
			}
		}
		for _, s := range slices.Backward(streams) {
			if !s.Closing() {
				must(t, s.Close(nil))
			}
		}
		old := numbers
		streams, numbers = nil, nil
		if round++; round > rounds {
			return
		}
		for range width {
			open()
		}
		if again := common(old, numbers); len(old) > 0 && again < width {
			t.Errorf("%d of %d numbers were used again, which shows little", again, 2*width)
		}
	}
	reopen()
	run(t, l)
	late := -calls
	_, recs := rec.All()
	for _, r := range recs {
		if r.Kind == trace.PollEnd {
			late += int(r.Status) // events the kernel brought
		}
	}
	if calls != rounds || late < rounds*width/2 {
		t.Errorf("%d callbacks in %d rounds, and %d late events", calls, rounds, late)
	}
}

// common counts the numbers that are in both.
func common(a, b []int) (n int) {
	for _, x := range a {
		if slices.Contains(b, x) {
			n++
		}
	}
	return n
}
