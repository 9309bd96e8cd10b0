package uv

import (
	"io"
	"io/fs"
	"strconv"
)

// Errno is a libuv error number: 0 for success, negative for an error. As an
// error it says name and message; Err turns 0 into nil.
type Errno int32

type errnoRow struct {
	num     Errno
	name    string
	message string
}

// errnoIndex finds a row by its number, and errnoErrors holds each number as
// an error value, so that Err never allocates. Both are fixed when the program
// starts and never written again.
var errnoIndex, errnoErrors = indexErrnos()

func indexErrnos() (map[Errno]*errnoRow, map[Errno]error) {
	rows := make(map[Errno]*errnoRow, len(errnoTable))
	errs := make(map[Errno]error, len(errnoTable))
	for i := range errnoTable {
		rows[errnoTable[i].num] = &errnoTable[i]
		errs[errnoTable[i].num] = errnoTable[i].num
	}
	return rows, errs
}

// Name is the symbolic name, such as "EADDRINUSE". libuv: uv_err_name.
func (e Errno) Name() string {
	if e == 0 {
		return "OK"
	}
	if r := errnoIndex[e]; r != nil {
		return r.name
	}
	return "Unknown system error " + strconv.Itoa(int(e))
}

// Message is the description in words. libuv: uv_strerror.
func (e Errno) Message() string {
	if e == 0 {
		return "success"
	}
	if r := errnoIndex[e]; r != nil {
		return r.message
	}
	return "Unknown system error " + strconv.Itoa(int(e))
}

// Error gives name and message, such as "EADDRINUSE: address already in use".
func (e Errno) Error() string { return e.Name() + ": " + e.Message() }

// Err is nil for 0 and the number itself otherwise. It does not allocate for
// numbers of the table.
func (e Errno) Err() error {
	if e == 0 {
		return nil
	}
	if err := errnoErrors[e]; err != nil {
		return err
	}
	return e
}

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

// Errnos calls f for each number of the table, in its order.
func Errnos(f func(num Errno, name, message string)) {
	for _, r := range errnoTable {
		f(r.num, r.name, r.message)
	}
}

// ErrnoByName is the number of a symbolic name, and whether there is one.
func ErrnoByName(name string) (Errno, bool) {
	for _, r := range errnoTable {
		if r.name == name {
			return r.num, true
		}
	}
	return 0, false
}
