package loop

import (
	"strings"

	"github.com/loopground/loopground/loop/uv"
)

// Pipe is a Unix domain socket, stream or server, or one end of a pipe.
// libuv: uv_pipe_t.
type Pipe struct {
	Stream
	files       PipeFiles
	path        string // of the socket file that Close removes
	bound, peer string // names, where files are not the system's
}

// NewPipe makes a pipe handle. ENOTSUP: ipc, since handles cannot be passed.
// libuv: uv_pipe_init.
func (l *Loop) NewPipe(ipc bool) (*Pipe, error) {
	if ipc {
		return nil, uv.ENOTSUP.Err()
	}
	p := &Pipe{files: systemFiles{}}
	p.setUp(l, p, uv.NamedPipe)
	return p, nil
}

// Open makes an existing descriptor the handle's: a socket, a pipe, a FIFO. What
// it was opened for says whether it can be read and written. It is set
// non-blocking and is the handle's to close. Errors: EINVAL closing, EEXIST
// another handle of the loop watches it, EBUSY the handle has one; EBADF.
// libuv: uv_pipe_open.
func (p *Pipe) Open(fd int) error { return p.adopt(fd, true).Err() }

// PipeFlags change what Bind2 and Connect2 do.
type PipeFlags uint8

// PipeNoTruncate refuses a path that is too long for an address.
// libuv: UV_PIPE_NO_TRUNCATE.
const PipeNoTruncate PipeFlags = 1

// MaxPipePath is how many bytes of a path an address holds.
const MaxPipePath = maxSocketPath

// Bind makes a socket with a file. See Bind2; the end of a path that is too long
// is cut off. libuv: uv_pipe_bind.
func (p *Pipe) Bind(path string) error {
	if isAbstract(path) {
		return uv.EINVAL.Err()
	}
	return p.Bind2(path, 0)
}

// Bind2 makes a socket with a file at path, which Close removes. On Linux a path
// that begins with a NUL is a name in the abstract namespace, without a file.
// Errors: EINVAL closing, bound already, no path, a NUL in it, unknown flags, or
// longer than MaxPipePath with PipeNoTruncate; EADDRINUSE the file exists;
// EACCES not allowed, or a directory of the path does not exist; what socket and
// bind answer. libuv: uv_pipe_bind2.
func (p *Pipe) Bind2(path string, flags PipeFlags) error {
	path, err := pipePath(path, flags)
	if err != 0 {
		return err.Err()
	}
	if p.closing || p.watcher.fd >= 0 {
		return uv.EINVAL.Err()
	}
	fd, err := newUnixSocket()
	if err != 0 {
		return err.Err()
	}
	bind := func(path string) uv.Errno { return bindUnix(fd, path) }
	if err = p.files.Bind(path, bind); err != 0 {
		closeFd(fd)
		if err == uv.ENOENT {
			err = uv.EACCES // as on Windows
		}
		return err.Err()
	}
	p.watcher.fd, p.bound = fd, path
	if !isAbstract(path) {
		p.path = path
	}
	p.name(path)
	return nil
}

func (p *Pipe) name(path string) {
	if p.loop.scope.on {
		p.label = p.loop.Intern(path)
	}
}

// pipePath checks a path, and cuts it where that is wanted.
func pipePath(path string, flags PipeFlags) (string, uv.Errno) {
	switch {
	case flags&^PipeNoTruncate != 0 || path == "":
		return "", uv.EINVAL
	case isAbstract(path) && !hasAbstract, strings.IndexByte(path[1:], 0) >= 0:
		return "", uv.EINVAL
	case len(path) <= MaxPipePath:
		return path, 0
	case flags&PipeNoTruncate != 0:
		return "", uv.EINVAL
	}
	return path[:MaxPipePath], 0
}

func isAbstract(path string) bool { return path != "" && path[0] == 0 }

// Listen waits for connections, as TCP.Listen does. Errors: EINVAL closing, no
// callback, or not bound; EADDRINUSE. libuv: uv_listen.
func (p *Pipe) Listen(backlog int, cb func(status uv.Errno)) error {
	if p.closing || cb == nil || p.watcher.fd < 0 {
		return uv.EINVAL.Err()
	}
	return p.listen(backlog, cb).Err()
}

// Accept takes the connection that was announced into a client, which must be
// new. Errors: EAGAIN there is none, EBUSY the client is in use, EINVAL another
// loop's or closing. libuv: uv_accept.
func (p *Pipe) Accept(client *Pipe) error {
	err := p.canAccept(&client.Stream)
	if err == 0 {
		p.hand(&client.Stream)
		client.files, client.bound = p.files, p.bound
	}
	return err.Err()
}

// Connect connects to a path. What is wrong with the path, or with connecting,
// shows in the callback, in the pending phase; see Connect2. Errors: EINVAL
// closing, EALREADY connecting, EBUSY the request is active.
// libuv: uv_pipe_connect.
func (p *Pipe) Connect(r *ConnectReq, path string, cb func(status uv.Errno)) error {
	if err := p.canConnect(r); err != 0 {
		return err.Err()
	}
	cut, err := pipePath(path, 0)
	if err == 0 && isAbstract(path) {
		err = uv.EINVAL
	}
	p.connect(r, cut, err, cb)
	return nil
}

