package main

import (
	"bytes"
	"debug/elf"
	"errors"
	"os"
)

// verify checks that the binary at path holds the page and, if it is for Linux,
// that it loads nothing else when it starts.
func verify(path string, script []byte) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if !bytes.Contains(data, script) {
		return errors.New("the page is not inside")
	}
	if !bytes.HasPrefix(data, []byte(elf.ELFMAG)) {
		return nil // macOS has no static binaries: libSystem is the system's interface
	}
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		return err
	}
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			return errors.New("it is not static: it asks for a loader")
		}
	}
	return nil
}
