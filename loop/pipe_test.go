//go:build unix

package loop

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

func newPipeHandle(t testing.TB, l *Loop) *Pipe {
	t.Helper()
	p, err := l.NewPipe(false)
	must(t, err)
	return p
}

// socketPath is a path short enough for an address, which t.TempDir's may not be.
func socketPath(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "lg")
	must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return filepath.Join(dir, "s")
}

// listenPipe makes a server at a path.
func listenPipe(t testing.TB, l *Loop, path string, cb func(server *Pipe)) *Pipe {
	t.Helper()
	server := newPipeHandle(t, l)
	must(t, server.Bind(path))
	must(t, server.Listen(128, func(st uv.Errno) {
		must(t, st.Err())
		cb(server)
	}))
	return server
}

// pipePair is two connected Unix sockets.
func pipePair(t testing.TB, l *Loop) (a, b *Pipe) {
	t.Helper()
	fds, err := SocketPair(unix.SOCK_STREAM, 0, true, true)
	must(t, err)
	return openPipe(t, l, fds[0]), openPipe(t, l, fds[1])
}

func openPipe(t testing.TB, l *Loop, fd int) *Pipe {
	t.Helper()
	p := newPipeHandle(t, l)
	must(t, p.Open(fd))
	return p
}

func TestUnixSocketEchoesLargeData(t *testing.T) {
	l := newLoop(t, Options{})
	path := socketPath(t)
	data := pattern(8 << 20)
	listenPipe(t, l, path, func(server *Pipe) {
		c := newPipeHandle(t, l)
		must(t, server.Accept(c))
		must(t, server.Close(nil))
		must(t, c.ReadStart(newBuf, func(b []byte, err uv.Errno) {
			if err != 0 {
				errIs(t, err, uv.EOF)
				must(t, c.Shutdown(&ShutdownReq{}, func(uv.Errno) { must(t, c.Close(nil)) }))
				return
			}
			must(t, c.Write(&WriteReq{}, [][]byte{b}, nil))
		}))
	})
	client := newPipeHandle(t, l)
	must(t, client.Connect(&ConnectReq{}, path, func(st uv.Errno) { must(t, st.Err()) }))
	must(t, client.Write(&WriteReq{}, [][]byte{data[:1000], data[1000:]}, nil))
	must(t, client.Shutdown(&ShutdownReq{}, nil))
	readAll(t, &client.Stream, func(got []byte, end uv.Errno) {
		errIs(t, end, uv.EOF)
		if !bytes.Equal(got, data) {
			t.Errorf("%d bytes came back, of %d, or others", len(got), len(data))
		}
		must(t, client.Close(nil))
	})
	run(t, l)
}

func TestPipeNames(t *testing.T) {
	l := newLoop(t, Options{})
	path := socketPath(t)
	name := func(get func() (string, error), want string) {
		t.Helper()
		got, err := get()
		must(t, err)
		equal(t, got, want)
	}
	server := listenPipe(t, l, path, func(server *Pipe) {
		c := newPipeHandle(t, l)
		must(t, server.Accept(c))
		name(c.Sockname, path)
		name(c.Peername, "")
		must(t, c.Close(nil))
		must(t, server.Close(nil))
	})
	name(server.Sockname, path)
	_, err := server.Peername()
	errIs(t, err, uv.ENOTCONN)
	client := newPipeHandle(t, l)
	_, err = client.Sockname()
	errIs(t, err, uv.EBADF)
	must(t, client.Connect(&ConnectReq{}, path, func(uv.Errno) {
		name(client.Sockname, "")
		name(client.Peername, path)
		must(t, client.Close(nil))
	}))
	run(t, l)
}

func TestCloseRemovesTheSocketFile(t *testing.T) {
	l := newLoop(t, Options{})
	path := socketPath(t)
	server := newPipeHandle(t, l)
	must(t, server.Bind(path))
	must(t, exists(path))
	other := newPipeHandle(t, l)
	errIs(t, other.Bind(path), uv.EADDRINUSE)
	must(t, other.Close(nil)) // must not remove what is not its own
	must(t, exists(path))
	must(t, server.Close(nil))
	errIs(t, exists(path), uv.ENOENT)
	must(t, os.WriteFile(path, nil, 0o600)) // somebody else's
	errIs(t, server.Close(nil), uv.EINVAL)
	must(t, exists(path))
}

