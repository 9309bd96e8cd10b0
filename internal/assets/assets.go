// Package assets builds what is embedded and not committed: the sample guests
// and the archive of the Go SDK, in samples/built.
//
// It needs Go and, for the guests in WebAssembly text, Node with the package
// wabt. Nothing is fetched.
package assets

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Options say where things are.
type Options struct {
	Root string    // of the repository
	Wabt string    // folder of the npm package wabt; "": web/ui/node_modules/wabt
	Log  io.Writer // gets a line for each thing built; nil: none
}

func (o Options) path(elem ...string) string {
	return filepath.Join(append([]string{o.Root}, elem...)...)
}

func (o Options) built(elem ...string) string {
	return filepath.Join(append([]string{o.Root, "samples", "built"}, elem...)...)
}

func (o Options) logf(format string, args ...any) {
	if o.Log != nil {
		fmt.Fprintf(o.Log, format+"\n", args...)
	}
}

// Build builds everything.
func Build(o Options) error {
	if _, err := os.Stat(o.path("samples", "go", "go.mod")); err != nil {
		return fmt.Errorf("%s is not the root of the repository: %w", o.Root, err)
	}
	if err := sdkArchive(o); err != nil {
		return fmt.Errorf("archive of the Go SDK: %w", err)
	}
	return buildSamples(o)
}

// write writes a file where it differs, so that what depends on it is not
// built again without need.
func write(path string, data []byte) error {
	if have, err := os.ReadFile(path); err == nil && bytes.Equal(have, data) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}

// pack compresses; the same bytes give the same result at any time.
func pack(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// copyTree copies the files below a folder, if it exists.
func copyTree(from, to string) error {
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return write(filepath.Join(to, rel), data)
	})
	if os.IsNotExist(err) {
		return nil
	}
	return err
}
