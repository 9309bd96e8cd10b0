//go:build unix

package host

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// lockFile locks a file for as long as it is open here; false: another process has.
func lockFile(f *os.File) bool { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil }

// isOwn tells whether a directory is this user's and nobody else may change it.
func isOwn(dir string) bool {
	info, err := os.Lstat(dir)
	return err == nil && info.IsDir() && info.Mode().Perm() == 0o700 && ownDir(dir) == nil
}

// ownDir makes a directory that only this user may change.
func ownDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	s, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !info.IsDir():
		return fs.ErrInvalid
	case !ok || int(s.Uid) != os.Getuid():
		return errors.New("another user owns it, and what lies in it is executed")
	case info.Mode().Perm()&0o077 != 0:
		return errors.New("others may use it, and what lies in it is executed: chmod 700")
	}
	return nil
}
