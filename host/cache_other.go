//go:build !unix

package host

import "os"

func ownDir(dir string) error { return os.MkdirAll(dir, 0o700) }
