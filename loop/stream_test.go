//go:build unix

package loop

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/loopground/loopground/loop/uv"
)

// pattern is n bytes that show where they were cut or swapped.
func pattern(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i ^ i>>8 ^ i>>16)
	}
	return b
}

func TestLargeWritesArriveWholeAndInOrder(t *testing.T) {
	l := newLoop(t, Options{})
	const writes, size = 8, 1 << 20
	data := pattern(writes * size)
	var order []int
	pair(t, l, func(client, peer *TCP) {
		for i := range writes {
			b := data[i*size : (i+1)*size]
			bufs := [][]byte{b[:10], {}, b[10:5000], b[5000:]}
			must(t, client.Write(&WriteReq{}, bufs, func(st uv.Errno) {
				must(t, st.Err())
				order = append(order, i)
				if len(bufs[0]) != 10 || len(bufs[3]) != size-5000 {
					t.Error("the caller's buffers were not given back whole")
				}
			}))
			if len(order) != 0 {
				t.Error("a write called back before Write returned")
			}
		}
		if q := client.WriteQueueSize(); q == 0 || q >= writes*size {
			t.Errorf("%d bytes queued: the kernel takes some of 8 MiB at once, not all", q)
		}
		must(t, client.Shutdown(&ShutdownReq{}, func(st uv.Errno) {
			must(t, st.Err())
			order = append(order, -1)
			if client.WriteQueueSize() != 0 {
				t.Errorf("%d bytes queued after shutdown", client.WriteQueueSize())
			}
			must(t, client.Close(nil))
		}))
		errIs(t, client.Write(&WriteReq{}, nil, nil), uv.EPIPE)
		errIs(t, client.Shutdown(&ShutdownReq{}, nil), uv.ENOTCONN)
		readAll(t, &peer.Stream, func(got []byte, end uv.Errno) {
			errIs(t, end, uv.EOF)
			if !bytes.Equal(got, data) {
				t.Errorf("%d bytes came, of %d, or others", len(got), len(data))
			}
			must(t, peer.Close(nil))
		})
	})
	run(t, l)
	equal(t, order, []int{0, 1, 2, 3, 4, 5, 6, 7, -1})
}

func TestWriteOfManySmallAndEmptyBuffers(t *testing.T) {
	l := newLoop(t, Options{})
	var want []byte
	var bufs [][]byte
	for i := range 100 {
		b := pattern(i % 5)
		want = append(want, b...)
		bufs = append(bufs, b)
	}
	pair(t, l, func(client, peer *TCP) {
		called := 0
		must(t, client.Write(&WriteReq{}, bufs, func(st uv.Errno) { must(t, st.Err()); called++ }))
		must(t, client.Write(&WriteReq{}, nil, func(st uv.Errno) { must(t, st.Err()); called++ }))
		must(t, client.Write(&WriteReq{}, [][]byte{{}}, func(st uv.Errno) {
			must(t, st.Err())
			if called++; called != 3 {
				t.Errorf("the last write called back as number %d", called)
			}
			must(t, client.Close(nil))
		}))
		readAll(t, &peer.Stream, func(got []byte, end uv.Errno) {
			errIs(t, end, uv.EOF)
			equal(t, got, want)
			must(t, peer.Close(nil))
		})
	})
	run(t, l)
}

func TestWriteRequestIsUsedAgainInItsCallback(t *testing.T) {
	l := newLoop(t, Options{})
	pair(t, l, func(client, peer *TCP) {
		var r WriteReq
		n := 0
		var next func(uv.Errno)
		next = func(st uv.Errno) {
			must(t, st.Err())
			if n++; n > 100 {
				must(t, client.Close(nil))
				return
			}
			must(t, client.Write(&r, [][]byte{{byte(n)}}, next))
			errIs(t, client.Write(&r, nil, nil), uv.EBUSY)
		}
		next(0)
		readAll(t, &peer.Stream, func(got []byte, end uv.Errno) {
			if len(got) != 100 || got[99] != 100 {
				t.Errorf("%d bytes came, want 100", len(got))
			}
			must(t, peer.Close(nil))
		})
	})
	run(t, l)
}

