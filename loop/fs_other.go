//go:build !unix

package loop

import "github.com/loopground/loopground/loop/uv"

// fsOps is empty: every file request answers ENOSYS.
var fsOps [uv.FsLutime + 1]fsDo

type osFiles struct{ FileSystem }

type dirStream struct{}

// Close answers ENOSYS: there are no directories to close.
func (d *Dir) Close() error { return uv.ENOSYS.Err() }
