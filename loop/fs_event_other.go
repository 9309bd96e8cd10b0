//go:build !linux

package loop

import "github.com/loopground/loopground/loop/uv"

// Elsewhere no fs_event handle can be started; FSEvent.Start says why.

type inotify struct{}

type pathWatch struct{}

func (l *Loop) watchPath(*FSEvent) uv.Errno { return uv.ENOSYS }

func (l *Loop) unwatchPath(*FSEvent) {}

func (n *inotify) close() {}
