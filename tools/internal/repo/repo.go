// Package repo finds the checkout that a tool works on.
package repo

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
)

var moduleLine = []byte("module github.com/loopground/loopground\n")

// Root returns the folder of the main module: the working directory or the
// nearest one above it.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if mod, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil && bytes.HasPrefix(mod, moduleLine) {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("not in a checkout of loopground: no folder above holds its go.mod")
		}
		dir = up
	}
}
