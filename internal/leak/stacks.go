package leak

import (
	"runtime"
	"strings"
)

// stacks returns the stack of every goroutine but the caller's, as the runtime
// prints them.
func stacks() []string {
	buf := make([]byte, 1<<18)
	for {
		n := runtime.Stack(buf, true)
		if n < len(buf) {
			all := strings.Split(strings.TrimSpace(string(buf[:n])), "\n\n")
			return all[1:]
		}
		buf = make([]byte, 2*len(buf))
	}
}
