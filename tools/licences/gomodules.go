package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// goItself stands for the standard library, which has the licence of all
// golang.org/x modules. Its version is that of whoever compiles.
const goItself = "Go"

type goModule struct {
	Path, Version, Dir string
	Main               bool
	Indirect           bool
}

// goModules lists what a release compiles into the program on any system.
func goModules(root string) ([]part, error) {
	found := map[string]goModule{}
	for _, goos := range []string{"linux", "darwin"} {
		cmd := exec.Command("go", "list", "-deps", "-json=Module", "./cmd/playground")
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "GOOS="+goos, "CGO_ENABLED=0")
		err := decode(cmd, func(dec *json.Decoder) error {
			var p struct{ Module *goModule }
			if err := dec.Decode(&p); err != nil {
				return err
			}
			if p.Module != nil && !p.Module.Main {
				found[p.Module.Path] = *p.Module
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	parts := []part{}
	for _, path := range slices.Sorted(maps.Keys(found)) {
		p, err := modulePart(found[path])
		if err != nil {
			return nil, err
		}
		if path == "golang.org/x/sys" {
			parts = append(parts, part{name: goItself, version: "the compiler's", spdx: p.spdx, text: p.text})
		}
		parts = append(parts, p)
	}
	return parts, nil
}

func modulePart(m goModule) (part, error) {
	text, err := licenceText(m.Dir)
	if err != nil {
		return part{}, fmt.Errorf("%s: %w", m.Path, err)
	}
	return part{name: m.Path, version: m.Version, spdx: recognise(text), text: text}, nil
}

// toolModules lists what the tools module asks for itself.
func toolModules(root string) ([]part, error) {
	direct, err := directRequirements(filepath.Join(root, "tools"))
	if err != nil {
		return nil, err
	}
	var parts []part
	for _, m := range direct {
		cmd := exec.Command("go", "mod", "download", "-json", m.Path+"@"+m.Version)
		cmd.Dir = filepath.Join(root, "tools")
		err := decode(cmd, func(dec *json.Decoder) error { return dec.Decode(&m) })
		if err != nil {
			return nil, err
		}
		p, err := modulePart(m)
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	return parts, nil
}

// directRequirements reads which modules the go.mod in dir requires for its own
// sake: what its packages import and its tool lines name.
func directRequirements(dir string) ([]goModule, error) {
	cmd := exec.Command("go", "mod", "edit", "-json")
	cmd.Dir = dir
	var mod struct {
		Require []goModule
		Tool    []struct{ Path string }
	}
	err := decode(cmd, func(dec *json.Decoder) error { return dec.Decode(&mod) })
	if err != nil {
		return nil, err
	}
	var direct []goModule
	for _, m := range mod.Require {
		isTool := slices.ContainsFunc(mod.Tool, func(t struct{ Path string }) bool {
			return strings.HasPrefix(t.Path, m.Path+"/")
		})
		if !m.Indirect || isTool {
			direct = append(direct, m)
		}
	}
	return direct, nil
}

// decode runs cmd and calls next for each JSON value that it prints.
func decode(cmd *exec.Cmd, next func(*json.Decoder) error) error {
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", cmd, err, stderr.String())
	}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		if err := next(dec); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("%s: %w", cmd, err)
		}
	}
}