// Connect2 connects to a path or, on Linux, an abstract name. The callback runs
// in poll, or in pending where connecting failed: ENOENT there is no file,
// ECONNREFUSED nobody listens, EACCES, EAGAIN the server's backlog is full,
// ENOTSOCK or EPROTOTYPE not such a socket. Errors: EINVAL closing, no path, a
// NUL in it, unknown flags, or longer than MaxPipePath with PipeNoTruncate;
// EALREADY connecting, EBUSY the request is active. libuv: uv_pipe_connect2.
func (p *Pipe) Connect2(r *ConnectReq, path string, flags PipeFlags, cb func(status uv.Errno)) error {
	path, err := pipePath(path, flags)
	if err == 0 {
		err = p.canConnect(r)
	}
	if err != 0 {
		return err.Err()
	}
	p.connect(r, path, 0, cb)
	return nil
}

func (p *Pipe) canConnect(r *ConnectReq) uv.Errno {
	switch {
	case p.closing:
		return uv.EINVAL
	case p.connecting != nil:
		return uv.EALREADY
	case r.active:
		return uv.EBUSY
	}
	return 0
}

// connect connects where err is 0, and submits the request in any case.
func (p *Pipe) connect(r *ConnectReq, path string, err uv.Errno, cb func(status uv.Errno)) {
	if err == 0 && p.watcher.fd < 0 {
		p.watcher.fd, err = newUnixSocket()
	}
	if err == 0 {
		err = p.files.Connect(path, func(path string) uv.Errno { return connectUnix(p.watcher.fd, path) })
	}
	if err == 0 {
		p.peer = path
		p.readable, p.writable = true, true
	}
	p.delayed = err
	p.beginConnect(r, path, cb)
}

// Close is Handle.Close; it removes the socket's file first, so that it cannot
// remove one that somebody else makes in its place.
func (p *Pipe) Close(cb func()) error {
	if !p.closing && p.path != "" {
		_ = p.files.Unlink(p.path) // gone, or no longer ours to remove
		p.path = ""
	}
	return p.Stream.Close(cb)
}

// Sockname is the path the handle is bound to; an abstract name begins with a
// NUL, "" is none. EBADF: no socket yet. libuv: uv_pipe_getsockname.
func (p *Pipe) Sockname() (string, error) {
	name, err := unixSockname(p.watcher.fd)
	return p.given(p.bound, name, err)
}

// Peername is the path the handle is connected to, as Sockname. Errors: EBADF no
// socket yet, ENOTCONN, ENOTSOCK. libuv: uv_pipe_getpeername.
func (p *Pipe) Peername() (string, error) {
	name, err := unixPeername(p.watcher.fd)
	return p.given(p.peer, name, err)
}

// Chmod lets everybody connect: mode is uv.Readable, uv.Writable or both, and is
// added to the file's. Errors: EBADF no socket, EINVAL another mode; those of
// stat and chmod, ENOENT without a file. libuv: uv_pipe_chmod.
func (p *Pipe) Chmod(mode uv.PollEvents) error {
	if p.watcher.fd < 0 {
		return uv.EBADF.Err()
	}
	var add uint32
	if mode&uv.Readable != 0 {
		add |= 0o444
	}
	if mode&uv.Writable != 0 {
		add |= 0o222
	}
	if add == 0 || mode&^(uv.Readable|uv.Writable) != 0 {
		return uv.EINVAL.Err()
	}
	path, err := p.Sockname()
	switch {
	case err != nil:
		return err
	case path == "" || isAbstract(path):
		return uv.ENOENT.Err()
	}
	return p.files.AddMode(path, add).Err()
}

// PendingInstances changes nothing: it is about the named pipes of Windows.
// libuv: uv_pipe_pending_instances.
func (p *Pipe) PendingInstances(int) {}

// PipeFds makes an anonymous pipe: read and write are its ends, for Pipe.Open or
// another program, closed on exec and the caller's to close. Those that a loop is
// to use have to be non-blocking, as Open makes them. Errors: EMFILE, ENFILE.
// libuv: uv_pipe.
func PipeFds(nonblockRead, nonblockWrite bool) (read, write int, err error) {
	fds, failed := newPipe([2]bool{nonblockRead, nonblockWrite})
	if failed != 0 {
		return -1, -1, failed.Err()
	}
	return fds[0], fds[1], nil
}

// SocketPair makes two connected Unix sockets, as PipeFds does. typ and protocol
// are the system's (syscall.SOCK_STREAM, 0). Errors: EMFILE, ENFILE, and those
// of an unknown type or protocol. libuv: uv_socketpair.
func SocketPair(typ, protocol int, nonblock0, nonblock1 bool) (fds [2]int, err error) {
	fds, failed := newSocketPair(typ, protocol, [2]bool{nonblock0, nonblock1})
	if failed != 0 {
		return [2]int{-1, -1}, failed.Err()
	}
	return fds, nil
}