// A write callback that writes again waits for the next round, so that it
// cannot keep the pending phase going; the loop goes on up to eight times after
// poll.
func TestWriteCallbacksRunAgainUpToEightTimesAfterPoll(t *testing.T) {
	l := newLoop(t, Options{})
	counts := map[uint32]int{}
	pair(t, l, func(client, peer *TCP) {
		var r WriteReq
		n := 0
		var again func(uv.Errno)
		again = func(uv.Errno) {
			counts[l.Iteration()]++
			if n++; n < 60 {
				must(t, client.Write(&r, [][]byte{{1}}, again))
				return
			}
			must(t, client.Close(nil))
			must(t, peer.Close(nil))
		}
		must(t, client.Write(&r, [][]byte{{1}}, again))
	})
	run(t, l)
	most := 0
	for _, n := range counts {
		most = max(most, n)
	}
	if most != 9 { // once before poll, eight times after it
		t.Errorf("%v callbacks by iteration, want 9 at most", counts)
	}
}

func TestTryWrite(t *testing.T) {
	l := newLoop(t, Options{})
	_, err := l.NewTCP().TryWrite([][]byte{{1}})
	errIs(t, err, uv.EBADF)
	pair(t, l, func(client, peer *TCP) {
		n, err := client.TryWrite([][]byte{[]byte("a"), []byte("bc")})
		if n != 3 || err != nil {
			t.Errorf("wrote %d, %v", n, err)
		}
		for err == nil { // the peer does not read
			_, err = client.TryWrite([][]byte{make([]byte, 1<<20)})
		}
		errIs(t, err, uv.EAGAIN)
		must(t, client.Write(&WriteReq{}, [][]byte{{1}}, nil))
		_, err = client.TryWrite([][]byte{{1}})
		errIs(t, err, uv.EAGAIN)
		must(t, client.Close(nil))
		must(t, peer.Close(nil))
	})
	run(t, l)
}

func TestCloseCancelsWritesBeforeTheCloseCallback(t *testing.T) {
	l := newLoop(t, Options{})
	var s steps
	pair(t, l, func(client, peer *TCP) {
		must(t, client.Write(&WriteReq{}, [][]byte{{1}}, func(st uv.Errno) { s.note("small " + st.Name())() }))
		for i := range 2 {
			must(t, client.Write(&WriteReq{}, [][]byte{make([]byte, 32<<20)}, func(st uv.Errno) {
				s.note(fmt.Sprint("large ", i, " ", st.Name()))()
				errIs(t, client.Write(&WriteReq{}, nil, nil), uv.EBADF)
			}))
		}
		must(t, client.Shutdown(&ShutdownReq{}, func(st uv.Errno) { s.note("shutdown " + st.Name())() }))
		must(t, client.Close(s.note("closed")))
		if client.WriteQueueSize() == 0 {
			t.Error("nothing is queued, so the test shows nothing")
		}
		must(t, peer.Close(nil))
	})
	run(t, l)
	// What was written is told so; the peer goes first, since it was closed last.
	s.want(t, "small OK", "large 0 ECANCELED", "large 1 ECANCELED", "shutdown ECANCELED", "closed")
}

func TestReadStartRefusesWhatCannotRead(t *testing.T) {
	l := newLoop(t, Options{})
	none := func([]byte, uv.Errno) {}
	s := l.NewTCP()
	errIs(t, s.ReadStart(newBuf, none), uv.ENOTCONN)
	errIs(t, s.ReadStart(nil, none), uv.EINVAL)
	errIs(t, s.ReadStart(newBuf, nil), uv.EINVAL)
	must(t, s.Close(nil))
	errIs(t, s.ReadStart(newBuf, none), uv.EINVAL)
	pair(t, l, func(client, peer *TCP) {
		must(t, client.ReadStart(newBuf, none))
		errIs(t, client.ReadStart(newBuf, none), uv.EALREADY)
		if !client.Active() || peer.Active() {
			t.Errorf("active: the reader %v, the other %v", client.Active(), peer.Active())
		}
		client.ReadStop()
		client.ReadStop()
		must(t, client.Close(nil))
		must(t, peer.Close(nil))
	})
	run(t, l)
}

