//go:build !linux

package measure

// ThreadCPU is the CPU time of the process, ns: this system's clock of a thread
// is not asked.
func ThreadCPU() uint64 { return cpu() }
