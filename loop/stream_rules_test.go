//go:build unix

package loop

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// What the kernel does not take stays queued, without limit and without events,
// until the stream is closed; what it took arrives.
func TestPeerThatNeverReads(t *testing.T) {
	l := newLoop(t, Options{})
	a, b := pipePair(t, l)
	data := pattern(4 << 20)
	const writes = 8
	var ends []string
	for i := range writes {
		part := data[i*len(data)/writes : (i+1)*len(data)/writes]
		must(t, a.Write(&WriteReq{}, [][]byte{part}, func(st uv.Errno) { ends = append(ends, st.Name()) }))
	}
	queued := a.WriteQueueSize()
	for range 5 {
		turn(t, l)
	}
	equal(t, []int{a.WriteQueueSize(), int(l.Metrics().Events)}, []int{queued, 0})
	_, err := a.TryWrite([][]byte{{1}})
	errIs(t, err, uv.EAGAIN)
	taken := len(data) - queued
	equal(t, len(ends), taken*writes/len(data))
	must(t, a.Close(func() { ends = append(ends, "closed") }))
	turn(t, l)
	for i := range writes {
		want := "ECANCELED"
		if (i+1)*len(data)/writes <= taken {
			want = "OK"
		}
		equal(t, ends[i], want)
	}
	equal(t, ends[writes:], []string{"closed"})
	readAll(t, &b.Stream, func(got []byte, end uv.Errno) {
		errIs(t, end, uv.EOF)
		if !bytes.Equal(got, data[:taken]) {
			t.Errorf("%d bytes came, the kernel took %d", len(got), taken)
		}
		must(t, b.Close(nil))
	})
	run(t, l)
}

func TestFailedWritesCountAsQueuedUntilTheirCallback(t *testing.T) {
	l := newLoop(t, Options{})
	a, b := pipePair(t, l)
	must(t, b.Close(nil))
	const size = 1000
	must(t, a.Write(&WriteReq{}, [][]byte{make([]byte, size)}, func(st uv.Errno) {
		errIs(t, st, uv.EPIPE)
		equal(t, a.WriteQueueSize(), 0)
	}))
	equal(t, a.WriteQueueSize(), size)
	run(t, l)
}

func TestCloseInTheReadCallbackCancelsQueuedWrites(t *testing.T) {
	l := newLoop(t, Options{})
	a, b := pipePair(t, l)
	var s steps
	for i := range 2 {
		must(t, a.Write(&WriteReq{}, [][]byte{make([]byte, 8<<20)}, func(st uv.Errno) { s.note(fmt.Sprint(i, " ", st.Name()))() }))
	}
	must(t, a.ReadStart(newBuf, func(got []byte, st uv.Errno) {
		s.note("read " + string(got))()
		must(t, a.Close(s.note("closed")))
	}))
	_, err := b.TryWrite([][]byte{[]byte("bye")})
	must(t, err)
	run(t, l)
	s.want(t, "read bye", "0 ECANCELED", "1 ECANCELED", "closed")
}

func TestStreamClosedByAnotherGetsNothingOfTheSameBatch(t *testing.T) {
	l, k := newVirtual(t, Options{})
	a, aPeer := pipePair(t, l)
	b, bPeer := pipePair(t, l)
	var s steps
	for _, c := range []struct {
		reader, peer, other *Pipe
		name                string
	}{{a, aPeer, b, "a"}, {b, bPeer, a, "b"}} {
		_, err := c.peer.TryWrite([][]byte{{1}})
		must(t, err)
		must(t, c.reader.ReadStart(newBuf, func([]byte, uv.Errno) {
			s.note(c.name)()
			must(t, c.other.Close(nil))
		}))
		fd, err := c.reader.Fd()
		must(t, err)
		k.set(fd, evIn)
	}
	turn(t, l)
	s.want(t, "a")
}

// Both sides write, shut down and read at once.
func TestBothSidesWriteAndShutDownAtOnce(t *testing.T) {
	l := newLoop(t, Options{})
	data := pattern(2 << 20)
	var s steps
	pair(t, l, func(client, peer *TCP) {
		for name, c := range map[string]*TCP{"client": client, "peer": peer} {
			wrote := false
			must(t, c.Write(&WriteReq{}, [][]byte{data}, func(st uv.Errno) { must(t, st.Err()); wrote = true }))
			must(t, c.Shutdown(&ShutdownReq{}, func(st uv.Errno) {
				must(t, st.Err())
				equal(t, wrote, true)
			}))
			readAll(t, &c.Stream, func(got []byte, end uv.Errno) {
				errIs(t, end, uv.EOF)
				equal(t, bytes.Equal(got, data), true)
				s.note(name)()
				if len(s.got) == 2 {
					closeAll(l)
				}
			})
		}
	})
	run(t, l)
	equal(t, len(s.got), 2)
}

