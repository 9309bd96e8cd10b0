package page

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// checkout writes a small page that uses one of two packages.
func checkout(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{
		"src/index.html": "<!doctype html><script type=module src=/assets/app.js></script>",
		"src/main.tsx":   "import './main.css'\nimport '@big/helper'\nimport { unused } from 'big'\nexport const page = <p>hello</p>",
		"src/main.css":   "p { color: red }",

		"node_modules/preact/package.json":      `{"exports": {"./jsx-runtime": "./jsx.js"}}`,
		"node_modules/preact/jsx.js":            "export function jsx(type, props) { return { type, props } }",
		"node_modules/@big/helper/package.json": `{"main": "a.js"}`,
		"node_modules/@big/helper/a.js":         "globalThis.helped = true",
		"node_modules/big/package.json":         `{"main": "b.js", "sideEffects": false}`,
		"node_modules/big/b.js":                 "export const unused = 1",
	} {
		path := filepath.Join(root, "web", "ui", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestBuild(t *testing.T) {
	b, err := Build(checkout(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"index.html": "/assets/app.js",
		"app.js":     "hello",
		"app.css":    "p{color:red}",
	} {
		if got := string(b.Files[name]); !strings.Contains(got, want) {
			t.Errorf("%s lacks %q:\n%s", name, want, got)
		}
	}
	// big is imported and shaken out: what is not shipped needs no licence.
	if diff := cmp.Diff([]string{"@big/helper", "preact"}, b.Packages); diff != "" {
		t.Errorf("packages (-want +got):\n%s", diff)
	}
}

func TestBuildSaysWhatIsWrong(t *testing.T) {
	t.Run("nothing fetched", func(t *testing.T) {
		_, err := Build(t.TempDir(), Options{})
		if err == nil || !strings.Contains(err.Error(), "make fetch") {
			t.Errorf("error %v, want one that says make fetch", err)
		}
	})
	t.Run("a mistake in the source", func(t *testing.T) {
		root := checkout(t)
		main := filepath.Join(root, "web", "ui", "src", "main.tsx")
		if err := os.WriteFile(main, []byte("import './gone'"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Build(root, Options{})
		if err == nil || !strings.Contains(err.Error(), "src/main.tsx:1") {
			t.Errorf("error %v, want one that names file and line", err)
		}
	})
}

func TestWriteLeavesTheBundleAndThePlaceholder(t *testing.T) {
	root := t.TempDir()
	dist := filepath.Join(root, "web", "ui", "dist")
	if err := os.MkdirAll(dist, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{Keep, "stale.js"} {
		if err := os.WriteFile(filepath.Join(dist, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b := &Bundle{Files: map[string][]byte{"app.js": []byte("1"), "icons/a.svg": []byte("2")}}
	if err := b.Write(root); err != nil {
		t.Fatal(err)
	}
	var names []string
	err := filepath.WalkDir(dist, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, _ := filepath.Rel(dist, path)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"app.js", "icons/a.svg", Keep}, names); diff != "" {
		t.Errorf("dist (-want +got):\n%s", diff)
	}
}
