//go:build darwin || freebsd || netbsd

package host

import (
	"syscall"

	"github.com/loopground/loopground/loop"
)

// statTimes tells the times.
func statTimes(s *syscall.Stat_t, st *loop.Stat) {
	st.Atime, st.Mtime, st.Ctime = timespec(s.Atimespec), timespec(s.Mtimespec), timespec(s.Ctimespec)
	st.Birthtime = timespec(s.Birthtimespec)
}
