//go:build unix

package host

import (
	"math"

	"golang.org/x/sys/unix"
)

// reserve takes addresses that nothing may touch yet, and no memory.
func reserve(size uint64) ([]byte, error) {
	if size == 0 {
		return nil, nil
	}
	if size > math.MaxInt {
		return nil, unix.ENOMEM
	}
	return unix.Mmap(-1, 0, int(size), unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON)
}

// commit makes [from, to) usable; it reads as zeros.
func commit(full []byte, from, to uint64) error {
	return unix.Mprotect(full[from:to], unix.PROT_READ|unix.PROT_WRITE)
}

func unreserve(full []byte) {
	if len(full) > 0 {
		_ = unix.Munmap(full) // it was mapped: there is nothing it can fail with
	}
}
