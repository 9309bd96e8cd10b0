package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/loopground/loopground/host"
)

// newRuntime makes a runtime that keeps compiled code in the user's cache
// folder, so that a guest compiles once. A folder that cannot be trusted or
// made is said once, and the guest runs without it.
func (p *program) newRuntime() (*host.Runtime, error) {
	base, err := os.UserCacheDir()
	if err != nil {
		return host.New(host.Options{}) // no home: nothing to keep
	}
	dir := filepath.Join(base, "loopground", "code")
	rt, err := host.New(host.Options{CacheDir: dir})
	if err == nil {
		return rt, nil
	}
	fmt.Fprintf(p.stderr, "playground: compiled code is not kept: %v\n", err)
	return host.New(host.Options{})
}
