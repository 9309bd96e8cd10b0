package measure

import "golang.org/x/sys/unix"

// ThreadCPU is the CPU time of the calling thread, ns.
func ThreadCPU() uint64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		return 0
	}
	return uint64(t.Nano())
}
