//go:build unix

package host

import "golang.org/x/sys/unix"

// limitChild bounds what compiling may take of the machine. Where the system
// refuses, the parent's clock is left.
func limitChild() {
	const most = 240 // of all processors together, four times childTime
	seconds := unix.Rlimit{Cur: most, Max: most}
	_ = unix.Setrlimit(unix.RLIMIT_CPU, &seconds)
	none := unix.Rlimit{}
	_ = unix.Setrlimit(unix.RLIMIT_CORE, &none)
	limitMemory()
}
