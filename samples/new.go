package samples

import (
	"archive/zip"
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"text/template"
)

//go:embed templates
var templates embed.FS

// goFiles are the files of a new Go guest, and the templates they are made of.
var goFiles = map[string]string{
	"main.go":    "templates/go/main.go.tmpl",
	"go.mod":     "templates/go/go.mod.tmpl",
	"README.md":  "templates/go/README.md.tmpl",
	".gitignore": "templates/go/gitignore.tmpl",
}

const (
	sdkArchive = "built/sdk-go.zip"
	sdkFolder  = "loopground"
	maxName    = 64
)

// ErrNoSDK says that the binary was built without the SDK's sources.
var ErrNoSDK = errors.New("this binary was built without the SDK: run `make build` in a checkout, or take a release archive")

var validName = regexp.MustCompile(`^[a-z][a-z0-9]*([_-][a-z0-9]+)*$`)

// cFiles are the files of a new C guest.
var cFiles = map[string]string{
	"main.c":     "templates/c/main.c.tmpl",
	"README.md":  "templates/c/README.md.tmpl",
	".gitignore": "templates/c/gitignore.tmpl",
}

// NewGo writes a first Go guest into a new folder dir/name, with the SDK beside
// it, so that it builds without a network, and returns the commands to go on
// with, to be given in dir. Errors: a name that is no name for a module, a
// folder that exists already, [ErrNoSDK].
func NewGo(dir, name string) (commands []string, err error) {
	err = makeFolder(dir, name, func(root string) error {
		sdk, err := fs.ReadFile(embedded, sdkArchive)
		if err != nil {
			return ErrNoSDK
		}
		if err := writeTemplates(root, name, goFiles); err != nil {
			return err
		}
		return unpack(filepath.Join(root, sdkFolder), sdk)
	})
	return commandsFor(name, "GOOS=wasip1 GOARCH=wasm go build -o %s.wasm ."), err
}

// NewC writes a first C guest, as [NewGo] does one in Go.
func NewC(dir, name string) (commands []string, err error) {
	err = makeFolder(dir, name, func(root string) error { return writeTemplates(root, name, cFiles) })
	return commandsFor(name, "playground cc -O2 -Wall main.c -o %s.wasm"), err
}

// commandsFor are the two commands: build, given the module's name, and run.
func commandsFor(name, build string) []string {
	return []string{
		fmt.Sprintf("cd %s && "+build, name, name),
		fmt.Sprintf("playground run %s.wasm", name),
	}
}

// makeFolder makes the folder dir/name and has it filled.
func makeFolder(dir, name string, fill func(root string) error) error {
	if len(name) > maxName || !validName.MatchString(name) {
		return fmt.Errorf("%q is no name for a guest: use lower-case letters, digits and hyphens, beginning with a letter", name)
	}
	root := filepath.Join(dir, name)
	if err := os.Mkdir(root, 0o755); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s exists already: choose another name, or remove it", root)
		}
		return err
	}
	if err := fill(root); err != nil {
		return errors.Join(err, os.RemoveAll(root)) // nothing half-made stays
	}
	return nil
}

func writeTemplates(root, name string, files map[string]string) error {
	for file, tmpl := range files {
		t, err := template.ParseFS(templates, tmpl)
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := t.Execute(&b, struct{ Name string }{name}); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(root, file), b.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// unpack writes the files of an archive, which has no folders, into dir.
func unpack(dir string, archive []byte) error {
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	for _, f := range z.File {
		if !filepath.IsLocal(f.Name) {
			return fmt.Errorf("archive of the SDK: %q leads out of it", f.Name)
		}
		r, err := f.Open()
		if err != nil {
			return err
		}
		data, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, f.Name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
