package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestVerifyWantsThePage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "playground")
	write(t, path, "some program with page() inside")
	if err := verify(path, []byte("page()")); err != nil {
		t.Errorf("verify of a binary with the page: %v", err)
	}
	if err := verify(path, []byte("other()")); err == nil {
		t.Error("verify missed that the page is not inside")
	}
}

func TestArchiveIsWholeAndRepeatable(t *testing.T) {
	root := t.TempDir()
	dist := filepath.Join(root, "dist")
	for _, name := range []string{"dist/p", "README.md", "LICENSE", "docs/third-party-licences.md"} {
		write(t, filepath.Join(root, name), "content of "+name)
	}
	var files [2][]byte
	for i := range files {
		if err := archive(root, dist, "p"); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join(dist, "p.tar.gz"))
		if err != nil {
			t.Fatal(err)
		}
		files[i] = data
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("two archives of the same files differ")
	}
	want := []string{
		"-rwxr-xr-x p/playground", "-rw-r--r-- p/README.md",
		"-rw-r--r-- p/LICENSE", "-rw-r--r-- p/third-party-licences.md",
	}
	if diff := cmp.Diff(want, listing(t, files[0])); diff != "" {
		t.Errorf("archive (-want +got):\n%s", diff)
	}
}

func TestChecksumsAreThoseOfSha256sum(t *testing.T) {
	dist := t.TempDir()
	write(t, filepath.Join(dist, "b"), "")
	write(t, filepath.Join(dist, "a"), "abc")
	if err := checksums(dist, []string{"b", "a"}); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dist, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	want := "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a\n" +
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  b\n"
	if string(got) != want {
		t.Errorf("SHA256SUMS:\n%s\nwant:\n%s", got, want)
	}
}

func listing(t *testing.T, data []byte) []string {
	t.Helper()
	zip, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for tr := tar.NewReader(zip); ; {
		h, err := tr.Next()
		if errors.Is(err, io.EOF) {
			return lines
		}
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, strings.Join([]string{h.FileInfo().Mode().String(), h.Name}, " "))
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
