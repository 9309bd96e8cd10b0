//go:build !wasip1

package uv

import (
	"errors"
	"io"
	"io/fs"
	"net/netip"
	"testing"
	"time"
)

// What needs a host is tested from the host's side, with guests made of this
// package; here is what can be wrong without one.

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		result int64
		want   error
	}{
		{0, nil}, {7, nil}, {int64(EOF), io.EOF}, {int64(ENOENT), fs.ErrNotExist}, {int64(EEXIST), fs.ErrExist},
		{int64(EACCES), fs.ErrPermission}, {int64(EPERM), fs.ErrPermission}, {int64(ECONNREFUSED), ECONNREFUSED},
	} {
		if err := failed(c.result); !errors.Is(err, c.want) || (c.want == nil) != (err == nil) {
			t.Errorf("%d is %v, want %v", c.result, err, c.want)
		}
	}
	if failed(int64(EOF)) != io.EOF {
		t.Error("the end of a stream is not io.EOF itself")
	}
	if errors.Is(ENOENT, fs.ErrPermission) || errors.Is(EACCES, fs.ErrNotExist) {
		t.Error("errors.Is mixes up ENOENT and EACCES")
	}
	if got := EADDRINUSE.Error(); got != "EADDRINUSE: address already in use" {
		t.Errorf("EADDRINUSE says %q", got)
	}
	if got := Errno(-9999).Error(); got != "Unknown system error -9999: Unknown system error -9999" {
		t.Errorf("a number that is none says %q", got)
	}
}

func TestTimersAreNeverEarly(t *testing.T) {
	for d, want := range map[time.Duration]uint64{
		-time.Second: 0, 0: 0, 1: 1, time.Millisecond: 1, time.Millisecond + 1: 2, 2500 * time.Microsecond: 3,
		1<<63 - 1: 9223372036855,
	} {
		if got := millis(d); got != want {
			t.Errorf("%v is %d ms, want %d", d, got, want)
		}
	}
}

func TestAddressesSurviveTheWire(t *testing.T) {
	for _, text := range []string{"127.0.0.1:8080", "0.0.0.0:0", "[::1]:65535", "[fe80::1%3]:80", "[::ffff:10.0.0.1]:1"} {
		addr := netip.MustParseAddrPort(text)
		wire := toSockaddr(addr)
		if got := fromSockaddr(wire); got != addr {
			t.Errorf("%v came back as %v", addr, got)
		}
	}
	if wire := toSockaddr(netip.MustParseAddrPort("1.2.3.4:258")); wire.family != 4 || wire.port != 258 || wire.addr != [16]byte{1, 2, 3, 4} {
		t.Errorf("1.2.3.4:258 is %+v", wire)
	}
}

func TestDirents(t *testing.T) {
	wire := []byte{1, 0, 3, 0, 'a', '.', 'c', 2, 0, 1, 0, 'd', 9, 9}
	first, rest := dirent(wire)
	second, rest := dirent(rest)
	if (first != Dirent{"a.c", DirentFile}) || (second != Dirent{"d", DirentDir}) || len(rest) != 2 {
		t.Errorf("read %v, %v and left %v", first, second, rest)
	}
	if s := first.Type.String() + " " + second.Type.String() + " " + DirentType(99).String(); s != "file dir unknown" {
		t.Errorf("types are called %q", s)
	}
}

func TestCookiesAreReused(t *testing.T) {
	var t1 table
	a, b := t1.add(&request{}), t1.add(&request{})
	if a == 0 || b == 0 || a == b {
		t.Fatalf("cookies %d and %d", a, b)
	}
	t1.remove(a)
	if c := t1.add(&request{}); c != a || len(t1.used) != 2 {
		t.Errorf("the next cookie is %d of %d, want %d again", c, len(t1.used), a)
	}
}

// Outside of a sandbox every call fails, none panics, and nothing is left
// behind by what failed.
func TestWithoutAHost(t *testing.T) {
	called := func() { t.Error("a callback was called") }
	timer, idle, prepare, check, tcp := NewTimer(), NewIdle(), NewPrepare(), NewCheck(), NewTCP()
	_, asyncErr := NewAsync(called)
	_, pollErr := NewPoll(0)
	_, acceptErr := tcp.Accept()
	_, nameErr := tcp.Sockname()
	_, tryErr := tcp.TryWrite([]byte("x"))
	_, afterErr := AfterFunc(time.Second, called)
	addr := netip.MustParseAddrPort("127.0.0.1:1")
	f := &File{}
	for what, err := range map[string]error{
		"Run": Run(), "Timer.Start": timer.Start(0, 0, called), "Timer.Stop": timer.Stop(), "Timer.Again": timer.Again(),
		"Timer.Close": timer.Close(called), "Idle.Start": idle.Start(called), "Prepare.Start": prepare.Start(called),
		"Check.Start": check.Start(called), "NewAsync": asyncErr, "NewPoll": pollErr, "Bind": tcp.Bind(addr),
		"Listen": tcp.Listen(1, func(error) { called() }), "Accept": acceptErr, "Sockname": nameErr, "TryWrite": tryErr,
		"Connect": tcp.Connect(addr, func(error) { called() }), "Write": tcp.Write([]byte("x"), func(error) { called() }),
		"ReadStart": tcp.ReadStart(func([]byte, error) { called() }), "Shutdown": tcp.Shutdown(nil),
		"AfterFunc": afterErr, "Open": Open("x", 0, 0, func(*File, error) { called() }), "Close": f.Close(nil),
		"Read": f.Read(make([]byte, 1), 0, nil), "Write file": f.Write([]byte("x"), 0, nil),
		"Stat": Stat("x", nil), "Scandir": Scandir("x", nil), "Rename": Rename("x", "y", nil),
	} {
		if err != ENOSYS {
			t.Errorf("%s: %v, want ENOSYS", what, err)
		}
	}
	Walk(func(h Handle) { t.Errorf("a %v is left", h.Type()) })
	for _, v := range targets.used {
		if v != nil {
			t.Errorf("%T is left", v)
		}
	}
	if timer.Active() || timer.HasRef() || Alive() {
		t.Error("something is alive")
	}
}

func TestArgumentsAreChecked(t *testing.T) {
	for what, err := range map[string]error{
		"a timer without a callback":   NewTimer().Start(0, 0, nil),
		"an address that is none":      NewTCP().Bind(netip.AddrPort{}),
		"a buffer of no bytes":         NewTCP().ReadStartInto(nil, func([]byte, error) {}),
		"an open that cannot be ended": Open("x", 0, 0, nil),
	} {
		if err != EINVAL {
			t.Errorf("%s: %v, want EINVAL", what, err)
		}
	}
	if _, err := Every(0, func() {}); err != EINVAL {
		t.Errorf("a timer that repeats at once: %v, want EINVAL", err)
	}
}
