//go:build !unix

package sys

import "syscall"

// MaxIov is how many buffers one Writev takes.
const MaxIov = 1

// Read and the others answer ENOSYS: this system is not supported.
func Read(int, []byte) (int, syscall.Errno)     { return 0, syscall.ENOSYS }
func Writev(int, [][]byte) (int, syscall.Errno) { return 0, syscall.ENOSYS }
