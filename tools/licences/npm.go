package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

type packageJSON struct {
	Version         string            `json:"version"`
	License         string            `json:"license"`
	DevDependencies map[string]string `json:"devDependencies"`
}

// npmPackages describes packages of web/ui/node_modules.
func npmPackages(root string, names []string) ([]part, error) {
	var parts []part
	for _, name := range names {
		dir := filepath.Join(root, "web", "ui", "node_modules", filepath.FromSlash(name))
		pkg, err := readPackage(dir)
		if err != nil {
			return nil, err
		}
		text, err := licenceText(dir)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		parts = append(parts, part{name: name, version: pkg.Version, spdx: pkg.License, text: text})
	}
	return parts, nil
}

// buildTools lists what builds and tests the project: the direct requirements
// of tools/go.mod and the development dependencies of the page.
func buildTools(root string) ([]part, error) {
	parts, err := toolModules(root)
	if err != nil {
		return nil, err
	}
	ui, err := readPackage(filepath.Join(root, "web", "ui"))
	if err != nil {
		return nil, err
	}
	var names []string
	for name := range ui.DevDependencies {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		pkg, err := readPackage(filepath.Join(root, "web", "ui", "node_modules", filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		parts = append(parts, part{name: name, version: pkg.Version, spdx: pkg.License})
	}
	return parts, nil
}

func readPackage(dir string) (packageJSON, error) {
	var pkg packageJSON
	data, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return pkg, err
	}
	if err := json.Unmarshal(data, &pkg); err != nil {
		return pkg, fmt.Errorf("%s: %w", dir, err)
	}
	return pkg, nil
}
