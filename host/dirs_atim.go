//go:build linux || openbsd || dragonfly || solaris || aix

package host

import (
	"syscall"

	"github.com/loopground/loopground/loop"
)

// statTimes tells the times; the time of birth, where it is not known, is that
// of the last change, as libuv has it.
func statTimes(s *syscall.Stat_t, st *loop.Stat) {
	st.Atime, st.Mtime, st.Ctime = timespec(s.Atim), timespec(s.Mtim), timespec(s.Ctim)
	st.Birthtime = st.Ctime
}
