package main

import (
	"archive/tar"
	"compress/gzip"
	"os"
	"path"
	"path/filepath"
)

// archive packs the program and what must come with it into NAME.tar.gz. Times
// and owners are left out: the same source gives the same bytes.
func archive(root, dist, name string) (err error) {
	out, err := os.Create(filepath.Join(dist, name+".tar.gz"))
	if err != nil {
		return err
	}
	defer func() {
		if errClose := out.Close(); err == nil {
			err = errClose
		}
	}()
	zip := gzip.NewWriter(out)
	tw := tar.NewWriter(zip)
	for _, f := range []struct {
		from, to string
		mode     int64
	}{
		{filepath.Join(dist, name), "playground", 0o755},
		{filepath.Join(root, "README.md"), "README.md", 0o644},
		{filepath.Join(root, "LICENSE"), "LICENSE", 0o644},
		{filepath.Join(root, "docs", "third-party-licences.md"), "third-party-licences.md", 0o644},
	} {
		if err := add(tw, f.from, path.Join(name, f.to), f.mode); err != nil {
			return err
		}
	}
	if err := tw.Close(); err != nil {
		return err
	}
	return zip.Close()
}

func add(tw *tar.Writer, from, to string, mode int64) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	header := &tar.Header{Name: to, Mode: mode, Size: int64(len(data)), Typeflag: tar.TypeReg}
	if err := tw.WriteHeader(header); err != nil {
		return err
	}
	_, err = tw.Write(data)
	return err
}