// A buffer that was filled may not have been all: the reader is told when it was.
func TestReaderIsToldThatNothingIsLeft(t *testing.T) {
	l := newLoop(t, Options{})
	a, b := pipePair(t, l)
	_, err := a.TryWrite([][]byte{[]byte("abcd")})
	must(t, err)
	var s steps
	must(t, b.ReadStart(func(int) []byte { return make([]byte, 2) }, func(got []byte, st uv.Errno) {
		must(t, st.Err())
		s.note(fmt.Sprintf("%q", got))()
	}))
	turn(t, l)
	s.want(t, `"ab"`, `"cd"`, `""`)
}

func TestReadStopInTheCallbackEndsTheRound(t *testing.T) {
	l := newLoop(t, Options{})
	a, b := pipePair(t, l)
	_, err := a.TryWrite([][]byte{[]byte("abcd")})
	must(t, err)
	var s steps
	one := func(int) []byte { return make([]byte, 1) }
	read := func(got []byte, st uv.Errno) {
		s.note(string(got))()
		b.ReadStop()
	}
	for _, want := range [][]string{{"a"}, {"a", "b"}} {
		must(t, b.ReadStart(one, read))
		turn(t, l)
		turn(t, l) // nothing: it was stopped
		s.want(t, want...)
	}
	equal(t, b.Active(), false)
}

func TestReadingAgainAfterTheEndTellsItAgain(t *testing.T) {
	l := newLoop(t, Options{})
	a, b := pipePair(t, l)
	must(t, a.Close(nil))
	var s steps
	for range 2 {
		must(t, b.ReadStart(newBuf, func(_ []byte, st uv.Errno) { s.note(st.Name())() }))
		turn(t, l)
	}
	s.want(t, "EOF", "EOF")
}

// Many small writes that wait go out at most 32 at a time, also in the pending
// phases that follow, so that others have their turn.
func TestAtMost32WritesPerEvent(t *testing.T) {
	rec := trace.NewRecorder(trace.Options{})
	l := newLoop(t, Options{Trace: rec})
	a, b := pipePair(t, l)
	const small = 100
	var order []int
	must(t, a.Write(&WriteReq{}, [][]byte{make([]byte, 4<<20)}, nil))
	for i := range small {
		must(t, a.Write(&WriteReq{}, [][]byte{{byte(i)}}, func(st uv.Errno) { order = append(order, i) }))
	}
	must(t, a.Shutdown(&ShutdownReq{}, nil))
	readAll(t, &b.Stream, func(got []byte, end uv.Errno) {
		equal(t, len(got), 4<<20+small)
		closeAll(l)
	})
	run(t, l)
	for i := range small {
		equal(t, order[i], i)
	}
	most, n := 0, 0
	_, recs := rec.All()
	for _, r := range recs {
		switch {
		case r.Kind == trace.PhaseBegin:
			n = 0
		case r.Kind == trace.CallbackBegin && r.Type == trace.ReqType(uv.Write):
			n++
			most = max(most, n)
		}
	}
	equal(t, most, maxPerEvent)
}

func TestTryWriteOfManyBuffers(t *testing.T) {
	l := newLoop(t, Options{})
	a, b := pipePair(t, l)
	data := pattern(1 << 20)
	var bufs [][]byte
	for rest := data; len(rest) > 0; {
		n := min(len(rest), len(bufs)%300) // some are empty
		bufs = append(bufs, rest[:n])
		rest = rest[n:]
	}
	n, err := a.TryWrite(bufs[:40])
	must(t, err)
	equal(t, n, length(bufs[:40]))
	more, err := a.TryWrite(bufs[40:])
	must(t, err)
	n += more
	if more == 0 || n >= len(data) {
		t.Errorf("wrote %d of %d bytes: the kernel takes some of them, not all", n, len(data))
	}
	_, err = a.TryWrite(bufs)
	errIs(t, err, uv.EAGAIN)
	none, err := a.TryWrite(nil)
	equal(t, none, 0)
	must(t, err)
	must(t, a.Close(nil))
	readAll(t, &b.Stream, func(got []byte, _ uv.Errno) {
		equal(t, bytes.Equal(got, data[:n]), true)
		must(t, b.Close(nil))
	})
	run(t, l)
}
