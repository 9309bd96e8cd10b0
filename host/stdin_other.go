//go:build !unix

package host

func pollIn(int, int) bool { return true }
