//go:build !unix

package host

import "os"

func ownDir(dir string) error { return os.MkdirAll(dir, 0o700) }

// lockFile finds every file in use, so that nothing of others is removed.
func lockFile(*os.File) bool { return false }

func isOwn(string) bool { return false }
