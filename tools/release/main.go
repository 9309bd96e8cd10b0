// Command release builds what is given away, into dist: for Linux and macOS, on
// amd64 and arm64, the program as one static file, the same in an archive with
// its licences, and the checksums of all.
package main

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/loopground/loopground/tools/internal/page"
	"github.com/loopground/loopground/tools/internal/repo"
)

type target struct{ os, arch string }

var targets = []target{
	{"linux", "amd64"}, {"linux", "arm64"},
	{"darwin", "amd64"}, {"darwin", "arm64"},
}

func (t target) name() string { return "playground-" + t.os + "-" + t.arch }

func main() {
	version := flag.String("version", "dev", "what playground version will say")
	flag.Parse()
	if err := run(*version); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(version string) error {
	root, err := repo.Root()
	if err != nil {
		return err
	}
	bundle, err := page.Build(root, page.Options{})
	if err != nil {
		return err
	}
	if err := bundle.Write(root); err != nil {
		return err
	}
	dist := filepath.Join(root, "dist")
	if err := errors.Join(os.RemoveAll(dist), os.MkdirAll(dist, 0o755)); err != nil {
		return err
	}
	var names []string
	for _, t := range targets {
		if err := build(root, dist, version, t); err != nil {
			return fmt.Errorf("%s/%s: %w", t.os, t.arch, err)
		}
		if err := verify(filepath.Join(dist, t.name()), bundle.Files["app.js"]); err != nil {
			return fmt.Errorf("%s: %w", t.name(), err)
		}
		if err := archive(root, dist, t.name()); err != nil {
			return err
		}
		names = append(names, t.name(), t.name()+".tar.gz")
	}
	return checksums(dist, names)
}

func build(root, dist, version string, t target) error {
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false",
		"-ldflags", "-s -w -X main.version="+version,
		"-o", filepath.Join(dist, t.name()), "./cmd/playground")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS="+t.os, "GOARCH="+t.arch, "CGO_ENABLED=0")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

// checksums writes SHA256SUMS, in the format that sha256sum -c reads.
func checksums(dist string, names []string) error {
	var sums []byte
	slices.Sort(names)
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(dist, name))
		if err != nil {
			return err
		}
		sums = fmt.Appendf(sums, "%x  %s\n", sha256.Sum256(data), name)
		fmt.Printf("  dist/%-32s %6.1f MB\n", name, float64(len(data))/1e6)
	}
	return os.WriteFile(filepath.Join(dist, "SHA256SUMS"), sums, 0o644)
}
