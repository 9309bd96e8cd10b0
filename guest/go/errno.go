package uv

import (
	"io"
	"io/fs"
	"strconv"
)

// Errno is an error number of libuv's. Compare with == or, for the errors that
// package fs and io name, with errors.Is. The end of a stream or file is io.EOF
// itself, never an Errno.
type Errno int32

// Name is the symbolic name, such as "EADDRINUSE". libuv: uv_err_name.
func (e Errno) Name() string {
	if name, _ := e.text(); name != "" {
		return name
	}
	return "Unknown system error " + strconv.Itoa(int(e))
}

// Message is the description in words. libuv: uv_strerror.
func (e Errno) Message() string {
	if _, message := e.text(); message != "" {
		return message
	}
	return "Unknown system error " + strconv.Itoa(int(e))
}

// Error gives name and message, such as "EADDRINUSE: address already in use".
func (e Errno) Error() string { return e.Name() + ": " + e.Message() }

// Is lets errors.Is compare with the errors of io and io/fs.
func (e Errno) Is(target error) bool {
	switch target {
	case fs.ErrNotExist:
		return e == ENOENT
	case fs.ErrExist:
		return e == EEXIST || e == ENOTEMPTY
	case fs.ErrPermission:
		return e == EACCES || e == EPERM
	case io.EOF:
		return e == EOF
	}
	return false
}

// failed is the error of a call that answers less than 0, nil otherwise.
func failed[T int32 | int64](result T) error {
	switch {
	case result >= 0:
		return nil
	case result == T(EOF):
		return io.EOF
	default:
		return Errno(result)
	}
}
