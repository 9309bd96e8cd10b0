package uv

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"testing"
)

func TestErrorsHaveLibuvsNamesNumbersAndWords(t *testing.T) {
	for num, want := range map[Errno]string{
		0:            "OK: success",
		-98:          "EADDRINUSE: address already in use",
		-3003:        "EAI_CANCELED: request canceled",
		EOF:          "EOF: end of file",
		ECHARSET:     "ECHARSET: invalid Unicode character",
		Errno(-9999): "Unknown system error -9999: Unknown system error -9999",
	} {
		if got := num.Error(); got != want {
			t.Errorf("%d is %q, want %q", int(num), got, want)
		}
	}
	Errnos(func(num Errno, name, message string) {
		if back, ok := ErrnoByName(name); !ok || back != num || num.Name() != name || num.Message() != message || num >= 0 {
			t.Errorf("%s is %d, and found as %d", name, num, back)
		}
	})
	if _, ok := ErrnoByName("EWHATEVER"); ok {
		t.Error("EWHATEVER is no error")
	}
}

func TestErrorsAreThoseOfGo(t *testing.T) {
	for err, want := range map[Errno]error{
		ENOENT: fs.ErrNotExist, EEXIST: fs.ErrExist, ENOTEMPTY: fs.ErrExist,
		EACCES: fs.ErrPermission, EPERM: fs.ErrPermission, EOF: io.EOF,
	} {
		if !errors.Is(err.Err(), want) || errors.Is(EINVAL, want) {
			t.Errorf("%v is not %v", err, want)
		}
	}
	if Errno(0).Err() != nil || !errors.Is(Errno(-9999).Err(), Errno(-9999)) {
		t.Error("Err is nil for 0 and nothing else")
	}
}

func TestTypesHaveLibuvsNumbersAndNames(t *testing.T) {
	for got, want := range map[string]string{
		Async.String(): "async", NamedPipe.String(): "pipe", Signal.String(): "signal", File.String(): "file",
		HandleType(99).String(): "type 99", Connect.String(): "connect", GetAddrInfo.String(): "getaddrinfo",
		Random.String(): "random", Closing.String(): "closing", RunNoWait.String(): "nowait", FsLutime.String(): "lutime",
		DirentBlock.String(): "block", (Readable | Disconnect).String(): "readable|disconnect", PollEvents(0).String(): "",
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for got, want := range map[int]int{int(Signal): 16, int(Random): 10, int(FsLutime): 36} {
		if got != want {
			t.Errorf("a number is %d, and libuv's is %d", got, want)
		}
	}
	for n, names := range map[int][]string{18: HandleTypes(), 11: ReqTypes(), 8: Phases(), 37: FsTypes()} {
		if len(names) != n {
			t.Errorf("%d names, want %d: %v", len(names), n, names)
		}
	}
}

func TestVersionIsTheOneThatIsFollowed(t *testing.T) {
	v := Version()
	if got := fmt.Sprintf("%d.%d.%d", v>>16, v>>8&255, v&255); got != VersionString() {
		t.Errorf("%s and %s", got, VersionString())
	}
}
