package assets

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
)

// sdkFile is the archive from which `playground new go` writes the SDK into a
// new guest's folder. A module cannot embed files of another one.
const sdkFile = "sdk-go.zip"

// sdkArchive packs the sources of guest/go without their tests. Entries have
// no time, so that the same sources give the same archive.
func sdkArchive(o Options) error {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	files := []string{o.path("LICENSE")}
	for _, pattern := range []string{"*.go", "go.mod", "README.md"} {
		found, err := filepath.Glob(o.path("guest", "go", pattern))
		if err != nil {
			return err
		}
		files = append(files, found...)
	}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		data, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		w, err := z.Create(filepath.Base(f))
		if err != nil {
			return err
		}
		if _, err := w.Write(data); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	o.logf("%-14s %4d KB", sdkFile, b.Len()>>10)
	return write(o.built(sdkFile), b.Bytes())
}