func exists(path string) error {
	_, err := os.Lstat(path)
	return err
}

func TestPipeChecksItsArguments(t *testing.T) {
	l := newLoop(t, Options{})
	_, err := l.NewPipe(true)
	errIs(t, err, uv.ENOTSUP)
	path := socketPath(t)
	p := newPipeHandle(t, l)
	nothing := func(uv.Errno) {}
	errIs(t, p.Listen(1, nothing), uv.EINVAL) // not bound
	errIs(t, p.Chmod(uv.Readable), uv.EBADF)
	p.PendingInstances(4) // of no effect
	for _, bad := range []string{"", "a\x00b", "\x00"} {
		errIs(t, p.Bind(bad), uv.EINVAL)
	}
	errIs(t, p.Bind2("", 0), uv.EINVAL)
	errIs(t, p.Bind2(path, 2), uv.EINVAL)
	errIs(t, p.Connect2(&ConnectReq{}, path, 2, nothing), uv.EINVAL)
	errIs(t, p.Connect2(&ConnectReq{}, "", 0, nothing), uv.EINVAL)
	errIs(t, p.Bind(filepath.Join(path, "s")), uv.EACCES) // ENOENT elsewhere
	must(t, p.Bind(path))
	errIs(t, p.Bind(path+"2"), uv.EINVAL)
	errIs(t, p.Listen(1, nil), uv.EINVAL)
	errIs(t, p.Chmod(0), uv.EINVAL)
	errIs(t, p.Chmod(uv.Disconnect|uv.Readable), uv.EINVAL)
	errIs(t, p.ReadStart(newBuf, func([]byte, uv.Errno) {}), uv.ENOTCONN)
	must(t, p.Listen(1, nothing))
	errIs(t, p.Accept(newPipeHandle(t, l)), uv.EAGAIN)
	must(t, p.Close(nil))
	errIs(t, p.Bind(path), uv.EINVAL)
	errIs(t, p.Listen(1, nothing), uv.EINVAL)
	errIs(t, p.Connect(&ConnectReq{}, path, nothing), uv.EINVAL)
	errIs(t, p.Open(0), uv.EINVAL)
}

func TestLongPathsAreCutOrRefused(t *testing.T) {
	l := newLoop(t, Options{})
	dir := filepath.Dir(socketPath(t))
	long := filepath.Join(dir, strings.Repeat("x", 2*MaxPipePath))
	p := newPipeHandle(t, l)
	errIs(t, p.Bind2(long, PipeNoTruncate), uv.EINVAL)
	errIs(t, p.Connect2(&ConnectReq{}, long, PipeNoTruncate, nil), uv.EINVAL)
	must(t, p.Bind(long))
	got, err := p.Sockname()
	must(t, err)
	equal(t, got, long[:MaxPipePath])
	must(t, p.Listen(1, func(uv.Errno) {}))
	c := newPipeHandle(t, l)
	must(t, c.Connect(&ConnectReq{}, long, func(st uv.Errno) {
		must(t, st.Err())
		must(t, p.Close(nil))
		must(t, c.Close(nil))
	}))
	run(t, l)
	errIs(t, exists(long[:MaxPipePath]), uv.ENOENT)
	exact := newPipeHandle(t, l)
	must(t, exact.Bind2(long[:MaxPipePath], PipeNoTruncate))
}

func TestPipeConnectTellsErrorsInThePendingPhase(t *testing.T) {
	l := newLoop(t, Options{})
	path := socketPath(t)
	bound := newPipeHandle(t, l)
	must(t, bound.Bind(path))
	var s steps
	for _, to := range []string{path, path + "none", "", "\x00"} {
		c := newPipeHandle(t, l)
		must(t, c.Connect(&ConnectReq{}, to, func(st uv.Errno) {
			s.note(fmt.Sprint(st.Name(), " ", l.Phase()))()
			if c.Writable() || c.Readable() {
				t.Errorf("%q failed with %v, but the pipe is readable or writable", to, st.Name())
			}
		}))
		errIs(t, c.Connect(&ConnectReq{}, to, nil), uv.EALREADY)
	}
	s.note("returned")()
	turn(t, l)
	s.want(t, "returned", "ECONNREFUSED pending", "ENOENT pending", "EINVAL pending", "EINVAL pending")
}

