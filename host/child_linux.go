package host

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// limitMemory bounds addresses, above those that the program has taken already.
func limitMemory() {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return
	}
	pages, _, _ := strings.Cut(string(text), " ")
	n, err := strconv.ParseUint(pages, 10, 64)
	if err != nil {
		return
	}
	most := n*uint64(os.Getpagesize()) + childMemory
	_ = unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: most, Max: most})
}
