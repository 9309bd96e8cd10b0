//go:build !linux

package host

import "github.com/loopground/loopground/loop/uv"

// Without /proc a path may be changed between the look at it and its use, and
// lead out of the granted directory.

func (m *mount) bindSocket(string, func(string) uv.Errno) error { return uv.ENOTSUP }

func (m *mount) connectSocket(string, func(string) uv.Errno) error { return uv.ENOTSUP }