func TestPipeConnectsAgainAfterAnError(t *testing.T) {
	l := newLoop(t, Options{})
	path := socketPath(t)
	c := newPipeHandle(t, l)
	var s steps
	var r ConnectReq
	must(t, c.Connect(&r, path, func(st uv.Errno) {
		s.note(st.Name())()
		listenPipe(t, l, path, func(server *Pipe) {
			must(t, server.Accept(newPipeHandle(t, l)))
			closeAll(l)
		})
		must(t, c.Connect(&r, path, func(st uv.Errno) { s.note(st.Name())() }))
	}))
	run(t, l)
	s.want(t, "ENOENT", "OK")
}

func TestChmodLetsOthersConnect(t *testing.T) {
	l := newLoop(t, Options{})
	path := socketPath(t)
	p := newPipeHandle(t, l)
	must(t, p.Bind(path))
	must(t, os.Chmod(path, 0o600))
	for _, c := range []struct {
		mode uv.PollEvents
		want os.FileMode
	}{{uv.Readable, 0o644}, {uv.Writable, 0o666}, {uv.Readable | uv.Writable, 0o666}} {
		must(t, p.Chmod(c.mode))
		st, err := os.Stat(path)
		must(t, err)
		equal(t, st.Mode().Perm(), c.want)
	}
	must(t, os.Remove(path))
	errIs(t, p.Chmod(uv.Readable), uv.ENOENT)
}

func TestEndsOfAPipeReadOrWrite(t *testing.T) {
	l := newLoop(t, Options{})
	r, w, err := PipeFds(false, false)
	must(t, err)
	reader, writer := openPipe(t, l, r), openPipe(t, l, w)
	got := fmt.Sprint(reader.Readable(), reader.Writable(), writer.Readable(), writer.Writable())
	equal(t, got, "true false false true")
	errIs(t, reader.Write(&WriteReq{}, [][]byte{{1}}, nil), uv.EPIPE)
	errIs(t, writer.ReadStart(newBuf, func([]byte, uv.Errno) {}), uv.ENOTCONN)
	errIs(t, reader.Shutdown(&ShutdownReq{}, nil), uv.ENOTCONN)
	_, err = writer.SendBufferSize()
	errIs(t, err, uv.ENOTSOCK)
	data := pattern(1 << 20)
	must(t, writer.Write(&WriteReq{}, [][]byte{data}, func(st uv.Errno) {
		must(t, st.Err())
		must(t, writer.Shutdown(&ShutdownReq{}, func(st uv.Errno) {
			errIs(t, st, uv.ENOTSOCK) // only close ends it
			must(t, writer.Close(nil))
		}))
	}))
	readAll(t, &reader.Stream, func(b []byte, end uv.Errno) {
		errIs(t, end, uv.EOF)
		if !bytes.Equal(b, data) {
			t.Errorf("%d bytes came, of %d, or others", len(b), len(data))
		}
		must(t, reader.Close(nil))
	})
	run(t, l)
}

func TestFifoIsAPipeToo(t *testing.T) {
	l := newLoop(t, Options{})
	path := socketPath(t)
	must(t, unix.Mkfifo(path, 0o600))
	fd, err := unix.Open(path, unix.O_RDWR|unix.O_CLOEXEC, 0)
	must(t, err)
	p := openPipe(t, l, fd)
	must(t, p.Write(&WriteReq{}, [][]byte{[]byte("hi")}, nil))
	must(t, p.ReadStart(newBuf, func(b []byte, st uv.Errno) {
		equal(t, string(b), "hi")
		must(t, p.Close(nil))
	}))
	run(t, l)
	must(t, exists(path)) // it was not bound
}

// A write to a pipe without a reader would end a C program by SIGPIPE.
func TestWriteToAPipeWithoutReaderIsEPIPE(t *testing.T) {
	l := newLoop(t, Options{})
	r, w, err := PipeFds(true, true)
	must(t, err)
	closeFd(r)
	p := openPipe(t, l, w)
	_, err = p.TryWrite([][]byte{{1}})
	errIs(t, err, uv.EPIPE)
	var s steps
	must(t, p.Write(&WriteReq{}, [][]byte{{1}}, func(st uv.Errno) { s.note(st.Name())() }))
	must(t, p.Write(&WriteReq{}, [][]byte{{1}}, func(st uv.Errno) { s.note(st.Name())() }))
	run(t, l)
	s.want(t, "EPIPE", "EPIPE")
}

