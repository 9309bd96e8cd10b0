//go:build unix

package measure

import "golang.org/x/sys/unix"

// cpu is the user and system time of the process, ns.
func cpu() uint64 {
	var ru unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &ru); err != nil {
		return 0
	}
	return uint64(ru.Utime.Nano()) + uint64(ru.Stime.Nano())
}