func TestReaderWithoutBufferIsToldENOBUFS(t *testing.T) {
	l := newLoop(t, Options{})
	pair(t, l, func(client, peer *TCP) {
		n, err := client.TryWrite([][]byte{[]byte("abc")})
		if n != 3 || err != nil {
			t.Fatal(n, err)
		}
		var s steps
		must(t, peer.ReadStart(func(n int) []byte {
			if n != SuggestedSize {
				t.Errorf("a buffer of %d is suggested", n)
			}
			if len(s.got) == 0 {
				return nil
			}
			return make([]byte, 2)
		}, func(b []byte, err uv.Errno) {
			s.note(fmt.Sprint(err.Name(), " ", string(b)))()
			if string(b) == "c" {
				s.want(t, "ENOBUFS ", "OK ab", "OK c")
				must(t, peer.Close(nil))
				must(t, client.Close(nil))
			}
		}))
	})
	run(t, l)
}

func TestAllocMayCloseOrStopTheStream(t *testing.T) {
	for _, buf := range [][]byte{nil, make([]byte, 10)} {
		l := newLoop(t, Options{})
		pair(t, l, func(client, peer *TCP) {
			_, err := client.TryWrite([][]byte{[]byte("abc")})
			must(t, err)
			never := func([]byte, uv.Errno) { t.Error("called after alloc stopped or closed the stream") }
			must(t, peer.ReadStart(func(n int) []byte {
				peer.ReadStop()
				after(t, l, 0, func() {
					must(t, peer.ReadStart(func(n int) []byte {
						must(t, peer.Close(nil))
						must(t, client.Close(nil))
						return buf
					}, never))
				})
				return buf
			}, never))
		})
		run(t, l)
	}
}

func TestStreamClosedInItsReadCallbackReadsNoMore(t *testing.T) {
	l := newLoop(t, Options{})
	calls := 0
	pair(t, l, func(client, peer *TCP) {
		_, err := client.TryWrite([][]byte{pattern(100)})
		must(t, err)
		must(t, peer.ReadStart(func(int) []byte { return make([]byte, 10) }, func(b []byte, err uv.Errno) {
			if calls++; calls == 3 {
				must(t, peer.Close(nil))
				must(t, client.Close(nil))
			}
		}))
	})
	run(t, l)
	if calls != 3 {
		t.Errorf("%d reads, want 3", calls)
	}
}

func TestAtMost32ReadsPerEvent(t *testing.T) {
	l := newLoop(t, Options{})
	byIteration := map[uint32]int{}
	pair(t, l, func(client, peer *TCP) {
		_, err := client.TryWrite([][]byte{pattern(100)})
		must(t, err)
		left := 100
		must(t, peer.ReadStart(func(int) []byte { return make([]byte, 1) }, func(b []byte, err uv.Errno) {
			byIteration[l.Iteration()] += len(b)
			if left -= len(b); left == 0 {
				must(t, peer.Close(nil))
				must(t, client.Close(nil))
			}
		}))
	})
	run(t, l)
	var counts []int
	for _, n := range byIteration {
		counts = append(counts, n)
	}
	slices.Sort(counts)
	equal(t, counts, []int{4, 32, 32, 32})
}

func TestShutdownLeavesTheOtherDirectionOpen(t *testing.T) {
	l := newLoop(t, Options{})
	var s steps
	pair(t, l, func(client, peer *TCP) {
		must(t, client.Shutdown(&ShutdownReq{}, func(st uv.Errno) {
			s.note("shutdown " + st.Name())()
			if client.Writable() || !client.Readable() {
				t.Errorf("writable %v, readable %v", client.Writable(), client.Readable())
			}
		}))
		s.note("returned")()
		readAll(t, &peer.Stream, func(_ []byte, end uv.Errno) {
			s.note("peer " + end.Name())()
			must(t, peer.Write(&WriteReq{}, [][]byte{[]byte("bye")}, func(uv.Errno) { must(t, peer.Close(nil)) }))
		})
		readAll(t, &client.Stream, func(got []byte, end uv.Errno) {
			s.note(string(got) + " " + end.Name())()
			must(t, client.Close(nil))
		})
	})
	run(t, l)
	s.want(t, "returned", "shutdown OK", "peer EOF", "bye EOF")
}