func TestOpenRefusesWhatIsInUse(t *testing.T) {
	l := newLoop(t, Options{})
	a, b := pipePair(t, l)
	fd, err := a.Fd()
	must(t, err)
	errIs(t, b.Open(fd), uv.EBUSY)
	must(t, a.ReadStart(newBuf, func([]byte, uv.Errno) {}))
	errIs(t, newPipeHandle(t, l).Open(fd), uv.EEXIST)
	errIs(t, l.NewTCP().Open(fd), uv.EEXIST)
	errIs(t, newPipeHandle(t, l).Open(1<<20), uv.EBADF)
	errIs(t, l.NewTCP().Open(-1), uv.EBADF)
}

// What was written before the other end went away is read, however small the
// reader's buffers are and whether they fill or not.
func TestDataAfterAHangUpIsRead(t *testing.T) {
	for _, size := range []int{1, 7, 64, 1000} {
		for _, make := range []func() (from, to *Pipe){
			func() (from, to *Pipe) {
				r, w, err := PipeFds(true, true)
				must(t, err)
				l := newLoop(t, Options{})
				return openPipe(t, l, w), openPipe(t, l, r)
			},
			func() (from, to *Pipe) { return pipePair(t, newLoop(t, Options{})) },
		} {
			from, to := make()
			data := pattern(300)
			_, err := from.TryWrite([][]byte{data})
			must(t, err)
			must(t, from.Close(nil))
			var got []byte
			must(t, to.ReadStart(func(int) []byte { return newBuf(size) }, func(b []byte, st uv.Errno) {
				got = append(got, b...)
				if st != 0 {
					errIs(t, st, uv.EOF)
					must(t, to.Close(nil))
				}
			}))
			run(t, to.loop)
			equal(t, got, data)
		}
	}
}

func TestSocketPairsAreNonBlockingWhereAsked(t *testing.T) {
	fds, err := SocketPair(unix.SOCK_STREAM, 0, false, true)
	must(t, err)
	for i, fd := range fds {
		flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
		must(t, err)
		equal(t, flags&unix.O_NONBLOCK != 0, i == 1)
		flags, err = unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
		must(t, err)
		equal(t, flags&unix.FD_CLOEXEC != 0, true)
		closeFd(fd)
	}
	if _, err = SocketPair(-1, 0, false, false); err == nil {
		t.Error("a socket of no type was made")
	}
}

func TestTraceTellsOfPipesByTheirPath(t *testing.T) {
	rec := trace.NewRecorder(trace.Options{})
	l := newLoop(t, Options{Trace: rec})
	t.Chdir(filepath.Dir(socketPath(t)))
	server := listenPipe(t, l, "s", func(server *Pipe) {
		c := newPipeHandle(t, l)
		must(t, server.Accept(c))
		must(t, server.Close(nil))
		readAll(t, &c.Stream, func([]byte, uv.Errno) { must(t, c.Close(nil)) })
	})
	client := newPipeHandle(t, l)
	must(t, client.Connect(&ConnectReq{}, "s", nil))
	must(t, client.Write(&WriteReq{}, [][]byte{[]byte("hello")}, func(uv.Errno) { must(t, client.Close(nil)) }))
	id := server.ID()
	run(t, l)
	var said []string
	_, recs := rec.All()
	for i := range recs {
		said = append(said, trace.Sentence(&recs[i], rec.Label))
	}
	for _, want := range []string{
		fmt.Sprintf(`Pipe %v "s" is started.`, id),
		fmt.Sprintf(`Pipe %v "s" is readable.`, id),
		fmt.Sprintf(`Pipe %v "s" is closed; its close callback runs in the closing phase.`, id),
		fmt.Sprintf("The close callback of pipe %v runs: it is gone now.", id),
		`Connect request #3 "s" is submitted.`,
		"Write request #4 is called back with 5 bytes.",
		"Pipe #5 is called with 5 bytes.",
		"Pipe #5 is told EOF: end of file.",
	} {
		if !slices.Contains(said, want) {
			t.Errorf("nobody said: %s", want)
		}
	}
	if t.Failed() {
		t.Log(strings.Join(said, "\n"))
	}
}
