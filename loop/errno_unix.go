//go:build unix

package loop

import (
	"errors"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop/uv"
)

const (
	errAgain = unix.EAGAIN
	errIntr  = unix.EINTR
)

// Errno finds libuv's number of an error: a uv.Errno or an error of the
// operating system, wrapped or not. 0 for nil, uv.UNKNOWN for any other.
// libuv: uv_translate_sys_error.
func Errno(err error) uv.Errno {
	if err == nil {
		return 0
	}
	var known uv.Errno
	if errors.As(err, &known) {
		return known
	}
	var sys syscall.Errno
	if errors.As(err, &sys) {
		return errnoOf(sys)
	}
	return uv.UNKNOWN
}

func errno(err error) uv.Errno {
	if err == nil {
		return 0
	}
	if e, ok := err.(syscall.Errno); ok {
		return errnoOf(e)
	}
	return Errno(err)
}

// errnoOf translates by name: the numbers of systems differ, libuv's on the
// wire and in the trace do not.
func errnoOf(e syscall.Errno) uv.Errno {
	if e == 0 {
		return 0
	}
	if num, ok := uv.ErrnoByName(unix.ErrnoName(e)); ok {
		return num
	}
	switch e {
	case unix.EOPNOTSUPP:
		return uv.ENOTSUP
	case unix.EWOULDBLOCK:
		return uv.EAGAIN
	}
	return uv.UNKNOWN
}
