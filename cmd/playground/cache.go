package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/loopground/loopground/host"
)

// newRuntime makes a runtime that keeps compiled code in the user's cache
// folder, so that a guest compiles once. A folder that cannot be trusted or
// made is said once, and the guest runs without it. strangers: the guests are
// not the user's own, and compile in a child.
func (p *program) newRuntime(strangers bool) (*host.Runtime, error) {
	o := host.Options{CompileInChild: strangers}
	if !strangers {
		o.TableElements = host.RunLimits().TableElements
	}
	base, err := os.UserCacheDir()
	if err != nil {
		return host.New(o) // no home: nothing to keep
	}
	dir := filepath.Join(base, "loopground", "code")
	kept := o
	kept.CacheDir = dir
	rt, err := host.New(kept)
	if err == nil {
		return rt, nil
	}
	fmt.Fprintf(p.stderr, "playground: compiled code is not kept: %v\n", err)
	return host.New(o)
}
