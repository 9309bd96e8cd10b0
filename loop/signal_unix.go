//go:build unix

package loop

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// watchable reports whether Go's runtime lets a program watch the signal. 32 to
// 34 are the C library's on Linux: 34 too, which only musl keeps for itself.
func watchable(signum int) bool {
	last := 32
	switch runtime.GOOS {
	case "linux", "android":
		last = 64
	case "darwin", "ios":
		last = 31
	}
	switch {
	case signum < 1 || signum > last || signum == int(unix.SIGKILL) || signum == int(unix.SIGSTOP):
		return false
	case runtime.GOOS == "linux":
		return signum < 32 || signum > 34
	}
	return true
}
