//go:build unix

package loop

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

func TestWorkRunsOnAWorkerAndIsCalledBackInPoll(t *testing.T) {
	l := newLoop(t, Options{})
	var r WorkReq
	sum := 0
	must(t, l.QueueWork(&r, func() {
		for i := range 10 {
			sum += i
		}
	}, func(st uv.Errno) {
		must(t, st.Err())
		equal(t, l.Phase(), uv.PollPhase)
		equal(t, sum, 45)
		sum = 0
		must(t, l.QueueWork(&r, func() { sum = 1 }, nil)) // it may be used again, and need not call back
	}))
	errIs(t, l.QueueWork(&r, func() {}, nil), uv.EBUSY)
	errIs(t, l.QueueWork(&WorkReq{}, nil, nil), uv.EINVAL)
	run(t, l)
	equal(t, sum, 1)
	equal(t, r.Type(), uv.Work)
}

// pooledKinds submits one request of each kind that only the pool can do.
func pooledKinds(t *testing.T, l *Loop, note func(what string, st uv.Errno)) map[string]Request {
	t.Helper()
	var work WorkReq
	var random RandomReq
	var info GetAddrInfoReq
	var name GetNameInfoReq
	must(t, l.QueueWork(&work, func() {}, func(st uv.Errno) { note("work", st) }))
	must(t, l.Random(&random, nil, make([]byte, 8), 0, func(st uv.Errno, _ []byte) { note("random", st) }))
	must(t, l.GetAddrInfo(&info, &book{}, "a", "", AddrInfoHints{}, func(st uv.Errno, found []AddrInfo) {
		note("getaddrinfo", st)
		equal(t, len(found) == 0, st != 0)
	}))
	must(t, l.GetNameInfo(&name, &book{}, anyPort, 0, func(st uv.Errno, host, _ string) {
		note("getnameinfo", st)
		equal(t, host == "", st != 0)
	}))
	return map[string]Request{"work": &work, "random": &random, "getaddrinfo": &info, "getnameinfo": &name}
}

func TestCancelledLookUpsEndWithEAICanceledOthersWithECANCELED(t *testing.T) {
	l := newLoop(t, Options{PoolSize: 1})
	h := hold(l, workCPU)
	<-h.started
	got := map[string]string{}
	reqs := pooledKinds(t, l, func(what string, st uv.Errno) { got[what] = st.Name() })
	for _, r := range reqs {
		must(t, l.Cancel(r))
		must(t, l.Cancel(r)) // it is already
	}
	equal(t, len(got), 0)
	close(h.letGo)
	run(t, l)
	equal(t, got, map[string]string{"work": "ECANCELED", "random": "ECANCELED", "getaddrinfo": "EAI_CANCELED", "getnameinfo": "EAI_CANCELED"})
	for _, r := range reqs {
		errIs(t, l.Cancel(r), uv.EBUSY)
	}
}

func TestRequestsOfAClosedPoolAreCancelled(t *testing.T) {
	p := sharedPool(t, 1)
	p.Close()
	l := newLoop(t, Options{Pool: p})
	got := map[string]string{}
	pooledKinds(t, l, func(what string, st uv.Errno) { got[what] = st.Name() })
	run(t, l)
	equal(t, got, map[string]string{"work": "ECANCELED", "random": "ECANCELED", "getaddrinfo": "EAI_CANCELED", "getnameinfo": "EAI_CANCELED"})
}

func TestDoneRequestsCannotBeCancelled(t *testing.T) {
	l := newLoop(t, Options{PoolSize: 1})
	got := map[string]string{}
	reqs := pooledKinds(t, l, func(what string, st uv.Errno) { got[what] = st.Name() })
	last := make(chan struct{})
	submit(l, workSlowIO, func() { close(last) }, nil) // behind the look-ups, which give way to the others
	<-last
	for what, r := range reqs {
		errIs(t, l.Cancel(r), uv.EBUSY)
		equal(t, got[what], "")
	}
	run(t, l)
	equal(t, got, map[string]string{"work": "OK", "random": "OK", "getaddrinfo": "OK", "getnameinfo": "OK"})
}

func TestPooledRequestsGoToTheirLanes(t *testing.T) {
	rec := trace.NewRecorder(trace.Options{})
	l := newLoop(t, Options{Trace: rec})
	pooledKinds(t, l, func(string, uv.Errno) {})
	run(t, l)
	got := map[string]workKind{}
	_, recs := rec.All()
	for _, r := range recs {
		if r.Kind == trace.ReqSubmit {
			got[r.Type.String()] = workKind(r.Lane)
		}
	}
	equal(t, got, map[string]workKind{"work": workCPU, "random": workCPU, "getaddrinfo": workSlowIO, "getnameinfo": workSlowIO})
}

func TestRandomFillsTheBuffer(t *testing.T) {
	l := newLoop(t, Options{})
	var r RandomReq
	now, later := make([]byte, 32), make([]byte, 32)
	must(t, l.Random(&r, nil, now, 0, nil))
	must(t, l.Random(&r, nil, later, 0, func(st uv.Errno, buf []byte) {
		must(t, st.Err())
		equal(t, &buf[0], &later[0])
	}))
	errIs(t, l.Random(&r, nil, now, 0, nil), uv.EBUSY)
	run(t, l)
	zero := make([]byte, 32)
	if bytes.Equal(now, zero) || bytes.Equal(later, zero) || bytes.Equal(now, later) {
		t.Errorf("%x %x", now, later)
	}
}

func TestRandomTakesItsBytesFromTheSource(t *testing.T) {
	l := newLoop(t, Options{})
	var r RandomReq
	buf := make([]byte, 4)
	must(t, l.Random(&r, strings.NewReader("seeded"), buf, 0, nil))
	equal(t, string(buf), "seed")
	errIs(t, l.Random(&r, iotest.ErrReader(errors.New("dry")), buf, 0, nil), uv.EIO)
	must(t, l.Random(&r, strings.NewReader("abc"), buf, 0, func(st uv.Errno, _ []byte) { errIs(t, st, uv.EIO) }))
	run(t, l)
}

func TestRandomRefusesFlagsAndMoreThanTwoGigabytes(t *testing.T) {
	l := newLoop(t, Options{})
	huge, err := unix.Mmap(-1, 0, 1<<31, unix.PROT_NONE, unix.MAP_ANON|unix.MAP_PRIVATE)
	must(t, err)
	defer func() { must(t, unix.Munmap(huge)) }()
	var r RandomReq
	errIs(t, l.Random(&r, nil, huge, 1, nil), uv.E2BIG) // before the flags
	errIs(t, l.Random(&r, nil, nil, 1, nil), uv.EINVAL)
	must(t, l.Random(&r, nil, nil, 0, nil))
}
