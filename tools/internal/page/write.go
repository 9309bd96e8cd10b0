package page

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// Keep is the one file of web/ui/dist that is committed: without it go:embed
// finds nothing in a fresh checkout.
const Keep = "placeholder.txt"

// Write makes dist hold the bundle and nothing else. A file that is the same
// already is left alone, so that Go's build cache stays good.
func (b *Bundle) Write(root string) error {
	dist := filepath.Join(root, "web", "ui", "dist")
	if err := b.removeStale(dist); err != nil {
		return err
	}
	for name, data := range b.Files {
		path := filepath.Join(dist, filepath.FromSlash(name))
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, data) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return fmt.Errorf("writing the page: %w", err)
		}
	}
	return nil
}

func (b *Bundle) removeStale(dist string) error {
	return filepath.WalkDir(dist, func(path string, d os.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dist, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if _, ok := b.Files[name]; ok || name == Keep {
			return nil
		}
		return os.Remove(path)
	})
}
