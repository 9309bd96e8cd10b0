//go:build unix

package loop

import (
	"errors"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// testKernel gives the system's poller and closes it with the test.
func testKernel(t *testing.T) kernel {
	t.Helper()
	k, err := newKernel()
	must(t, err)
	t.Cleanup(func() { must(t, k.Close()) })
	return k
}

func TestKernelReportsWhatIsReadyWithItsToken(t *testing.T) {
	k := testKernel(t)
	r, w := pipe(t)
	must(t, k.Add(r, 7, evIn))
	must(t, k.Add(w, 8, evOut))
	buf := make([]event, 4)
	n, woken, err := k.Wait(buf, 0)
	must(t, err)
	if n != 1 || woken || buf[0] != (event{8, evOut}) {
		t.Errorf("%d events, %v, woken %v", n, buf, woken)
	}
	must(t, k.Remove(w))
	_, err = unix.Write(w, []byte("x"))
	must(t, err)
	if n, _, err = k.Wait(buf, -1); n != 1 || err != nil || buf[0] != (event{7, evIn}) {
		t.Errorf("%d events, %v, %v", n, buf, err)
	}
	must(t, k.Modify(r, 9, 0))
	if n, _, err = k.Wait(buf, 0); n != 0 || err != nil {
		t.Errorf("%d events without interest: %v, %v", n, buf, err)
	}
}

func TestKernelAnswersMisuse(t *testing.T) {
	k := testKernel(t)
	r, _ := pipe(t)
	must(t, k.Add(r, 7, evIn))
	for what, c := range map[string]struct{ got, want error }{
		"add twice":    {k.Add(r, 8, evIn), unix.EEXIST},
		"add nothing":  {k.Add(1<<20, 8, evIn), unix.EBADF},
		"remove twice": {errors.Join(k.Remove(r), k.Remove(r)), unix.ENOENT},
		"modify":       {k.Modify(r, 8, evIn), unix.ENOENT},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("%s: %v, want %v", what, c.got, c.want)
		}
	}
}

func TestKernelWakesAtOnceOrLater(t *testing.T) {
	k := testKernel(t)
	buf := make([]event, 4)
	k.Wake() // before the wait
	for range 3 {
		n, woken, err := k.Wait(buf, -1)
		if n != 0 || !woken || err != nil {
			t.Errorf("%d events, woken %v, %v", n, woken, err)
		}
		go k.Wake() // during it, perhaps
	}
	for woken := false; !woken; {
		_, woken, _ = k.Wait(buf, -1)
	}
	if _, woken, _ := k.Wait(buf, 0); woken {
		t.Error("one wake woke twice")
	}
}

func TestKernelWaitsAsLongAsTold(t *testing.T) {
	k := testKernel(t)
	buf := make([]event, 4)
	start := time.Now()
	for time.Since(start) < 10*ms { // a signal may end a wait early
		if n, _, err := k.Wait(buf, 10); n != 0 || err != nil {
			t.Fatal(n, err)
		}
	}
}

func TestKernelReportsAHangUpWithoutInterest(t *testing.T) {
	k := testKernel(t)
	var p [2]int
	must(t, unix.Pipe(p[:]))
	defer closeFd(p[0])
	must(t, k.Add(p[0], 7, 0))
	closeFd(p[1])
	buf := make([]event, 4)
	n, _, err := k.Wait(buf, -1)
	if n != 1 || err != nil || buf[0].ev&evHup == 0 {
		t.Errorf("%d events, %v, %v", n, buf, err)
	}
}
