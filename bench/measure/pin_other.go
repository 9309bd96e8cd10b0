//go:build !linux

package measure

import "runtime"

// Pin keeps the calling goroutine on a thread of its own; this system gives it
// no core.
func Pin(int) error {
	runtime.LockOSThread()
	return nil
}
