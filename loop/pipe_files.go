package loop

import "github.com/loopground/loopground/loop/uv"

// PipeFiles is where the socket files of pipe handles lie, for a host that has
// rules about paths. A name is what Bind2 or Connect2 was given. The path that is
// passed on is the system's; it is used during the call and told to nobody.
type PipeFiles interface {
	// Bind calls bind with a path at which the file name is to be made.
	Bind(name string, bind func(path string) uv.Errno) uv.Errno
	// Connect calls connect with a path of the socket name.
	Connect(name string, connect func(path string) uv.Errno) uv.Errno
	// Unlink removes the file of a socket that closes.
	Unlink(name string) uv.Errno
	// AddMode adds permissions to the file.
	AddMode(name string, mode uint32) uv.Errno
}

// SetFiles has the handle, and connections that are accepted into it, use f. The
// names it tells are those that it was given. It is called before anything else.
func (p *Pipe) SetFiles(f PipeFiles) { p.files = f }

// systemFiles are paths as the system has them.
type systemFiles struct{}

func (systemFiles) Bind(name string, bind func(path string) uv.Errno) uv.Errno { return bind(name) }

func (systemFiles) Connect(name string, connect func(path string) uv.Errno) uv.Errno {
	return connect(name)
}

func (systemFiles) Unlink(name string) uv.Errno { return osFiles{}.Unlink(name) }

func (systemFiles) AddMode(name string, mode uint32) uv.Errno { return addMode(name, mode) }

// given is the name that f's user knows the socket by, where the system has told
// another one.
func (p *Pipe) given(name, system string, err uv.Errno) (string, error) {
	if _, plain := p.files.(systemFiles); !plain && err == 0 {
		return name, nil
	}
	return system, err.Err()
}
