// Package samples holds the sample guests inside the binary: source, grants,
// what to look for, the order that holds of every run, and the built module;
// and the beginnings of a guest that `playground new` writes.
//
// A sample's folder lies below samples/go or samples/wat; `make samples`
// compiles them into samples/built, which is embedded. A build without that
// step has no samples, see [How].
package samples

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// How says how samples get into the binary, for a program that lacks them.
const How = "this binary was built without its samples: run `make build` in a checkout, or take a release archive"

//go:embed all:built
var embedded embed.FS

// A Sample is a guest to learn from.
type Sample struct {
	Name     string
	Title    string   // a few words
	Look     string   // what to look for, Markdown
	Try      string   // what to try, Markdown
	Language string   // go or wat
	File     string   // name of the source file
	Source   string   // what it holds
	Order    []string // the constraints of order.txt, see [ParseOrder]
	Endless  bool     // it runs until it is stopped
	Dirs     []string // where it expects to be granted its files, read-only
	Listen   []string // rules it needs
	Connect  []string // rules it needs

	dir  fs.FS
	rank int
}

// The names of files of a built sample, for internal/assets, which writes them.
const (
	ModuleFile = "module.wasm.gz"
	SourceFile = "source"
	filesDir   = "files"
)

// Meta is what sample.json holds, and what the build adds to it.
type Meta struct {
	Title    string   `json:"title"`
	Rank     int      `json:"rank"` // place in the list
	Endless  bool     `json:"endless,omitempty"`
	Dirs     []string `json:"dirs,omitempty"`
	Listen   []string `json:"listen,omitempty"`
	Connect  []string `json:"connect,omitempty"`
	Language string   `json:"language,omitempty"` // by the build
	File     string   `json:"file,omitempty"`     // by the build
}

// All gives every sample, those to begin with first; none if the binary was
// built without them.
func All() []Sample {
	built, err := fs.Sub(embedded, "built")
	if err != nil {
		return nil
	}
	all, err := read(built)
	if err != nil {
		return nil // make samples refuses what cannot be read
	}
	return all
}

// Find gives the sample of a name.
func Find(name string) (Sample, bool) {
	for _, s := range All() {
		if s.Name == name {
			return s, true
		}
	}
	return Sample{}, false
}

// read reads every folder of built that holds a sample.
func read(built fs.FS) ([]Sample, error) {
	entries, err := fs.ReadDir(built, ".")
	if err != nil {
		return nil, err
	}
	var all []Sample
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		dir, err := fs.Sub(built, e.Name())
		if err != nil {
			return nil, err
		}
		s, err := Read(e.Name(), dir)
		if err != nil {
			return nil, fmt.Errorf("sample %s: %w", e.Name(), err)
		}
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b Sample) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), strings.Compare(a.Name, b.Name))
	})
	return all, nil
}

// Read reads the folder of a built sample.
func Read(name string, dir fs.FS) (Sample, error) {
	var meta Meta
	s := Sample{Name: name, dir: dir}
	if err := readJSON(dir, "sample.json", &meta); err != nil {
		return s, err
	}
	s.Title, s.Endless, s.rank = meta.Title, meta.Endless, meta.Rank
	s.Dirs, s.Listen, s.Connect = meta.Dirs, meta.Listen, meta.Connect
	s.Language, s.File = meta.Language, meta.File
	readme, err := fs.ReadFile(dir, "README.md")
	if err != nil {
		return s, err
	}
	s.Look, s.Try = section(string(readme), "What to look for"), section(string(readme), "Try this")
	if s.Title == "" || s.Look == "" || s.Try == "" {
		return s, errors.New("needs a title in sample.json, and in README.md the headings What to look for and Try this")
	}
	source, err := fs.ReadFile(dir, SourceFile)
	if err != nil {
		return s, err
	}
	s.Source = string(source)
	text, err := fs.ReadFile(dir, "order.txt")
	if err != nil {
		return s, err
	}
	order, err := ParseOrder(string(text))
	for _, c := range order {
		s.Order = append(s.Order, c.Text)
	}
	return s, err
}

func readJSON(dir fs.FS, name string, into any) error {
	b, err := fs.ReadFile(dir, name)
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// section is the text below a heading of the second level, "" if there is none.
func section(markdown, heading string) string {
	_, after, _ := strings.Cut("\n"+markdown, "\n## "+heading+"\n")
	text, _, _ := strings.Cut(after, "\n## ")
	return strings.TrimSpace(text)
}

// Wasm gives the module, and false if the sample was not built.
func (s Sample) Wasm() ([]byte, bool) {
	packed, err := fs.ReadFile(s.dir, ModuleFile)
	if err != nil {
		return nil, false
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, false
	}
	wasm, err := io.ReadAll(r)
	return wasm, err == nil
}

// WriteFiles writes the files that the sample reads into a folder, which is to
// be granted at each of Dirs.
func (s Sample) WriteFiles(dir string) error {
	err := fs.WalkDir(s.dir, filesDir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(s.dir, name)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, filepath.FromSlash(strings.TrimPrefix(name, filesDir+"/")))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		return os.WriteFile(to, b, 0o644)
	})
	if errors.Is(err, fs.ErrNotExist) && len(s.Dirs) == 0 {
		return nil
	}
	return err
}

// Flags are the grants of `playground run` that the sample needs, its files
// lying in dir.
func (s Sample) Flags(dir string) []string {
	var flags []string
	for _, d := range s.Dirs {
		flags = append(flags, "--dir", dir+":"+path.Clean(d)+":ro")
	}
	for _, rule := range s.Listen {
		flags = append(flags, "--allow-listen", rule)
	}
	for _, rule := range s.Connect {
		flags = append(flags, "--allow-connect", rule)
	}
	return flags
}
