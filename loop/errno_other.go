//go:build !unix

package loop

import (
	"errors"
	"io/fs"

	"github.com/loopground/loopground/loop/uv"
)

// Errno finds libuv's number of an error: a uv.Errno, wrapped or not, or one of
// the errors of io/fs. 0 for nil, uv.UNKNOWN for any other.
// libuv: uv_translate_sys_error.
func Errno(err error) uv.Errno {
	var known uv.Errno
	switch {
	case err == nil:
		return 0
	case errors.As(err, &known):
		return known
	case errors.Is(err, fs.ErrNotExist):
		return uv.ENOENT
	case errors.Is(err, fs.ErrExist):
		return uv.EEXIST
	case errors.Is(err, fs.ErrPermission):
		return uv.EACCES
	}
	return uv.UNKNOWN
}
