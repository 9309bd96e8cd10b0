package loop

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/loopground/loopground/loop/uv"
)

func TestAbstractNamesHaveNoFile(t *testing.T) {
	l := newLoop(t, Options{})
	name := "\x00loopground " + filepath.Base(filepath.Dir(socketPath(t)))
	server := newPipeHandle(t, l)
	must(t, server.Bind2(name, 0))
	got, err := server.Sockname()
	must(t, err)
	equal(t, got, name)
	errIs(t, server.Chmod(uv.Readable), uv.ENOENT)
	must(t, server.Listen(1, func(st uv.Errno) {
		c := newPipeHandle(t, l)
		must(t, server.Accept(c))
		must(t, c.Close(nil))
		must(t, server.Close(nil))
	}))
	c := newPipeHandle(t, l)
	must(t, c.Connect2(&ConnectReq{}, name, PipeNoTruncate, func(st uv.Errno) {
		must(t, st.Err())
		got, err := c.Peername()
		must(t, err)
		equal(t, got, name)
		must(t, c.Close(nil))
	}))
	run(t, l)
	errIs(t, newPipeHandle(t, l).Bind2("\x00a\x00b", 0), uv.EINVAL)
}

// x/sys takes a leading @ for an abstract name; libuv does not.
func TestFileWhoseNameBeginsWithAnAtSign(t *testing.T) {
	t.Chdir(filepath.Dir(socketPath(t)))
	l := newLoop(t, Options{})
	p := newPipeHandle(t, l)
	must(t, p.Bind("@s"))
	_, err := os.Stat("@s")
	must(t, err)
	got, err := p.Sockname()
	must(t, err)
	equal(t, got, "@s")
	must(t, p.Close(nil))
	_, err = os.Stat("@s")
	errIs(t, err, uv.ENOENT)
}
