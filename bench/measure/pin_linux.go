package measure

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// Pin keeps the calling goroutine on a thread of its own, and that on the nth
// of the cores that the process may use, if it may use so many.
func Pin(nth int) error {
	runtime.LockOSThread()
	var may, one unix.CPUSet
	if err := unix.SchedGetaffinity(0, &may); err != nil {
		return err
	}
	for cpu := range len(may) * 64 {
		if !may.IsSet(cpu) {
			continue
		}
		if nth == 0 {
			one.Set(cpu)
			return unix.SchedSetaffinity(0, &one)
		}
		nth--
	}
	return nil
}
