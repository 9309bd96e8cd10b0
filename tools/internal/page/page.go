// Package page bundles web/ui with esbuild.
package page

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Options says how to bundle; the zero value is what a release gets.
type Options struct {
	Dev bool // readable, with source maps inside
}

// A Bundle is the page in memory, and the npm packages that went into it.
type Bundle struct {
	Files    map[string][]byte // by their path below web/ui/dist
	Packages []string          // sorted; "@preact/signals"
}

// Build bundles the page of the checkout at root.
func Build(root string, opts Options) (*Bundle, error) {
	ui := filepath.Join(root, "web", "ui")
	if _, err := os.Stat(filepath.Join(ui, "node_modules")); err != nil {
		return nil, errors.New("web/ui/node_modules is missing: fetch it with `make fetch` (npm ci in web/ui)")
	}
	result := api.Build(options(ui, opts))
	if len(result.Errors) > 0 {
		text := api.FormatMessages(result.Errors, api.FormatMessagesOptions{})
		return nil, fmt.Errorf("bundling the page:\n%s", strings.Join(text, ""))
	}
	b := &Bundle{Files: map[string][]byte{}}
	for _, f := range result.OutputFiles {
		name, err := filepath.Rel(filepath.Join(ui, "dist"), f.Path)
		if err != nil {
			return nil, err
		}
		b.Files[filepath.ToSlash(name)] = f.Contents
	}
	if err := b.static(ui); err != nil {
		return nil, err
	}
	for _, name := range []string{"index.html", "app.js", "app.css"} {
		if len(b.Files[name]) == 0 {
			return nil, fmt.Errorf("bundling the page gave no %s", name)
		}
	}
	var err error
	b.Packages, err = packages(result.Metafile)
	return b, err
}

func options(ui string, opts Options) api.BuildOptions {
	o := api.BuildOptions{
		AbsWorkingDir: ui,
		EntryPointsAdvanced: []api.EntryPoint{
			{InputPath: "src/main.tsx", OutputPath: "app"},
		},
		Outdir:            "dist",
		Bundle:            true,
		Format:            api.FormatESModule,
		Platform:          api.PlatformBrowser,
		Target:            api.ES2022,
		JSX:               api.JSXAutomatic,
		JSXImportSource:   "preact",
		Define:            map[string]string{"process.env.NODE_ENV": `"production"`},
		MinifyWhitespace:  !opts.Dev,
		MinifyIdentifiers: !opts.Dev,
		MinifySyntax:      !opts.Dev,
		LegalComments:     api.LegalCommentsNone, // docs/third-party-licences.md holds them
		Metafile:          true,
		LogLevel:          api.LogLevelSilent,
	}
	if opts.Dev {
		o.Sourcemap = api.SourceMapInline
	}
	return o
}

// static adds what is served as it is: index.html, and the folder public where
// there is one.
func (b *Bundle) static(ui string) error {
	html, err := os.ReadFile(filepath.Join(ui, "src", "index.html"))
	if err != nil {
		return err
	}
	b.Files["index.html"] = html
	public := filepath.Join(ui, "public")
	if _, err := os.Stat(public); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return filepath.WalkDir(public, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(public, path)
		if err != nil {
			return err
		}
		b.Files[filepath.ToSlash(name)] = data
		return nil
	})
}

// packages reads from esbuild's metafile which npm packages left bytes in the
// output; one that was shaken out whole is not shipped.
func packages(metafile string) ([]string, error) {
	var meta struct {
		Outputs map[string]struct {
			Inputs map[string]struct {
				Bytes int `json:"bytesInOutput"`
			} `json:"inputs"`
		} `json:"outputs"`
	}
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return nil, fmt.Errorf("esbuild's metafile: %w", err)
	}
	var names []string
	for _, out := range meta.Outputs {
		for path, in := range out.Inputs {
			i := strings.LastIndex(path, "node_modules/")
			if i < 0 || in.Bytes == 0 {
				continue
			}
			parts := strings.SplitN(path[i+len("node_modules/"):], "/", 3)
			name := parts[0]
			if strings.HasPrefix(name, "@") && len(parts) > 1 {
				name += "/" + parts[1]
			}
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}
