//go:build unix

package loop

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/loopground/loopground/loop/uv"
)

// below keeps sockets in a directory and calls them by their names in it.
type below struct{ dir string }

func (b below) at(name string) string { return filepath.Join(b.dir, name) }

func (b below) Bind(name string, bind func(string) uv.Errno) uv.Errno { return bind(b.at(name)) }

func (b below) Connect(name string, connect func(string) uv.Errno) uv.Errno {
	return connect(b.at(name))
}

func (b below) Unlink(name string) uv.Errno { return osFiles{}.Unlink(b.at(name)) }

func (b below) AddMode(name string, mode uint32) uv.Errno { return addMode(b.at(name), mode) }

func TestPipesKnowTheNamesTheyWereGiven(t *testing.T) {
	l := newLoop(t, Options{})
	files := below{filepath.Dir(socketPath(t))}
	server, client, conn := newPipeHandle(t, l), newPipeHandle(t, l), newPipeHandle(t, l)
	server.SetFiles(files)
	client.SetFiles(files)
	must(t, server.Bind("sock"))
	must(t, server.Chmod(uv.Writable|uv.Readable))
	name := func(got string, err error) string {
		must(t, err)
		return got
	}
	equal(t, name(server.Sockname()), "sock")
	met := 0
	meet := func() {
		if met++; met == 2 {
			closeAll(l)
		}
	}
	must(t, server.Listen(1, func(status uv.Errno) {
		equal(t, status, 0)
		must(t, server.Accept(conn))
		equal(t, name(conn.Sockname()), "sock")
		equal(t, name(conn.Peername()), "")
		meet()
	}))
	must(t, client.Connect(&ConnectReq{}, "sock", func(status uv.Errno) {
		equal(t, status, 0)
		equal(t, name(client.Peername()), "sock")
		equal(t, name(client.Sockname()), "")
		meet()
	}))
	run(t, l)
	var st Stat
	equal(t, osFiles{}.Stat(files.at("sock"), true, &st), uv.ENOENT)
}

func TestASinkTakesWhatIsWritten(t *testing.T) {
	l := newLoop(t, Options{})
	p := newPipeHandle(t, l)
	var got string
	answer := uv.Errno(0)
	must(t, p.OpenSink(func(bufs [][]byte) (int, uv.Errno) {
		if answer != 0 {
			return 0, answer
		}
		for _, b := range bufs {
			got += string(b)
		}
		return length(bufs), 0
	}))
	errIs(t, p.OpenSink(func([][]byte) (int, uv.Errno) { return 0, 0 }), uv.EBUSY)
	equal(t, p.Readable(), false)
	equal(t, p.Writable(), true)
	var statuses []uv.Errno
	note := func(status uv.Errno) { statuses = append(statuses, status) }
	must(t, p.Write(&WriteReq{}, [][]byte{[]byte("a"), []byte("b")}, note))
	equal(t, got, "ab")
	equal(t, len(statuses), 0)
	run(t, l)
	n, err := p.TryWrite([][]byte{[]byte("c")})
	must(t, err)
	equal(t, n, 1)
	answer = uv.EPIPE
	must(t, p.Write(&WriteReq{}, [][]byte{[]byte("d")}, note))
	run(t, l)
	equal(t, statuses, []uv.Errno{0, uv.EPIPE})
	equal(t, got, "abc")
}

// A stream that blocks for a peer which never reads lets go when the loop is
// interrupted, and goes on in poll.
func TestInterruptEndsABlockingWrite(t *testing.T) {
	l := newLoop(t, Options{})
	fds, err := SocketPair(1, 0, true, true)
	must(t, err)
	defer closeFd(fds[1])
	p := newPipeHandle(t, l)
	must(t, p.Open(fds[0]))
	must(t, p.SetBlocking(true))
	time.AfterFunc(time.Millisecond, l.Interrupt)
	status := uv.Errno(1)
	must(t, p.Write(&WriteReq{}, [][]byte{make([]byte, 8<<20)}, func(s uv.Errno) { status = s }))
	if p.WriteQueueSize() == 0 {
		t.Error("all is written, and nobody reads")
	}
	must(t, p.Close(nil))
	run(t, l)
	equal(t, status, uv.ECANCELED)
}
